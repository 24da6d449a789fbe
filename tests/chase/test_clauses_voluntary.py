"""V: Mister X may show himself, and take a ticket from every detective."""

from typing import Any

import pytest

from misterx import Game, Refused, new_game
from tests.chase.positions import (
    EDITIONS,
    answer,
    counted,
    moves_of,
    play,
    put_up,
    refused,
    result,
    seen,
    where,
)

AGREED = {"voluntary_reveal": True}


def agreed(players: int = 4, **changes: Any) -> Game:  # noqa: ANN401 - whatever `put_up` takes
    """A game of 1983 with the option agreed."""
    return put_up("classic-1983", players, **{"options": AGREED, "x": 45, **changes})


@pytest.mark.clause("V1")
def test_after_a_move_he_may_show_himself_or_not() -> None:
    game = play(agreed(), "X:T58")
    assert game.legal == ("X:hide", "X:show")
    assert game.to_act == ("X",)
    assert (where(game)["pending"], where(game)["turn"]) == ("show", "X")
    assert where(game)["to_move"] == ["X"]
    play(game, "X:show")
    view = seen(game)
    assert (view["x"], view["possible"]) == (58, [58])
    assert view["log"] == [{"ticket": "T", "station": 58, "seen": True}]
    assert view["history"] == ["X:T?", "X:show"]


@pytest.mark.clause("V1")
def test_he_who_hides_takes_nothing() -> None:
    game = play(agreed(possible=[45]), "X:T58", "X:hide")
    view = seen(game)
    assert (view["x"], view["pending"], view["turn"]) == (None, None, "hunters")
    assert view["log"] == [{"ticket": "T", "station": None, "seen": False}]
    assert view["tickets"] == dict.fromkeys(("D1", "D2", "D3"), counted(10, 8, 4))
    assert view["possible"] == [32, 46, 58, 59, 60]


@pytest.mark.clause("V1")
@pytest.mark.parametrize("players", (3, 4, 5, 6))
def test_he_takes_one_ticket_of_his_choice_from_every_detective(players: int) -> None:
    game = play(agreed(players), "X:T58", "X:show")
    kinds = {"T": counted(9, 8, 4), "B": counted(10, 7, 4), "U": counted(10, 8, 3)}
    detectives = list(where(game)["hunters"])
    for piece, kind in zip(detectives, "UTBUT", strict=False):
        assert where(game)["pending"] == piece
        assert moves_of(game, "X") == {f"take {piece}={letter}" for letter in "TBU"}
        play(game, f"X:take {piece}={kind}")
        assert seen(game)["tickets"][piece] == kinds[kind]
    assert (where(game)["pending"], where(game)["turn"]) == (None, "hunters")


@pytest.mark.clause("V1")
def test_nothing_from_one_who_has_none() -> None:
    tickets = {"D1": (0, 0, 0), "D2": (0, 0, 1)}
    game = play(agreed(tickets=tickets), "X:T58", "X:show")
    assert game.legal == ("X:take D2=U",)
    assert refused(game, "X:take D1=T") == "not_allowed"
    assert refused(game, "X:take D2=T") == "no_ticket"
    play(game, "X:take D2=U", "X:take D3=T")
    assert where(game)["turn"] == "hunters"


@pytest.mark.clause("V1")
def test_from_nobody_when_nobody_has_any() -> None:
    tickets = dict.fromkeys(("D1", "D2", "D3"), (0, 0, 0))
    game = play(agreed(tickets=tickets), "X:T58", "X:show")
    assert result(game) == ("x", "no_moves")


@pytest.mark.clause("V2")
def test_he_decides_after_both_halves_of_a_double_move() -> None:
    game = play(agreed(), "X:T58+T74")
    assert game.legal == ("X:hide", "X:show")
    play(game, "X:show")
    view = seen(game)
    assert [window["station"] for window in view["log"]] == [None, 74]
    assert view["x"] == 74


@pytest.mark.clause("V2")
def test_he_is_not_asked_where_he_is_seen_anyway() -> None:
    game = play(agreed(log=("T58", "T45"), round=3), "X:T58")
    assert (where(game)["pending"], where(game)["turn"]) == (None, "hunters")
    assert refused(game, "X:show") == "not_allowed"
    game = play(agreed(log=("T45",), round=2), "X:T58+T74")  # the second half is seen
    assert where(game)["pending"] is None
    game = play(agreed(log=("T58", "T45"), round=3), "X:T58+T74")  # only the first half is
    assert where(game)["pending"] == "show"


@pytest.mark.clause("V2")
def test_after_every_hidden_move_he_may() -> None:
    game = agreed()
    for number in range(1, 9):
        play(game, "X:T58" if number % 2 else "X:T45")
        if number in (3, 8):
            assert where(game)["pending"] is None
        else:
            play(game, "X:show")
            while where(game)["pending"]:
                play(game, game.legal[0])
        answer(game)
    assert all(window["seen"] for window in seen(game)["log"])


@pytest.mark.clause("V2")
def test_on_the_last_move_too() -> None:
    game = play(agreed(log=("T58", "T45") * 10 + ("T58",), round=22), "X:T45")
    assert game.legal == ("X:hide", "X:show")
    assert result(answer(play(game, "X:hide"))) == ("x", "survived")


@pytest.mark.clause("V2")
def test_detective_by_detective_and_nothing_else_meanwhile() -> None:
    game = agreed(hunters={"D1": 8})
    assert refused(game, "X:show") == refused(game, "X:take D1=T") == "not_allowed"
    play(game, "X:T58")
    for move in ("X:T45", "D1:T18", "X:take D1=T", "X:take D9=T"):
        assert refused(game, move) == "not_allowed"
    assert refused(game, "X:show", "H1") == "not_your_turn"
    play(game, "X:show")
    for move in ("X:T45", "D1:T18", "X:show", "X:hide", "X:take D2=T"):
        assert refused(game, move) == "not_allowed"
    assert refused(game, "X:take D1=T", "H1") == "not_your_turn"
    play(game, "X:take D1=T")
    assert refused(game, "X:take D1=T") == "not_allowed"


@pytest.mark.clause("V2")
@pytest.mark.parametrize(
    ("rules", "place", "had"),
    (
        ({"x_tickets": "hand"}, "mister_x", 3),
        (
            {
                "x_tickets": "supply",
                "used_tickets_go_to": "supply",
                "box": {"taxi": 60, "bus": 60, "underground": 60},
            },
            "supply",
            48,
        ),
    ),
    ids=("to his hand", "to the supply"),
)
def test_a_ticket_taken_goes_where_used_tickets_go(
    rules: dict[str, object], place: str, had: int
) -> None:
    """And the detective does not have it any more."""
    game = put_up({"base": "classic-1983", **rules}, x=45, options=AGREED)
    play(game, "X:T58", "X:show")
    assert where(game)[place]["underground"] == had
    play(game, "X:take D1=U")
    assert where(game)[place]["underground"] == had + 1
    assert where(game)["tickets"]["D1"] == counted(10, 8, 3)


@pytest.mark.clause("V2")
def test_what_is_taken_is_not_used_again() -> None:
    """D1 loses his only taxi ticket on 8, where only taxis stop: he passes."""
    game = agreed(hunters={"D1": 8}, tickets={"D1": (1, 1, 0)})
    play(game, "X:T58", "X:show", "X:take D1=T", "X:take D2=T", "X:take D3=T")
    assert where(game)["moved"] == ["D1"]
    assert {move[:2] for move in game.legal} == {"D2"}


@pytest.mark.clause("V2")
@pytest.mark.parametrize("held", (0, 1, 2, 3, 5))
def test_from_a_pooled_purse_one_for_each_detective_while_it_holds_any(held: int) -> None:
    rules = {"base": "classic-1983", "detective_purse": "pooled"}
    game = put_up(rules, x=45, options=AGREED, pool=counted(held, 0, 0))
    play(game, "X:T58", "X:show")
    for number in range(1, min(held, 3) + 1):
        assert game.legal == (f"X:take D{number}=T",)
        play(game, f"X:take D{number}=T")
    assert where(game)["pending"] is None
    assert where(game)["pool"] == counted(max(0, held - 3), 0, 0)


@pytest.mark.clause("V2")
def test_no_moves_is_judged_after_these_decisions() -> None:
    tickets = {"D1": (1, 0, 0), "D2": (0, 0, 0), "D3": (0, 0, 0)}
    hunters = {"D1": 8}
    game = play(agreed(tickets=tickets, hunters=hunters), "X:T58", "X:show")
    assert result(game) is None
    assert result(play(game, "X:take D1=T")) == ("x", "no_moves")
    game = agreed(tickets={**tickets, "D1": (0, 0, 0)}, hunters=hunters)
    assert result(play(game, "X:T58")) is None
    assert result(play(game, "X:hide")) == ("x", "no_moves")


@pytest.mark.clause("V2")
@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_that_does_not_offer_it_refuses_it(edition: str) -> None:
    if edition == "classic-1983":
        assert new_game(edition, 6, options=AGREED).view("X")["options"] == AGREED
    else:
        with pytest.raises(Refused) as no:
            new_game(edition, 5 if edition == "beginner" else 6, options=AGREED)
        assert no.value.refusal.code == "bad_setup"


@pytest.mark.clause("V2")
def test_unless_it_was_agreed_there_is_no_such_decision() -> None:
    game = play(put_up("classic-1983", x=45), "X:T58")
    assert where(game)["options"] == {"voluntary_reveal": False}
    assert (where(game)["pending"], where(game)["turn"]) == (None, "hunters")
    assert refused(game, "X:show") == "not_allowed"


@pytest.mark.clause("V1")
def test_whoever_says_nothing_stays_hidden() -> None:
    game = agreed()
    assert game.rules.silence(game.state) is None
    play(game, "X:T58")
    silent = game.rules.silence(game.state)
    assert silent is not None
    assert game.rules.text(silent) == "X:hide"
    play(game, "X:show")
    assert game.rules.silence(game.state) is None
    game.concede("x")
    assert game.rules.silence(game.state) is None
