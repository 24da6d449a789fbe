"""An edition in words: every property a player would ask about, read off its data."""

from __future__ import annotations

from collections.abc import Iterable

from misterx.chase import Edition
from misterx.chase.edition import Lineup, Order, Purse, Start, UsedTickets, XTickets
from misterx.cli.chase.words import kinds
from misterx.cli.words import counted, listed, ranges

__all__ = ["OPTIONS", "differences", "facts", "in_one_line"]

OPTIONS = {
    "voluntary_reveal": "Mister X may show himself after a hidden move and takes a ticket "
    "from each detective",
}
"""What an edition's options are about."""


def facts(edition: Edition) -> dict[str, str]:
    """The edition's properties, by what a player calls them, in reading order."""
    return {
        "players": f"{ranges(edition.table)}, Mister X included",
        "hunters": _hunters(edition),
        "a detective's tickets": _detective_tickets(edition),
        "used tickets": _used_tickets(edition),
        "Mister X's tickets": _x_tickets(edition),
        "black tickets": _black(edition),
        "double moves": str(edition.double),
        "start": _start(edition),
        "start stations": _start_stations(edition),
        "order of the hunters": (
            "fixed: always the same" if edition.order is Order.FIXED else "free, anew each round"
        ),
        "Mister X is seen": _seen(edition),
        "travel log": f"{edition.log} moves",
        "the hunt is over": _end(edition),
        "options": _options(edition),
        "transports": listed(t for t in _in_order(edition)),
        "board": (
            f"{edition.board.name}: {len(edition.board.stations)} stations, "
            f"{len(edition.board.connections)} connections"
        ),
    }


def in_one_line(edition: Edition) -> str:
    """What is most particular about an edition, short enough for a menu."""
    tickets = {
        XTickets.UNLIMITED: "Mister X never runs out of tickets",
        XTickets.HAND: "Mister X lives on the tickets in his hand",
        XTickets.SUPPLY: "Mister X draws on a common supply",
        XTickets.FREE: "no tickets",
    }[edition.x_tickets]
    length = f"{edition.rounds} rounds" if edition.rounds < edition.log else f"{edition.log} moves"
    parts = [f"{ranges(edition.table)} players", length, tickets]
    if any(lineup.bobbies for lineup in edition.table.values()):
        parts.append("bobbies help")
    if not edition.hides_by_default:
        parts.append(f"he is seen but for moves {listed(sorted(edition.windows))}")
    if edition.options:
        parts.append("an optional rule")
    return ", ".join(parts)


def differences(one: Edition, other: Edition) -> dict[str, tuple[str, str]]:
    """The properties in which two editions differ, with both values."""
    mine, yours = facts(one), facts(other)
    return {key: (mine[key], yours[key]) for key in mine if mine[key] != yours[key]}


def _hunters(edition: Edition) -> str:
    return "\n".join(
        f"{ranges(players)} players: {_pieces(lineup)}"
        for lineup, players in _grouped(edition.table.items())
    )


def _grouped(table: Iterable[tuple[int, Lineup]]) -> Iterable[tuple[Lineup, list[int]]]:
    """The line-ups, each with the numbers of players that have the same pieces."""
    groups: list[tuple[Lineup, list[int]]] = []
    for players, lineup in table:
        last = groups[-1][0] if groups else None
        if last is not None and last[1:] == lineup[1:]:
            groups[-1][1].append(players)
        else:
            groups.append((lineup, [players]))
    return groups


def _pieces(lineup: Lineup) -> str:
    detectives = counted(lineup.detectives, "detective")
    if not lineup.bobbies:
        return detectives
    return f"{detectives}, {counted(lineup.bobbies, 'bobby', 'bobbies')}"


def _detective_tickets(edition: Edition) -> str:
    if edition.detective_tickets is None:
        return "none needed"
    text = f"{kinds(edition.detective_tickets)}"
    if edition.detective_purse is Purse.POOLED:
        return f"{text} each, all in one purse"
    if edition.pooled_for_players:
        text += f"; with {ranges(edition.pooled_for_players)} players all in one purse"
    return text


def _used_tickets(edition: Edition) -> str:
    if edition.detective_tickets is None:
        return "none"
    return {
        UsedTickets.TO_X: "go to Mister X",
        UsedTickets.TO_SUPPLY: "go to the common supply",
        UsedTickets.TO_BOX: "are out of the game",
    }[edition.used_tickets_go_to]


def _x_tickets(edition: Edition) -> str:
    if edition.x_tickets is XTickets.HAND and edition.x_hand is not None:
        more = (
            ", and what the detectives use"
            if edition.used_tickets_go_to is UsedTickets.TO_X
            else ""
        )
        return kinds(edition.x_hand) + more
    if edition.x_tickets is XTickets.SUPPLY and edition.box is not None:
        return f"from a common supply: {kinds(edition.box)}, less what the detectives hold"
    return "none needed" if edition.x_tickets is XTickets.FREE else "as many as he likes"


def _black(edition: Edition) -> str:
    number = "one for each detective" if edition.black is None else str(edition.black)
    hides = "which transport he took" if edition.x_needs_tickets else "the move it is laid on"
    return f"{number}; hides {hides}"


def _start(edition: Edition) -> str:
    return {
        Start.SHARED_CARDS: "everybody draws from one pile of cards",
        Start.SEPARATE_CARDS: "hunters and Mister X draw from piles of their own",
        Start.CHOSEN: "the detectives choose; Mister X's station is known",
    }[edition.start]


def _start_stations(edition: Edition) -> str:
    by_players: dict[tuple[int, ...], list[int]] = {}
    for players, cards in edition.start_cards_hunters.items():
        by_players.setdefault(cards, []).append(players)
    if len(by_players) == 1:
        (cards,) = by_players
        hunters = ", ".join(map(str, cards))
        if edition.start is Start.SHARED_CARDS:
            return hunters
    else:
        hunters = "; ".join(
            f"with {ranges(players)} players {', '.join(map(str, cards))}"
            for cards, players in by_players.items()
        )
    return f"hunters {hunters}; Mister X {', '.join(map(str, edition.start_cards_x))}"


def _seen(edition: Edition) -> str:
    windows = sorted(window for window in edition.windows if window <= edition.log)
    if edition.hides_by_default:
        return f"after his moves {listed(windows)}" if windows else "never before the end"
    return f"always, but for his moves {listed(windows)}" if windows else "always"


def _end(edition: Edition) -> str:
    """The limit that ends it: a round fills one window of the log, with a double move two."""
    full = f"when the {edition.log} moves of his travel log are made and answered"
    if edition.rounds >= edition.log:
        return full
    last = f"after round {edition.rounds}"
    return f"{last}, or {full}" if edition.rounds + edition.double > edition.log else last


def _options(edition: Edition) -> str:
    if not edition.options:
        return "none"
    return "; ".join(
        OPTIONS[name] + (" (usual)" if usual else " (if agreed)")
        for name, usual in edition.options.items()
    )


def _in_order(edition: Edition) -> list[str]:
    order = ("taxi", "bus", "underground", "ferry")
    return [name for name in order if name in edition.transports]
