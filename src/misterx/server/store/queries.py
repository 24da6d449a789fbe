"""Everything the store asks and notes besides appending entries; the same for both engines.

Each function works on a connection in a transaction that its caller begins and commits.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    LargeBinary,
    Row,
    and_,
    bindparam,
    case,
    cast,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
)
from sqlalchemy import update as update_
from sqlalchemy.dialects import postgresql, sqlite

from misterx.server.entry import Entry, GuestId, TableId
from misterx.server.store.base import (
    Ban,
    DamagedEntry,
    Guest,
    Link,
    Operation,
    Outage,
    TableFacts,
    TableLine,
)
from misterx.server.store.given import given_rows
from misterx.server.store.rows import entry_of, note_of, redacted, text_of
from misterx.server.store.schema import (
    alive,
    bans,
    claims,
    entries,
    guests,
    links,
    members,
    operations,
    outages,
    tables,
)
from misterx.server.store.schema import (
    identity as identity_,
)

__all__ = [
    "add_ban",
    "add_guest",
    "add_link",
    "add_operation",
    "bans_in_force",
    "beat",
    "beginnings",
    "claim",
    "drop_ban",
    "drop_link",
    "drop_operation",
    "due",
    "entries_after",
    "find_link",
    "forget_guest",
    "guests_by_token",
    "identity",
    "last_numbers",
    "latest_tables",
    "next_due",
    "old_tables",
    "operations_in_force",
    "outages_noted",
    "rename_guest",
    "seen_guest",
    "sweep_guests",
    "sweep_links",
    "sweep_orders",
    "sweep_tables",
    "table_bytes",
    "table_ids",
    "tables_of",
    "uptime",
]

_SEATING: Final = ("open", "seat", "start")
"""The kinds of entries that tell who sits where."""
_NOTE: Final = "note"

_LAST_SEQ: Final = (
    select(func.max(entries.c.seq))
    .where(entries.c.table_id == members.c.table_id)
    .correlate(members)
    .scalar_subquery()
)
# ------------------------------------------------------------------------------ tables


def entries_after(
    connection: Connection, table: TableId, after: int, most: int | None = None
) -> list[Entry]:
    """Return the entries of a table with higher numbers, ascending; `most` of them at most."""
    query = select(entries).where(entries.c.table_id == table, entries.c.seq > after)
    rows = connection.execute(query.order_by(entries.c.seq).limit(most)).all()
    return [entry_of(row) for row in rows]


def beginnings(
    connection: Connection, ids: Collection[TableId], most: int
) -> dict[TableId, list[Entry]]:
    """Return the first entries of some tables, ascending; tables that are gone are left out.

    So are tables with an entry that cannot be read: `entries_after` tells of it.
    """
    given = given_rows(connection.dialect.name, [tables.c.id])
    query = (
        select(entries)
        .join(given, entries.c.table_id == given.c.id)
        .where(entries.c.seq <= most)
        .order_by(entries.c.table_id, entries.c.seq)
    )
    found: dict[TableId, list[Entry]] = {}
    damaged: set[TableId] = set()
    for row in connection.execute(query, {"rows": text_of([{"id": table} for table in ids])}):
        try:
            found.setdefault(row.table_id, []).append(entry_of(row))
        except DamagedEntry:
            damaged.add(row.table_id)
    return {table: part for table, part in found.items() if table not in damaged}


def last_numbers(connection: Connection, ids: Collection[TableId]) -> dict[TableId, int]:
    """The number of the last entry of each of some tables; those that do not exist are left out."""
    given = given_rows(connection.dialect.name, [tables.c.id])
    last = select(func.max(entries.c.seq)).where(entries.c.table_id == given.c.id)
    query = select(given.c.id, last.correlate(given).scalar_subquery().label("seq"))
    rows = connection.execute(query, {"rows": text_of([{"id": table} for table in ids])})
    return {row.id: row.seq for row in rows if row.seq is not None}


def tables_of(connection: Connection, guest: GuestId, limit: int) -> list[TableLine]:
    """The tables that a guest is a member of, the one with the latest entry first."""
    last = connection.execute(
        select(entries)
        .join(members, and_(members.c.table_id == entries.c.table_id, entries.c.seq == _LAST_SEQ))
        .where(members.c.guest_id == guest)
        .order_by(entries.c.ms.desc(), entries.c.table_id)
        .limit(limit)
    ).all()
    seating: dict[TableId, list[Row[Any]]] = {row.table_id: [] for row in last}
    told = select(entries).where(entries.c.table_id.in_(seating), entries.c.kind.in_(_SEATING))
    for row in connection.execute(told.order_by(entries.c.table_id, entries.c.seq)):
        seating[row.table_id].append(row)
    return [line for row in last if (line := _line(row, seating[row.table_id])) is not None]


def _line(last: Row[Any], seating: Sequence[Row[Any]]) -> TableLine | None:
    """A table in a list; None if it is damaged, which whoever opens it is told."""
    try:
        return TableLine(last.table_id, tuple(map(entry_of, seating)), entry_of(last))
    except DamagedEntry:
        return None


def table_ids(connection: Connection, after: TableId, most: int) -> list[TableId]:
    """The names of some tables, in their order."""
    query = select(tables.c.id).where(tables.c.id > after).order_by(tables.c.id).limit(most)
    return list(connection.execute(query).scalars())


def due(connection: Connection, until_ms: int | None = None) -> list[tuple[TableId, int]]:
    """The tables on which a clock runs, or runs out by then, the earliest first."""
    query = select(tables.c.id, tables.c.due_ms).where(tables.c.due_ms.is_not(None))
    if until_ms is not None:
        query = query.where(tables.c.due_ms <= until_ms)
    rows = connection.execute(query.order_by(tables.c.due_ms, tables.c.id)).all()
    return [(row.id, row.due_ms) for row in rows]


def next_due(connection: Connection) -> int | None:
    """When the next clock runs out; None if there is none."""
    first: int | None = connection.execute(
        select(func.min(tables.c.due_ms)).where(tables.c.due_ms.is_not(None))
    ).scalar()
    return first


# ------------------------------------------------------------------------------ guests


def add_guest(connection: Connection, guest: Guest, token_hash: bytes) -> None:
    """Add a guest."""
    connection.execute(
        insert(guests),
        {
            "id": guest.id,
            "token_hash": token_hash,
            "name": guest.name,
            "created_ms": guest.created_ms,
            "seen_ms": guest.created_ms,
        },
    )


def guests_by_token(connection: Connection, token_hashes: Collection[bytes]) -> dict[bytes, Guest]:
    """Return the guests whose tokens have these hashes."""
    query = select(guests).where(guests.c.token_hash.in_(token_hashes))
    return {
        bytes(row.token_hash): Guest(row.id, _readable(row.name), row.created_ms, row.seen_ms)
        for row in connection.execute(query)
    }


def _readable(name: str) -> str:
    """A name, even if the bytes that a SQLite file has for it are damaged."""
    return name.encode("utf-8", "replace").decode()


def rename_guest(connection: Connection, guest: GuestId, name: str) -> None:
    """Give a guest another name."""
    connection.execute(update_(guests).where(guests.c.id == guest).values(name=name))


def seen_guest(connection: Connection, guest: GuestId, now_ms: int) -> None:
    """Note that a guest was here."""
    connection.execute(
        update_(guests)
        .where(guests.c.id == guest, guests.c.seen_ms < now_ms)
        .values(seen_ms=now_ms)
    )


def forget_guest(connection: Connection, guest: GuestId) -> list[TableId] | None:
    """Delete a guest, his memberships and his words; the tables that were touched.

    None if there was nothing of him.
    """
    # Memberships first: the same order of locks as where a seat is given away.
    left = connection.execute(
        delete(members).where(members.c.guest_id == guest).returning(members.c.table_id)
    )
    touched = {row.table_id for row in left}
    his = entries.alias()
    noted = select(his.c.table_id).where(his.c.author == guest, his.c.kind == _NOTE)
    written = connection.execute(
        select(entries)
        .where(
            or_(
                entries.c.author == guest,
                and_(entries.c.table_id.in_(touched), entries.c.kind.in_(_SEATING)),
                and_(entries.c.table_id.in_(noted), entries.c.kind == _NOTE),
            )
        )
        .order_by(entries.c.table_id, entries.c.seq)
    ).all()
    bodies = _redacted(written, guest)
    changes = []
    for row in written:
        body = text_of(bodies[row.table_id, row.seq])
        if json.loads(body) != json.loads(row.body):  # older versions wrote escapes
            changes.append({"of": row.table_id, "number": row.seq, "text": body})
            touched.add(row.table_id)
    if changes:
        connection.execute(
            update_(entries)
            .where(entries.c.table_id == bindparam("of"), entries.c.seq == bindparam("number"))
            .values(body=bindparam("text")),
            changes,
        )
    known = connection.execute(
        delete(guests).where(guests.c.id == guest).returning(guests.c.id)
    ).first()
    return sorted(touched) if known or touched else None


def _redacted(
    written: Sequence[Row[Any]], guest: GuestId
) -> dict[tuple[TableId, int], dict[str, object]]:
    """The bodies of some entries, by table and number, without a guest's words.

    With what his notes were about is lost which notes of others they stood in the place of: these
    are emptied too, lest they come back.
    """
    bodies = {}
    notes: dict[tuple[object, ...], tuple[TableId, int]] = {}
    for row in written:
        body, is_his = json.loads(row.body), row.author == guest
        bodies[row.table_id, row.seq] = redacted(body, guest, is_author=is_his)
        if row.kind == _NOTE:
            note = row.table_id, *note_of(body)
            if is_his and note in notes:
                bodies[notes[note]]["text"] = ""
            notes[note] = row.table_id, row.seq
    return bodies


# ------------------------------------------------------------------------------ one-time links


def add_link(connection: Connection, token_hash: bytes, link: Link, expires_ms: int) -> None:
    """Add a link."""
    connection.execute(
        insert(links),
        {
            "token_hash": token_hash,
            "table_id": link.table,
            "seat": link.seat,
            "giver": link.giver,
            "expires_ms": expires_ms,
        },
    )


def find_link(connection: Connection, token_hash: bytes, now_ms: int) -> Link | None:
    """A link that has not expired."""
    row = connection.execute(
        select(links.c.table_id, links.c.seat, links.c.giver)
        .where(links.c.token_hash == token_hash)
        .where(links.c.expires_ms > now_ms)
    ).one_or_none()
    return None if row is None else Link(row.table_id, row.seat, row.giver)


def drop_link(connection: Connection, token_hash: bytes) -> None:
    """Delete a link."""
    connection.execute(delete(links).where(links.c.token_hash == token_hash))


# ------------------------------------------------------------------------------ several processes


def claim(
    connection: Connection, table: TableId, seq: int, owner: str, now_ms: int, until_ms: int
) -> bool:
    """Take on a turn. A claim of an earlier turn holds nobody up."""
    new = _insert_on(connection)(claims).values(
        table_id=table, seq=seq, owner=owner, until_ms=until_ms
    )
    free = or_(claims.c.owner == owner, claims.c.until_ms <= now_ms)
    taken = connection.execute(
        new.on_conflict_do_update(
            index_elements=[claims.c.table_id],
            set_={"seq": seq, "owner": owner, "until_ms": until_ms},
            where=or_(claims.c.seq < seq, and_(claims.c.seq == seq, free)),
        ).returning(claims.c.table_id)
    )
    return taken.one_or_none() is not None


def uptime(connection: Connection) -> int | None:
    """How long servers have run, by the last beat."""
    noted: int | None = connection.execute(select(alive.c.beat_ms)).scalar()
    return noted


def beat(connection: Connection, uptime_ms: int) -> int:
    """Note how long servers have run. Of several processes the one that is ahead counts."""
    new = _insert_on(connection)(alive).values(id=1, beat_ms=uptime_ms)
    connection.execute(
        new.on_conflict_do_update(
            index_elements=[alive.c.id],
            set_={"beat_ms": new.excluded.beat_ms},
            where=alive.c.beat_ms < new.excluded.beat_ms,
        )
    )
    noted = uptime(connection)
    assert noted is not None
    return noted


def outages_noted(connection: Connection) -> list[Outage]:
    """The outages of older versions; newer ones note the uptime alone."""
    rows = connection.execute(select(outages).order_by(outages.c.from_ms)).all()
    return [Outage(row.from_ms, row.to_ms) for row in rows]


def _insert_on(connection: Connection) -> Any:  # noqa: ANN401 - the two have no common type
    return postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert


# ------------------------------------------------------------------------------ the operator


def identity(connection: Connection) -> str:
    """The random name of the database."""
    name: str = connection.execute(select(identity_.c.name)).scalar_one()
    return name


def add_operation(connection: Connection, operation: Operation) -> None:
    """Add an order."""
    connection.execute(
        insert(operations),
        {
            "id": operation.id,
            "kind": operation.kind,
            "arguments": text_of(dict(operation.arguments)),
            "created_ms": operation.created_ms,
            "until_ms": operation.until_ms,
        },
    )


def operations_in_force(connection: Connection, now_ms: int) -> list[Operation]:
    """The orders that have not ended, the oldest first."""
    query = select(operations).where(operations.c.until_ms > now_ms)
    rows = connection.execute(query.order_by(operations.c.created_ms, operations.c.id)).all()
    return [
        Operation(row.id, row.kind, json.loads(row.arguments), row.created_ms, row.until_ms)
        for row in rows
    ]


def drop_operation(connection: Connection, operation: str) -> bool:
    """Delete an order; whether there was one."""
    gone = connection.execute(delete(operations).where(operations.c.id == operation))
    return gone.rowcount > 0


def latest_tables(
    connection: Connection, limit: int, table: TableId | None = None
) -> list[TableFacts]:
    """Return the tables with the latest entries first, or one table alone.

    Neither the moves nor anything else that is hidden is read.
    """
    newest = select(func.max(entries.c.seq)).where(entries.c.table_id == tables.c.id)
    is_last = entries.c.seq == newest.correlate(tables).scalar_subquery()
    query = (
        select(tables.c.id, entries.c.seq, entries.c.ms, entries.c.after)
        .join(entries, and_(entries.c.table_id == tables.c.id, is_last))
        .order_by(entries.c.ms.desc(), tables.c.id)
        .limit(limit)
    )
    if table is not None:
        query = query.where(tables.c.id == table)
    last = connection.execute(query).all()
    seating: dict[TableId, list[Row[Any]]] = {row.id: [] for row in last}
    told = select(entries).where(entries.c.table_id.in_(seating), entries.c.kind.in_(_SEATING))
    for row in connection.execute(told.order_by(entries.c.table_id, entries.c.seq)):
        seating[row.table_id].append(row)
    return [_facts(row, seating[row.id]) for row in last]


def _facts(last: Row[Any, Any, Any, Any], seating: Sequence[Row[Any]]) -> TableFacts:
    try:
        told, after = tuple(map(entry_of, seating)), json.loads(last.after)
    except (
        TypeError,
        ValueError,
        DamagedEntry,
    ):  # the table is damaged; the others are listed all the same
        told, after = (), {}
    return TableFacts(last.id, last.seq, last.ms, told, after)


def table_bytes(connection: Connection, table: TableId) -> int:
    """Return how many bytes the log of a table takes."""
    if connection.dialect.name == "postgresql":
        size = func.octet_length(entries.c.body) + func.octet_length(entries.c.after)
    else:
        size = func.length(cast(entries.c.body, LargeBinary)) + func.length(
            cast(entries.c.after, LargeBinary)
        )
    query = select(func.coalesce(func.sum(size), 0)).where(entries.c.table_id == table)
    return int(connection.execute(query).scalar_one())


def add_ban(connection: Connection, ban: Ban) -> None:
    """Ban a network, or change its ban."""
    told = {"reason": ban.reason, "created_ms": ban.created_ms, "until_ms": ban.until_ms}
    new = _insert_on(connection)(bans).values(network=ban.network, **told)
    connection.execute(new.on_conflict_do_update(index_elements=[bans.c.network], set_=told))


def bans_in_force(connection: Connection, now_ms: int) -> list[Ban]:
    """The bans that have not ended, in the order of their networks' text."""
    in_force = or_(bans.c.until_ms.is_(None), bans.c.until_ms > now_ms)
    rows = connection.execute(select(bans).where(in_force).order_by(bans.c.network)).all()
    return [Ban(row.network, row.reason, row.created_ms, row.until_ms) for row in rows]


def drop_ban(connection: Connection, network: str) -> bool:
    """Lift a ban; whether there was one."""
    return connection.execute(delete(bans).where(bans.c.network == network)).rowcount > 0


# ------------------------------------------------------------------------------ care


def old_tables(connection: Connection, before_ms: int, limit: int) -> list[TableId]:
    """Some tables whose last entry is older."""
    # Where the first entry is young the last is too, and need not be looked for.
    old = case((tables.c.created_ms < before_ms, _older(before_ms)), else_=False)
    return list(connection.execute(select(tables.c.id).where(old).limit(limit)).scalars())


def _older(before_ms: int) -> ColumnElement[bool]:
    """Whether the last entry of a table is older."""
    last = select(entries.c.ms).where(entries.c.table_id == tables.c.id)
    newest = last.order_by(entries.c.seq.desc()).limit(1).correlate(tables).scalar_subquery()
    return newest < before_ms


def sweep_tables(connection: Connection, ids: Sequence[TableId], before_ms: int) -> int:
    """Delete those of some tables whose last entry is still older."""
    # Locked first, looked at then: whoever is appending to one of them comes before this or fails.
    connection.execute(
        select(tables.c.id).where(tables.c.id.in_(ids)).order_by(tables.c.id).with_for_update()
    ).all()
    gone = connection.execute(delete(tables).where(tables.c.id.in_(ids), _older(before_ms)))
    return gone.rowcount


def sweep_guests(connection: Connection, before_ms: int) -> int:
    """Delete the guests not seen since who are members of no table."""
    seated = exists().where(members.c.guest_id == guests.c.id)
    gone = connection.execute(delete(guests).where(guests.c.seen_ms < before_ms, ~seated))
    return gone.rowcount


def sweep_links(connection: Connection, now_ms: int) -> int:
    """Delete the links that have expired."""
    return connection.execute(delete(links).where(links.c.expires_ms <= now_ms)).rowcount


def sweep_orders(connection: Connection, now_ms: int) -> None:
    """Delete the operations and bans that have ended."""
    for table in (operations, bans):
        connection.execute(delete(table).where(table.c.until_ms <= now_ms))
