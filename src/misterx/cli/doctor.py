"""`misterx doctor`: can a server run here, and if not, what is to be done?"""

from __future__ import annotations

import json
import sys
import time
from argparse import Namespace
from dataclasses import asdict

from misterx.cli.serving import settings_of
from misterx.server.checkup import Finding, examine
from misterx.server.problems import Problem
from misterx.server.settings import Settings

__all__ = ["main"]

_EVERY_SECONDS = 5.0


def main(args: Namespace) -> int:
    """Print a line for each thing that was looked at; 1 if there is a problem."""
    findings = _findings(args)
    if args.json:
        print(json.dumps([asdict(finding) for finding in findings], indent=1))
    else:
        for finding in findings:
            print(f"{'ok      ' if finding.ok else 'problem '} {finding.what}: {finding.says}")
            if finding.todo:
                print(f"          {finding.todo}")
    return 0 if all(finding.ok for finding in findings) else 1


def _findings(args: Namespace) -> list[Finding]:
    try:
        settings = settings_of(args)
    except Problem as problem:
        first = Finding("settings", ok=False, says=problem.message, todo=problem.hint or "")
        return [first, *examine(Settings(), _Progress())]
    sound = Finding("settings", ok=True, says="can be read")
    return [sound, *examine(settings, _Progress())]


class _Progress:
    """Tells on standard error how many tables have been read, where that takes long."""

    def __init__(self) -> None:
        self._told = time.monotonic()

    def __call__(self, read: int, tables: int) -> None:
        if time.monotonic() - self._told >= _EVERY_SECONDS:
            self._told = time.monotonic()
            print(f"misterx: {read} of {tables} tables read", file=sys.stderr, flush=True)
