"""`misterx play` with the card game: screens, commands, and every decision there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from misterx.cards import parse_move
from misterx.cli.cards.choices import list_choices
from misterx.core import Game, Record
from tests.cli.card_deals import HANDS, dealt, seated
from tests.cli.running import Run, Runner

PUSHED = "\n" * 100
ALONE = {"P2": "random", "P3": "random"}


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def sit(run: Runner, file: str, *words: str, typed: str = "") -> Run:
    """Go on with a saved game; the computers play the same each time."""
    return run("play", "--load", file, "--seed", "tea", *words, typed=typed)


def parts(answer: Run) -> list[str]:
    """What stood on the screen between two wipes."""
    return [part.strip() for part in answer.out.split(PUSHED) if part.strip()]


def beginnings(answer: Run) -> list[str]:
    return [part.splitlines()[0].rstrip(" ─") for part in parts(answer)]


def saved_game(path: str = "cards.txt") -> Game:
    return Game.from_record(Record.from_text(Path(path).read_text(encoding="utf-8")))


# --- the screen -----------------------------------------------------------------------------


def test_the_screen_of_mister_x(run: Runner, tmp_path: Path) -> None:
    answer = sit(run, seated(dealt(), tmp_path, **ALONE))
    for words in (
        "cards-2017, 3 players",
        "Turn 1 · P1 plays a ticket",
        "on top      K21 black               K45 black             U66 underground",
        "takes       22 to 44                46 to 65              67 to 88",
        "action      buy a ticket            turn up a magnifier   search a hand",
        "bonus       taxi: 2 tickets         bus: 2 magnifiers     underground: 2 cards",
        "X on black  false trail: 5 tickets  equipment: 4 tickets  hide-out",
        "Low         1 to 20: discarded for three new piles",
        "Magnifiers  ●○○ 1 of 3 up",
        "Left        40 tickets to draw, 5 in the black reserve, 0 discarded",
        "P1          person         9  you, Mister X, to move",
        "P2          random         8",
        "Mister X    is you, and nobody has been told",
        "Your hand: 9 cards\nX              the Mister X card",
        "T taxi         2  6  22",
        "K black        24  53  74",
        " 2)  taxi         discard it for three new piles",
        "22)  taxi         left pile:   buy a ticket, +1 for taxi",
        "24)  black        left pile:   buy a ticket, or as Mister X: false trail",
        "52)  bus          middle pile: interrogate somebody, +1 for bus",
        "71)  underground  right pile:  search a hand, +1 for underground",
        "P1, your move (or `help`):",
    ):
        assert words in answer.out
    assert max(map(len, answer.out.splitlines())) <= 80


def test_the_screen_of_a_detective(run: Runner, tmp_path: Path) -> None:
    answer = sit(run, seated(dealt(first="P2"), tmp_path, P1="random", P3="random"))
    assert "Mister X    is not known: P1 or P3 can be him" in answer.out
    (black,) = (line.rstrip() for line in answer.out.splitlines() if line.startswith("67)"))
    assert black == "67)  black        right pile:  search a hand"
    assert "Mister X card" not in answer.out


def test_what_is_announced_stays_on_the_screen(run: Runner, tmp_path: Path) -> None:
    moves = ("P1:52>M", "P1:?P3", "P2:25>L", "P3:27>L")
    answer = sit(run, seated(dealt(), tmp_path, *moves, **ALONE))
    assert "P3          random         9  innocent" in answer.out
    assert "Last asked  P1 looked at the hand of P3: innocent" in answer.out
    assert "P3 held U4 B27 T31 B32 B48 T51 B73 U75" in answer.out
    watched = sit(run, "cards.txt", "--seat", "P1=random", "--seat", "P2=person")
    assert "P3 held" not in watched.out


def test_a_known_mister_x_is_named(run: Runner, tmp_path: Path) -> None:
    moves = ("P1:53>M", "P1:equip")
    answer = sit(run, seated(dealt(), tmp_path, *moves, P1="random", P3="random"))
    assert "P1          random        12  Mister X" in answer.out
    assert "Mister X    is P1, as everybody knows" in answer.out


def test_who_is_left_can_only_be_him(run: Runner, tmp_path: Path) -> None:
    moves = ("P2:52>M", "P2:?P3")
    hands = {**HANDS, "P1": ("X", 2, 22, 24, 23, 53, 71, 74), "P2": (3, 52, 25, 26, 46, 47, 67, 72)}
    game = dealt(hands, first="P2")
    answer = sit(run, seated(game, tmp_path, *moves, "P3:27>L", "P1:2>new"), typed="\n")
    assert "Mister X    is not announced, but it can only be P1" in parts(answer)[2]


# --- what can be typed ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "answered"),
    (
        ("99", "99 is not in the list, which has 2, 6, 22, 24, 52, 53, 71, 74."),
        ("13>L", "That does not work: P1 does not hold 13."),
        ("22>M", "That does not work: ticket 22 fits L, not M."),
        ("X>L", "That does not work: the Mister X card is never played or given up."),
        ("buy", "That does not work: P1:buy is not what is asked for now: play."),
        ("P2:23>L", "That does not work: it is not the turn of P2."),
        ("022>L", "is no move"),
        ("dance", "'dance' is no move and no command"),
        ("[bold]", "'[bold]' is no move and no command"),
        ("", "Type a number of the list, a move, or `help`."),
        ("help", "7>new        discard a ticket below the left pile for three new piles"),
        ("moves", "Your moves, each by what stands before it:"),
        ("moves p1", "Your moves, each by what stands before it:"),
        ("moves P2", "P2 has no move now."),
        ("table", "Turn 1 · P1 plays a ticket"),
        ("discard", "Discarded or covered: 0 tickets"),
        ("known", "You have seen no ticket that is still in another hand."),
        ("next", "There is nobody else to ask: this is yours to decide."),
        ("undo", "Nothing is taken back here: every move shows a card"),
        ("save mine.txt", "The file holds everything, everybody's hand too: no peeking."),
        ("resign\nn", "Give up the game?"),
    ),
)
def test_every_command_and_mistake_is_answered(
    run: Runner, tmp_path: Path, typed: str, answered: str
) -> None:
    answer = sit(run, seated(dealt(), tmp_path, **ALONE), typed=f"{typed}\n")
    said = answer.out.partition("your move (or `help`):")[2]
    assert answered in " ".join(said.split()) or answered in said
    assert answer.out.count("your move (or `help`):") == 2
    assert len(saved_game().line) == 0


def test_discarded_and_known_cards(run: Runner, tmp_path: Path) -> None:
    moves = ("P1:52>M", "P1:?P3", "P2:3>new", "P3:4>new")
    game = dealt(draw=(6, 7, 11, 12, 13, 8))
    answer = sit(run, seated(game, tmp_path, *moves, **ALONE), typed="discard\nknown\n")
    assert "Discarded or covered: 9 tickets" in answer.out
    assert "P3          had B27 T31 B32 B48 T51 B73 U75" in answer.out


def test_after_a_hide_out_known_cards_are_less_certain(run: Runner, tmp_path: Path) -> None:
    moves = ("P1:52>M", "P1:?P3", "P2:3>new", "P3:4>new", "P1:74>R", "P1:hideout")
    game = dealt(draw=(6, 7, 11, 12, 13, 8, 14, 15, 16))
    file = seated(game, tmp_path, *moves, "P1:lay X", "P2:lay 23", "P3:lay 27")
    answer = sit(run, file, "--seat", "P3=random", "--seat", "P2=random", typed="known\n")
    assert "P3          had" in answer.out
    assert "A hide-out came in between: one of them may be in another hand." in answer.out


@pytest.mark.parametrize(
    ("typed", "move"),
    (
        ("22", "P1:22>L"),
        ("22>L", "P1:22>L"),
        ("22 left", "P1:22>L"),
        ("p1 : 53 > middle", "P1:53>M"),
        ("71r", "P1:71>R"),
        ("2>NEW", "P1:2>new"),
    ),
)
def test_a_ticket_is_played_by_its_number_or_written_out(
    run: Runner, tmp_path: Path, typed: str, move: str
) -> None:
    file = seated(dealt(), tmp_path, **ALONE)
    sit(run, file, typed=f"{typed}\nsave\n")
    assert saved_game().line[0].text == move


@pytest.mark.parametrize("typed", ("1", "BUY", "p1:buy", "buy"))
def test_after_a_black_ticket_the_action_is_named(run: Runner, tmp_path: Path, typed: str) -> None:
    answer = sit(run, seated(dealt(), tmp_path, **ALONE), typed=f"24\n{typed}\nsave\n")
    assert "Turn 1 · P1 names the action for K24 on the left" in answer.out
    assert "1)  buy a ticket  as anybody may" in answer.out
    assert (
        "2)  false trail   as Mister X, who then is known: the detectives give up 5" in answer.out
    )
    assert saved_game().line[1].text == "P1:buy"


def test_a_detective_is_asked_as_well_and_has_one_answer(run: Runner, tmp_path: Path) -> None:
    file = seated(dealt(first="P2"), tmp_path, P1="random", P3="random")
    answer = sit(run, file, typed="67\ntrail\nhideout\nsearch\n3\n")
    assert "1)  search a hand  as anybody may" in answer.out
    assert "2)" not in answer.out.partition("names the action")[2].partition("names whom")[0]
    assert "hideout is for Mister X alone" in answer.out
    assert "trail is not an action of that pile" in answer.out
    assert "P2 names whom to search, for 1 card" in answer.out
    assert "1)  P1  8 cards, can be Mister X" in answer.out


@pytest.mark.parametrize("typed", ("3", "?P3", "p3", "P1:?P3"))
def test_a_player_is_named_by_the_number_of_his_seat(
    run: Runner, tmp_path: Path, typed: str
) -> None:
    answer = sit(run, seated(dealt(), tmp_path, **ALONE), typed=f"71\n{typed}\nsave\n")
    assert "P1 names whom to search, for 2 cards" in answer.out
    assert "2)  P2  8 cards\n3)  P3  8 cards\n" in answer.out
    assert saved_game().line[1].text == "P1:?P3"


def test_what_chance_draws_is_for_no_person_to_choose() -> None:
    with pytest.raises(ValueError, match="12 40 is for no person to choose"):
        list_choices(dealt().observe("P1"), [parse_move("12 40")])


# --- several people, one screen -------------------------------------------------------------


def test_the_guard_stands_between_any_two_people(run: Runner, tmp_path: Path) -> None:
    answer = sit(run, seated(dealt(), tmp_path), typed="\n2\n\n3\n\n\n")
    assert beginnings(answer) == [
        "cards-2017, 3 players",
        "Pass the device to P1, then press Enter.",
        "Turn 1 · P1 plays a ticket",
        "Pass the device to P2, then press Enter.",
        "Turn 2 · P2 plays a ticket",
        "Pass the device to P3, then press Enter.",
        "Turn 3 · P3 plays a ticket",
        "There is no more input, so the game stops here. It was not saved.",
    ]


def test_one_person_against_computers_needs_no_guard(run: Runner, tmp_path: Path) -> None:
    answer = sit(run, seated(dealt(), tmp_path, **ALONE), typed="22\n")
    assert "Pass the device" not in answer.out
    assert PUSHED not in answer.out


def test_what_is_drawn_is_read_before_the_device_goes_on(run: Runner, tmp_path: Path) -> None:
    answer = sit(run, seated(dealt(), tmp_path), typed="\n22\n\n\n")
    mine = parts(answer)[2]
    assert mine.endswith("P1 draws B7 U8.\nPress Enter when you have read this.")
    others = "".join(parts(answer)[3:])
    assert "P1 draws" not in others


def test_an_interrogation_shows_the_hand_to_him_who_asked(run: Runner, tmp_path: Path) -> None:
    answer = sit(run, seated(dealt(), tmp_path), typed="\n52\n3\n\n\n25\n\n\n")
    _, _, asking, _, second, _, third, _ = parts(answer)
    assert "P3 holds U4 B27 T31 B32 B48 T51 B73 U75." in asking
    assert "P1 interrogates P3: innocent." in asking
    assert "P3 holds" not in second
    assert "P1 interrogates P3: innocent." in second
    assert "P3          person         8  innocent" in second
    assert "P3 holds U4 B27" in third  # it was his own


def test_found_he_gives_up_three_tickets(run: Runner, tmp_path: Path) -> None:
    hands = {**HANDS, "P2": (3, 52, 25, 26, 46, 47, 67, 72), "P1": ("X", 2, 22, 24, 23, 53, 71, 74)}
    file = seated(dealt(hands, first="P2"), tmp_path)
    answer = sit(run, file, typed="\n52\n1\n\n\n2\ndrop 22\ndrop X\n71\n\nsave\n")
    assert "P1 was found and gives up 3 tickets" in answer.out
    assert "22)  taxi         give it up" in answer.out
    assert "That does not work: the Mister X card is never played or given up." in answer.out
    found = parts(answer)[4]
    assert "P1 is Mister X." in found
    assert "P1 draws K" in found  # from the black reserve
    assert "P1 gives up T22." in parts(answer)[6]
    assert [turnout.text for turnout in saved_game().line][-3:] == [
        "P1:drop 2",
        "P1:drop 22",
        "P1:drop 71",
    ]


def test_the_detectives_settle_who_drops(run: Runner, tmp_path: Path) -> None:
    typed = "\n24\ntrail\n\n3\n\nnext\n\n23\n\ndrop 4\n\n25\n\n27\n\nsave\n"
    answer = sit(run, seated(dealt(), tmp_path), typed=typed)
    assert beginnings(answer)[3:13] == [
        "Pass the device to P2, then press Enter.",
        "Turn 1 · false trail, 5 tickets to go: P2 gives up one",
        "Pass the device to P3, then press Enter.",
        "Turn 1 · false trail, 4 tickets to go: P3 gives up one",
        "Pass the device to P2, then press Enter.",
        "Turn 1 · false trail, 4 tickets to go: P2 gives up one",
        "Pass the device to P3, then press Enter.",
        "Turn 1 · false trail, 3 tickets to go: P3 gives up one",
        "Pass the device to P2, then press Enter.",
        "Turn 1 · false trail, 2 tickets to go: P2 gives up one",
    ]
    dropped = [turnout.text for turnout in saved_game().line if "drop" in turnout.text]
    assert dropped == ["P2:drop 3", "P2:drop 23", "P3:drop 4", "P2:drop 25", "P3:drop 27"]


def test_computers_drop_by_themselves(run: Runner, tmp_path: Path) -> None:
    moves = ("P1:24>L", "P1:trail")
    file = seated(dealt(), tmp_path, *moves, P1="random", P3="random")
    answer = sit(run, file, typed="3\nnext\n23\nsave\n")
    assert answer.out.count("P2, your move") == 5
    dropped = [turnout.text[:7] for turnout in saved_game().line if "drop" in turnout.text]
    assert dropped == ["P2:drop", "P3:drop", "P3:drop", "P2:drop", "P3:drop"]


def test_a_last_ticket_on_the_trail_is_the_way_out(run: Runner, tmp_path: Path) -> None:
    game = dealt()
    position = game.rules.position(game.state)
    hands, draw = dict(HANDS), position["draw"]
    assert isinstance(draw, list)
    hands["P1"] = [2, 6, 22, 24, 52, 53, 71, 74, "X"]
    position |= {"hands": {**hands, "P2": [3]}, "draw": [*draw, *HANDS["P2"][1:]]}
    put_up = Game.from_position(game.rules, position)
    file = seated(put_up, tmp_path, "P1:24>L", "P1:trail", P1="random")
    answer = sit(run, file, typed="\n3\n\n")
    last = parts(answer)[4]
    assert "P2          person         0  out" in last
    assert "P2 has no ticket left and is out of play." in last


def test_everybody_lays_a_card_and_learns_his_own(run: Runner, tmp_path: Path) -> None:
    typed = "\n74\nhideout\nx\n\n72\n\nlay 4\n\n\n"
    answer = sit(run, seated(dealt(), tmp_path), typed=typed)
    shown = parts(answer)
    assert "X)  the Mister X card  lay it face down" in shown[2]
    assert "hide-out: P2 lays a card" in shown[4]
    assert "P1          person         7  Mister X, has laid a card" in shown[4]
    assert "hide-out: P3 lays a card" in shown[6]
    for part in shown[3:]:
        assert "the Mister X card that P1 has laid" not in part
    assert "It is U4 that P3 has laid." in shown[6]
    took = shown[6].partition("P3 takes ")[2]
    assert took
    assert "P1, P2 and P3 take their cards from the hide-out: one of them is Mister X." in shown[6]
    assert "P3 takes" not in shown[8]
    assert "P2 takes" in shown[8]


# --- the end --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "typed", "told"),
    (
        ("P1", "\nresign\ny\nn\n", "Mister X gave up. The detectives win."),
        ("P2", "\nresign\ny\nn\n", "The detectives gave up. Mister X wins."),
    ),
)
def test_giving_up_is_for_the_whole_side(
    run: Runner, tmp_path: Path, first: str, typed: str, told: str
) -> None:
    answer = sit(run, seated(dealt(first=first), tmp_path), typed=typed)
    last = parts(answer)[-1]
    assert last.startswith("The game is over")
    assert told in last
    assert "P1 was Mister X." in last
    assert last.endswith("Save the game? [y/N]")
    assert "hand" not in last


def test_a_game_that_was_saved_is_asked_about_again_when_it_ends(
    run: Runner, tmp_path: Path
) -> None:
    file = seated(dealt(), tmp_path, **ALONE)
    answer = sit(run, file, typed="save\nresign\ny\ny\n")
    assert "Save the game? [y/N]" in answer.out
    assert Path(file).read_text(encoding="utf-8").endswith("result: hunters resigned\n")
    assert "Mister X gave up." in sit(run, file).out


def test_quitting_leaves_no_hand_behind(run: Runner, tmp_path: Path) -> None:
    answer = sit(run, seated(dealt(), tmp_path), typed="\n2\n\nquit\ny\n")
    assert parts(answer)[-1] == "Good-bye."
    assert len(saved_game().line) == 1
