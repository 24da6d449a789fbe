"""R: a round, and what a move costs."""

import pytest

from tests.chase.positions import (
    CLASSIC,
    MODERN,
    answer,
    counted,
    every_edition,
    every_table,
    game_pieces,
    moves_of,
    passed,
    play,
    put_up,
    refused,
    result,
    seen,
    single_moves,
    smallest_table,
    where,
)

FIXED = (*CLASSIC, "research-2011")
FREE = (*MODERN, "beginner")


@pytest.mark.clause("R1")
@every_table()
def test_mister_x_first_then_every_hunter_once(edition: str, players: int) -> None:
    ticket = "" if edition == "beginner" else "T"
    game = put_up(edition, players, x=45)
    assert game.to_act == ("X",)
    assert where(game)["to_move"] == ["X"]
    play(game, f"X:{ticket}58")
    pieces = list(game_pieces(game))
    assert where(game)["to_move"] == pieces
    for done in range(len(pieces)):
        assert refused(game, f"X:{ticket}45") == "not_your_turn"
        assert len(where(game)["moved"]) == done
        game.play(game.legal[0])
    assert game.to_act == ("X",)
    assert (where(game)["round"], where(game)["moved"]) == (2, [])


@pytest.mark.clause("R1")
@every_edition(*FREE)
def test_nobody_moves_twice_in_a_round(edition: str) -> None:
    ticket = "" if edition == "beginner" else "T"
    game = put_up(edition, x=45, hunters={"D1": 1})
    play(game, f"X:{ticket}58", f"D1:{ticket}8")
    assert refused(game, f"D1:{ticket}18") == "already_moved"
    assert refused(game, f"D1:{ticket}1") == "already_moved"


@pytest.mark.clause("R1")
@every_edition()
def test_whoever_can_move_must(edition: str) -> None:
    """There is no text for staying, and the station one stands on is no next stop."""
    ticket = "" if edition == "beginner" else "T"
    game = put_up(edition, smallest_table(edition), x=45, hunters={"D1": 1})
    assert refused(game, f"X:{ticket}45") == "no_connection"
    assert refused(game, "X:") == refused(game, "X:pass") == "malformed"
    assert refused(game, f"D1:{ticket}8") == "not_your_turn"
    play(game, f"X:{ticket}58")
    assert f"{ticket}1" not in moves_of(game, "D1")
    assert refused(game, f"D1:{ticket}1") == "no_connection"
    assert refused(game, "D1:pass") == "malformed"


@pytest.mark.clause("R2")
@pytest.mark.parametrize(
    ("move", "left"),
    (("T4", counted(9, 8, 4)), ("B14", counted(10, 7, 4)), ("U46", counted(10, 8, 3))),
)
def test_a_detectives_move_costs_one_ticket_of_that_transport(
    move: str, left: dict[str, int]
) -> None:
    game = play(put_up("classic-2000", 4, x=45, hunters={"D1": 13}), "X:T58", f"D1:{move}")
    for who in ("X", "hunters", "spectator"):
        assert seen(game, who)["tickets"]["D1"] == left
        assert seen(game, who)["tickets"]["D2"] == counted(10, 8, 4)


@pytest.mark.clause("R2")
@every_edition(*CLASSIC, *MODERN)
def test_tickets_are_never_swapped(edition: str) -> None:
    """D1 has no taxi ticket left; that D2 has ten helps him nothing."""
    game = put_up(edition, x=45, hunters={"D1": 13}, tickets={"D1": (0, 8, 4), "D2": (10, 0, 0)})
    play(game, "X:T58")
    assert moves_of(game, "D1") == {"B14", "B23", "B52", "U46", "U67", "U89"}
    assert refused(game, "D1:T4") == "no_ticket"


@pytest.mark.clause("R2")
@every_edition(*MODERN)
def test_modern_a_used_ticket_goes_to_the_common_supply(edition: str) -> None:
    game = put_up(edition, x=45, hunters={"D1": 13})
    assert where(game)["supply"] == counted(24, 21, 11)
    play(game, "X:T58")
    assert where(game)["supply"] == counted(23, 21, 11)
    play(game, "D1:U89")
    assert where(game)["supply"] == counted(23, 21, 12)


@pytest.mark.clause("R2")
def test_research_a_used_ticket_goes_to_mister_x() -> None:
    game = put_up("research-2011", 6, x=45, hunters={"D1": 13})
    play(game, "X:T58")
    assert seen(game)["mister_x"] == {**counted(3, 3, 3), "black": 5, "double": 2}
    play(game, "D1:U89")
    assert seen(game)["mister_x"] == {**counted(3, 3, 4), "black": 5, "double": 2}


@pytest.mark.clause("R2")
@every_edition(*CLASSIC)
def test_classic_mister_x_never_runs_out(edition: str) -> None:
    """His tickets are not counted, so a hundred moves by taxi would not use them up."""
    game = put_up(edition, x=45, log=("T58", "T45") * 8, round=17)
    assert {"T58", "T58+T45"} <= moves_of(game, "X")
    before = where(game)
    answer(play(game, "X:T58"))
    assert where(game)["supply"] is None
    assert where(game)["mister_x"] == before["mister_x"]


@pytest.mark.clause("R3")
@every_edition()
def test_no_hunter_enters_a_station_of_another(edition: str) -> None:
    ticket = "" if edition == "beginner" else "T"
    game = put_up(edition, smallest_table(edition), x=45, hunters={"D1": 8, "D2": 18})
    play(game, f"X:{ticket}58")
    assert f"{ticket}18" not in moves_of(game, "D1")
    assert refused(game, f"D1:{ticket}18") == "occupied"


@pytest.mark.clause("R3")
@every_edition(*MODERN)
def test_bobbies_are_in_the_way_like_detectives(edition: str) -> None:
    game = put_up(edition, x=45, hunters={"D1": 8, "B1": 18, "D2": 58})
    assert refused(game, "X:T58") == "occupied"
    play(game, "X:T59")
    assert refused(game, "D1:T18") == "occupied"
    assert refused(game, "B1:8") == "occupied"


@pytest.mark.clause("R3")
@every_edition()
@pytest.mark.parametrize("ticket", ("T", "K"))
def test_mister_x_may_not_enter_a_station_with_a_hunter_on_it(edition: str, ticket: str) -> None:
    letter = {"T": ""}.get(ticket, ticket) if edition == "beginner" else ticket
    game = put_up(edition, smallest_table(edition), x=45, hunters={"D2": 58})
    assert refused(game, f"X:{letter}58") == "occupied"


@pytest.mark.clause("R3")
@pytest.mark.parametrize(("piece", "move"), (("D1", "D1:T58"), ("B1", "B1:58")))
def test_detective_and_bobby_catch_him_by_entering_his_station(piece: str, move: str) -> None:
    game = play(put_up("modern-2013", x=45, hunters={piece: 57}), "X:T58", move)
    assert result(game) == ("hunters", "caught")


@pytest.mark.clause("R4")
@every_edition(*FIXED)
def test_fixed_order_is_always_the_same_sequence(edition: str) -> None:
    """D2 stands beside Mister X, D1 far away: D1 moves first all the same."""
    game = put_up(edition, smallest_table(edition), x=45, hunters={"D1": 8, "D2": 57})
    for ride in ("X:T58", "X:T45"):
        play(game, ride)
        for piece in game_pieces(game):
            others = [p for p in game_pieces(game) if p != piece]
            assert {move[:2] for move in game.legal} == {piece}
            for other in others:
                assert refused(game, f"{other}:T1") == "not_your_turn"
            game.play(next(move for move in game.legal if not move.endswith(("58", "45"))))


@pytest.mark.clause("R4")
@every_edition(*FREE)
def test_free_order_is_anew_each_round(edition: str) -> None:
    ticket = "" if edition == "beginner" else "T"
    game = put_up(edition, 5, x=45)
    for ride, order in ((f"X:{ticket}58", "3142"), (f"X:{ticket}45", "4213")):
        play(game, ride)
        for number in order:
            left = {piece for piece in game_pieces(game) if piece not in where(game)["moved"]}
            assert {move[:2] for move in game.legal} == left
            game.play(next(move for move in game.legal if move.startswith(f"D{number}")))
        assert game.to_act == ("X",)


# Station 30 has two ways out, the taxis to 17 and 42.


@pytest.mark.clause("R5")
@every_edition(*FIXED)
def test_fixed_order_a_blocked_detective_passes_and_the_others_play_on(edition: str) -> None:
    players = smallest_table(edition)
    game = put_up(edition, players, x=45, hunters={"D1": 30, "D2": 17, "D3": 42})
    assert passed(game.play("X:T58")) == ["D1"]
    assert where(game)["moved"] == ["D1"]
    play(game, "D2:T7")  # there is room now, but his turn is over
    assert refused(game, "D1:T17") == "not_your_turn"
    assert {move[:2] for move in game.legal} == {"D3"}


@pytest.mark.clause("R5")
@every_edition(*FIXED)
def test_fixed_order_he_is_judged_when_his_turn_comes(edition: str) -> None:
    """D2 could not move when the round began; D1 has made room in time."""
    players = smallest_table(edition)
    game = put_up(edition, players, x=45, hunters={"D1": 17, "D2": 30, "D3": 42})
    assert passed(game.play("X:T58")) == []
    assert passed(game.play("D1:T7")) == []
    assert moves_of(game, "D2") == {"T17"}


@pytest.mark.clause("R5")
@every_edition(*FIXED)
def test_a_detective_without_a_usable_ticket_passes(edition: str) -> None:
    """Station 8 has taxis only: eight bus tickets take nobody away from it."""
    players = smallest_table(edition)
    game = put_up(edition, players, x=45, hunters={"D2": 8}, tickets={"D2": (0, 8, 4)})
    play(game, "X:T58")
    assert passed(game.play(game.legal[0])) == ["D2"]
    assert {move[:2] for move in game.legal} == {"D3"}
    answer(game)
    assert game.to_act == ("X",)
    assert where(game)["tickets"]["D2"] == counted(0, 8, 4)


@pytest.mark.clause("R5")
@every_edition(*FREE)
def test_free_order_a_blocked_piece_must_move_once_there_is_room(edition: str) -> None:
    ticket = "" if edition == "beginner" else "T"
    game = put_up(edition, 5, x=45, hunters={"D1": 30, "D2": 17, "D3": 42})
    assert passed(game.play(f"X:{ticket}58")) == []
    assert moves_of(game, "D1") == set()
    assert refused(game, f"D1:{ticket}17") == "occupied"
    assert where(game)["to_move"] == ["D1", "D2", "D3", "D4"]  # blocked ones too
    play(game, next(move for move in game.legal if move.startswith("D4")))
    play(game, f"D3:{ticket}72", f"D2:{ticket}7")
    assert game.to_act == ("H1",)
    assert moves_of(game, "D1") == {f"{ticket}17", f"{ticket}42"}
    assert passed(game.play(f"D1:{ticket}17")) == []
    assert game.to_act == ("X",)


@pytest.mark.clause("R5")
@every_edition(*MODERN)
def test_free_order_those_blocked_to_the_end_pass_together(edition: str) -> None:
    """D2 and D3 have no tickets and shut D1 in; D4's move is the only one of this round."""
    none = (0, 0, 0)
    game = put_up(
        edition,
        5,
        x=45,
        hunters={"D1": 30, "D2": 17, "D3": 42, "D4": 1},
        tickets={"D2": none, "D3": none},
    )
    assert passed(game.play("X:T58")) == []
    assert game.to_act == ("H4",)
    assert passed(game.play("D4:T8")) == ["D1", "D2", "D3"]
    assert game.to_act == ("X",)


@pytest.mark.clause("R5")
@every_edition(*MODERN)
def test_a_shut_in_bobby_passes_like_a_detective(edition: str) -> None:
    none = (0, 0, 0)
    game = put_up(
        edition,
        x=45,
        hunters={"D1": 17, "D2": 42, "D3": 1, "B1": 30},
        tickets={"D1": none, "D2": none},
    )
    play(game, "X:T58")
    assert passed(game.play("D3:T8")) == ["D1", "D2", "B1"]


@pytest.mark.clause("R6")
@every_edition(*CLASSIC, *MODERN)
def test_no_hunter_takes_the_ferry(edition: str) -> None:
    game = play(put_up(edition, x=45, hunters={"D1": 194}), "X:T58")
    assert moves_of(game, "D1") == {"T192", "T193", "T195"}
    for ticket in "TBU":
        assert refused(game, f"D1:{ticket}157") == "no_connection"
    assert refused(game, "D1:K157") == "malformed"


@pytest.mark.clause("R6")
@every_edition(*CLASSIC, *MODERN)
def test_mister_x_takes_the_ferry_on_a_black_ticket_only(edition: str) -> None:
    game = put_up(edition, x=194)
    assert single_moves(game) == {"T192", "T193", "T195", "K192", "K193", "K195", "K157"}
    for ticket in "TBU":
        assert refused(game, f"X:{ticket}157") == "no_connection"
    game = put_up(edition, x=194, mister_x={"black": 0})
    assert single_moves(game) == {"T192", "T193", "T195"}
    assert refused(game, "X:K157") == "no_ticket"
