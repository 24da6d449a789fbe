"""What the commands about the server share: its settings, and its complaints."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from misterx.cli.complaints import Complaint
from misterx.cli.operator_flags import add_bans, add_drain, add_tables
from misterx.server.problems import Problem
from misterx.server.settings import Settings, read_settings, setting_list

if TYPE_CHECKING:
    from misterx.server.store.base import Store

__all__ = ["add_flags", "beside_servers", "complaints", "settings_of"]

_T = TypeVar("_T")

_OF_DATABASE = ("database", "keep_tables_days", "keep_guests_days")


def add_flags(command: str, parser: ArgumentParser) -> None:
    """Give one of the commands its flags."""
    match command:
        case "database":
            _add_actions(parser)
        case "bans":
            add_bans(parser, _add_database)
        case "tables":
            add_tables(parser, _add_database)
        case "drain":
            add_drain(parser, _add_database)
        case "doctor":
            _add_settings(parser)
            parser.add_argument("--json", action="store_true", help="print the findings as JSON")
        case _:
            _add_settings(parser)


def _add_actions(parser: ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True, title="actions")

    def action(name: str, summary: str) -> ArgumentParser:
        added = actions.add_parser(name, help=summary, description=f"{summary.capitalize()}.")
        _add_settings(added, _OF_DATABASE if name == "sweep" else _OF_DATABASE[:1])
        return added

    action("backup", "copy everything into a file, also while servers run").add_argument(
        "file", metavar="FILE", help="a SQLite file that is not there yet"
    )
    action("restore", "fill an empty database from such a file").add_argument(
        "file", metavar="FILE", help="a file that `backup` made"
    )
    action("sweep", "delete tables and guests whose time is over")
    action("forget", "delete a guest: identity, names and words; the moves stay").add_argument(
        "guest", metavar="GUEST", help="the guest's id"
    )


def _add_database(parser: ArgumentParser) -> None:
    _add_settings(parser, _OF_DATABASE[:1])


def _add_settings(parser: ArgumentParser, only: Collection[str] | None = None) -> None:
    parser.add_argument(
        "--config", metavar="FILE", help="a settings file, see docs/server.md; a flag beats it"
    )
    for setting in setting_list():
        if only is not None and setting.name not in only:
            continue
        meaning = f"{setting.meaning} Default: {setting.shown}.".replace("%", "%%")
        if setting.metavar is None:
            parser.add_argument(
                setting.flag, dest=setting.name, action="store_const", const="false", help=meaning
            )
        else:
            parser.add_argument(
                setting.flag, dest=setting.name, metavar=setting.metavar, help=meaning
            )


def settings_of(args: Namespace) -> Settings:
    """The settings that flags, environment and file give; raises `Problem`."""
    flags = {setting.name: getattr(args, setting.name, None) for setting in setting_list()}
    config = None if args.config is None else Path(args.config).expanduser()
    return read_settings(flags, os.environ, config)


@contextmanager
def complaints() -> Iterator[None]:
    """What keeps a server from running is the user's to put right."""
    from misterx.server.store.base import StoreError  # noqa: PLC0415 - the help needs no database

    try:
        yield
    except Problem as problem:
        raise Complaint(problem.message, problem.hint) from problem
    except StoreError as error:
        raise Complaint(str(error)) from error


def beside_servers(settings: Settings, do: Callable[[Store], Awaitable[_T]]) -> _T:
    """Do something in the database, also while servers run; raises `Problem` or `StoreError`.

    A database of another version of the program is refused, and nothing in it is changed.
    """
    import asyncio  # noqa: PLC0415 - the help needs none of these

    from misterx.server.store import open_store  # noqa: PLC0415 - the same
    from misterx.server.store.address import SqliteAddress, read_address  # noqa: PLC0415 - the same

    address = read_address(settings.database)
    if isinstance(address, SqliteAddress) and not address.path.is_file():
        raise Problem(f"there is no database {address}", "see --database")

    async def run() -> _T:
        store = open_store(settings.database)
        await store.open(migrate=False)
        try:
            return await do(store)
        finally:
            await store.close()

    return asyncio.run(run())
