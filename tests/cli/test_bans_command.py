"""`misterx bans`: what can be banned, and what is said."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from misterx.server.store import open_store
from tests.cli.running import Run, Runner


@pytest.fixture(autouse=True)
def nothing_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("misterx.server.settings.default_config", lambda: tmp_path / "none.toml")


@pytest.fixture
def database(tmp_path: Path) -> str:
    async def make() -> None:
        store = open_store(str(tmp_path / "games.db"))
        await store.open()
        await store.close()

    asyncio.run(make())
    return str(tmp_path / "games.db")


@pytest.fixture
def bans(run: Runner, database: str) -> Runner:
    def runner(*words: str, typed: str = "") -> Run:
        return run("bans", *words, "--database", database, typed=typed)

    return runner


def test_bans_are_added_listed_and_removed(bans: Runner) -> None:
    assert bans("list").out == "no address is banned\n"
    code, out, _ = bans("add", "192.0.2.0/24", "--reason", "floods the lobby", "--for", "7d")
    assert code == 0
    assert out.startswith("banned: 192.0.2.0/24, until 2")
    assert bans("add", "2001:db8::/48").out.startswith("banned: 2001:db8::/48, until it is removed")
    listed = bans("list").out
    for text in ("192.0.2.0/24", "2001:db8::/48", "floods the lobby"):
        assert text in listed
    first, second = json.loads(bans("list", "--json").out)
    assert first["until_ms"] - first["created_ms"] == 7 * 24 * 3600 * 1000
    assert second == {**second, "network": "2001:db8::/48", "reason": "", "until_ms": None}
    assert bans("remove", "192.0.2.0/24").out == "no longer banned: 192.0.2.0/24\n"
    assert "192.0.2.0" not in bans("list").out


def test_a_second_ban_of_a_network_replaces_the_first(bans: Runner) -> None:
    bans("add", "192.0.2.7", "--for", "1h")
    bans("add", "192.0.2.7", "--reason", "again")
    (only,) = json.loads(bans("list", "--json").out)
    assert only["reason"] == "again"
    assert only["until_ms"] is None


@pytest.mark.parametrize(
    ("words", "said"),
    (
        (("192.0.2.7/24",), "write 192.0.2.0/24 for the network, or 192.0.2.7 for the address"),
        (("somebody",), "'somebody' is not a network"),
        (("192.0.2.7", "--for", "soon"), "--for 'soon' is not a duration"),
        (("192.0.2.7", "--for", "0d"), "--for '0d' is not a duration"),
        (("192.0.2.7", "--for", "999999w"), "at most 10 years"),
        (("192.0.2.7", "--reason", "x" * 201), "--reason must be one line of at most 200 letters"),
        (("192.0.2.7", "--reason", "two\nlines"), "--reason must be one line"),
        (("127.0.0.1",), "127.0.0.1/32 contains this computer itself"),
        (("0.0.0.0/0",), "0.0.0.0/0 contains this computer itself"),
        (("::1",), "::1/128 contains this computer itself"),
    ),
)
def test_mistakes_are_told_and_ban_nobody(bans: Runner, words: tuple[str, ...], said: str) -> None:
    code, out, err = bans("add", *words)
    assert (code, out) == (2, "")
    assert said in err
    assert json.loads(bans("list", "--json").out) == []


def test_this_computer_and_a_proxy_are_banned_only_with_yes(
    bans: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MISTERX_TRUSTED_PROXIES", "10.0.0.2,fd00::/8")
    assert "contains the trusted proxy 10.0.0.2/32" in bans("add", "10.0.0.0/8").err
    assert bans("add", "10.0.1.0/24").code == 0
    assert bans("add", "10.0.0.0/8", "--yes").code == 0
    assert bans("add", "127.0.0.1", "--yes").code == 0


def test_what_is_not_banned_cannot_be_removed(bans: Runner) -> None:
    assert bans("remove", "192.0.2.7") == (
        1,
        "",
        "misterx: 192.0.2.7/32 is not banned\nhint: `misterx bans list` lists what is\n",
    )


def test_there_must_be_a_database(run: Runner, tmp_path: Path) -> None:
    code, _, err = run("bans", "list", "--database", str(tmp_path / "no.db"))
    assert code == 2
    assert "there is no database" in err
    assert not (tmp_path / "no.db").exists()
