"""Measures everything and prints it; the exit code is 1 where a bar is missed."""

import platform
import sys
from argparse import ArgumentParser
from collections.abc import Iterable

from bench.figures import Figure
from bench.measures import ALL


def report(figures: Iterable[Figure]) -> int:
    """Print figures as they come; 1 if any misses its bar, else 0."""
    missed = []
    for figure in figures:
        print(figure, flush=True)
        if figure.is_missed:
            missed.append(figure.name)
    print(f"missed: {', '.join(missed)}" if missed else "every bar is cleared")
    return 1 if missed else 0


def main(arguments: list[str] | None = None) -> int:
    """Read the command line, measure, report."""
    parser = ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--repeats", type=int, default=7, help="runs of each; the best counts")
    repeats = parser.parse_args(arguments).repeats
    print(f"Python {platform.python_version()} on {platform.machine()}; about a quarter of an hour")
    return report(figure for measure in ALL for figure in measure(repeats))


if __name__ == "__main__":
    sys.exit(main())
