"""`misterx play` at the table: turns, commands, saving, the end; typed and read as text."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from misterx.board import catalogue
from misterx.chase import edition_names, load_edition
from misterx.cli.play import saving
from misterx.core import Game, Record
from tests.cli.running import Run, Runner, played

TABLES = tuple((name, n) for name in edition_names() for n in load_edition(name).table)
HUNT = (
    "play",
    "--edition",
    "modern-2013",
    "--players",
    "4",
    "--x",
    "constable",
    "--hunters",
    "person",
)
FLEE = (
    "play",
    "--edition",
    "modern-2013",
    "--players",
    "4",
    "--x",
    "person",
    "--hunters",
    "constable",
)


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def after(answer: Run, words: str) -> str:
    """What was said after these words were first said."""
    assert words in answer.out
    return answer.out.partition(words)[2]


def screens(answer: Run) -> list[str]:
    """The tables that were shown, each up to the next."""
    return answer.out.split("\nRound ")[1:]


@pytest.mark.parametrize(("x", "hunters"), (("person", "constable"), ("constable", "person")))
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_every_edition_is_played_on_both_sides(
    run: Runner, edition: str, players: int, x: str, hunters: str
) -> None:
    words = ("--edition", edition, "--players", str(players), "--x", x, "--hunters", hunters)
    options = [f"--option={name}" for name in load_edition(edition).options]
    answer = run("play", *words, *options, "--seed", "5", typed="2\n" * 7)
    assert answer.code == 0
    assert "That does not work" not in answer.out
    assert len(screens(answer)) + answer.out.count("Before the game") >= 3
    assert max(map(len, answer.out.splitlines())) <= 100


def test_computers_play_a_whole_game_among_themselves(run: Runner) -> None:
    words = ("play", "--edition", "classic-1983", "--players", "5", "--seed", "1")
    answer = run(*words, "--x", "constable", "--hunters", "constable", typed="n\n")
    assert "D1 takes" in answer.out
    assert "The game is over" in answer.out
    assert "His way: " in answer.out
    assert answer.out.rstrip().endswith("Save the game? [y/N]")


def test_with_yes_computers_among_themselves_ask_nobody(run: Runner) -> None:
    words = ("play", "--edition", "classic-1983", "--players", "5", "--seed", "1", "--yes")
    answer = run(*words, "--x", "constable", "--hunters", "constable")
    assert "The game is over" in answer.out
    assert "Save the game?" not in answer.out
    assert "no more input" not in answer.out


def test_the_hunters_screen(run: Runner) -> None:
    answer = run(*HUNT, "--seed", "3")
    screen = screens(answer)[0]
    for words in (
        "1 of 22 · the detectives to move, in any order",
        "D1         117    11    8            4  to move",
        "B1         174     ·    ·            ·  to move",
        "Mister X   has not been seen yet, in 1 move",
        "He has     5 black tickets and 2 double moves",
        "Supply     23 taxi, 21 bus, 11 underground",
        "He can be at 45 stations: 22, 32",
        "1     2     [3]   4",
        "T?    .     .",
        "Mister X takes a taxi.",
        "D1, D2, D3 or B1, your move (or `help`):",
    ):
        assert words in screen
    assert "You are Mister X" not in answer.out


def test_mister_xs_screen(run: Runner) -> None:
    answer = run(*FLEE, "--seed", "3", typed="T46\n")
    first, second = screens(answer)
    assert "You are Mister X, at 45." in first
    assert "By what the detectives know, you can be at 13 stations" in first
    assert "`double` lists the double moves." in first
    assert "You are Mister X, at 46." in second
    assert "Mister X takes a taxi to 46." in second
    assert "D1 takes" in second


def test_a_move_by_number_by_notation_and_by_short_form(run: Runner) -> None:
    answer = run(*HUNT, "--seed", "3", typed="1\nD2:T54\nT41\nB1:161\n")
    assert [
        line
        for line in answer.out.splitlines()
        if line.startswith(("D", "B1")) and line.endswith(".")
    ][:4] == [
        "D1 takes a taxi to 88.",
        "D2 takes a taxi to 54.",
        "D3 takes a taxi to 41.",
        "B1 goes to 161.",
    ]
    assert "Round 2 of 22" in answer.out


def test_where_the_log_has_to_be_full_a_double_move_takes_a_round_off(run: Runner) -> None:
    words = ("--edition", "research-2011", "--players", "6", "--x", "person", "--hunters", "random")
    answer = run("play", *words, "--seed", "3", typed="X:T15+T26\n")
    assert "Round 1 of 24" in answer.out
    assert "Round 2 of 23" in answer.out


@pytest.mark.parametrize(
    ("typed", "answered"),
    (
        ("D1:T199", "That does not work: no line leads on a taxi ticket from 117 to 199."),
        ("D9:T1", "That does not work: there is no D9 in this game."),
        ("X:T46", "That does not work: it is the hunters' turn."),
        ("D1@41", "That does not work: the start stations are settled already."),
        ("D1:99x", "is no move"),
        ("D1:117", "That does not work: D1:117 lacks a ticket: T, B or U."),
        ("99", "The list goes from 1 to 19."),
        ("[bold]", "is no move and no command"),
        ("", "Type a number of the list, a move, or `help`."),
        ("moves x", "X has no move now."),
        ("from", "Name a station, 1 to 199: from 1"),
        ("from 4711", "Name a station, 1 to 199: from 1"),
        ("double", "There is no double move now."),
        ("undo", "There is nothing to take back yet."),
        ("help", "take the last move back, if it told the detectives nothing"),
        ("?", "A number plays that move of the list."),
        ("from 46", "underground  1, 13, 74, 79"),
        ("map 116", "117 (D1)"),
        ("log", "Travel log"),
        ("where", "He can be at 45 stations (`where` lists them)."),
        ("moves d2", "D2 at 53  taxi   5) 40"),
        ("table", "Round 1 of 22"),
        ("resign\nn", "Give up the game?"),
    ),
)
def test_lines_that_change_nothing(run: Runner, typed: str, answered: str) -> None:
    answer = run(*HUNT, "--seed", "3", typed=f"{typed}\n")
    said = after(answer, "your move (or `help`):")
    assert answered in said
    assert "Round 2" not in answer.out
    assert "There is no more input, so the game stops here. It was not saved." in said


def test_a_list_of_one_piece_keeps_its_numbers(run: Runner) -> None:
    said = after(run(*HUNT, "--seed", "3", typed="moves d3\n8\n"), "your move (or `help`):")
    listing, _, rest = said.partition("your move (or `help`):")
    assert "D1 at" not in listing
    assert "8)" in listing
    assert "D3 takes a taxi to 6." in rest


def test_where_stays_as_it_was_left(run: Runner) -> None:
    first, second = screens(run(*HUNT, "--seed", "3", typed="where\n1\n"))
    assert "45 stations: 22" in first
    assert "stations (`where` lists them)" in second


def test_a_double_move_in_two_steps(run: Runner) -> None:
    answer = run(*FLEE, "--seed", "3", typed="double\nzz\n99\nK999\n2\n1\n")
    assert "X at 46  taxi" in answer.out  # the second half starts where the first one ends
    assert "Second half, after X:T46" in answer.out
    assert "X:K999 is not in this list." in answer.out
    assert "Mister X makes a double move: he takes a taxi to 46, then" in answer.out
    assert "1 double move\n" in screens(answer)[1]


@pytest.mark.parametrize("typed", ("double\n\n", "double\n1\n\n"))
def test_a_double_move_can_be_given_up_half_way(run: Runner, typed: str) -> None:
    answer = run(*FLEE, "--seed", "3", typed=typed)
    assert len(screens(answer)) == 1
    assert answer.out.count("your move (or `help`):") == 2


def test_undo_takes_back_what_taught_nothing(run: Runner) -> None:
    answer = run(*HUNT, "--seed", "3", typed="B1:161\nundo\nB1:173\n")
    assert "B1:161 is taken back." in answer.out
    assert "B1 goes to 173." in after(answer, "is taken back")


def test_undo_says_why_a_move_stands(run: Runner) -> None:
    taught = run(*HUNT, "--seed", "3", typed="D1:T116\nundo\n")
    assert "it told you something about Mister X" in " ".join(taught.out.split())
    answered = run(*HUNT, "--seed", "3", typed="1\n1\n1\n1\nundo\n")
    assert "Round 2" in answered.out
    assert "Your last move stands: somebody else has moved since." in answered.out
    news = run(*FLEE, "--seed", "3", typed="1\nundo\n")
    assert "Mister X takes nothing back" in news.out


@pytest.mark.parametrize(
    ("words", "winner"),
    (
        (HUNT, "The detectives gave up. Mister X wins."),
        (FLEE, "Mister X gave up. The detectives win."),
    ),
)
def test_giving_up(run: Runner, words: tuple[str, ...], winner: str) -> None:
    answer = run(*words, "--seed", "3", typed="1\nresign\ny\n\n")
    assert winner in answer.out
    assert "His way: 45" in answer.out


def test_start_choices_of_the_beginners(run: Runner) -> None:
    words = ("play", "--edition", "beginner", "--players", "4", "--x", "constable")
    answer = run(*words, "--hunters", "person", typed="2\nD2@46\n1\n")
    assert "D1  start at   1) 41" in answer.out
    assert "D1 starts at 46." in answer.out
    assert "That does not work: start station 46 is taken." in answer.out
    assert "D2 starts at 41." in answer.out
    assert "started at 82" in answer.out


def test_the_option_at_the_table(run: Runner) -> None:
    words = ("play", "--edition", "classic-1983", "--players", "4", "--option", "voluntary_reveal")
    answer = run(
        *words, "--x", "person", "--hunters", "constable", typed="1\nshow\n1\nb\ntake D3=U\n"
    )
    assert "stay hidden" in answer.out
    assert "take one ticket   1) taxi   2) bus   3) underground" in answer.out
    for sentence in ("shows himself", "taxi ticket from D1", "bus ticket from D2", "from D3"):
        assert sentence in answer.out
    assert "Round 2 of 22" in answer.out
    hidden = run(*words, "--x", "person", "--hunters", "constable", typed="1\nhide\n")
    assert "Round 2 of 22" in hidden.out


def test_in_fixed_order_the_screen_says_whose_turn_it_is(run: Runner) -> None:
    words = ("play", "--edition", "classic-2000", "--players", "3", "--x", "constable")
    answer = run(*words, "--hunters", "person", "--seed", "2", typed="1\n1\n1\n")
    for piece, seat in (("D1", "H1"), ("D2", "H1"), ("D3", "H2"), ("D4", "H2")):
        assert f"the detectives: {piece} to move, played by {seat}" in answer.out


def test_people_move_before_their_computer_colleagues(run: Runner) -> None:
    answer = run(*HUNT, "--seat", "H2=greedy", "--seed", "3", typed="1\n1\n1\n1\n")
    text = answer.out
    assert text.index("D1 takes") < text.index("D2 takes")
    assert text.index("B1 goes") < text.index("D2 takes")
    assert "D2 at" not in text


def test_one_computer_for_all_detectives_chooses_who_moves(run: Runner) -> None:
    words = ("play", "--edition", "modern-2013", "--players", "6", "--seed", "1")
    run(*words, "--x", "constable", "--hunters", "constable", typed="y\n")
    (path,) = Path().glob("misterx-*.txt")
    game = Game.from_record(Record.from_text(path.read_text(encoding="utf-8")))
    firsts = {
        entry.text[:2]
        for number, entry in enumerate(game.line)
        if game.rules.to_act(game.state_at(number)) == game.seats[1:]
    }
    assert len(firsts) > 1


# --- saving ---------------------------------------------------------------------------------


def test_save_and_resume(run: Runner) -> None:
    answer = run(*HUNT, "--seed", "3", "--seat", "H3=random", typed="1\nsave\n1\nsave\nquit\n")
    assert answer.out.count("Saved to misterx-1.txt") == 2
    assert "The file holds everything, Mister X's station too: no peeking." in answer.out
    assert answer.out.rstrip().endswith("Good-bye.")
    assert [path.name for path in Path().iterdir()] == ["misterx-1.txt"]
    game = Game.from_record(Record.from_text(Path("misterx-1.txt").read_text(encoding="utf-8")))
    assert game.header.tags["seat H3"] == "random"
    resumed = run("play", "--load", "misterx-1.txt", typed="1\nsave\nundo\n")
    assert "H3, random" in resumed.out
    assert "Saved to misterx-1.txt" in resumed.out


def test_what_is_said_after_saving_goes_on_with_the_game(
    run: Runner, town_rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "500")

    def said(*words: str, typed: str) -> list[str]:
        told = after(run("play", *words, typed=typed), "Saved to")
        return shlex.split(told.partition("`")[2].partition("`")[0])

    goes_on = said("--rules", str(town_rules), "--yes", typed="save 'a game.txt'\nquit\n")
    town = str(town_rules.parent / "town")
    assert goes_on == ["misterx", "play", "--load", "'a game.txt'", "--board", town]
    catalogue._registered.clear()
    shown = said(*goes_on[2:], typed="resign\ny\ny\n")
    assert shown == ["misterx", "replay", "'a game.txt'", "--board", town]
    catalogue._registered.clear()
    assert run(*shown[1:]).code == 0


def test_saving_without_a_name_takes_a_free_one(run: Runner) -> None:
    Path("misterx-1.txt").write_text("precious", encoding="utf-8")
    assert "Saved to misterx-2.txt" in run(*HUNT, typed="save\n").out
    assert Path("misterx-1.txt").read_text(encoding="utf-8") == "precious"


def test_saving_asks_before_it_overwrites(run: Runner) -> None:
    Path("mine.txt").write_text("precious", encoding="utf-8")
    answer = run(*HUNT, typed="save mine.txt\nn\n")
    assert "There is a file mine.txt already." in answer.out
    assert Path("mine.txt").read_text(encoding="utf-8") == "precious"
    run(*HUNT, typed="save mine.txt\ny\n")
    assert Path("mine.txt").read_text(encoding="utf-8").startswith("misterx record")


def test_saving_as_json(run: Runner) -> None:
    run(*HUNT, typed="save mine.json\n")
    assert Path("mine.json").read_text(encoding="utf-8").startswith("{")
    assert run("play", "--load", "mine.json").code == 0


@pytest.mark.parametrize("where", ("missing/mine.txt", "."))
def test_saving_where_nothing_can_be_saved(run: Runner, where: str) -> None:
    answer = run(*HUNT, typed=f"save {where}\n")
    assert f"It cannot be saved to {where}: " in answer.out
    assert list(Path().iterdir()) == []


def test_nothing_is_lost_when_saving_fails_half_way(monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path("old.txt")
    path.write_text("the old one", encoding="utf-8")

    def broken(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", broken)
    with pytest.raises(OSError, match="No space"):
        saving.save(played("modern-2013", 4, moves=3), {}, path)
    assert path.read_text(encoding="utf-8") == "the old one"
    assert list(Path().iterdir()) == [path]


@pytest.mark.parametrize(
    ("typed", "files"),
    (("1\nquit\nn\n", []), ("1\nquit\n\n", ["misterx-1.txt"]), ("1\nexit\ny\n", ["misterx-1.txt"])),
)
def test_quitting_offers_to_save(run: Runner, typed: str, files: list[str]) -> None:
    answer = run(*HUNT, "--seed", "3", typed=typed)
    assert answer.code == 0
    assert answer.out.rstrip().endswith("Good-bye.")
    assert [path.name for path in Path().iterdir()] == files


def test_quitting_stays_when_the_save_fails(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise OSError("no")

    monkeypatch.setattr(saving, "save", broken)
    answer = run(*HUNT, "--seed", "3", typed="1\nquit\ny\n")
    assert "It cannot be saved to misterx-1.txt: no." in answer.out
    assert "Good-bye" not in answer.out


def test_the_end_offers_to_save(run: Runner) -> None:
    run(*HUNT, "--seed", "3", typed="1\nresign\ny\ny\n")
    text = Path("misterx-1.txt").read_text(encoding="utf-8")
    assert text.endswith("result: x resigned\n")
    again = run("play", "--load", "misterx-1.txt")
    assert "The detectives gave up." in again.out
    assert "Save the game?" not in again.out


# --- hot seat -------------------------------------------------------------------------------

BOTH = (
    "play",
    "--edition",
    "modern-2013",
    "--players",
    "4",
    "--x",
    "person",
    "--hunters",
    "person",
)


def test_the_screen_is_wiped_whenever_the_device_changes_hands(run: Runner) -> None:
    answer = run(*BOTH, "--seed", "3", typed="\nT46\n\n1\n1\n1\n1\n\n")
    pushed = "\n" * 100
    parts = answer.out.split(pushed)
    assert [part.strip()[:30] for part in parts if part.strip()] == [
        "modern-2013, 4 players",
        "Detectives, look away! Pass th",
        "Round 1 of 22 · Mister X to mo",
        "Pass the device to the detecti",
        "Round 1 of 22 · the detectives",
        "Detectives, look away! Pass th",
        "Round 2 of 22 · Mister X to mo",
        "There is no more input, so the",
    ]


def test_undo_never_reaches_across_the_guard(run: Runner) -> None:
    answer = run(*BOTH, "--seed", "3", typed="\nT46\n\n1\n1\n1\n1\n\n1\n\nundo\n")
    assert "Your last move stands: somebody else has moved since." in answer.out


def test_mister_x_leaves_nothing_behind_when_he_quits(run: Runner) -> None:
    answer = run(*BOTH, "--seed", "3", typed="\nT46\n\n1\n1\n1\n1\n\nquit\nn\n")
    assert answer.out.rsplit("\n" * 100, 1)[1].strip() == "Good-bye."


@pytest.mark.parametrize(
    ("name", "why"),
    (
        ("~nobody-of-that-name/x", "Could not determine home directory"),
        ("n" * 300, "File name too long"),
        ("a\0b", "a name holds no null"),
        ("/dev/null", "it is there already and is no file"),
    ),
)
def test_a_name_that_no_file_can_have_is_answered(run: Runner, name: str, why: str) -> None:
    answer = run(*HUNT, typed=f"save {name}\n")
    said = " ".join(answer.out.split())
    assert "It cannot be saved to" in said
    assert why in said


def test_a_move_taken_back_and_made_anew_is_not_saved_yet(run: Runner) -> None:
    answer = run(*HUNT, typed="1\nsave mine.txt\nundo\n2\nquit\nn\n")
    assert "Save the game first?" in answer.out
