"""The address of a request or live connection, as limits and fair shares count it."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from misterx.server.limits import address_key

__all__ = ["client_address"]


def client_address(connection: HTTPConnection) -> str:
    """Return what counts as the address of a client; it must never be saved or logged."""
    return address_key(connection.client.host) if connection.client else "?"
