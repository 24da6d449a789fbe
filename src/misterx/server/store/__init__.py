"""Where tables are kept: one interface, SQLite or PostgreSQL behind it."""

from __future__ import annotations

from misterx.server.store.address import SqliteAddress, read_address
from misterx.server.store.base import Store

__all__ = ["open_store"]


def open_store(url: str) -> Store:
    """The store at an address; it is not connected before its method `open` is called.

    Args:
        url: A path, `sqlite:///path`, or `postgresql://user@host/database`.

    Raises:
        StoreError: If that is no address of a database.
    """
    address = read_address(url)
    if isinstance(address, SqliteAddress):
        from misterx.server.store.sqlite import SqliteStore  # noqa: PLC0415 - only what is used

        return SqliteStore(address.path)
    from misterx.server.store.postgres import PostgresStore  # noqa: PLC0415 - only what is used

    return PostgresStore(address)
