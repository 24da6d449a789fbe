"""What the perft file of the card game counts: deals and positions in every phase.

They come from games by the dice; some are changed by hand into what such games seldom reach.
"""

from collections.abc import Callable, Iterator

from tests.series.cards_tables import CardTable
from tests.series.dice import choose, dice_of, new_game, play
from tests.series.tables import View

FOLLOWS = ("to_move", "x")
"""What a position may leave out: it follows from the rest."""


def setups(table: CardTable) -> Iterator[tuple[str, View]]:
    """What is counted at a table: its name and the request that sets it up."""
    head: View = {"do": "new", "edition": table.edition, "players": table.players}
    for number in (1, 2):
        fixed = dict(new_game(table, dice_of(f"{table} {number}")).header.fixed)
        yield f"deal {number}", head | fixed
        if number == 1:
            del fixed["reserve"], fixed["first"]
            yield "deal 1, reserve ascending, P1 first", head | fixed
    for name, wanted in WANTED.items():
        yield name, {"do": "set", "position": position_where(table, name, wanted)}
    for name, position in by_hand(table):
        kept = {key: value for key, value in position.items() if key not in FOLLOWS}
        yield name, {"do": "set", "position": kept}


# --- positions of games -------------------------------------------------------------------


def is_his_choice(position: View) -> bool:
    """True for the holder's choice of action."""
    return position["phase"] == "action" and bool(position["seat"] == position["x"])


def laid(position: View, number: int) -> bool:
    """True in a hide-out with so many cards laid."""
    return position["phase"] == "hideout" and len(position["laid"]) == number


WANTED: dict[str, Callable[[View], bool]] = {
    "play": lambda p: p["phase"] == "play" and p["turn"] > 7,
    "play, Mister X known": lambda p: p["phase"] == "play" and p["x_known"],
    "play, two magnifiers up": lambda p: p["phase"] == "play" and p["magnifiers"] == 2,
    "play, last tickets": lambda p: p["phase"] == "play" and len(p["draw"]) == 2,
    "play, draw pile empty": lambda p: p["phase"] == "play" and not p["draw"],
    "play, a player out": lambda p: p["phase"] == "play" and len(p["out"]) == 1,
    "action of a detective": lambda p: p["phase"] == "action" and not is_his_choice(p),
    "action, left, of Mister X": lambda p: is_his_choice(p) and p["played"]["pile"] == "L",
    "action, middle, of Mister X": lambda p: is_his_choice(p) and p["played"]["pile"] == "M",
    "action, right, of Mister X": lambda p: is_his_choice(p) and p["played"]["pile"] == "R",
    "interrogation": lambda p: p["phase"] == "interrogate" and not p["carry"],
    "interrogation, one magnifier carried": lambda p: p["phase"] == "interrogate" and p["carry"],
    "search": lambda p: p["phase"] == "search",
    "found, to give up three": lambda p: p["phase"] == "give" and p["owed"] == 3,
    "found, to give up one": lambda p: p["phase"] == "give" and p["owed"] == 1,
    "false trail": lambda p: p["phase"] == "trail",
    "false trail, last ticket": lambda p: p["phase"] == "trail" and p["owed"] == 1,
    "hide-out": lambda p: laid(p, 0),
    "hide-out, one laid": lambda p: laid(p, 1),
    "hide-out, one to lay": lambda p: laid(p, p["players"] - 1),
}


def position_where(table: CardTable, salt: str, wanted: Callable[[View], bool]) -> View:
    """The first position that fits, of as many games as it takes."""
    dice = dice_of(f"{table} {salt}")
    while True:
        game = new_game(table, dice)
        while game.outcome is None:
            position: View = game.rules.position(game.state)
            if wanted(position):
                return position
            play(game, choose(game, dice), dice)


# --- positions by hand --------------------------------------------------------------------


def by_hand(table: CardTable) -> Iterator[tuple[str, View]]:
    """Hands with few cards: a search, an interrogation or a trail ends the game, or lapses."""
    asked = position_where(table, "few, asked", is_detective_asking)
    holder = asked["x"]
    yield "interrogation, Mister X with two tickets", with_tickets(asked, {holder: 2})
    no_reserve = asked | {
        "reserve": [],
        "discard": sorted(asked["discard"] + asked["reserve"]),
    }
    yield "interrogation, no reserve", with_tickets(no_reserve, {holder: 3})
    yield "interrogation, no reserve, two tickets", with_tickets(no_reserve, {holder: 2})
    trail = position_where(table, "few, trail", WANTED["action, left, of Mister X"])
    others = [seat for seat in trail["hands"] if seat != trail["x"]]
    yield "action before the last trail", with_tickets(trail, dict.fromkeys(others, 1))
    yield "action before a trail, one without tickets", with_tickets(trail, {others[0]: 0})
    search = position_where(table, "few, search", is_detective_searching)
    others = [seat for seat in search["hands"] if seat != search["seat"]]
    yield "search, empty hands", with_tickets(search, dict.fromkeys(others, 0))
    alone = position_where(table, "few, alone", is_alone_to_play)
    others = [seat for seat in alone["hands"] if seat != alone["seat"]]
    yield "play, the others without tickets", with_tickets(alone, dict.fromkeys(others, 0))


def is_alone_to_play(position: View) -> bool:
    """True if Mister X is to play, with two magnifiers up, and the end is not near."""
    is_his = position["phase"] == "play" and position["seat"] == position["x"]
    return bool(is_his and position["magnifiers"] == 2 and len(position["draw"]) > 9)


def is_detective_asking(position: View) -> bool:
    return position["phase"] == "interrogate" and bool(position["seat"] != position["x"])


def is_detective_searching(position: View) -> bool:
    return position["phase"] == "search" and bool(position["seat"] != position["x"])


def with_tickets(position: View, numbers: dict[str, int]) -> View:
    """The position with only so many tickets in some hands; the others are discarded."""
    hands, discard = dict(position["hands"]), list(position["discard"])
    for seat, number in numbers.items():
        tickets = [card for card in hands[seat] if card != "X"]
        hands[seat] = [card for card in hands[seat] if card not in tickets[number:]]
        discard += tickets[number:]
    return position | {"hands": hands, "discard": sorted(discard)}
