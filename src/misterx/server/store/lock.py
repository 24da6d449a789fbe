"""One server for one SQLite file: a lock that tells a second one where the first is."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from misterx.server.store.base import StoreError

__all__ = ["DatabaseLock", "Held"]

_LOCKED_BYTE: Final = 1 << 30
"""On Windows a lock also keeps others from reading; so it is on a byte that is never written."""


@dataclass(frozen=True, slots=True)
class Held:
    """Another process has the database."""

    address: str | None
    """Where it answers; None if it has not said so yet."""


class DatabaseLock:
    """The right to serve a SQLite file; from `acquire`. It ends with the process at the latest."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor: int | None = descriptor

    @classmethod
    def acquire(cls, path: Path) -> DatabaseLock | Held:
        """Take the lock of a database; `Held` if another process has it.

        Args:
            path: The database; the lock is the file beside it whose name ends with `.lock`.

        Raises:
            StoreError: If no file can be made there.
        """
        path = Path(os.path.realpath(path))  # by whatever way one comes to it, it is one file
        lock = path.with_name(f"{path.name}.lock")
        try:
            lock.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreError(
                f"cannot make {lock}: {error.strerror}; choose another place for the database"
            ) from error
        if not _try_to_lock(descriptor):
            os.close(descriptor)
            return Held(_address_in(lock))
        os.ftruncate(descriptor, 0)  # of one that was killed
        return cls(descriptor)

    def publish(self, address: str) -> None:
        """Say where the server answers, for those who find the lock taken."""
        if self._descriptor is None:
            raise RuntimeError("the lock is released already")
        text = json.dumps({"address": address, "pid": os.getpid()}).encode()
        os.ftruncate(self._descriptor, 0)
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        os.write(self._descriptor, text)

    def release(self) -> None:
        """Let go; once is enough. The file stays: removing it could take it from the next one."""
        if self._descriptor is not None:
            os.ftruncate(self._descriptor, 0)
            os.close(self._descriptor)
            self._descriptor = None


def _address_in(lock: Path) -> str | None:
    try:
        read = json.loads(lock.read_text("utf-8"))
    except (OSError, ValueError):  # not written yet, or in this moment
        return None
    address = read.get("address") if isinstance(read, dict) else None
    return address if isinstance(address, str) else None


if sys.platform == "win32":
    import msvcrt

    def _try_to_lock(descriptor: int) -> bool:
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_to_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
