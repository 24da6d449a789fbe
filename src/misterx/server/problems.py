"""What keeps a server from running: one line, and a hint what to do about it."""

from __future__ import annotations

__all__ = ["Problem"]


class Problem(Exception):
    """Something whoever runs the server can put right: what is wrong, and perhaps how."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
