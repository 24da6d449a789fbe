"""Positions and views as JSON, and putting up a position that was built by hand."""

from __future__ import annotations

from misterx.cards.chance import RESERVE
from misterx.cards.deck import X_CARD, Card, Deck, card_to_json, default_deck, tickets_for
from misterx.cards.memory import Looked
from misterx.cards.moves import PILES
from misterx.cards.observation import Observation, to_move
from misterx.cards.refusals import to_act
from misterx.cards.setup import EDITION, card_from_json, cards_from_json, empty_state
from misterx.cards.state import Interrogation, Phase, Played, State
from misterx.cards.suspicion import suspects
from misterx.cards.turns import (
    FALSE_TRAIL,
    GIVEN_UP,
    detectives,
    droppers,
    has_bonus,
    layers,
    nameable,
)
from misterx.core.errors import BadSetup
from misterx.core.fields import Fields, JsonObject
from misterx.core.rules import Outcome, Reason, Seat

__all__ = ["from_json", "to_json", "view_to_json"]

_KEYS = (
    "edition",
    "rules",
    "players",
    "colours",
    "turn",
    "seat",
    "phase",
    "to_move",
    "hands",
    "draw",
    "reserve",
    "piles",
    "discard",
    "magnifiers",
    "carry",
    "out",
    "played",
    "owed",
    "laid",
    "x",
    "x_known",
    "interrogation",
    "outcome",
)
_WINNERS = {
    Reason.FOUND: "hunters",
    Reason.EXPOSED: "hunters",
    Reason.NO_TICKETS: "x",
    Reason.DECK_EMPTY: "x",
}
_MOST = 10**6


# --- writing ------------------------------------------------------------------------------


def to_json(state: State) -> dict[str, object]:
    """Everything about a state, hidden things included."""
    last = state.interrogations[-1] if state.interrogations else None
    return {
        **_public(state),
        "to_move": list(to_move(state)),
        "hands": {seat: _cards(hand) for seat, hand in zip(state.seats, state.hands, strict=True)},
        "draw": _cards(state.draw),
        "reserve": _cards(state.reserve),
        "laid": {seat: card_to_json(card) for seat, card in state.laid},
        "interrogation": last
        and {
            "by": last.by,
            "of": last.of,
            "found": last.found,
            "hand": _cards(last.hand),
        },
    }


def view_to_json(seen: Observation) -> dict[str, object]:
    """The view as the protocol describes it: a hidden list is its length, a hidden card null."""
    sizes = dict(zip(seen.seats, seen.sizes, strict=True))
    own = {} if seen.hand is None else {Seat(seen.who): _cards(seen.hand)}
    questions = [_question(question) for question in seen.interrogations]
    return {
        **_public(seen),
        "to_move": list(seen.to_move),
        "hands": {**sizes, **own},
        "draw": seen.draw,
        "reserve": seen.reserve,
        "laid": {seat: None if card is None else card_to_json(card) for seat, card in seen.laid},
        "interrogation": questions[-1] if questions else None,
        "interrogations": questions,
        "suspects": list(suspects(seen)) if seen.phase is not Phase.DEAL else [],
        "history": list(seen.history),
    }


def _public(source: State | Observation) -> dict[str, object]:
    """The keys that positions and views share and that hide nothing more."""
    played, outcome = source.played, source.outcome
    return {
        "edition": EDITION,
        "players": len(source.seats),
        "colours": source.deck.colours,
        "turn": source.turn,
        "seat": source.seat,
        "phase": str(source.phase),
        "piles": dict(zip(PILES, source.piles, strict=False)),
        "discard": list(source.discard),
        "magnifiers": source.magnifiers,
        "carry": source.carry,
        "out": list(source.out),
        "played": {"ticket": played.ticket, "pile": played.pile} if played else None,
        "owed": 0 if source.phase is Phase.SEARCH else source.owed,
        "x": source.x,
        "x_known": source.x_known,
        "outcome": {"winner": outcome.winner, "reason": str(outcome.reason)} if outcome else None,
    }


def _question(question: Looked) -> dict[str, object]:
    hand: object = question.size if question.hand is None else _cards(question.hand)
    return {"by": question.by, "of": question.of, "found": question.found, "hand": hand}


def _cards(cards: tuple[Card, ...]) -> list[object]:
    return [card_to_json(card) for card in cards]


# --- reading ------------------------------------------------------------------------------


def from_json(given: JsonObject) -> State:
    """The state that a position describes; raises `BadSetup` with what is impossible about it."""
    fields = Fields(given, "the position")
    fields.only(_KEYS)
    for key, ours in (("edition", EDITION), ("rules", None)):
        if fields.has(key) and fields.value(key) != ours:
            raise BadSetup(f"{key!r} of the position names others than the rules of this game")
    players = fields.integer("players", 0, _MOST)
    if players not in FALSE_TRAIL:
        raise BadSetup(f"{players} players cannot play the card game, only 3, 4 or 5")
    deck = Deck(fields.text("colours")) if fields.has("colours") else default_deck()
    state = _read(fields, empty_state(deck, players))
    _check_cards(state)
    if (state.outcome is not None) != (state.phase is Phase.OVER):
        raise BadSetup("'outcome' goes with the phase 'over', and only with it")
    if state.outcome is None or not state.outcome.reason.is_of_the_table:
        _check_table(state)
        _check_phase(state)
    _check_interrogation(state)
    return state._replace(owed=1 + has_bonus(state)) if state.phase is Phase.SEARCH else state


def _read(fields: Fields, empty: State) -> State:
    """The state as it stands in the fields, each of the right kind."""
    seats = empty.seats
    hands, laid = fields.fields("hands"), fields.fields("laid")
    hands.only(seats)
    laid.only(seats)
    piles = fields.fields("piles")
    piles.only(PILES)
    played = None
    if fields.has("played"):
        ticket = fields.fields("played")
        ticket.only(("ticket", "pile"))
        played = Played(ticket.integer("ticket", 1, 90), ticket.text("pile", PILES))
    reading = empty._replace(
        hands=tuple(tuple(sorted(cards_from_json(hands, seat))) for seat in seats),
        draw=cards_from_json(fields, "draw"),
        reserve=cards_from_json(fields, "reserve"),
        piles=tuple(piles.integer(pile, 1, 90) for pile in PILES),
        discard=tuple(sorted(cards_from_json(fields, "discard"))),
        magnifiers=fields.integer("magnifiers", 0, 3),
        carry=fields.integer("carry", 0, 1),
        out=tuple(sorted(map(Seat, fields.texts("out", seats)))),
        turn=fields.integer("turn", 1, _MOST),
        seat=Seat(fields.text("seat", seats)),
        phase=Phase(fields.text("phase", [phase for phase in Phase if phase is not Phase.DEAL])),
        played=played,
        owed=fields.integer("owed", 0, 90),
        x_known=fields.boolean("x_known"),
        interrogations=_interrogation(fields, seats),
    )
    order = [seat for seat in reading.from_(reading.seat) if seat in laid.data]
    pairs = tuple((seat, card_from_json(laid.data[seat], "'laid'")) for seat in order)
    reading = reading._replace(laid=pairs)
    return reading._replace(outcome=_outcome(fields, reading))


def _interrogation(fields: Fields, seats: tuple[Seat, ...]) -> tuple[Interrogation, ...]:
    if not fields.has("interrogation"):
        return ()
    asked = fields.fields("interrogation")
    asked.only(("by", "of", "found", "hand"))
    by, of = (Seat(asked.text(key, seats)) for key in ("by", "of"))
    hand = tuple(sorted(cards_from_json(asked, "hand")))
    found = asked.boolean("found")
    if by == of or found != (X_CARD in hand):
        raise BadSetup("'interrogation' is of another player, and found says if X is in the hand")
    return (Interrogation(0, by, of, found, hand),)


def _outcome(fields: Fields, state: State) -> Outcome | None:
    if not fields.has("outcome"):
        return None
    ended = fields.fields("outcome")
    reason = Reason(ended.text("reason", (*_WINNERS, Reason.RESIGNED, Reason.TIME)))
    sides = _WINNERS.values() if reason.is_of_the_table else (_WINNERS[reason],)
    winner = ended.text("winner", sorted(set(sides)))
    return Outcome(winner, reason, {"turn": state.turn, "seat": state.seat, "x": state.x})


def _check_cards(state: State) -> None:
    """Each ticket of the game exactly once, and the Mister X card in a hand or laid."""
    cards = [card for hand in state.hands for card in hand] + [card for _, card in state.laid]
    tickets = [*cards, *state.draw, *state.reserve, *state.piles, *state.discard]
    if cards.count(X_CARD) != 1 or tickets.count(X_CARD) != 1:
        raise BadSetup("the Mister X card must be exactly once in a hand or laid")
    tickets.remove(X_CARD)
    if sorted(tickets) != list(tickets_for(len(state.seats))):
        raise BadSetup("every ticket of this game must be in exactly one place")
    if len(state.reserve) > RESERVE or not all(map(state.deck.is_black, state.reserve)):
        raise BadSetup(f"'reserve' holds at most {RESERVE} tickets, all black")


def _check_table(state: State) -> None:
    """Piles ascend, magnifiers and players who are out fit the phase."""
    if list(state.piles) != sorted(state.piles):
        raise BadSetup("'piles' must ascend from L to R")
    asking = state.phase in (Phase.INTERROGATE, Phase.GIVE)
    over, played = state.phase is Phase.OVER, state.played
    exposed = state.outcome is not None and state.outcome.reason is Reason.EXPOSED
    if (state.magnifiers == 3) != (asking or exposed):
        raise BadSetup("three magnifiers are up during an interrogation, and only then")
    if state.carry and not (
        state.magnifiers == 3 and played is not None and state.deck.colour(played.ticket) == "B"
    ):
        raise BadSetup("'carry' is 1 only while an interrogation runs that a bus ticket began")
    if state.x in state.out or any(state.hand(seat) for seat in state.out):
        raise BadSetup("a player who is out holds no card")
    if state.seat in state.out:
        raise BadSetup(f"{state.seat} is out and cannot be on turn")
    if not detectives(state) and not over:
        raise BadSetup("with every detective out the game is over")


def _check_phase(state: State) -> None:
    """The phase fits the ticket played, what is owed, what is laid, and the holder."""
    phase, played = state.phase, state.played
    x_acts = played is not None and state.deck.is_black(played.ticket) and state.x == state.seat
    fits = {
        Phase.PLAY: played is None and bool(state.tickets(state.seat)),
        Phase.ACTION: played is not None and state.deck.is_black(played.ticket),
        Phase.INTERROGATE: played is not None and played.pile == "M" and bool(nameable(state)),
        Phase.SEARCH: played is not None and played.pile == "R" and bool(nameable(state)),
        Phase.GIVE: _is_giving(state),
        Phase.TRAIL: x_acts and played is not None and played.pile == "L" and state.x_known,
        Phase.HIDEOUT: x_acts and played is not None and played.pile == "R" and state.x_known,
        Phase.OVER: True,
    }
    owed = {
        Phase.GIVE: range(1, 4),
        Phase.TRAIL: range(1, FALSE_TRAIL[len(state.seats)] + 1),
    }.get(phase, range(1))
    if (end := state.outcome) is not None:
        if not _can_have_ended(state, end.reason):
            raise BadSetup(f"the game cannot have ended like that: {end.winner}, {end.reason}")
        if end.reason is Reason.NO_TICKETS:
            owed = range(FALSE_TRAIL[len(state.seats)] + 1)
    if played is not None and state.piles[PILES.index(played.pile)] != played.ticket:
        raise BadSetup("'played' must lie on top of its pile")
    if not fits[phase] or (phase is not Phase.OVER and to_act(state) == ()):
        raise BadSetup(f"the phase {str(phase)!r} does not fit what was played and who is Mister X")
    if state.owed not in owed:
        raise BadSetup(f"{state.owed} tickets cannot be owed in the phase {str(phase)!r}")
    if state.laid and phase is not Phase.HIDEOUT:
        raise BadSetup("cards are laid only during a hide-out")
    if phase is Phase.HIDEOUT and not _are_laid_in_order(state):
        raise BadSetup("cards are laid clockwise from Mister X, and the last one ends the hide-out")


def _is_giving(state: State) -> bool:
    """True if the last interrogation found the one who holds the Mister X card."""
    return (
        state.played is not None
        and state.played.pile == "M"
        and _has_found(state)
        and state.x_known
        and len(state.tickets(state.interrogations[-1].of)) >= state.owed
    )


def _has_found(state: State) -> bool:
    last = state.interrogations[-1] if state.interrogations else None
    return last is not None and last.found and (last.by, last.of) == (state.seat, state.x)


def _can_have_ended(state: State, reason: Reason) -> bool:
    """True if nothing on the table speaks against this end."""
    match reason:
        case Reason.FOUND:
            return state.played is not None and state.played.pile == "R" and state.x != state.seat
        case Reason.EXPOSED:
            return _has_found(state) and len(state.tickets(state.interrogations[-1].of)) < GIVEN_UP
        case Reason.NO_TICKETS:
            return not droppers(state) and state.x == state.seat
        case _:
            return not state.draw


def _check_interrogation(state: State) -> None:
    """A hand once seen holds tickets that have left the draw pile and the reserve."""
    for question in state.interrogations:
        tickets = [card for card in question.hand if card != X_CARD]
        left = set(tickets_for(len(state.seats))) - {*state.draw, *state.reserve}
        if len(set(tickets)) < len(tickets) or not set(tickets) <= left:
            raise BadSetup("'interrogation' shows a hand that nobody can have held")


def _are_laid_in_order(state: State) -> bool:
    """True if those who have laid come before those who have not."""
    waiting = layers(state)
    order = [s for s in state.from_(state.seat) if s in waiting or s in dict(state.laid)]
    return bool(waiting) and order == [*(seat for seat, _ in state.laid), *waiting]
