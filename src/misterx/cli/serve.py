"""`misterx serve`: a server for games with others, in the browser."""

from __future__ import annotations

from argparse import Namespace

from misterx.cli.serving import complaints, settings_of
from misterx.server.app import create_app
from misterx.server.running import App, serve
from misterx.server.settings import Settings
from misterx.server.store import open_store
from misterx.server.world import World

__all__ = ["main"]


def main(args: Namespace) -> int:
    """Serve until somebody stops it; 0 if it stopped in order."""
    with complaints():
        return serve(settings_of(args), _make_app)


def _make_app(settings: Settings) -> App:
    return create_app(settings, open_store(settings.database), World())
