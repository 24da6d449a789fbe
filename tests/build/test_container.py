"""The container's files: exact versions, no rights that it does not need, limits that fit.

No container engine runs here. The files are read as an engine reads them.
"""

from __future__ import annotations

import ipaddress
import re
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
import yaml  # type: ignore[import-untyped]  # comes with schemathesis, whose lock has no stubs

import hatch_build
from misterx.server.settings import Settings, read_settings

ROOT = Path(hatch_build.__file__).parent
_EXACT: Final = re.compile(
    r"[a-z0-9./-]+:[0-9]+\.[0-9]+(\.[0-9]+)?-[a-z0-9.-]+(@sha256:[0-9a-f]{64})?"
)
_PATCHES: Final = {"python": 3, "postgres": 2}
"""How many numbers the exact version of an image has."""
_MEGABYTES: Final = {"m": 1, "g": 1024}
_SERVER_MB, _WORKER_MB = 500, 600
"""Room for the server's process and for a bot worker while it compiles, see docs/server.md."""
_THREADS: Final = 16
"""Room for the threads of a process."""


@cache
def instructions() -> list[tuple[str, str]]:
    """Every instruction of the Dockerfile with its words, on one line each."""
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    text = "\n".join(line for line in lines if not line.startswith("#")).replace("\\\n", " ")
    found = [line.split(maxsplit=1) for line in text.splitlines() if line.strip()]
    return [(name, " ".join(words.split())) for name, words in found]


@cache
def last_stage() -> list[tuple[str, str]]:
    """The instructions that make the image."""
    at = max(n for n, (name, _) in enumerate(instructions()) if name == "FROM")
    return instructions()[at:]


@cache
def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    return loaded


SERVICES = tuple(compose()["services"])
SERVERS = tuple(name for name in SERVICES if "build" in compose()["services"][name])


def service(name: str) -> dict[str, Any]:
    found: dict[str, Any] = compose()["services"][name]
    return found


def environment() -> dict[str, str]:
    """What the image sets."""
    words = " ".join(words for name, words in last_stage() if name == "ENV")
    return dict(pair.split("=", 1) for pair in words.split())


def images() -> list[str]:
    given = dict(words.split("=", 1) for name, words in instructions() if name == "ARG")
    froms = [words.split()[0] for name, words in instructions() if name == "FROM"]
    bases = [re.sub(r"\$\{(\w+)\}", lambda found: given[found[1]], each) for each in froms]
    return [*bases, *(service(name)["image"] for name in SERVICES if "image" in service(name))]


def usual(value: str) -> str:
    """The value of a variable of Compose that nobody has set."""
    return re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", value)


def megabytes(limit: str) -> int:
    return int(limit[:-1]) * _MEGABYTES[limit[-1]]


# --- images --------------------------------------------------------------------------------


def test_images_have_exact_versions() -> None:
    assert len(images()) == 3
    for image in images():
        assert _EXACT.fullmatch(image), image
        name, version = image.split(":")
        numbers = version.split("-")[0].split(".")
        assert len(numbers) == _PATCHES[name], f"{image} moves with the next patch"


def test_the_image_does_not_run_as_root() -> None:
    names = [name for name, _ in last_stage()]
    (user,) = (words for name, words in last_stage() if name == "USER")
    uid, gid = map(int, user.split(":"))
    assert min(uid, gid) > 0
    assert "RUN" not in names[names.index("USER") :]
    made = next(words for name, words in last_stage() if name == "RUN")
    assert f"--uid {uid}" in made
    assert f"--gid {gid}" in made


def test_what_is_installed_is_locked_or_our_own_wheel() -> None:
    for name, words in instructions():
        if name != "RUN":
            continue
        for command in words.split("&&"):
            if "pip install" in command:
                assert "--require-hashes" in command or "dist/*.whl" in command
                assert "--no-deps" in command
    assert not any(name == "ADD" for name, _ in instructions())


def test_the_image_writes_to_its_volume_only() -> None:
    (volume,) = (words for name, words in last_stage() if name == "VOLUME")
    for name in ("MISTERX_DATABASE", "NUMBA_CACHE_DIR"):
        assert Path(environment()[name]).is_relative_to(volume)


def test_the_image_says_whether_it_is_well_and_ends_in_order() -> None:
    names = dict(last_stage())
    assert "/healthz" in names["HEALTHCHECK"]
    assert names["STOPSIGNAL"] == "SIGTERM"


def test_the_settings_of_the_image_are_settings() -> None:
    given = {name: value for name, value in environment().items() if name.startswith("MISTERX_")}
    settings = read_settings({}, given)
    assert (settings.host, settings.port, settings.open_browser) == ("0.0.0.0", 8642, False)
    assert f"{settings.port}" in dict(last_stage())["EXPOSE"]


# --- services ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_has_no_rights_that_it_does_not_need(name: str) -> None:
    given = service(name)
    assert given["read_only"] is True
    assert given["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in given["security_opt"]
    assert given["init"] is True
    assert not {"privileged", "cap_add", "pid", "ipc", "network_mode", "devices"} & set(given)
    assert not any("docker.sock" in mount for mount in given["volumes"])
    user = given.get("user", dict(last_stage())["USER"])
    assert user.split(":")[0] not in {"root", "0"}


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_is_limited_and_comes_back(name: str) -> None:
    given = service(name)
    assert megabytes(given["mem_limit"]) > 0
    assert 0 < given["pids_limit"] <= 256
    assert given["restart"] == "unless-stopped"
    assert "healthcheck" in given or "build" in given
    assert {"max-size", "max-file"} <= set(given["logging"]["options"])


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_writes_to_volumes_and_memory(name: str) -> None:
    given = service(name)
    for mount in given["volumes"]:
        source = mount.split(":")[0]
        assert source in compose()["volumes"], f"{source} would be a folder of the host"
    assert any(mount.startswith("/tmp:") for mount in given["tmpfs"])
    assert all("size=" in mount for mount in given["tmpfs"])


@pytest.mark.parametrize("name", SERVERS)
def test_a_server_keeps_what_it_compiles_and_has_room_for_its_workers(name: str) -> None:
    given = service(name)
    (volume,) = (words for name, words in last_stage() if name == "VOLUME")
    assert any(mount.endswith(f":{volume}") for mount in given["volumes"])
    workers = int(given["environment"]["MISTERX_BOT_WORKERS"])
    assert megabytes(given["mem_limit"]) >= _SERVER_MB + workers * _WORKER_MB
    assert given["pids_limit"] >= (1 + workers) * _THREADS


@pytest.mark.parametrize("name", SERVERS)
def test_a_server_is_reached_from_the_host_only(name: str) -> None:
    for port in service(name)["ports"]:
        address, outside, inside = port.split(":")
        assert ipaddress.ip_address(address).is_loopback
        assert outside != "80"
        assert inside == environment()["MISTERX_PORT"]


@pytest.mark.parametrize("name", SERVERS)
def test_the_trusted_proxy_is_the_gateway_of_the_network(name: str) -> None:
    given = service(name)["environment"]
    (network,) = compose()["networks"]["default"]["ipam"]["config"]
    subnet = ipaddress.ip_network(network["subnet"])
    assert subnet.is_private
    assert ipaddress.ip_address(network["gateway"]) in subnet
    values = {key: usual(value) for key, value in given.items() if key != "MISTERX_DATABASE"}
    settings: Settings = read_settings({}, {"MISTERX_DATABASE": "unused.db", **values})
    assert settings.trusted_proxies == (network["gateway"],)
    text = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    for told in (network["gateway"], network["subnet"]):
        assert told in text
