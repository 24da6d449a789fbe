"""E: how a game ends, and what opens then."""

import random
from typing import Any

import pytest

from misterx import Game
from misterx.board import Transport
from misterx.chase import load_edition
from tests.chase.positions import (
    CLASSIC,
    MODERN,
    WITH_TICKETS,
    answer,
    begin,
    every_edition,
    every_table,
    passed,
    play,
    put_up,
    refused,
    result,
    seen,
    smallest_table,
    there_and_back,
    where,
)

NONE = (0, 0, 0)
LAST_ROUND = {
    **dict.fromkeys((*CLASSIC, "modern-2013"), 22),
    **dict.fromkeys(("modern-24", "research-2011"), 24),
    "beginner": 13,
}


@pytest.mark.clause("E1")
@every_edition()
def test_a_hunter_enters_his_station_and_the_game_ends_at_once(edition: str) -> None:
    """D1 moves first and catches him; the others do not move any more."""
    t = "" if edition == "beginner" else "T"
    game = put_up(edition, smallest_table(edition), x=45, hunters={"D1": 57, "D2": 8})
    play(game, f"X:{t}58", f"D1:{t}58")
    assert result(game) == ("hunters", "caught")
    assert game.outcome
    assert game.outcome.at == {"round": 1, "window": 1, "station": 58, "piece": "D1"}
    for who in ("X", "hunters", "spectator"):
        view = seen(game, who)
        assert (view["x"], view["possible"], view["to_move"]) == (58, [58], [])
        assert view["moved"] == ["D1"]
    assert (game.legal, game.to_act) == ((), ())
    assert refused(game, f"D2:{t}18") == "game_over"
    assert refused(game, f"X:{t}45") == "game_over"


@pytest.mark.clause("E1")
@every_table()
def test_every_piece_of_every_table_can_catch_him(edition: str, players: int) -> None:
    t = "" if edition == "beginner" else "T"
    for piece in where(begin(edition, players))["hunters"]:
        game = play(put_up(edition, players, x=45, hunters={piece: 57}), f"X:{t}58")
        while not any(move.startswith(piece) for move in game.legal):
            game.play(game.legal[0])
        play(game, f"{piece}:{'' if piece[0] == 'B' else t}58")
        assert result(game) == ("hunters", "caught")


@pytest.mark.clause("E2")
@every_edition()
def test_he_survives_the_last_round_once_the_hunters_have_answered(edition: str) -> None:
    t = "" if edition == "beginner" else "T"
    last = LAST_ROUND[edition]
    log = there_and_back(last - 1, 45, 58, t)
    game = put_up(edition, smallest_table(edition), log=log, round=last)
    play(game, f"X:{t}58")
    assert result(game) is None
    answer(game)
    assert result(game) == ("x", "survived")
    assert where(game)["round"] == last


@pytest.mark.clause("E2")
@every_edition()
def test_the_answer_to_his_last_move_may_catch_him(edition: str) -> None:
    t = "" if edition == "beginner" else "T"
    last = LAST_ROUND[edition]
    log = there_and_back(last - 1, 45, 58, t)
    game = put_up(edition, smallest_table(edition), log=log, round=last, hunters={"D1": 57})
    play(game, f"X:{t}58", f"D1:{t}58")
    assert result(game) == ("hunters", "caught")


@pytest.mark.clause("E2")
@every_edition()
def test_he_has_survived_even_if_he_would_now_be_shut_in(edition: str) -> None:
    """Station 2 has two ways out, 10 and 20, and both are taken by the last answer."""
    t = "" if edition == "beginner" else "T"
    last = LAST_ROUND[edition]
    log = there_and_back(last - 1, 20, 2, t)
    hunters = {"D1": 11, "D2": 33}
    game = put_up(edition, smallest_table(edition), log=log, round=last, hunters=hunters)
    answer(play(game, f"X:{t}2", f"D1:{t}10", f"D2:{t}20"))
    assert result(game) == ("x", "survived")


@pytest.mark.clause("E2")
def test_the_last_window_ends_the_game_before_the_last_round() -> None:
    """Without a limit of rounds that bites first: 24 windows in round 20 of modern-24."""
    log = there_and_back(23, 45, 58)
    game = play(put_up("modern-24", log=log, round=20), "X:T58")
    assert result(game) is None
    assert result(answer(game)) == ("x", "survived")


def stuck(edition: str, **more: Any) -> Game:  # noqa: ANN401 - whatever `put_up` takes
    """A game at Mister X's turn, on 45, in which no detective has a ticket left."""
    players = 5 if edition in MODERN else smallest_table(edition)
    tickets = dict.fromkeys(where(begin(edition, players))["tickets"], NONE)
    return put_up(edition, players, **{"x": 45, "tickets": tickets, **more})


@pytest.mark.clause("E3")
@every_edition(*WITH_TICKETS)
def test_no_detective_has_a_move_mister_x_wins_at_once(edition: str) -> None:
    game = stuck(edition)
    events = game.play("X:T58")
    assert result(game) == ("x", "no_moves")
    assert passed(events) == []
    assert game.outcome
    assert game.outcome.at == {"round": 1, "window": 1, "station": 58, "piece": None}


@pytest.mark.clause("E3")
@every_edition(*WITH_TICKETS)
def test_in_the_last_round_too(edition: str) -> None:
    last = LAST_ROUND[edition]
    game = stuck(edition, log=there_and_back(last - 1, 45, 58), round=last)
    play(game, "X:T58")
    assert result(game) == ("x", "no_moves")


@pytest.mark.clause("E3")
@every_edition(*WITH_TICKETS)
def test_not_while_one_of_them_has_a_move(edition: str) -> None:
    game = stuck(edition)
    pieces = list(where(game)["tickets"])
    able = pieces[-1]
    tickets = {piece: (1, 0, 0) if piece == able else NONE for piece in pieces}
    game = stuck(edition, tickets=tickets, hunters={able: 1})
    play(game, "X:T58")
    assert result(game) is None
    assert {move[:2] for move in game.legal} == {able}


@pytest.mark.clause("E3")
@every_edition(*MODERN)
def test_bobbies_do_not_count_even_if_one_could_make_room(edition: str) -> None:
    """D1 is shut in on 30 by two bobbies who can move, D2 has no ticket."""
    hunters = {"D1": 30, "B1": 17, "B2": 42}
    game = put_up(edition, 3, x=45, hunters=hunters, tickets={"D2": NONE})
    play(game, "X:T58")
    assert result(game) == ("x", "no_moves")


@pytest.mark.clause("E3")
@every_edition(*MODERN)
def test_it_is_not_judged_again_within_the_phase(edition: str) -> None:
    """D2 spends his last ticket; nobody but the bobbies can move now, and the round goes on."""
    hunters = {"D1": 30, "D2": 1, "B1": 17, "B2": 42}
    game = put_up(edition, 3, x=45, hunters=hunters, tickets={"D2": (1, 0, 0)})
    play(game, "X:T58", "D2:T8")
    assert result(game) is None
    assert {move[:2] for move in game.legal} == {"B1", "B2"}
    play(game, "B1:7")
    assert "D1:T17" in game.legal


@pytest.mark.clause("E3")
@every_edition(*MODERN)
def test_put_up_in_the_middle_of_the_phase_it_is_not_judged(edition: str) -> None:
    hunters = {"D1": 30, "D2": 8, "B1": 17, "B2": 42}
    phase: dict[str, Any] = {"tickets": {"D2": NONE}, "log": ("T45",), "turn": "hunters"}
    game = put_up(edition, 3, hunters=hunters, moved=["D2"], **phase)
    assert result(game) is None
    game = put_up(edition, 3, hunters=hunters, **phase)
    assert result(game) == ("x", "no_moves")


@pytest.mark.clause("E3")
def test_a_shut_in_detective_has_no_move_even_with_tickets() -> None:
    """D1 has tickets but no room on 30; his neighbours have room but no tickets."""
    tickets = {"D2": NONE, "D3": NONE}
    game = put_up("classic-2000", x=45, hunters={"D1": 30, "D2": 17, "D3": 42}, tickets=tickets)
    play(game, "X:T58")
    assert result(game) == ("x", "no_moves")


@pytest.mark.clause("E3")
def test_beginners_too() -> None:
    """Where only buses run, nobody gets away from 8, 18 and 19."""
    by_bus = {"base": "beginner", "transports": ["bus"]}
    game = put_up(by_bus, x=82, hunters={"D1": 8, "D2": 18, "D3": 19})
    assert result(play(game, "X:100")) == ("x", "no_moves")
    game = put_up(by_bus, x=82, hunters={"D1": 8, "D2": 18, "D3": 1})
    assert result(play(game, "X:100")) is None


@pytest.mark.clause("E4")
@every_table()
def test_at_the_end_the_whole_log_opens_and_every_step_fits_its_ticket(
    edition: str, players: int
) -> None:
    game = begin(edition, players)
    rng = random.Random(players)
    while game.outcome is None:
        game.play(rng.choice(game.legal))
    lines = {
        "T": (Transport.TAXI,),
        "B": (Transport.BUS,),
        "U": (Transport.UNDERGROUND,),
        "K": tuple(Transport),
        None: (Transport.TAXI, Transport.BUS),
    }
    board = load_edition(edition).board
    mine = seen(game, "X")
    for who in ("hunters", "spectator"):
        view = seen(game, who)
        assert view["log"] == mine["log"]
        assert view["start_x"] == mine["start_x"]
        here = view["start_x"]
        for window in view["log"]:
            stops = [board.neighbours(here, line) for line in lines[window["ticket"]]]
            assert window["station"] in {stop for line in stops for stop in line}
            here = window["station"]
        assert view["x"] == here


@pytest.mark.clause("E4")
@every_edition(*WITH_TICKETS)
def test_until_then_it_stays_shut(edition: str) -> None:
    players = smallest_table(edition)
    game = put_up(edition, players, x=45, start_x=45, hunters={"D1": 57})
    answer(play(game, "X:T59", "D1:T43"))
    play(game, "X:T58")
    view = seen(game)
    assert [window["station"] for window in view["log"]] == [None, None]
    assert view["start_x"] is None
    answer(play(game, "D1:T57"))
    play(game, "X:T45+T58", "D1:T58")
    view = seen(game)
    assert [window["station"] for window in view["log"]] == [59, 58, 45, 58]
    assert [window["seen"] for window in view["log"]] == [False, False, True, False]
    assert view["start_x"] == 45
