"""Errors of the database, in words that anybody may read.

What SQLAlchemy and the drivers say can quote values: tokens, names, moves. So only the message of
the database itself is passed on, and not even that where it is about a value.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from misterx.server.store.base import StoreError

__all__ = ["FAILURES", "Failure", "lost", "told", "unknown_outcome", "worth_a_try_alone"]

Failure: TypeAlias = DBAPIError | OSError | NoConnectionFree
"""What can happen to a database that works as it should on another day; timeouts among it."""

FAILURES: Final = (DBAPIError, OSError, NoConnectionFree)

_RACES: Final = frozenset({"40001", "40P01"})
"""PostgreSQL's codes for transactions that got in each other's way."""

_VALUES: Final = ("22", "23")
"""How PostgreSQL's codes for values that cannot be saved begin."""


def told(error: Failure) -> StoreError:
    """An error for the callers of the store."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if _is_about_a_value(error):
        return StoreError(f"the database refuses a value ({type(cause).__name__})")
    message = (str(cause).splitlines() or [""])[0] or type(cause).__name__
    return StoreError(f"the database does not answer as it should: {_after_class(message)}")


def unknown_outcome(error: Failure) -> StoreError:
    """An error for callers who cannot know whether their writing is saved."""
    return StoreError(f"{told(error)}; whether the last writes are saved is not known")


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
    return isinstance(error, IntegrityError | DataError) or _code(error).startswith(_VALUES)


def _code(error: DBAPIError) -> str:
    return getattr(error.orig, "sqlstate", None) or ""


def _after_class(message: str) -> str:
    """A message without the Python class that SQLAlchemy's asyncpg dialect puts before it."""
    return message.partition("'>: ")[2] if message.startswith("<class '") else message
