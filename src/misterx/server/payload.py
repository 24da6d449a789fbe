"""Bytes that are sent again and again, as they are or compressed."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from fastapi import Request
from fastapi.responses import Response

__all__ = ["Payload"]


@dataclass(frozen=True)
class Payload:
    """What is sent, and of what type; `is_small`: compressing it would gain nothing."""

    whole: bytes
    media_type: str
    is_small: bool = False

    @cached_property
    def compressed(self) -> bytes | None:
        """The same in less space, made when it is first asked for."""
        return None if self.is_small else gzip.compress(self.whole, mtime=0)

    def answer(self, request: Request, headers: Mapping[str, str] | None = None) -> Response:
        """An answer in the form that the asking program understands."""
        said = {**(headers or {}), "vary": "accept-encoding"}
        takes_gzip = "gzip" in request.headers.get("accept-encoding", "")
        if takes_gzip and self.compressed is not None:
            said["content-encoding"] = "gzip"
            return Response(self.compressed, media_type=self.media_type, headers=said)
        return Response(self.whole, media_type=self.media_type, headers=said)
