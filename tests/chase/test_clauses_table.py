"""The parameter table: what each edition deals, and to how many."""

from typing import Any

import pytest

from misterx import Refused, new_game
from misterx.chase import load_edition, rules_for
from tests.chase.positions import (
    CLASSIC,
    EDITIONS,
    MODERN,
    TABLES,
    answer,
    begin,
    counted,
    every_edition,
    every_table,
    game_pieces,
    moves_of,
    play,
    put_up,
    refused,
    result,
    seen,
    smallest_table,
    there_and_back,
)

UNCOUNTED = dict.fromkeys(("taxi", "bus", "underground"))
CLASSIC_PIECES = {3: "D1 D2 D3 D4", 4: "D1 D2 D3", 5: "D1 D2 D3 D4", 6: "D1 D2 D3 D4 D5"}
MODERN_PIECES = {
    2: "D1 D2 B1 B2",
    3: "D1 D2 B1 B2",
    4: "D1 D2 D3 B1",
    5: "D1 D2 D3 D4",
    6: "D1 D2 D3 D4 D5",
}
PIECES = {
    **dict.fromkeys(CLASSIC, CLASSIC_PIECES),
    **dict.fromkeys(MODERN, MODERN_PIECES),
    "beginner": {4: "D1 D2 D3", 5: "D1 D2 D3 D4"},
    "research-2011": {6: "D1 D2 D3 D4 D5"},
}


@pytest.mark.clause("S1")
@every_table()
def test_pieces_and_seats_of_every_table(edition: str, players: int) -> None:
    game = begin(edition, players)
    assert game_pieces(game) == tuple(PIECES[edition][players].split())
    assert game.seats == ("X", *(f"H{n}" for n in range(1, players)))


@pytest.mark.clause("S1")
@every_edition()
def test_no_edition_is_played_by_more_or_fewer(edition: str) -> None:
    for players in set(range(-1, 9)) - set(TABLES[edition]):
        with pytest.raises(Refused, match="players cannot play this edition") as no:
            new_game(edition, players)
        assert no.value.refusal.code == "bad_setup"


@pytest.mark.clause("R2")
@every_table()
def test_a_detectives_tickets(edition: str, players: int) -> None:
    view = seen(begin(edition, players))
    detectives = [piece for piece in view["hunters"] if piece[0] == "D"]
    each = {
        "beginner": None,
        "modern-2013": counted(11, 8, 4),
        "modern-24": counted(11, 8, 4),
    }.get(edition, counted(10, 8, 4))
    has_pool = edition in MODERN and players == 2
    dealt = {} if each is None or has_pool else dict.fromkeys(detectives, each)
    assert view["tickets"] == dealt
    assert view["pool"] == (counted(22, 16, 8) if has_pool else None)


@pytest.mark.clause("D2")
@every_table()
def test_the_common_supply_is_the_box_less_what_the_detectives_hold(
    edition: str, players: int
) -> None:
    detectives = PIECES[edition][players].count("D")
    left = {
        2: counted(35, 29, 15),
        3: counted(24, 21, 11),
        4: counted(13, 13, 7),
        5: counted(2, 5, 3),
    }
    supply = seen(begin(edition, players))["supply"]
    assert supply == (left[detectives] if edition in MODERN else None)


@pytest.mark.clause("S1")
@every_table()
def test_mister_xs_tickets(edition: str, players: int) -> None:
    detectives = PIECES[edition][players].count("D")
    cards: dict[str, dict[str, Any]] = {
        **{name: {**UNCOUNTED, "black": detectives, "double": 2} for name in CLASSIC},
        **{name: {**UNCOUNTED, "black": 5, "double": 2} for name in MODERN},
        "beginner": {**UNCOUNTED, "black": 1, "double": 1},
        "research-2011": {**counted(4, 3, 3), "black": 5, "double": 2},
    }
    assert seen(begin(edition, players))["mister_x"] == cards[edition]


@pytest.mark.clause("R4")
@every_edition()
def test_fixed_order_in_the_classic_editions_free_order_in_the_others(edition: str) -> None:
    ticket = "" if edition == "beginner" else "T"
    game = put_up(edition, smallest_table(edition), x=45)
    game.play(f"X:{ticket}58")
    is_fixed = edition in (*CLASSIC, "research-2011")
    assert {move[:2] for move in game.legal} == ({"D1"} if is_fixed else set(game_pieces(game)))


SEEN_AFTER = {
    **dict.fromkeys(CLASSIC, (3, 8, 13, 18)),
    **dict.fromkeys((*MODERN, "research-2011"), (3, 8, 13, 18, 24)),
    "beginner": (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14),
}


@pytest.mark.clause("X2")
@pytest.mark.parametrize(
    ("edition", "window"),
    tuple((e, w) for e in EDITIONS for w in range(1, 15 if e == "beginner" else 25)),
)
def test_the_windows_that_are_seen(edition: str, window: int) -> None:
    """Between 45 and 58 and back: the hunters see him after the moves of the table only."""
    ticket = "" if edition == "beginner" else "T"
    game = put_up(
        edition,
        smallest_table(edition),
        x=45,
        log=there_and_back(window - 1, 45, 58, ticket),
        round=max(1, window - 2),
    )
    game.play(f"X:{ticket}58")
    is_seen = window in SEEN_AFTER[edition]
    view = seen(game)
    assert view["log"][-1]["seen"] is is_seen
    assert view["log"][-1]["station"] == view["x"] == (58 if is_seen else None)
    assert view["history"] == [f"X:{ticket}58" if is_seen else f"X:{ticket}?"]
    assert (view["possible"] == [58]) is is_seen


LAST_ROUND = {
    **dict.fromkeys((*CLASSIC, "modern-2013"), 22),
    **dict.fromkeys(("modern-24", "research-2011"), 24),
    "beginner": 13,
}


@pytest.mark.clause("E2")
@every_edition()
def test_the_last_round(edition: str) -> None:
    ticket = "" if edition == "beginner" else "T"
    last = LAST_ROUND[edition]
    for number in (last - 1, last):
        log = there_and_back(number - 1, 45, 58, ticket)
        game = put_up(edition, smallest_table(edition), log=log, round=number)
        answer(play(game, f"X:{ticket}58"))
        assert result(game) == (("x", "survived") if number == last else None)


@pytest.mark.clause("X3")
@every_edition()
def test_the_windows_of_the_log(edition: str) -> None:
    """24 windows, 14 for beginners: the double move that would need one more is refused."""
    ticket = "" if edition == "beginner" else "T"
    windows = 14 if edition == "beginner" else 24
    assert load_edition(edition).log == windows
    for used, code in ((windows - 2, None), (windows - 1, "log_full")):
        game = put_up(
            edition,
            smallest_table(edition),
            log=there_and_back(used, 45, 58, ticket),
            round=LAST_ROUND[edition],
        )
        double = f"X:{ticket}58+{ticket}45"
        assert double in game.legal if code is None else refused(game, double) == code


@pytest.mark.clause("R6")
@every_edition()
def test_the_transports(edition: str) -> None:
    """Everything runs but in the beginners' game: there taxi and bus alone."""
    game = put_up(edition, smallest_table(edition), x=157)
    assert ("K194" in moves_of(game, "X")) == (edition != "beginner")
    game = put_up(edition, smallest_table(edition), x=74)
    assert ("K46" in moves_of(game, "X")) == (edition != "beginner")
    assert "K94" in moves_of(game, "X")


def test_sides_are_the_same_from_beginning_to_end() -> None:
    game = new_game("modern-2013", 4, seed=1)
    sides = {seat: game.rules.side(game.state, seat) for seat in game.seats}
    assert sides == {"X": "x", "H1": "hunters", "H2": "hunters", "H3": "hunters"}


def test_the_options_on_offer_are_known_before_a_game() -> None:
    assert rules_for("classic-1983").options == load_edition("classic-1983").options
