"""What people read and type at the table: lists of moves, short forms, news, last words."""

from __future__ import annotations

import io

import pytest

import misterx
from misterx.chase import parse_move
from misterx.cli.chase.choices import choices_table, list_choices, meant, second_halves
from misterx.cli.chase.table import ChaseTable
from misterx.cli.play.table import Unclear, heard
from misterx.cli.play.terminal import EndOfInput, Terminal
from misterx.cli.words import ending, listed, winner
from misterx.core import Event, Outcome, Reason, Viewpoint

LEGAL = ["D1:T46", "D1:B58", "D2:T46", "D2:U89", "B1:92"]
HUNTERS = list_choices(map(parse_move, LEGAL))


def test_the_list_goes_by_piece_ticket_and_station() -> None:
    assert [(choice.key, choice.text) for choice in HUNTERS] == [
        ("1", "D1:T46"),
        ("2", "D1:B58"),
        ("3", "D2:T46"),
        ("4", "D2:U89"),
        ("5", "B1:92"),
    ]
    assert [(choice.kind, choice.label) for choice in HUNTERS][3:] == [
        ("underground", "89"),
        ("go to", "92"),
    ]


@pytest.mark.parametrize(
    ("line", "move"),
    (
        ("1", "D1:T46"),
        ("5", "B1:92"),
        ("u89", "D2:U89"),
        ("B58", "D1:B58"),
        ("d2:t46", "D2:T46"),
        ("d2 t 46", "D2:T46"),
        ("D2 : T46", "D2:T46"),
        ("D7:T1", "D7:T1"),  # the rules say what is wrong with it
        ("d1 @ 41", "D1@41"),
        ("show", "X:show"),
        ("X:hide", "X:hide"),
        ("take d1=t", "X:take D1=T"),
        ("X:take D1=T", "X:take D1=T"),
    ),
)
def test_what_a_line_means(line: str, move: str) -> None:
    assert meant(line, LEGAL, HUNTERS) == move


@pytest.mark.parametrize(
    ("line", "why"),
    (
        ("0", "The list goes from 1 to 5. To name a station, write the whole move: D1:T46"),
        ("46", "The list goes from 1 to 5"),
        ("9" * 5000, "The list goes from 1 to 5"),
        ("T46", "T46 can be D1:T46 or D2:T46: write the whole move."),
        ("T47", "Nobody can play T47 now"),
        ("dance", "'DANCE' is no move and no command"),
        ("[/b]", "is no move and no command"),
    ),
)
def test_what_a_line_does_not_mean(line: str, why: str) -> None:
    with pytest.raises(Unclear) as unclear:
        meant(line, LEGAL, HUNTERS)
    assert why in str(unclear.value)


def test_with_one_piece_the_rules_judge_a_short_form() -> None:
    legal = ["X:T46", "X:K46", "X:T46+K58"]
    choices = list_choices(map(parse_move, legal))
    assert [choice.text for choice in choices] == ["X:T46", "X:K46"]
    assert meant("t46+k58", legal, choices) == "X:T46+K58"
    assert meant("B99", legal, choices) == "X:B99"
    assert meant("T1+T2", legal, choices) == "X:T1+T2"


def test_the_decisions_of_the_option_can_be_picked() -> None:
    shows = list_choices(map(parse_move, ["X:hide", "X:show"]))
    assert [choice.label for choice in shows] == ["stay hidden", "show yourself"]
    takes = list_choices(map(parse_move, ["X:take D1=B", "X:take D1=T"]))
    assert [(choice.group, choice.label) for choice in takes] == [
        ("D1", "taxi"),
        ("D1", "bus"),
    ]
    assert meant("t", ["X:take D1=B", "X:take D1=T"], takes) == "X:take D1=T"


def test_double_moves_in_two_steps() -> None:
    moves = list(map(parse_move, ["X:T46", "X:T46+K58", "X:T46+T45", "X:K46+T45"]))
    assert [choice.text for choice in second_halves(moves)] == ["X:T46", "X:K46"]
    assert [choice.text for choice in second_halves(moves, "X:T46")] == ["X:T45", "X:K58"]


def test_the_list_fits_the_screen() -> None:
    game = misterx.new_game("classic-2000", 4, starts={"X": 26, "D1": 13, "D2": 29, "D3": 94})
    moves = game.rules.legal_moves(game.state)
    table = choices_table(list_choices(moves), game.observe("X"), 80)
    out = io.StringIO()
    Terminal(io.StringIO(), out).show(table)
    lines = out.getvalue().splitlines()
    assert len(moves) == 60
    assert len(lines) == 2
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith("X at 26  taxi")


def test_a_long_list_is_broken_between_moves() -> None:
    game = misterx.new_game("modern-2013", 4, starts={"X": 106, "D1": 13, "D2": 29, "D3": 94})
    moves = [parse_move(f"X:K{station}") for station in range(101, 114)]
    out = io.StringIO()
    Terminal(io.StringIO(), out).show(choices_table(list_choices(moves), game.observe("X"), 80))
    assert [line.count(")") for line in out.getvalue().splitlines()] == [6, 6, 1]


@pytest.mark.parametrize("width", (40, 60, 80))
def test_no_move_is_cut_off_on_a_narrow_screen(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    game = misterx.new_game("modern-2013", 4, starts={"X": 106, "D1": 13, "D2": 117, "D3": 94})
    seen = game.observe("X")
    by_ticket = [parse_move(f"D2:{kind}{to}") for kind in "TBU" for to in range(101, 114)]
    taken = [parse_move(f"X:take D2={kind}") for kind in "TBU"]
    for moves in (by_ticket, taken):
        choices, out = list_choices(moves), io.StringIO()
        terminal = Terminal(io.StringIO(), out)
        terminal.show(choices_table(choices, seen, terminal.width))
        assert max(map(len, out.getvalue().splitlines())) <= width
        assert "…" not in out.getvalue()
        for choice in choices:
            assert f"{choice.key}) {choice.label}" in out.getvalue()


def told(events: list[Event], who: str) -> list[str]:
    """What these eyes hear of it."""
    seen = misterx.new_game("modern-2013", 4, seed=1).observe(who)
    table = ChaseTable()
    return [text for each in heard(events, Viewpoint(who)) for text in table.sentences(each, seen)]


def event(text: str, *who: str) -> Event:
    return Event("moved", {"text": text}, frozenset(map(Viewpoint, who or ("hunters",))))


@pytest.mark.parametrize(
    ("text", "sentences"),
    (
        ("X:T?", ["Mister X takes a taxi."]),
        ("X:U46", ["Mister X takes the underground to 46."]),
        (
            "X:K?+B58",
            ["Mister X makes a double move: he lays a black ticket, then takes a bus to 58."],
        ),
        ("X:?", ["Mister X moves unseen."]),
        ("X:K?", ["Mister X lays a black ticket."]),
        ("X:82", ["Mister X goes to 82."]),
        ("D2:U89", ["D2 takes the underground to 89."]),
        ("B1:92", ["B1 goes to 92."]),
        ("X:show", ["Mister X shows himself."]),
        ("X:hide", []),
        ("X:take D1=U", ["Mister X takes an underground ticket from D1."]),
    ),
)
def test_moves_in_sentences(text: str, sentences: list[str]) -> None:
    assert told([event(text)], "hunters") == sentences


def test_news_are_for_those_who_may_hear_them() -> None:
    secret = event("X:T46", "X")
    assert told([secret], "hunters") == []
    assert told([secret], "X") == ["Mister X takes a taxi to 46."]
    everybody = frozenset({Viewpoint("hunters")})
    others = [
        Event("placed", {"text": "D1@41"}, everybody),
        Event("passed", {"pieces": ("D1", "B1")}, everybody),
        Event("seen", {"window": 3, "station": 46}, everybody),
        Event("round", {"round": 4}, everybody),
    ]
    assert told(others, "hunters") == [
        "D1 starts at 41.",
        "D1 and B1 cannot move.",
        "Mister X was seen at 46, where his move 3 led.",
    ]


@pytest.mark.parametrize("reason", Reason)
def test_every_ending_has_words(reason: Reason) -> None:
    for side, headline in (("x", "Mister X wins."), ("hunters", "The detectives win.")):
        bare = Outcome(side, reason)
        at = {"round": 7, "window": 8, "station": 58, "piece": "D1"}
        assert ending(bare).endswith(".")
        assert ending(Outcome(side, reason, at)).endswith(".")
        assert winner(bare) == headline
    at = {"round": 7, "window": 8, "station": 58, "piece": "D1"}
    caught = Outcome("hunters", Reason.CAUGHT, at)
    assert ending(caught) == "D1 caught Mister X at station 58 in round 7."
    assert ending(Outcome("hunters", Reason.RESIGNED)) == "Mister X gave up."


def test_lists_in_sentences() -> None:
    assert listed([]) == "nobody"
    assert listed(["D1"]) == "D1"
    assert listed(["D1", "B1"], "or") == "D1 or B1"


def test_the_terminal_reads_lines_and_notices_the_end() -> None:
    out = io.StringIO()
    terminal = Terminal(io.StringIO("  yes \n\nno\nhm\n"), out)
    assert terminal.confirm("Really?")
    assert terminal.confirm("Really?", usual=True)
    assert not terminal.confirm("Really?", usual=True)
    assert not terminal.confirm("Really?")
    with pytest.raises(EndOfInput):
        terminal.ask("Still there?")
    assert "[y/N]" in out.getvalue()
    assert "[Y/n]" in out.getvalue()


def test_what_cannot_be_wiped_is_pushed_away(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    Terminal(io.StringIO(), out).clear()
    assert out.getvalue() == "\n" * 100

    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Screen()
    monkeypatch.setenv("TERM", "xterm")
    Terminal(io.StringIO(), screen).clear()
    assert screen.getvalue() == "\x1b[H\x1b[2J\x1b[3J"
