"""Who sits where: opening a table, joining, leaving, starting, computer players, rematches."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from random import Random
from typing import cast

from misterx.bots import USUAL_LEVEL, player_names
from misterx.core import CHANCE, AnyRules, Game, Record, Refused, Seat, game_of, rules_for
from misterx.server.entry import Body, GuestId, TableId
from misterx.server.table.deciding import (
    STAND_IN,
    Decision,
    Draft,
    ask_to_replace,
    has_seat,
    is_full,
    stand_in,
)
from misterx.server.table.folding import place_to_json
from misterx.server.table.plan import Plan, beginning, check, check_carried, first_seats
from misterx.server.table.refusals import No, TableCode, of_law
from misterx.server.table.state import Phase, Place, Table, Until, Who

__all__ = [
    "give_seat",
    "hand_over",
    "hand_to_bot",
    "has_open_seat",
    "leave",
    "open_table",
    "rematch",
    "rematch_plan",
    "set_seat",
    "sit",
    "start",
    "take_back",
]

_SLOW_SECONDS = 3600
"""With so much time on the clocks nobody needs to be at the table all the while."""


def open_table(plan: Plan, host: GuestId, host_name: str) -> Decision:
    """The first entry of a table, if its plan can be played."""
    try:
        if plan.record is not None:
            check_carried(Record.from_text(plan.record).header)
        game = beginning(plan)
        check(plan, game)
        planned = first_seats(plan, game)
        if plan.record is not None:
            Game.from_record(Record.from_text(plan.record))
    except Refused as no:
        return of_law(no)
    places = {}
    for seat, said in planned.items():
        match said.who:
            case "me" | "device":
                places[seat] = Place(Who.PERSON, host, said.name or host_name)
            case "bot":
                places[seat] = Place(Who.BOT, player=said.player)
            case _:
                places[seat] = Place(Who.OPEN)
    return _opening(plan, game.rules, places)


def has_open_seat(opening: Draft) -> bool:
    """True if a table that is opened like this waits for somebody."""
    seats = cast(Mapping[str, Body], opening.body["seats"])
    return any(place["who"] == Who.OPEN for place in seats.values())


def sit(table: Table, guest: GuestId, name: str, seat: Seat | None) -> Decision:
    """Take an open seat: a certain one, or the first."""
    if no := _not_in_lobby(table):
        return no
    free = [s for s, place in table.seats.items() if place.who is Who.OPEN]
    if seat is not None and seat not in table.seats:
        return No(TableCode.NO_SEAT, f"there is no seat {seat} at this table")
    if not free or (seat is not None and seat not in free):
        return No(TableCode.SEAT_TAKEN, "somebody has this seat, or all are taken")
    return _seat(seat or free[0], Place(Who.PERSON, guest, name), "sit")


def leave(table: Table, guest: GuestId, seat: Seat) -> Decision:
    """Give a seat up before the game starts."""
    if no := has_seat(table, guest, seat) or _not_in_lobby(table):
        return no
    return _seat(seat, Place(Who.OPEN), "leave")


def set_seat(table: Table, guest: GuestId, name: str, seat: Seat, new: Place) -> Decision:
    """The host puts a computer player, himself or nobody on a seat before the game starts."""
    if guest != table.host:
        return No(TableCode.NOT_HOST, "only the host can do this")
    if no := _not_in_lobby(table):
        return no
    if seat not in table.seats:
        return No(TableCode.NO_SEAT, f"there is no seat {seat} at this table")
    if new.who is Who.BOT:
        names = player_names(game_of(table.rules))
        new = replace(new, player=new.player or USUAL_LEVEL)
        if new.player not in names:
            return No(
                TableCode.NO_SEAT,
                f"no computer player {new.player!r}; there are: {', '.join(names)}",
            )
    if new.who is Who.PERSON:
        new = replace(new, guest=guest, name=new.name or name)
    return _seat(seat, new, "set")


def start(table: Table, guest: GuestId, dice: Random) -> Decision:
    """The host starts the game: roles are drawn if that was agreed, and cards."""
    if guest != table.host:
        return No(TableCode.NOT_HOST, "only the host can do this")
    if no := _not_in_lobby(table):
        return no
    if any(place.who is Who.OPEN for place in table.seats.values()):
        return No(TableCode.SEATS_OPEN, "some seats are open; fill them with computer players")
    seats = dict(table.seats)
    if table.plan.roles == "drawn":
        places = list(seats.values())
        dice.shuffle(places)
        seats = dict(zip(seats, places, strict=True))
    entries, result = _cards(table, dice)
    body = {"seats": _places(seats), "entries": entries}
    return Draft("start", body if result is None else {**body, "result": result})


def hand_over(
    table: Table, guest: GuestId, own: Seat, seat: Seat, player: str | None, away: Collection[Seat]
) -> Decision:
    """Let a computer player play a seat: one's own, or that of an absent player.

    The host and the absent player's own side decide alone. Anybody else who plays needs the consent
    of all people who are here.

    Args:
        table: The table.
        guest: The player who asks.
        own: The seat of the player who asks.
        seat: The seat to be played by a computer player.
        player: Which computer player; for another's seat it is always the strongest.
        away: The seats whose players have been absent for long enough.
    """
    decision = hand_to_bot(table, guest, seat, player, is_away=seat in away, has_consent=True)
    if isinstance(decision, No) or table.seats[seat].guest == guest:
        return decision
    if _decides_alone(table, guest, seat):
        return decision
    return ask_to_replace(table, guest, own, seat, away)


def hand_to_bot(
    table: Table,
    guest: GuestId,
    seat: Seat,
    player: str | None,
    *,
    is_away: bool,
    has_consent: bool = False,
) -> Decision:
    """Let a computer player play for a person: for oneself, or for somebody who is away."""
    place = table.seats.get(seat)
    if place is None or place.who is not Who.PERSON:
        return No(TableCode.NO_SEAT, f"nobody sits on {seat}")
    if table.phase is not Phase.PLAYING:
        return No(TableCode.NOT_STARTED, "computer players take over while a game is played")
    if place.guest != guest:
        if not has_consent and not _decides_alone(table, guest, seat):
            return No(TableCode.NOT_SEATED, "only the host and his own side can replace a player")
        if no := _may_not_replace(table, is_away=is_away):
            return no
        player = None  # how well an absent player is played for is not for others to choose
    names = player_names(game_of(table.rules))
    if player is not None and player not in names:
        return No(
            TableCode.NO_SEAT, f"no computer player {player!r}; there are: {', '.join(names)}"
        )
    if place.player is not None:
        return No(TableCode.SEAT_TAKEN, "a computer player plays this seat already")
    if no := is_full(table):
        return no
    return stand_in(table, seat, player or STAND_IN)


def _decides_alone(table: Table, guest: GuestId, seat: Seat) -> bool:
    """True if somebody may replace an absent player without asking: the host, and his own side."""
    viewpoint = table.rules.viewpoint
    is_fellow = any(viewpoint(own) == viewpoint(seat) for own in table.seats_of(guest))
    return guest == table.host or is_fellow


def _may_not_replace(table: Table, *, is_away: bool) -> No | None:
    """Why nobody may have another one's seat played by a computer player."""
    if not is_away:
        return No(TableCode.SEAT_TAKEN, "this player is here; only who is away can be replaced")
    if table.is_paused or table.plan.clock.seconds >= _SLOW_SECONDS:
        return No(TableCode.SEAT_TAKEN, "nobody has to be here now; his clock decides")
    return None


def take_back(table: Table, guest: GuestId, seat: Seat) -> Decision:
    """Play oneself again."""
    if no := has_seat(table, guest, seat):
        return no
    place = table.seats[seat]
    if place.player is None:
        return No(TableCode.SEAT_TAKEN, "you play this seat yourself")
    if place.until is Until.END:
        return No(TableCode.SEAT_TAKEN, "your time is used up; the computer player stays")
    if place.until is Until.TURN:
        return No(TableCode.SEAT_TAKEN, "your time for this turn is over; the next is yours again")
    return _seat(seat, replace(place, player=None, until=None), "back")


def give_seat(table: Table, guest: GuestId, seat: Seat, giver: GuestId, link: str) -> Decision:
    """Move a seat to another device, which came with a one-time link of the one who has it.

    `link` is a name that no other link has.
    """
    place = table.seats.get(seat)
    if place is None or place.guest != giver or link in table.links:
        return No(TableCode.BAD_LINK, "the seat of this link is no longer his who made it")
    if no := is_full(table):
        return no
    moved = _seat(seat, replace(place, guest=guest), "moved")
    return replace(moved, body={**moved.body, "link": link})


def rematch(table: Table, guest: GuestId, new: TableId, *, turned: bool = True) -> Decision:
    """Agree on a table for the next game; whoever comes later gets the same one.

    `turned`: everybody sits one seat further there.
    """
    if not table.seats_of(guest):
        return No(TableCode.NOT_SEATED, "you do not play at this table")
    if table.phase is not Phase.OVER:
        return No(TableCode.ALREADY_STARTED, "the game is not over yet")
    return Draft("rematch", {"table": new, "turned": turned})


def rematch_plan(table: Table) -> Draft:
    """The first entry of the next table: the same people and players, where they agreed to sit."""
    seats = list(table.seats)
    places = [
        replace(table.seats[seat], player=_own(table.seats[seat]), until=None) for seat in seats
    ]
    if table.rematch_turned:
        places = places[-1:] + places[:-1]
    plan = table.plan.model_copy(update={"record": None})
    seated = dict(zip(seats, places, strict=True))
    return _opening(plan, rules_for(plan.edition), seated, of=table.id)


# --- what they have in common --------------------------------------------------------------


def _own(place: Place) -> str | None:
    """The computer player of a seat that has always been one's."""
    return place.player if place.who is Who.BOT else None


def _opening(
    plan: Plan, rules: AnyRules, places: Mapping[Seat, Place], of: TableId | None = None
) -> Draft:
    body: dict[str, object] = {
        # Who sits where stands below; names in a plan could not be forgotten.
        "plan": plan.model_dump(mode="json", exclude_defaults=True, exclude={"seats"}),
        "game": game_of(rules),
        "rules_version": rules.version,
        "seats": _places(places),
    }
    return Draft("open", body if of is None else {**body, "of": of})


def _cards(table: Table, dice: Random) -> tuple[list[str], list[str] | None]:
    """What the game begins with: the cards drawn, or the entries and result of a record."""
    rules, state = table.rules, table.first
    entries = []
    if table.plan.record is not None:
        record = Record.from_text(table.plan.record)
        result = record.result
        if result is not None:
            of_table = result.reason.is_of_the_table
            ended = [result.winner, str(result.reason)] if of_table else None
            return list(record.entries), ended
        # It may have been adjourned before its last card was drawn.
        entries = list(record.entries)
        for text in entries:
            for part in text.split(" = "):
                state = rules.apply(state, rules.parse(part)).state
    while rules.to_act(state) == (CHANCE,):
        card = rules.draw(state, dice)
        entries.append(rules.text(card))
        state = rules.apply(state, card).state
    return entries, None


def _not_in_lobby(table: Table) -> No | None:
    if table.phase is Phase.LOBBY:
        return is_full(table)
    return No(TableCode.ALREADY_STARTED, "the game has started already")


def _seat(seat: Seat, place: Place, why: str) -> Draft:
    return Draft("seat", {"seat": seat, "place": place_to_json(place), "why": why})


def _places(seats: Mapping[Seat, Place]) -> dict[str, object]:
    return {seat: place_to_json(place) for seat, place in seats.items()}
