"""A server of the small application as a program: `python -m tests.server.running.house_for_tests`.

Its arguments are the server's flags. `HOUSE` in the environment says how its house behaves when it
is told to stop.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette

from misterx.cli import _parser
from misterx.cli.serving import settings_of
from misterx.server.problems import Problem
from misterx.server.running import serve
from misterx.server.settings import Settings
from misterx.server.store.base import StoreError
from tests.server.running.served import small_app


class House:
    """Stops as it was told."""

    async def stop(self) -> None:
        match os.environ.get("HOUSE"):
            case "slow":
                await asyncio.sleep(60)
            case "stuck":
                while True:
                    pass
            case "broken":
                raise RuntimeError("the secret is 42")
            case _:
                await asyncio.sleep(0.1)
        say("house stopped")


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    if os.environ.get("HOUSE") == "no database":
        raise StoreError("the database is asleep: wake it")
    if os.environ.get("HOUSE") == "no start":
        raise RuntimeError("the secret is 42")
    yield
    say("lifespan over")


def make_app(settings: Settings) -> Starlette:
    app = small_app(settings)
    app.router.lifespan_context = lifespan
    app.state.house = House()
    return app


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def run(*flags: str) -> int:
    try:
        return serve(settings_of(_parser("serve").parse_args(["serve", *flags])), make_app)
    except Problem as problem:
        sys.stderr.write(f"{problem.message}\n{problem.hint or ''}\n")
        return 2


if __name__ == "__main__":
    sys.exit(run(*sys.argv[1:]))
