"""Impossible positions: each is refused with a reason that names what is wrong."""

from typing import Any

import pytest

from misterx import Game
from misterx.core import BadSetup
from tests.cards.table import COLOURS, RULES, described, play, put_up, where

HANDS = {"P1": (1, 24, 45), "P2": (5, 6, 7, "X"), "P3": (11, 12, 13)}
X_ON_TURN = {"P1": (24, 44, 64, "X"), "P2": (5, 6, 7), "P3": (11, 12, 13)}


def playing() -> dict[str, Any]:
    return where(put_up(hands=HANDS))


def acting() -> dict[str, Any]:
    return where(play(put_up(hands=HANDS), "P1:24>L"))


def asking() -> dict[str, Any]:
    return where(play(put_up(hands=HANDS, magnifiers=2), "P1:45>M"))


def giving() -> dict[str, Any]:
    return where(play(put_up(hands=HANDS, magnifiers=2), "P1:45>M", "P1:?P2"))


def searching() -> dict[str, Any]:
    return where(play(put_up(hands={**HANDS, "P1": (1, 65)}), "P1:65>R"))


def trailing() -> dict[str, Any]:
    return where(play(put_up(hands=X_ON_TURN), "P1:24>L", "P1:trail"))


def hiding() -> dict[str, Any]:
    return where(play(put_up(hands=X_ON_TURN), "P1:64>R", "P1:hideout", "P1:lay X"))


def found() -> dict[str, Any]:
    game = put_up(hands={"P1": (65, 1), "P2": ("X",)})
    return where(play(game, "P1:65>R", "P1:?P2"))


def exposed() -> dict[str, Any]:
    game = put_up(hands={"P1": (45, 1), "P2": ("X",)}, magnifiers=2)
    return where(play(game, "P1:45>M", "P1:?P2"))


def no_tickets() -> dict[str, Any]:
    return where(play(put_up(hands={**X_ON_TURN, "P2": (), "P3": ()}), "P1:24>L", "P1:trail"))


def deck_empty() -> dict[str, Any]:
    return where(play(put_up(hands=HANDS, draw=()), "P1:1>new"))


ENDS = (found(), exposed(), no_tickets(), deck_empty())
PHASES = (playing(), acting(), asking(), giving(), searching(), trailing(), hiding(), *ENDS)


def changed(position: dict[str, Any], **changes: object) -> dict[str, Any]:
    """The position with keys replaced; `hands__P1` is a key inside; `...` leaves one out."""
    new = {**position}
    for key, value in changes.items():
        outer, _, inner = key.partition("__")
        if inner:
            new[outer] = {**new[outer], inner: value}
        else:
            new[outer] = value
        if value is ...:
            new = {name: kept for name, kept in new.items() if kept is not ...}
    return new


@pytest.mark.parametrize("position", PHASES, ids=lambda position: position["phase"])
def test_without_a_change_each_can_be_put_up(position: dict[str, Any]) -> None:
    assert where(Game.from_position(RULES, position)) == position


PLAYED = {"ticket": 24, "pile": "L"}
ASKED = {"by": "P1", "of": "P3", "found": False, "hand": [11, 12, 13]}
OVER = {"phase": "over", "outcome": {"winner": "x", "reason": "deck_empty"}}

IMPOSSIBLE: tuple[tuple[dict[str, Any], dict[str, Any], str], ...] = (
    # what kind of thing
    (playing(), {"colour": "red"}, "the position has an unknown key 'colour'"),
    (playing(), {"options": {}}, "unknown key 'options'"),
    (playing(), {"history": []}, "unknown key 'history'"),
    (playing(), {"edition": "classic-2000"}, "'edition' of the position names others"),
    (playing(), {"rules": {"base": "cards-2017"}}, "'rules' of the position names others"),
    (playing(), {"players": 6}, "6 players cannot play the card game, only 3, 4 or 5"),
    (playing(), {"players": "3"}, "'players' of the position must be a whole number"),
    (playing(), {"players": ...}, "the position lacks 'players'"),
    (playing(), {"colours": COLOURS[::-1][1:] + "Q"}, "the colours of the tickets must be"),
    (playing(), {"colours": 7}, "'colours' of the position must be a text"),
    (playing(), {"turn": 0}, "'turn' of the position must be a whole number from 1"),
    (playing(), {"seat": "P4"}, "'seat' of the position must be one of P1, P2, P3"),
    (playing(), {"phase": "deal"}, "'phase' of the position must be one of play, action"),
    (playing(), {"phase": "lunch"}, "'phase' of the position must be one of play"),
    (playing(), {"magnifiers": 4}, "'magnifiers' of the position must be"),
    (playing(), {"magnifiers": -1}, "'magnifiers' of the position must be"),
    (playing(), {"carry": 2}, "'carry' of the position must be"),
    (playing(), {"owed": -1}, "'owed' of the position must be"),
    (playing(), {"x_known": 1}, "'x_known' of the position must be true or false"),
    (playing(), {"out": ["P4"]}, "'out' of the position must be"),
    (playing(), {"hands": [[1]]}, "'hands' of the position must be an object"),
    (playing(), {"hands": {"P1": [1]}}, "'hands' of the position lacks 'P2'"),
    (playing(), {"hands__P4": []}, "'hands' of the position has an unknown key 'P4'"),
    (playing(), {"hands__P1": 3}, "'P1' of 'hands' of the position must be a list"),
    (playing(), {"hands__P1": [0]}, "a card is a number from 1 to 90 or X, not 0"),
    (playing(), {"draw": 30}, "'draw' of the position must be a list"),
    (playing(), {"draw": ["K"]}, "a card is a number from 1 to 90 or X, not 'K'"),
    (playing(), {"piles": {"L": 21, "M": 42}}, "'piles' of the position lacks 'R'"),
    (playing(), {"piles__N": 5}, "'piles' of the position has an unknown key 'N'"),
    (playing(), {"piles__R": 91}, "'R' of 'piles' of the position must be"),
    (playing(), {"laid": {"P4": 1}}, "'laid' of the position has an unknown key 'P4'"),
    (hiding(), {"laid": {"P1": 0}}, "'laid': a card is a number from 1 to 90 or X, not 0"),
    (acting(), {"played__pile": "N"}, "'pile' of 'played' of the position must be one of"),
    (acting(), {"played__ticket": 91}, "'ticket' of 'played' of the position must be"),
    (acting(), {"played__by": "P1"}, "'played' of the position has an unknown key 'by'"),
    (playing(), {"interrogation": {"by": "P1"}}, "'interrogation' of the position lacks 'of'"),
    (playing(), {"interrogation": {**ASKED, "at": 1}}, "unknown key 'at'"),
    (found(), {"outcome": {"winner": "x"}}, "'outcome' of the position lacks 'reason'"),
    (found(), {"outcome__reason": "caught"}, "'reason' of 'outcome' of the position must be one"),
    (
        found(),
        {"outcome__winner": "x"},
        "'winner' of 'outcome' of the position must be one of hunt",
    ),
    (found(), {"outcome__winner": "P1"}, "'winner' of 'outcome' of the position must be"),
    # the cards
    (playing(), {"hands__P1": [1, 24]}, "every ticket of this game must be in exactly one place"),
    (playing(), {"hands__P1": [1, 24, 45, 5]}, "must be in exactly one place"),
    (playing(), {"hands__P1": [1, 24, 45, 9]}, "must be in exactly one place"),
    (playing(), {"discard": [21]}, "must be in exactly one place"),
    (playing(), {"hands__P2": [5, 6, 7]}, "the Mister X card must be exactly once in a hand"),
    (playing(), {"hands__P1": [1, 24, 45, "X"]}, "the Mister X card must be exactly once"),
    (playing(), {"discard": ["X"]}, "the Mister X card must be exactly once in a hand or laid"),
    (
        changed(playing(), hands__P2=[5, 6, 7]),
        {"draw": [*playing()["draw"], "X"]},
        "the Mister X card must be exactly once in a hand or laid",
    ),
    (
        changed(playing(), reserve=[72, 76, 84, 87, 88, 68]),
        {"draw": [card for card in playing()["draw"] if card != 68]},
        "'reserve' holds at most 5 tickets, all black",
    ),
    (
        changed(playing(), reserve=[72, 76, 84, 87, 62]),
        {"draw": [88 if card == 62 else card for card in playing()["draw"]]},
        "'reserve' holds at most 5 tickets, all black",
    ),
    # the table
    (playing(), {"piles": {"L": 42, "M": 21, "R": 63}}, "'piles' must ascend from L to R"),
    (playing(), {"magnifiers": 3}, "three magnifiers are up during an interrogation, and only"),
    (asking(), {"magnifiers": 2}, "three magnifiers are up during an interrogation, and only"),
    (giving(), {"magnifiers": 0}, "three magnifiers are up during an interrogation, and only"),
    (found(), {"magnifiers": 3}, "three magnifiers are up during an interrogation, and only"),
    (playing(), {"carry": 1}, "'carry' is 1 only while an interrogation runs that a bus ticket"),
    (asking(), {"carry": 1}, "'carry' is 1 only while an interrogation runs that a bus ticket"),
    (asking(), {"carry": 1, "played": None}, "'carry' is 1 only while"),
    (playing(), {"out": ["P3"]}, "a player who is out holds no card"),
    (playing(), {"out": ["P2"]}, "a player who is out holds no card"),
    (
        described(hands={"P1": (), "P2": (5, "X")}),
        {"out": ["P1"]},
        "P1 is out and cannot be on turn",
    ),
    (
        described(hands={"P1": (5, "X"), "P2": (), "P3": ()}),
        {"out": ["P2", "P3"]},
        "with every detective out the game is over",
    ),
    (hiding(), {"out": ["P1"]}, "a player who is out holds no card"),
    (playing(), {"outcome": OVER["outcome"]}, "'outcome' goes with the phase 'over', and only"),
    (playing(), {"phase": "over"}, "'outcome' goes with the phase 'over', and only with it"),
    # the phase
    (playing(), {"played": {"ticket": 21, "pile": "L"}}, "the phase 'play' does not fit"),
    (described(hands={"P1": (), "P2": (5, "X")}), {}, "the phase 'play' does not fit"),
    (described(hands={"P1": ("X",), "P2": (5,)}), {}, "the phase 'play' does not fit"),
    (playing(), {"phase": "action"}, "the phase 'action' does not fit"),
    (playing(), {"phase": "action", "played": {"ticket": 21, "pile": "L"}}, "'action' does not"),
    (acting(), {"played": {"ticket": 24, "pile": "M"}}, "'played' must lie on top of its pile"),
    (acting(), {"played": {"ticket": 28, "pile": "L"}}, "'played' must lie on top of its pile"),
    (playing(), {"phase": "interrogate", "magnifiers": 3}, "'interrogate' does not fit"),
    (acting(), {"phase": "interrogate", "magnifiers": 3}, "'interrogate' does not fit"),
    (
        described(hands={"P1": (5, "X"), "P2": (), "P3": ()}),
        {"phase": "interrogate", "magnifiers": 3, "played": {"ticket": 42, "pile": "M"}},
        "the phase 'interrogate' does not fit",
    ),
    (playing(), {"phase": "search"}, "the phase 'search' does not fit"),
    (acting(), {"phase": "search"}, "the phase 'search' does not fit"),
    (
        described(hands={"P1": (5, "X"), "P2": (), "P3": ()}),
        {"phase": "search", "played": {"ticket": 63, "pile": "R"}},
        "the phase 'search' does not fit",
    ),
    (giving(), {"played": None}, "the phase 'give' does not fit"),
    (giving(), {"interrogation": None}, "the phase 'give' does not fit"),
    (giving(), {"interrogation": ASKED}, "the phase 'give' does not fit"),
    (giving(), {"seat": "P3"}, "the phase 'give' does not fit"),
    (giving(), {"seat": "P2"}, "the phase 'give' does not fit"),
    (giving(), {"x_known": False}, "the phase 'give' does not fit"),
    (
        changed(giving(), hands__P2=["X"]),
        {"discard": [5, 6, 7, 42, 72]},
        "the phase 'give' does not fit",
    ),
    (
        giving(),
        {"played": {"ticket": 21, "pile": "L"}},
        "the phase 'give' does not fit",
    ),
    (trailing(), {"seat": "P2"}, "the phase 'trail' does not fit"),
    (trailing(), {"x_known": False}, "the phase 'trail' does not fit"),
    (trailing(), {"played": None}, "the phase 'trail' does not fit"),
    (trailing(), {"played": {"ticket": 42, "pile": "M"}}, "the phase 'trail' does not fit"),
    (
        described(hands={"P1": (5, "X"), "P2": (), "P3": ()}, piles=(24, 42, 63)),
        {"phase": "trail", "x_known": True, "owed": 2, "played": PLAYED},
        "the phase 'trail' does not fit",
    ),
    (hiding(), {"seat": "P2"}, "the phase 'hideout' does not fit"),
    (hiding(), {"x_known": False}, "the phase 'hideout' does not fit"),
    (hiding(), {"phase": "trail", "laid": {"P1": "X"}}, "the phase 'trail' does not fit"),
    (trailing(), {"phase": "hideout"}, "the phase 'hideout' does not fit"),
    # what is owed and laid
    (playing(), {"owed": 1}, "1 tickets cannot be owed in the phase 'play'"),
    (searching(), {"owed": 1}, "1 tickets cannot be owed in the phase 'search'"),
    (giving(), {"owed": 0}, "0 tickets cannot be owed in the phase 'give'"),
    (giving(), {"owed": 4}, "4 tickets cannot be owed in the phase 'give'"),
    (trailing(), {"owed": 0}, "0 tickets cannot be owed in the phase 'trail'"),
    (trailing(), {"owed": 6}, "6 tickets cannot be owed in the phase 'trail'"),
    (found(), {"owed": 1}, "1 tickets cannot be owed in the phase 'over'"),
    (no_tickets(), {"owed": 6}, "6 tickets cannot be owed in the phase 'over'"),
    (
        changed(playing(), hands__P1=[1, 24]),
        {"laid": {"P1": 45}},
        "cards are laid only during a hide-out",
    ),
    (
        changed(hiding(), hands__P1=[24, 44, "X"], hands__P2=[5, 6]),
        {"laid": {"P2": 7}},
        "cards are laid clockwise from Mister X, and the last one ends the hide-out",
    ),
    (
        changed(hiding(), hands__P2=[5, 6], hands__P3=[11, 12]),
        {"laid": {"P1": "X", "P2": 7, "P3": 13}},
        "cards are laid clockwise from Mister X, and the last one ends the hide-out",
    ),
    # interrogations
    (playing(), {"interrogation": {**ASKED, "of": "P1"}}, "'interrogation' is of another player"),
    (playing(), {"interrogation": {**ASKED, "found": True}}, "found says if X is in the hand"),
    (playing(), {"interrogation": {**ASKED, "hand": ["X"]}}, "found says if X is in the hand"),
    (playing(), {"interrogation": {**ASKED, "hand": 3}}, "'hand' of 'interrogation'"),
    (playing(), {"interrogation": {**ASKED, "hand": [72]}}, "a hand that nobody can have held"),
    (playing(), {"interrogation": {**ASKED, "hand": [62]}}, "a hand that nobody can have held"),
    (playing(), {"interrogation": {**ASKED, "hand": [9]}}, "a hand that nobody can have held"),
    (playing(), {"interrogation": {**ASKED, "hand": [5, 5]}}, "a hand that nobody can have held"),
    # the end
    (playing(), OVER, "the game cannot have ended like that: x, deck_empty"),
    (found(), {"played": None}, "the game cannot have ended like that: hunters, found"),
    (found(), {"seat": "P2"}, "the game cannot have ended like that: hunters, found"),
    (
        acting(),
        {"phase": "over", "outcome": {"winner": "hunters", "reason": "found"}},
        "the game cannot have ended like that: hunters, found",
    ),
    (exposed(), {"interrogation": None}, "the game cannot have ended like that: hunters, exposed"),
    (
        giving(),
        {"phase": "over", "owed": 0, "outcome": {"winner": "hunters", "reason": "exposed"}},
        "the game cannot have ended like that: hunters, exposed",
    ),
    (
        trailing(),
        {"phase": "over", "outcome": {"winner": "x", "reason": "no_tickets"}},
        "the game cannot have ended like that: x, no_tickets",
    ),
    (no_tickets(), {"seat": "P2"}, "the game cannot have ended like that: x, no_tickets"),
)


@pytest.mark.parametrize(("position", "changes", "why"), IMPOSSIBLE)
def test_an_impossible_position_is_refused_with_its_reason(
    position: dict[str, Any], changes: dict[str, Any], why: str
) -> None:
    with pytest.raises(BadSetup, match=why):
        Game.from_position(RULES, changed(position, **changes))


@pytest.mark.parametrize("given", (None, 7, [], "play", {1: 2}))
def test_a_position_is_an_object(given: Any) -> None:  # noqa: ANN401 - any other thing
    with pytest.raises(BadSetup, match="the position must"):
        RULES.restore(given)
