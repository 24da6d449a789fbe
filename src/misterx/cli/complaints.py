"""What goes wrong between a person and the command: one line, a hint, an exit code."""

from __future__ import annotations

__all__ = ["Complaint"]


class Complaint(Exception):
    """Something the user can put right: what is wrong, and perhaps how."""

    def __init__(self, message: str, hint: str | None = None, code: int = 2) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.code = code
