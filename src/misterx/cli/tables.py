"""`misterx tables`: list, show and close the tables of servers, and announce something to all.

Nothing here shows moves, positions, chat, titles or names: names and titles are what guests wrote,
and an operator needs none of them to see what goes on.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from argparse import Namespace
from typing import Any, Final

from misterx.cli.complaints import Complaint
from misterx.cli.durations import duration_ms, moment_ms, now_ms, time_text
from misterx.cli.output import Column, columns_table, console_for
from misterx.cli.serving import beside_servers, complaints, settings_of
from misterx.server.operator_orders import ANNOUNCE, CLOSE
from misterx.server.settings import Settings
from misterx.server.store.base import Operation, Store, TableFacts
from misterx.server.table.folding import seats_after
from misterx.server.table.plan import is_visible
from misterx.server.table.state import Who

__all__ = ["main"]

_DAY_MS: Final = 24 * 3600 * 1000
_CLOSE_WITHIN_MS: Final = 30 * _DAY_MS
"""How long an order to close a table waits for a server."""
_WAIT_SECONDS: Final = 8.0
_MOST_TEXT: Final = 300
_PHASES: Final = ("lobby", "playing", "over", "closed", "damaged")


def main(args: Namespace) -> int:
    """Do one of the actions and say what was done."""
    with complaints():
        settings = settings_of(args)
        match args.action:
            case "list":
                _list(settings, args)
            case "show":
                _show(settings, args.table.upper(), as_json=args.json)
            case "close":
                _close(settings, args.table.upper(), as_json=args.json)
            case _:
                _announce(settings, args)
    return 0


# --- looking -------------------------------------------------------------------------------


def _list(settings: Settings, args: Namespace) -> None:
    limit = args.limit
    if limit < 1:
        raise Complaint(f"--limit must be 1 or more, not {limit}")
    found = beside_servers(settings, lambda store: store.latest_tables(limit))
    told = [each for each in map(_told, found) if args.phase in {None, each["phase"]}]
    if args.json:
        print(json.dumps(told, indent=1))
        return
    if not told:
        print("there are no such tables" if args.phase else "there are no tables")
        return
    texts = [{key: _text(key, value) for key, value in each.items()} for each in told]
    columns = [
        Column(heading, [each[key] for each in texts], rank)
        for key, heading, rank in (
            ("table", "table", 0),
            ("edition", "edition", 0),
            ("phase", "phase", 0),
            ("people", "people", 0),
            ("bots", "computers", 3),
            ("opened_ms", "opened", 2),
            ("changed_ms", "last entry", 1),
            ("entries", "entries", 4),
        )
    ]
    console_for().print(columns_table(columns))
    if len(found) == limit:
        print(f"only the {limit} with the latest entries: --limit shows more")


def _show(settings: Settings, table: str, *, as_json: bool) -> None:
    async def read(store: Store) -> dict[str, Any]:
        facts = await _facts(store, table)
        told = {**_told(facts), "bytes": await store.table_bytes(table)}
        if _is_open_to_spectators(facts):
            told["to_act"] = facts.after.get("to_act", [])
        return told

    told = beside_servers(settings, read)
    if as_json:
        print(json.dumps(told, indent=1))
        return
    for key, value in told.items():
        print(f"{key.removesuffix('_ms').replace('_', ' ')}: {_text(key, value)}")


def _told(facts: TableFacts) -> dict[str, Any]:
    """Return what an operator may know of a table."""
    told: dict[str, Any] = {"table": facts.table}
    counts: dict[str, int | None] = dict.fromkeys(("people", "bots", "open"))
    opening: Any = facts.seating[0].body if facts.seating else None
    if opening is not None:
        places = list(seats_after(facts.seating).values())
        for key, who in (("people", Who.PERSON), ("bots", Who.BOT), ("open", Who.OPEN)):
            counts[key] = sum(place.who is who for place in places)
    return {
        **told,
        "edition": None if opening is None else opening["plan"]["edition"],
        "phase": _phase(facts),
        "opened_ms": facts.seating[0].ms if facts.seating else None,
        "changed_ms": facts.changed_ms,
        **counts,
        "paused": bool(facts.after.get("paused")),
        "entries": facts.entries,
    }


def _phase(facts: TableFacts) -> str:
    if not facts.seating or not facts.after:
        return "damaged"
    return "closed" if facts.after.get("closed") else str(facts.after["phase"])


def _is_open_to_spectators(facts: TableFacts) -> bool:
    """Whether every spectator may know at once what everybody at the table knows."""
    if not facts.seating:
        return False
    opening: Any = facts.seating[0].body
    plan = opening["plan"]
    return plan.get("spectators", False) is True and not plan.get("spectator_delay", 0)


async def _facts(store: Store, table: str) -> TableFacts:
    for facts in await store.latest_tables(1, table):
        return facts
    raise Complaint(f"there is no table {table}", "`misterx tables list` lists them", code=1)


def _text(key: str, value: object) -> str:
    if key.endswith("_ms"):
        return time_text(value if isinstance(value, int) else None)
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "nobody"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else str(value)


# --- orders --------------------------------------------------------------------------------


def _order(kind: str, until_ms: int, **arguments: object) -> Operation:
    return Operation(secrets.token_hex(8), kind, arguments, now_ms(), until_ms)


def _close(settings: Settings, table: str, *, as_json: bool) -> None:
    async def close(store: Store) -> str:
        if _phase(await _facts(store, table)) == "closed":
            return "closed before"
        operation = _order(CLOSE, now_ms() + _CLOSE_WITHIN_MS, table=table)
        await store.add_operation(operation)
        if not await _is_done(store, operation):
            return "waiting"
        return "closed" if _phase(await _facts(store, table)) == "closed" else "failed"

    became = beside_servers(settings, close)
    if as_json:
        print(json.dumps({"table": table, "result": became}))
    elif became == "failed":
        raise Complaint(f"{table} could not be closed", "the log of the server says why", code=1)
    elif became == "waiting":
        print(f"{table} will be closed at the next start: no server runs with this database")
    else:
        print(f"{became}: {table}")


async def _is_done(store: Store, operation: Operation) -> bool:
    """Wait for a while until a server has carried an order out."""
    loop = asyncio.get_running_loop()
    end = loop.time() + _WAIT_SECONDS
    while loop.time() < end:
        if all(other.id != operation.id for other in await store.operations(now_ms())):
            return True
        await asyncio.sleep(0.1)
    return False


def _announce(settings: Settings, args: Namespace) -> None:
    if (args.text is None) is not args.end:
        raise Complaint("say what to announce, or --end to end the announcement, not both")
    operation = None
    if args.text is not None:
        text = args.text.strip()
        if not 0 < len(text) <= _MOST_TEXT or not is_visible(text):
            raise Complaint(
                f"an announcement is one line of 1 to {_MOST_TEXT} letters that can be seen, "
                f"not {len(text)}"
            )
        operation = _order(ANNOUNCE, _until(args), text=text)

    async def announce(store: Store) -> int:
        before = [each for each in await store.operations(now_ms()) if each.kind == ANNOUNCE]
        if operation is not None:
            await store.add_operation(operation)
        for each in before:  # only the latest counts
            await store.drop_operation(each.id)
        return len(before)

    ended = beside_servers(settings, announce)
    if args.json:
        shown = None if operation is None else dict(operation.arguments)
        until = None if operation is None else operation.until_ms
        print(json.dumps({"announcement": shown and shown["text"], "until_ms": until}))
    elif operation is not None:
        print(f"announced until {time_text(operation.until_ms)}: {operation.arguments['text']}")
    else:
        print("the announcement is over" if ended else "nothing was announced")


def _until(args: Namespace) -> int:
    now = now_ms()
    if args.until is not None and args.for_ is not None:
        raise Complaint("give --until or --for, not both")
    if args.until is not None:
        return moment_ms(args.until, now)
    return now + (_DAY_MS if args.for_ is None else duration_ms(args.for_))
