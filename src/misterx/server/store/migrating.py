"""Bringing a database up to the schema of this version.

Alembic takes longer to load than all the rest of a start, so it is loaded only where there is
something to do.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, select

from misterx.server.store.base import StoreError
from misterx.server.store.schema import HEAD, entries, metadata, version

if TYPE_CHECKING:
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

__all__ = ["at_head", "bring_up_to_date", "is_ours", "leave_others_alone", "migrations"]


def bring_up_to_date(connection: Connection, place: object, *, migrate: bool = True) -> None:
    """Make or change the tables where that is needed, in the transaction of this connection.

    The caller sees to it that no other process does the same at the same time.

    Args:
        connection: With the database.
        place: What the database is called in errors; no password.
        migrate: False: change nothing, and refuse a database of another version.

    Raises:
        StoreError: If a newer version of this program has changed the tables, or all that there
            are belong to another program.
    """
    if at_head(connection):
        return
    if not migrate:
        raise StoreError(
            f"{place} is of another version of this program (its schema is "
            f"{_revision(connection) or 'none'}, this version's is {HEAD}): use the version that "
            "serves it, or start this version's server once"
        )
    _upgrade(connection, place)


def leave_others_alone(path: Path) -> None:
    """Raise `StoreError` if a SQLite file has tables, and they are not of this program.

    For whoever opens it to write changes it already, before he can look at the tables.
    """
    # Immutable: no file is even made beside it. What cannot be read in this way, because a writer
    # was killed or it is no database, is looked at again, and told, by whoever opens it.
    where = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    with suppress(sqlite3.Error), closing(sqlite3.connect(where, uri=True)) as database:
        query = "SELECT count(*) FROM sqlite_master WHERE type = 'table'"
        if database.execute(query).fetchone()[0] and not is_ours(database):
            raise _of_another_program(path)


def at_head(connection: Connection) -> bool:
    """Whether the tables are those of this version; False also where there are none."""
    return _revision(connection) == HEAD


def is_ours(database: sqlite3.Connection) -> bool:
    """Whether a SQLite file was made by this program, in whatever version."""
    query = "SELECT count(*) FROM sqlite_master WHERE name IN (?, ?)"
    found: int = database.execute(query, [version.name, entries.name]).fetchone()[0]
    return found == 2


def migrations() -> ScriptDirectory:
    """The steps from version to version."""
    from alembic.script import ScriptDirectory  # noqa: PLC0415 - takes long, and is rarely needed

    folder = str(Path(__file__).with_name("migrations"))
    return ScriptDirectory(folder, version_locations=[folder])


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table(version.name):
        return None
    return connection.execute(select(version.c.version_num)).scalar()


def _of_another_program(place: object) -> StoreError:
    return StoreError(f"there are tables of another program in {place}: choose another place")


def _upgrade(connection: Connection, place: object) -> None:
    from alembic.config import Config  # noqa: PLC0415 - takes long, and is rarely needed
    from alembic.runtime.environment import EnvironmentContext  # noqa: PLC0415 - the same
    from alembic.script.revision import RevisionError  # noqa: PLC0415 - the same
    from alembic.util import CommandError  # noqa: PLC0415 - the same

    script = migrations()
    revision = _revision(connection)
    if revision is None and inspect(connection).get_table_names():
        raise _of_another_program(place)
    try:
        if revision is not None:
            script.get_revision(revision)
    except (CommandError, RevisionError):
        raise StoreError(
            f"{place} was made by a newer version of this program (its schema is {revision}, "
            f"this version knows {HEAD}): install that version or a later one"
        ) from None

    def steps(at: object, _: MigrationContext) -> list[object]:
        return list(script._upgrade_revs(HEAD, at))  # type: ignore[arg-type]

    with EnvironmentContext(Config(), script, fn=steps) as environment:
        environment.configure(connection=connection, target_metadata=metadata)
        environment.run_migrations()
