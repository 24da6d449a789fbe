"""Errors of the database, in words that anybody may read.

The messages of SQLAlchemy, the drivers and the databases can quote stored values: tokens, names,
moves. So none of them is passed on, only the error's code and what is known about it here.
"""

from __future__ import annotations

import errno
import os
import re
from typing import Final, TypeAlias

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from misterx.server.store.base import DiskFull, StoreError
from misterx.server.store.schema import metadata

__all__ = [
    "FAILURES",
    "ConnectingFailed",
    "Failure",
    "described",
    "is_disk_full",
    "lost",
    "told",
    "unknown_outcome",
    "worth_a_try_alone",
]

Failure: TypeAlias = DBAPIError | OSError | NoConnectionFree
"""What can happen to a database that works as it should on another day; timeouts among it."""

FAILURES: Final = (DBAPIError, OSError, NoConnectionFree)

_RACES: Final = frozenset({"40001", "40P01"})
"""PostgreSQL's codes for transactions that got in each other's way."""

_VALUES: Final = ("22", "23")
"""How PostgreSQL's codes for values that cannot be saved begin."""

_MEANINGS: Final = {
    "SQLITE_BUSY": "another program is writing to the file",
    "SQLITE_CANTOPEN": "the file cannot be opened",
    "SQLITE_CORRUPT": "the file is damaged; restore the last backup",
    "SQLITE_FULL": "the disk is full; make room",
    "SQLITE_IOERR": "the disk cannot be read or written",
    "SQLITE_NOTADB": "the file is not a database of SQLite",
    "SQLITE_READONLY": "the file cannot be written",
    "28": "PostgreSQL refuses this user name or password",
    "3D000": "PostgreSQL does not have a database of this name",
    "53100": "the disk of PostgreSQL is full; make room",
    "53300": "PostgreSQL has too many connections",
    "57P": "PostgreSQL is starting or stopping",
}
"""What is known about codes of SQLite and PostgreSQL, by their beginnings."""


_NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


class ConnectingFailed(ConnectionError):
    """No connection to the database; the message is safe to log."""


def told(error: Failure) -> StoreError:
    """An error for the callers of the store."""
    if is_disk_full(error):
        return DiskFull(f"the database cannot write: {described(error)}")
    if _is_about_a_value(error):
        return StoreError(f"the database refuses a value ({_name(_cause(error))})")
    return StoreError(f"the database does not answer as it should: {described(error)}")


def is_disk_full(error: Exception) -> bool:
    """Return whether something could not be written because there is no room."""
    if isinstance(error, DiskFull):
        return True
    cause = _cause(error)
    if isinstance(cause, OSError) and cause.errno in _NO_ROOM:
        return True
    return _any_code(cause).startswith(("SQLITE_FULL", "SQLITE_IOERR_WRITE", "53100"))


def described(error: BaseException) -> str:
    """Describe an error of a database or an operating system, without any value it quotes.

    >>> described(OSError(28, "SECRET"))
    'No space left on device'
    >>> described(ValueError("Could not decode to UTF-8 column 'body' with text 'SECRET'"))
    'ValueError'
    >>> described(ValueError("permission denied for table guests"))
    'ValueError about guests'
    """
    cause = _cause(error)
    if isinstance(cause, ConnectingFailed):
        return str(cause)
    if isinstance(cause, OSError) and (cause.errno or 0) > 0:
        return os.strerror(cause.errno or 0)
    code = _any_code(cause)
    name = " ".join(dict.fromkeys(each for each in (_name(cause), code) if each))
    words = set(re.findall(r"\w+", str(cause)))
    if found := ", ".join(table for table in metadata.tables if table in words):
        name += f" about {found}"
    meaning = next((says for begin, says in _MEANINGS.items() if code.startswith(begin)), None)
    return f"{meaning} ({name})" if meaning else name


def _cause(error: BaseException) -> BaseException:
    """The error of the driver itself."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if cause is None:
        return error
    # SQLAlchemy wraps asyncpg's errors twice.
    is_wrapped = type(cause).__module__.startswith("sqlalchemy.") and cause.__cause__ is not None
    return cause.__cause__ if is_wrapped and cause.__cause__ is not None else cause


def _name(error: BaseException) -> str:
    return type(error).__name__


def _any_code(error: BaseException) -> str:
    code = getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None)
    return code if isinstance(code, str) else ""


def unknown_outcome(error: Failure) -> StoreError:
    """An error for callers who cannot know whether their writing is saved."""
    failure = told(error)
    return type(failure)(f"{failure}; whether the last writes are saved is not known")


def worth_a_try_alone(error: Exception) -> bool:
    """Whether others of the same transaction, of which nothing was saved, may fare better."""
    if isinstance(error, StoreError | OSError | NoConnectionFree):
        return False
    if isinstance(error, DBAPIError):
        return _is_about_a_value(error) or _code(error) in _RACES
    return True


def lost(error: Exception) -> bool:
    """Whether the connection broke, so that another try on a new one is worth it."""
    if isinstance(error, DBAPIError):
        return error.connection_invalidated
    return isinstance(error, OSError)


def _is_about_a_value(error: Exception) -> bool:
    if not isinstance(error, DBAPIError):
        return False
    if isinstance(error, IntegrityError | DataError) or isinstance(_cause(error), ValueError):
        return True  # a ValueError is asyncpg's, before it sends anything
    return _code(error).startswith(_VALUES)


def _code(error: DBAPIError) -> str:
    return getattr(error.orig, "sqlstate", None) or ""
