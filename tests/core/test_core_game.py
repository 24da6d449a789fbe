"""A running game: playing, refusals that change nothing, taking back, conceding, chance."""

import copy
import pickle
from collections.abc import Callable
from random import Random

import pytest

from misterx import new_game
from misterx.core import (
    BadSetup,
    Code,
    Game,
    IllegalMove,
    Malformed,
    Outcome,
    Reason,
    RecordError,
    Refused,
    Setup,
    rules_for,
)
from tests.chase.positions import play, put_up
from tests.core.toy.rules import Points, Toy

STARTS = {"X": 26, "D1": 13, "D2": 29, "D3": 94}


def classic() -> Game:
    return new_game("classic-2000", 4, starts=STARTS)


@pytest.mark.parametrize(
    "copied", (copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game)))
)
@pytest.mark.parametrize("seed", (None, 3))
def test_a_copy_of_a_game_goes_its_own_way(
    copied: Callable[[Game], Game], seed: int | None
) -> None:
    game = new_game("cards-2017", 4, seed=seed)
    play_on(game, 10)
    assert game.outcome is None, "this game has more to play"
    text = game.record().to_text()
    ones, others = copied(game), copied(game)
    play_on(ones, 25)
    play_on(others, 25)
    assert ones.record().to_text() == others.record().to_text() != text, "the dice are the same"
    assert game.record().to_text() == text


def play_on(game: Game, moves: int) -> None:
    rng = Random(1)
    for _ in range(moves):
        if game.outcome is None:
            game.play(rng.choice(game.legal))


def test_a_copy_of_a_game_that_was_ended_is_over() -> None:
    game = classic()
    game.concede("hunters")
    assert copy.copy(game).outcome == game.outcome


def test_a_game_is_shown_without_its_secrets(toy: Toy) -> None:
    game = classic()
    assert repr(game) == "<Game classic-2000, players: 4, moves: 0, goes on>"
    game.play(game.legal[0])
    game.concede("hunters")
    assert repr(game) == "<Game classic-2000, players: 4, moves: 1, hunters resigned>"
    own = Game.new(rules_for(None, {"goal": 2}, "toy"), Setup(2))
    assert repr(own) == "<Game toy by rules of one's own, players: 2, moves: 0, goes on>"


def test_a_new_game_has_its_cards_drawn() -> None:
    game = new_game("classic-2000", 4, seed=1)
    assert [turnout.text[:2] for turnout in game.line] == ["D1", "D2", "D3", "X@"]
    assert all(turnout.by_chance for turnout in game.line)
    assert game.to_act == ("X",)
    assert game.outcome is None


@pytest.mark.unseeded
def test_without_dice_of_its_own_a_game_draws_from_nowhere_known() -> None:
    stations = {new_game("classic-2000", 6).state.hunters for _ in range(4)}
    assert len(stations) > 1


def test_a_move_tells_what_happened_to_whom() -> None:
    game = classic()
    events = game.play("X:T27")
    assert [event.data["text"] for event in events if "X" in event.audience] == ["X:T27"]
    assert [event.data["text"] for event in events if "hunters" in event.audience] == ["X:T?"]
    assert game.line[-1].events == events
    assert game.to_act == ("H1",)


def test_whether_a_move_may_be_played_can_be_asked_beforehand() -> None:
    game = classic()
    assert game.rules.text(game.check("X:T27", "X")) == "X:T27"
    with pytest.raises(IllegalMove):
        game.check("X:T27", "H1")
    assert game.line == ()


@pytest.mark.parametrize(
    ("move", "seat", "code"),
    (
        ("X:T28", None, Code.NO_CONNECTION),
        ("X:T27", "H1", Code.NOT_YOUR_TURN),
        ("D1:T23", "H1", Code.NOT_YOUR_TURN),
        ("X to 27", None, Code.MALFORMED),
    ),
)
def test_a_refused_move_changes_nothing(move: str, seat: str | None, code: Code) -> None:
    game = classic()
    state, line, legal = game.state, game.line, game.legal
    with pytest.raises(Refused) as no:
        game.play(move, seat)
    assert no.value.refusal.code is code
    assert game.state is state
    assert (game.line, game.legal) == (line, legal)


def test_the_right_seat_may_play() -> None:
    game = classic()
    game.play("X:T27", "X")
    game.play("D1:T23", "H1")
    assert [turnout.text for turnout in game.line] == ["X:T27", "D1:T23"]


def test_any_moment_of_the_game_can_be_stepped_to() -> None:
    game = classic()
    states = [game.state]
    for move in ("X:T27", "D1:U89", "D2:T41", "D3:B74", "X:T26"):
        game.play(move)
        states.append(game.state)
    assert [game.state_at(entry) for entry in range(6)] == states
    for beyond in (-1, 6):
        with pytest.raises(IndexError, match=f"entries 0 to 5, not {beyond}"):
            game.state_at(beyond)


def test_views_are_for_those_who_watch_this_game() -> None:
    game = classic()
    assert game.view("X")["x"] == 26
    assert game.view("hunters")["x"] is None
    assert game.observe("spectator").x is None
    with pytest.raises(Malformed, match="no viewpoint 'H1'; there are: X, hunters, spectator"):
        game.view("H1")


# --- taking back --------------------------------------------------------------------------


def test_a_move_that_taught_nothing_can_be_taken_back() -> None:
    game = classic()
    game.play("X:T27")
    before = game.state
    game.play("D1:U89")  # he cannot be there after one taxi ride from any start card
    assert 89 not in game.view("hunters")["possible"]  # type: ignore[operator]
    assert game.can_undo
    assert game.undo() == "D1:U89"
    assert game.state is before
    assert game.to_act == ("H1",)


def test_an_empty_search_teaches_and_stays() -> None:
    game = classic()
    game.play("X:T27")
    game.play("D1:U89")
    assert 15 in game.view("hunters")["possible"]  # type: ignore[operator]
    game.play("D2:B15")
    assert not game.can_undo
    with pytest.raises(IllegalMove, match="cannot be taken back"):
        game.undo()
    assert game.line[-1].text == "D2:B15"


def test_mister_x_takes_nothing_back() -> None:
    game = classic()
    game.play("X:T27")
    assert not game.can_undo


def test_cards_drawn_stay_drawn() -> None:
    game = new_game("classic-2000", 4, seed=1)
    assert not game.can_undo
    assert not classic().can_undo  # and before the first move there is nothing to take back


def test_a_move_that_brings_mister_x_back_is_not_taken_back() -> None:
    # Before his third move he leaves the board; the last answer of that round brings him back (N2).
    starts = {"D1": 41, "D2": 46, "D3": 124}
    game = new_game("beginner", 4, starts=starts, seed=1)
    undoable = []
    for round_number in (1, 2, 3):
        game.play(next(move for move in game.legal if "+" not in move and "K" not in move))
        for _ in starts:
            x = game.state.x
            game.play(next(move for move in game.legal if not move.endswith(f":{x}")))
        undoable.append(game.can_undo)
        assert game.view("hunters")["round"] == round_number + 1
    assert undoable == [True, True, False]


def test_a_move_that_opens_a_window_behind_him_is_not_taken_back() -> None:
    # He stands in the open on his fourth window; the last answer opens the third behind him.
    hunters = {"D1": 13, "D2": 29, "D3": 34}
    game = put_up("beginner", log=("58!", "74!"), hunters=hunters)
    play(game, "X:58+45", "D1:4", "D2:6")
    assert game.view("hunters")["possible"] == [45]
    assert game.can_undo
    play(game, "D3:22")
    assert game.view("hunters")["possible"] == [45]
    assert not game.can_undo


def test_the_last_answer_of_the_game_is_not_taken_back() -> None:
    # It teaches nothing by itself, but it ends the game, and the whole log opens (E4).
    game = put_up("classic-2000", log=("T45!",), round=22, turn="hunters", moved=["D1", "D2"])
    game.play(game.legal[0])
    assert game.outcome == Outcome("x", Reason.SURVIVED)
    assert not game.can_undo


def test_a_catch_is_not_taken_back() -> None:
    game = classic()
    game.play("X:T27")
    for move in ("D1:U89", "D2:T41", "D3:B74", "X:T28", "D1:U67", "D2:T28"):
        game.play(move)
    assert game.outcome == Outcome("hunters", Reason.CAUGHT)
    assert not game.can_undo


def test_start_choices_can_be_taken_back_one_by_one() -> None:
    game = new_game("beginner", 4)
    for move in ("D1@41", "D2@46", "D3@124"):
        game.play(move)
    assert [game.undo(), game.undo(), game.undo()] == ["D3@124", "D2@46", "D1@41"]
    assert not game.can_undo


# --- ending at the table ------------------------------------------------------------------


def test_who_concedes_ends_the_game() -> None:
    game = classic()
    game.play("X:T27")
    game.play("D1:U89")
    game.concede("x")
    assert game.outcome == Outcome("x", Reason.RESIGNED)
    assert (game.to_act, game.legal, game.can_undo) == ((), (), False)
    with pytest.raises(IllegalMove) as no:
        game.play("D2:T41")
    assert no.value.refusal.code is Code.GAME_OVER


def test_a_game_ends_once() -> None:
    game = classic()
    game.concede("hunters", Reason.TIME)
    with pytest.raises(IllegalMove) as no:
        game.concede("x")
    assert no.value.refusal.code is Code.GAME_OVER
    assert game.outcome == Outcome("hunters", Reason.TIME)


def test_a_game_that_was_conceded_lies_open_like_any_other() -> None:
    game = classic()
    game.play("X:T27")
    assert game.view("hunters")["x"] is None
    game.concede("hunters")
    view = game.view("hunters")
    assert (view["x"], view["to_move"], view["outcome"]) == (27, [], ["hunters", "resigned"])
    with pytest.raises(IllegalMove) as no:
        game.play("D1:23")
    assert no.value.refusal.code is Code.MALFORMED


def test_a_move_is_a_text() -> None:
    with pytest.raises(Malformed, match="a move is a text, not None"):
        classic().check(None)  # type: ignore[arg-type]  # what an untyped program may do


def test_only_a_side_of_the_game_can_win_it() -> None:
    game = classic()
    with pytest.raises(BadSetup, match="'bob' cannot win, only x or hunters"):
        game.concede("bob")
    assert game.outcome is None


# --- chance -------------------------------------------------------------------------------


class Dice(Random):
    """Dice that fall as they are told."""

    def __init__(self, *falls: int) -> None:
        super().__init__(0)
        self.falls = list(falls)

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        return self.falls.pop(0)


def test_chance_follows_a_move_at_once_and_stands_behind_it_in_the_record(toy: Toy) -> None:
    game = Game.new(toy, Setup(2), Dice(5))
    events = game.play("roll", "A")
    assert [event.data["text"] for event in events] == ["roll", "rolled 6"]
    assert game.outcome == Outcome("A", Reason.SURVIVED)
    record = game.record()
    assert record.entries == ("roll = rolled 6",)
    again = Game.from_record(record, Dice())
    assert again.state == game.state
    assert [turnout.by_chance for turnout in again.line] == [False, True]
    assert again.record() == record


def test_a_record_that_stops_before_the_dice_fell_is_played_on(toy: Toy) -> None:
    game = Game.new(toy, Setup(2), Dice(0))
    game.play("roll")
    text = game.record().to_text().replace("roll = rolled 1", "roll")
    again = Game.from_record(type(game.record()).from_text(text), Dice(3))
    assert again.record().entries == ("roll = rolled 2",)
    assert again.to_act == ("B",)


def test_dice_already_thrown_are_not_taken_back(toy: Toy) -> None:
    game = Game.new(toy, Setup(2), Dice(0))
    game.play("1")
    assert game.can_undo
    game.play("roll")
    assert not game.can_undo


@pytest.mark.parametrize("entry", ("1 = rolled 1", "1 = 2", "roll = 2", "roll = rolled 3"))
def test_only_what_chance_can_add_stands_behind_a_move(toy: Toy, entry: str) -> None:
    game = Game.new(toy, Setup(2))
    record = game.record().to_json()
    with pytest.raises(RecordError) as no:
        Game.from_record(type(game.record()).from_json({**record, "moves": ["1", entry]}))
    assert no.value.entry == 2


def test_a_position_in_which_the_dice_are_in_the_air_is_played_on(toy: Toy) -> None:
    game = Game.from_position(toy, toy.position(Points(3, 1, rolling=True)), Dice(0))
    assert game.state == Points(4, 0)
    assert game.record().entries == ("rolled 1",)


def test_a_toy_game_keeps_its_headings_and_fixed_beginning(toy: Toy) -> None:
    game = Game.new(toy, Setup(2, {}, {"total": 3}))
    for move in ("1", "1", "1"):
        game.play(move)
    record = game.record()
    assert record.header.fixed == {"total": 3}
    assert record.sections == {0: "the way there", 1: "the last steps"}
    assert Game.from_record(record).outcome == Outcome("A", Reason.SURVIVED)


def test_a_game_of_rules_of_ones_own_is_found_again_by_its_name(toy: Toy) -> None:
    game = Game.new(rules_for(None, {"goal": 2}, "toy"), Setup(2))
    game.play("2")
    record = game.record()
    assert (record.header.game, record.header.own_rules) == ("toy", {"goal": 2})
    assert Game.from_record(record).outcome == Outcome("A", Reason.SURVIVED)
