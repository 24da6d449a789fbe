"""The rules of every edition as data, for pages that explain them; operators' own too."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Literal

from misterx.board import Transport
from misterx.cards import Cards, default_deck
from misterx.cards.chance import RESERVE, TOP
from misterx.cards.deck import TICKETS, tickets_for
from misterx.cards.moves import PILES
from misterx.cards.turns import (
    EQUIPMENT,
    FALSE_TRAIL,
    GIVEN_UP,
    HAND,
    MAGNIFIERS,
    PLAIN,
    STRONG,
)
from misterx.chase import Chase, Tickets
from misterx.chase.edition import Edition, Purse, UsedTickets, XTickets
from misterx.core import Setup, edition_names, rules_for
from misterx.server import rule_bodies
from misterx.server.views import Purse as PurseShown

__all__ = ["chase_rules", "rule_book", "used_tickets_go_to"]

_COLOURS = {"T": "taxi", "B": "bus", "U": "underground", "K": "black"}


def rule_book() -> rule_bodies.RuleBook:
    """All editions that can be played here."""
    return _rule_book(edition_names())


@lru_cache(maxsize=1)
def _rule_book(names: tuple[str, ...]) -> rule_bodies.RuleBook:
    editions: list[rule_bodies.ChaseRules | rule_bodies.CardsRules] = []
    for name in names:
        rules = rules_for(name)
        if isinstance(rules, Chase):
            editions.append(chase_rules(name, rules))
        elif isinstance(rules, Cards):
            editions.append(_cards(name, rules))
    return rule_bodies.RuleBook(editions=editions)


def used_tickets_go_to(edition: Edition) -> Literal["x", "supply", "box"]:
    """Where the detectives' used tickets go: a supply that nobody draws from is the box."""
    match edition.used_tickets_go_to:
        case UsedTickets.TO_X:
            return "x"
        case UsedTickets.TO_SUPPLY if edition.x_tickets is XTickets.SUPPLY:
            return "supply"
        case _:
            return "box"


def chase_rules(name: str, rules: Chase) -> rule_bodies.ChaseRules:
    """An edition of the board game, whether it has a name elsewhere or not."""
    edition = rules.data
    board = edition.board
    has_ferry = Transport.FERRY in edition.transports
    return rule_bodies.ChaseRules(
        game="chase",
        name=name,
        board=board.name,
        stations=len(board.stations),
        lines={
            str(transport): sum(line.transport is transport for line in board.connections)
            for transport in Transport
            if transport in edition.transports
        },
        piers=[s for s in board.stations if has_ferry and board.neighbours(s, Transport.FERRY)],
        lineups=[_lineup(rules, players) for players in rules.players],
        detective_tickets=_purse(edition.detective_tickets),
        x_tickets=edition.x_tickets.value,
        x_hand=_purse(edition.x_hand),
        box=_purse(edition.box),
        used_tickets_go_to=used_tickets_go_to(edition),
        is_black_by_detective=edition.black is None,
        double=edition.double,
        start=edition.start.value,
        x_starts=list(edition.start_cards_x),
        order=edition.order.value,
        is_hidden=edition.hides_by_default,
        windows=sorted(window for window in edition.windows if window <= edition.log),
        log=edition.log,
        rounds=edition.rounds,
        ends_by_rounds=edition.rounds < edition.log,
        # A round fills one window, with a double move two.
        ends_by_log=edition.rounds >= edition.log or edition.rounds + edition.double > edition.log,
        options=dict(edition.options),
    )


def _lineup(rules: Chase, players: int) -> rule_bodies.Lineup:
    cast = rules.cast(Setup(players))
    state = rules.new_game(Setup(players))
    return rule_bodies.Lineup(
        players=players,
        hunters=len(cast.hunter_seats),
        detectives=len(cast.detectives),
        bobbies=len(cast.bobbies),
        is_pooled=cast.purse is Purse.POOLED,
        purse=_purse(state.purses[0] if state.purses else None),
        black=cast.black,
        supply=_purse(state.supply),
        starts=list(cast.start_cards(cast.pieces[0])),
    )


def _purse(tickets: Tickets | None) -> PurseShown | None:
    return None if tickets is None else PurseShown(**tickets._asdict())


def _cards(name: str, rules: Cards) -> rule_bodies.CardsRules:
    colours = Counter(default_deck().colours)
    return rule_bodies.CardsRules(
        game="cards",
        name=name,
        tables=[_table(players) for players in rules.players],
        colours={word: colours[letter] for letter, word in _COLOURS.items()},
        hand=HAND,
        reserve=RESERVE,
        top=TOP,
        piles=len(PILES),
        magnifiers=MAGNIFIERS,
        magnifiers_up=rules.new_game(Setup(rules.players[0])).magnifiers,
        plain=PLAIN,
        strong=STRONG,
        equipment=EQUIPMENT,
        given_up=GIVEN_UP,
    )


def _table(players: int) -> rule_bodies.CardsTable:
    tickets = tickets_for(players)
    last_digits = {number % 10 for number in tickets}
    with_x = len(tickets) - RESERVE + 1
    return rule_bodies.CardsTable(
        players=players,
        tickets=len(tickets),
        removed=sorted({number % 10 for number in range(1, TICKETS + 1)} - last_digits),
        draw=with_x - players * HAND - len(PILES),
        trail=FALSE_TRAIL[players],
    )
