"""Everything about a server that can be set.

The fields of `Settings` are the one table: the command's flags, the environment variables, the keys
of the settings file and the table in docs/server.md are all made from it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias, cast
from urllib.parse import urlsplit

from misterx.server.problems import Problem
from misterx.server.setting_kinds import (
    Reader,
    a_database,
    a_folder,
    a_host,
    a_network,
    a_number,
    a_public_url,
    a_switch,
    a_text,
    a_whole_number,
    one_of,
    several,
)

__all__ = [
    "CONFIG_VARIABLE",
    "Setting",
    "Settings",
    "default_config",
    "read_settings",
    "setting_list",
    "settings_table",
]

CONFIG_VARIABLE = "MISTERX_CONFIG"
"""The environment variable that names the settings file."""

LogFormat: TypeAlias = Literal["auto", "text", "json"]
LogLevel: TypeAlias = Literal["debug", "info", "warning", "error"]
MetricsPolicy: TypeAlias = Literal["local", "all", "off"]


class Setting(NamedTuple):
    """One line of the table."""

    name: str
    """Its name in Python and its key in the file."""
    flag: str
    variable: str
    meaning: str
    shown: str
    """The default as people read it."""
    metavar: str | None
    """What stands after the flag in the help; None: nothing, the flag alone switches it off."""
    parse: Reader
    """From a text to the value; raises `ValueError` that says what would do."""


# --- defaults that depend on the machine --------------------------------------------------


def _data_file() -> str:
    from platformdirs import user_data_path  # noqa: PLC0415 - the help is quicker without it

    try:
        return str(user_data_path("misterx", appauthor=False) / "misterx.db")
    except RuntimeError:
        raise Problem(
            "this user has no home folder to keep games in: name a database by --database FILE"
        ) from None


def _spare_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)) - 1)
    return max(1, (os.cpu_count() or 2) - 1)


def default_config() -> Path | None:
    """The settings file that is read, if it is there, where no other is named.

    None for a user without a home folder, such as a container may have.
    """
    from platformdirs import user_config_path  # noqa: PLC0415 - the help is quicker without it

    try:
        return user_config_path("misterx", appauthor=False) / "misterx.toml"
    except RuntimeError:
        return None


# --- the table ----------------------------------------------------------------------------


class _About(NamedTuple):
    meaning: str
    parse: Reader
    metavar: str | None
    shown: str | None = None
    flag: str | None = None


def _about(
    meaning: str,
    parse: Reader,
    metavar: str | None,
    shown: str | None = None,
    flag: str | None = None,
) -> dict[str, _About]:
    return {"about": _About(meaning, parse, metavar, shown, flag)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How one server runs. `read_settings` makes it from flags, environment and file."""

    host: str = field(
        default="127.0.0.1",
        metadata=_about(
            "The address to listen on; `0.0.0.0` opens the server to the network.",
            a_text,
            "ADDRESS",
        ),
    )
    port: int = field(
        default=8642,
        metadata=_about(
            "The port to listen on; 0 takes any that is free.", a_whole_number(0, 65535), "N"
        ),
    )
    database: str = field(
        default_factory=_data_file,
        repr=False,  # the address of a PostgreSQL database may hold a password
        metadata=_about(
            "Where games are kept: the path of a SQLite file, or `postgresql://…`.",
            a_database,
            "URL",
            "`misterx.db` in your data folder",
        ),
    )
    public_url: str = field(
        default="",
        metadata=_about(
            "The address that players use, if it is another than the server's own; "
            "it may have a path.",
            a_public_url,
            "URL",
            "none",
        ),
    )
    trusted_proxies: tuple[str, ...] = field(
        default=(),
        metadata=_about(
            "Addresses or networks of proxies whose X-Forwarded headers are believed, by commas.",
            several(a_network),
            "ADDRESS,…",
            "none",
        ),
    )
    allowed_hosts: tuple[str, ...] = field(
        default=(),
        metadata=_about(
            "More host names by which players may reach the server, separated by commas.",
            several(a_host),
            "NAME,…",
            "none",
        ),
    )
    open_browser: bool = field(
        default=True,
        metadata=_about(
            "Whether the browser is opened at the start; the flag says no.",
            a_switch,
            None,
            flag="--no-browser",
        ),
    )
    editions: Path | None = field(
        default=None,
        metadata=_about(
            "A folder with editions of your own, one TOML file each.", a_folder, "FOLDER", "none"
        ),
    )
    boards: Path | None = field(
        default=None,
        metadata=_about(
            "A folder with boards of your own, one folder each.", a_folder, "FOLDER", "none"
        ),
    )
    bot_workers: int = field(
        default_factory=_spare_cores,
        metadata=_about(
            "Processes in which computer players think.",
            a_whole_number(1, 256),
            "N",
            "one less than there are processors, at least 1",
        ),
    )
    bot_seconds: float = field(
        default=1.0,
        metadata=_about(
            "Seconds for a computer player's move; "
            "one who knows a secret takes all of them where people play, "
            "and more while the server is full.",
            a_number(0.01, 600),
            "N",
        ),
    )
    requests_per_second: float = field(
        default=20.0,
        metadata=_about(
            "Requests a second from one address, five times as many at once; 0: any number.",
            a_number(0, 1_000_000),
            "N",
        ),
    )
    tables_per_hour: int = field(
        default=60,
        metadata=_about(
            "New tables an hour from one address; 0: any number.", a_whole_number(0, 1_000_000), "N"
        ),
    )
    connections_per_address: int = field(
        default=128,
        metadata=_about(
            "TCP connections at a time from one address, trusted proxies excepted; 0: any number.",
            a_whole_number(0, 1_000_000),
            "N",
        ),
    )
    sockets_per_address: int = field(
        default=64,
        metadata=_about(
            "Live connections at a time from one address; 0: any number.",
            a_whole_number(0, 1_000_000),
            "N",
        ),
    )
    messages_per_second: float = field(
        default=10.0,
        metadata=_about(
            "Messages a second on one live connection, five times as many at once; 0: any number.",
            a_number(0, 1_000_000),
            "N",
        ),
    )
    stored_bytes_per_second: float = field(
        default=4096.0,
        metadata=_about(
            "Bytes a second of talk, notes, names and new tables that are stored for one address, "
            "512 times as many at once, and half of it for one guest; 0: any number.",
            a_number(0, 1_000_000_000),
            "N",
        ),
    )
    max_message_bytes: int = field(
        default=16_384,
        metadata=_about(
            "The longest message on a live connection, in bytes.",
            a_whole_number(1024, 1_048_576),
            "N",
        ),
    )
    keep_tables_days: int = field(
        default=180,
        metadata=_about(
            "Days after its last entry until a table is deleted; 0: never.",
            a_whole_number(0, 36_500),
            "N",
        ),
    )
    keep_guests_days: int = field(
        default=365,
        metadata=_about(
            "Days after the last visit until a guest without tables is deleted; 0: never.",
            a_whole_number(0, 36_500),
            "N",
        ),
    )
    log_level: LogLevel = field(
        default="info",
        metadata=_about(
            "What is logged: `debug`, `info`, `warning` or `error`; only `debug` tells addresses.",
            one_of("debug", "info", "warning", "error"),
            "LEVEL",
        ),
    )
    log_format: LogFormat = field(
        default="auto",
        metadata=_about(
            "`text` for people, `json` for programs; `auto`: text on a terminal, else JSON.",
            one_of("auto", "text", "json"),
            "FORMAT",
        ),
    )
    metrics: MetricsPolicy = field(
        default="local",
        metadata=_about(
            "Who gets `/metrics`: `local` this computer only, `all` everybody, `off` nobody.",
            one_of("local", "all", "off"),
            "WHO",
        ),
    )

    @property
    def prefix(self) -> str:
        """What stands before every path of the site, as `/misterx`; empty: nothing."""
        return urlsplit(self.public_url).path

    @property
    def is_https(self) -> bool:
        """Whether players come by HTTPS: cookies are then `Secure`."""
        return self.public_url.startswith("https://")


def setting_list() -> Iterator[Setting]:
    """Every setting, in the order of the table."""
    for each in fields(Settings):
        about = cast(_About, each.metadata["about"])
        yield Setting(
            name=each.name,
            flag=about.flag or "--" + each.name.replace("_", "-"),
            variable="MISTERX_" + each.name.upper(),
            meaning=about.meaning,
            shown=about.shown or _shown(each.default),
            metavar=about.metavar,
            parse=about.parse,
        )


def settings_table() -> str:
    """The table of the documentation, as Markdown."""
    head = "| in the file | flag | environment | default | meaning |\n|---|---|---|---|---|\n"
    return head + "".join(
        f"| `{s.name}` | `{s.flag}` | `{s.variable}` | {s.shown} | {s.meaning} |\n"
        for s in setting_list()
    )


def _shown(default: object) -> str:
    assert default is not MISSING, "a default that is computed is described by hand"
    if isinstance(default, bool):
        return f"`{str(default).lower()}`"
    return f"`{default:g}`" if isinstance(default, float) else f"`{default}`"


# --- reading ------------------------------------------------------------------------------


def read_settings(
    flags: Mapping[str, str | None],
    environment: Mapping[str, str],
    config: Path | None = None,
) -> Settings:
    """The settings of a run: flags before environment before file before default.

    Args:
        flags: the texts that flags gave, by the setting's name; None where a flag was not given.
        environment: such as `os.environ`.
        config: the file that `--config` names; without it `MISTERX_CONFIG` or the usual one.

    Raises:
        Problem: a value that will not do, with where it stands, or a file that cannot be read.
    """
    in_file, file = _from_file(config, environment.get(CONFIG_VARIABLE))
    values: dict[str, object] = {}
    for setting in setting_list():
        flag, variable = flags.get(setting.name), environment.get(setting.variable)
        if flag is not None:
            values[setting.name] = _parse(setting, flag, setting.flag)
        elif variable:  # an empty variable is none: so a compose file can leave it open
            values[setting.name] = _parse(setting, variable, setting.variable)
        elif setting.name in in_file:
            values[setting.name] = _parse(setting, in_file[setting.name], f"{file}: {setting.name}")
    return Settings(**values)  # type: ignore[arg-type]  # each is of its parser's making


def _parse(setting: Setting, text: str, source: str) -> object:
    try:
        return setting.parse(text.strip())
    except ValueError as error:
        # The address of a database may hold a password: nobody repeats it.
        given = "" if setting.name == "database" else f", not {text!r:.80}"
        raise Problem(f"{source} {error}{given}") from None


def _from_file(config: Path | None, variable: str | None) -> tuple[dict[str, str], Path]:
    """What the settings file says, as texts, and which file it is."""
    import tomllib  # noqa: PLC0415 - the help is quicker without it

    named = config or (Path(variable).expanduser() if variable else None)
    file = named or default_config()
    if file is None or (named is None and not file.is_file()):
        return {}, file or Path()
    try:
        given = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise Problem(f"cannot read {file}: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:  # UnicodeDecodeError is one
        raise Problem(f"{file} is no TOML file: {error}") from error
    known = [setting.name for setting in setting_list()]
    for key in given:
        if key not in known:
            raise Problem(f"{file} has a key {key!r:.80} that means nothing", _nearest(key, known))
    return {key: _as_text(value, f"{file}: {key}") for key, value in given.items()}, file


def _nearest(key: str, known: list[str]) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 - only a mistake needs it

    near = get_close_matches(key, known, 1)
    return f"did you mean {near[0]}?" if near else f"the keys are {', '.join(known)}"


def _as_text(value: object, source: str) -> str:
    """A value of a TOML file as the text that a flag would have."""
    match value:
        case bool():
            return str(value).lower()
        case str() | int():
            return str(value)
        case float():
            return f"{value:.9f}".rstrip("0").rstrip(".")
        case list() if all(isinstance(part, str) for part in value):
            return ",".join(value)
        case _:
            raise Problem(f"{source} must be a text, a number, true, false or a list of texts")
