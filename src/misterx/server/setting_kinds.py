"""How the texts of flags, environment and file become values of settings.

Each reader takes a text and gives the value, or raises a `ValueError` that says what would do.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias
from urllib.parse import urlsplit

__all__ = [
    "Reader",
    "a_database",
    "a_folder",
    "a_host",
    "a_network",
    "a_number",
    "a_public_url",
    "a_switch",
    "a_text",
    "a_whole_number",
    "one_of",
    "several",
]

Reader: TypeAlias = Callable[[str], object]

_NAME: Final = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)(\.(?!-)[a-z0-9_-]{1,63}(?<!-))*")
_SWITCH: Final = {
    **dict.fromkeys(("true", "yes", "1"), True),
    **dict.fromkeys(("false", "no", "0"), False),
}
_PORTS: Final = {"http": 80, "https": 443}
_PATH: Final = re.compile(r"(/[A-Za-z0-9_-]{1,40}){0,4}")


def a_text(text: str) -> str:
    """Any text but none."""
    if not text:
        raise ValueError("must not be empty")
    return text


def a_whole_number(least: int, most: int) -> Reader:
    """A reader of whole numbers between these two."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,12}", text) or not least <= int(text) <= most:
            raise ValueError(f"must be a whole number from {least} to {most}")
        return int(text)

    return read


def a_number(least: float, most: float) -> Reader:
    """A reader of numbers between these two."""

    def read(text: str) -> float:
        if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text) or not least <= float(text) <= most:
            raise ValueError(f"must be a number from {least:g} to {most}")
        return float(text)

    return read


def one_of(*words: str) -> Reader:
    """A reader of these words only."""

    def read(text: str) -> str:
        if text.lower() not in words:
            raise ValueError(f"must be one of {', '.join(words)}")
        return text.lower()

    return read


def several(one: Callable[[str], str]) -> Reader:
    """A reader of as many as there are between commas."""

    def read(text: str) -> tuple[str, ...]:
        return tuple(one(part.strip()) for part in text.split(",") if part.strip())

    return read


def a_switch(text: str) -> bool:
    """Yes or no."""
    if text.lower() not in _SWITCH:
        raise ValueError("must be true or false")
    return _SWITCH[text.lower()]


def a_folder(text: str) -> Path:
    """A folder that is there."""
    folder = Path(a_text(text)).expanduser()
    if not folder.is_dir():
        raise ValueError("must be a folder that is there")
    return folder


def a_database(text: str) -> str:
    """The address of a database, or the path of a SQLite file, which becomes absolute."""
    kind, _, rest = text.partition("://")
    if not rest:
        return str(Path(a_text(text)).expanduser().absolute())
    if kind not in {"sqlite", "postgresql", "postgres"}:
        raise ValueError(
            "must be a path, sqlite:///PATH or postgresql://USER:PASSWORD@HOST/DATABASE"
        )
    return text


def a_public_url(text: str) -> str:
    """The address of a site, as browsers write it, without a slash at its end.

    >>> a_public_url("https://Games.example.org:443/")
    'https://games.example.org'
    >>> a_public_url("https://example.org/misterx/")
    'https://example.org/misterx'
    """
    try:
        parts = urlsplit(text)
        host, port = a_host(parts.hostname or ""), parts.port
    except ValueError:
        host, port, parts = "", None, urlsplit("")
    bare = not (parts.query or parts.fragment or parts.username or parts.password)
    if not host or parts.scheme not in _PORTS or not bare:
        raise ValueError("must look like https://games.example.org or https://example.org/misterx")
    path = parts.path.rstrip("/")
    if not _PATH.fullmatch(path):
        raise ValueError(
            f"has the path {path!r:.80}; its parts must be letters, digits, - and _, as in "
            "https://example.org/misterx"
        )
    place = f"[{host}]" if ":" in host else host
    named = "" if port in {None, _PORTS[parts.scheme]} else f":{port}"
    return f"{parts.scheme}://{place}{named}{path}"


def a_network(text: str) -> str:
    """An address or a network."""
    try:
        return str(ipaddress.ip_network(text)) if "/" in text else str(ipaddress.ip_address(text))
    except ValueError:
        raise ValueError(
            "must be addresses or networks such as 10.0.0.0/8, separated by commas"
        ) from None


def a_host(text: str) -> str:
    """A host's name in ASCII, or an address."""
    name = text.lower().rstrip(".")
    try:
        return str(ipaddress.ip_address(name.strip("[]")))
    except ValueError:
        if _NAME.fullmatch(name):
            return name
    raise ValueError("must be host names without ports, separated by commas")
