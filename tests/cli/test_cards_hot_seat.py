"""Several people, one screen: nobody sees another's hand, in whole games and byte by byte."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pexpect
import pytest

from misterx.cards.deck import card_text
from misterx.cli import main
from misterx.core import Game, Record, Viewpoint
from tests.cli.card_deals import HANDS, dealt, seated
from tests.cli.test_play_terminal import MOVE, WIPED, at_a_terminal, shown, status

PUSHED = "\n" * 100
LISTED = re.compile(r"^ *(\d+|X)\) ", re.MULTILINE)
HAND = re.compile(r"^Your hand: .*\n((?:[XTBUK] .*\n)+)", re.MULTILINE)
CARD = re.compile(r"\d+|the Mister X card")
PRIVATE = re.compile(r"^(P\d) (?:draws|takes) |^It is .* that (P\d) has laid", re.MULTILINE)


class Everybody:
    """Whoever sits at the screen: presses Enter at the guard, and picks any move of the list."""

    def __init__(self, capsys: pytest.CaptureFixture[str], rng: Random) -> None:
        self.capsys, self.rng = capsys, rng
        self.screens: list[str] = []

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        screen = self.capsys.readouterr().out
        self.screens.append(screen)
        if "Save the game?" in screen:
            return "y\n"
        listed = LISTED.findall(screen) if "your move" in screen else []
        return f"{self.rng.choice(listed)}\n" if listed else "\n"


def play(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, seed: int, *words: str
) -> str:
    """Everything that stood on the screen in a whole game."""
    everybody = Everybody(capsys, Random(seed))
    monkeypatch.setattr(sys, "stdin", everybody)
    assert main(["play", "--edition", "cards-2017", "--seed", str(seed), *words]) == 0
    return "".join((*everybody.screens, capsys.readouterr().out))


def saved_game() -> Game:
    return Game.from_record(Record.from_text(Path("misterx-1.txt").read_text(encoding="utf-8")))


def hands_of(game: Game) -> Iterator[tuple[str, set[str]]]:
    """The seat that was asked at each moment of a game, and its hand then."""
    rules = game.rules
    for entry, turnout in enumerate(game.line):
        seat = turnout.text.partition(":")[0]
        if not turnout.by_chance:
            hand = rules.observe(game.state_at(entry), Viewpoint(seat)).hand
            yield seat, {card_text(card) for card in hand}


@pytest.mark.parametrize(("players", "seed"), ((3, 1), (4, 2), (5, 3), (3, 8)))
def test_a_whole_game_with_everybody_at_one_screen(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    players: int,
    seed: int,
) -> None:
    monkeypatch.chdir(tmp_path)
    out = play(capsys, monkeypatch, seed, "--players", str(players), "--others", "person")
    asked = list(hands_of(saved_game()))
    expected = iter(asked)
    for part in out.split(PUSHED):
        owners = set(re.findall(r"^(P\d), your move", part, re.MULTILINE))
        assert len(owners) <= 1
        told = {a or b for a, b in PRIVATE.findall(part)}
        assert told <= owners
        for block in HAND.findall(part):
            seat, hand = next(expected)
            assert owners == {seat}
            cards = {"X" if "M" in card else card for card in CARD.findall(block)}
            assert cards == hand
    assert next(expected, None) is None
    assert len(asked) > 15
    assert "The game is over" in out.split(PUSHED)[-1]
    assert "was Mister X." in out.split(PUSHED)[-1]
    assert "That does not work" not in out


def test_people_and_computers_play_a_whole_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("--players", "4", "--seat", "P2=person", "--seat", "P4=person", "--others", "random")
    out = play(capsys, monkeypatch, 5, *words)
    assert "Pass the device to P2" in out
    assert "Pass the device to P4" in out
    assert "Pass the device to P1" not in out
    assert saved_game().outcome is not None
    assert saved_game().header.tags["seat P1"] == "random"


def test_computers_among_themselves(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    out = play(capsys, monkeypatch, 2, "--players", "5", "--others", "random")
    assert PUSHED not in out
    assert "plays" in out
    assert not PRIVATE.search(out)
    assert "was Mister X." in out


# --- at a real terminal -----------------------------------------------------------------------


def second_screen(folder: Path, hands: dict[str, tuple[int | str, ...]]) -> str:
    """Everything the terminal gets from the moment P2 has taken over."""
    file = seated(dealt(hands), folder)
    with at_a_terminal(folder, "--load", file) as child:
        child.expect("Pass the device to P1, then press Enter")
        child.sendline("")
        child.expect(MOVE)
        assert "the Mister X card" in shown(child) or "X" not in hands["P1"]
        child.sendline("22")
        child.expect("Press Enter when you have read this")
        child.sendline("")
        child.expect("Pass the device to P2, then press Enter")
        assert shown(child).endswith((WIPED, WIPED + "\x1b[1m"))
        child.sendline("")
        child.expect(MOVE)
        return shown(child).partition(WIPED)[2]


def test_after_the_guard_the_bytes_do_not_depend_on_other_hands(tmp_path: Path) -> None:
    """Whatever the others hold and draw, and whoever is Mister X: P2 gets the same bytes."""
    hands = {seat: tuple(cards) for seat, cards in HANDS.items()}
    x, *rest = hands["P1"]
    y, *others = hands["P3"]
    kept = [card for card in rest if card == 22]
    swapped = {**hands, "P1": (y, *rest), "P3": (x, *others)}
    mixed = {**hands, "P1": (y, *kept, *others[:6]), "P3": (x, *others[6:], *rest[:1], *rest[2:])}
    screens = {second_screen(tmp_path, each) for each in (hands, swapped, mixed)}
    (screen,) = screens
    assert "P1 plays T22 on the left pile: buy a ticket, +1 for taxi." in screen
    assert "P1 or P3 can be him" in screen


def plain(child: pexpect.spawn[str]) -> str:
    """What was printed since, without colours."""
    return re.sub(r"\x1b\[[0-9;]*m|\r", "", shown(child))


THREE = ("--edition", "cards-2017", "--players", "3", "--others", "person", "--seed", "1")
READ = "Press Enter when you have read this"
GUARD = r"Pass the device to P\d, then press Enter"


def test_three_people_play_a_whole_game_at_a_terminal(tmp_path: Path) -> None:
    rng, screens = Random(3), 0
    with at_a_terminal(tmp_path, *THREE) as child:
        while (what := child.expect([GUARD, READ, MOVE, r"Save the game\? \[y/N\]"])) != 3:
            if what == 0:
                assert shown(child).endswith((WIPED, WIPED + "\x1b[1m"))
            if what == 2:
                screens += 1
                child.sendline(rng.choice(LISTED.findall(plain(child))))
            else:
                child.sendline("")
        last = plain(child).rpartition(WIPED)[2]
        assert "The game is over" in last
        assert "was Mister X." in last
        assert "Your hand" not in last
        child.sendline("y")
        child.expect("Saved to misterx-1.txt")
        assert status(child) == 0
    assert screens > 15
    text = (tmp_path / "misterx-1.txt").read_text(encoding="utf-8")
    assert Game.from_record(Record.from_text(text)).outcome is not None


def test_an_enter_too_many_does_not_open_the_next_hand(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, *THREE) as child:
        child.expect(GUARD)
        child.sendline("")
        child.expect(MOVE)
        card = LISTED.findall(plain(child))[0]
        child.send(f"{card}\r\r\r")
        if child.expect([GUARD, READ]) == 1:
            child.sendline("")
            child.expect(GUARD)
        assert child.expect([MOVE, pexpect.TIMEOUT], timeout=1) == 1
        child.sendline("")
        child.expect(MOVE)


def test_three_people_go_on_later(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, *THREE) as child:
        child.expect(GUARD)
        child.sendline("")
        child.expect(MOVE)
        child.sendline("save mine.txt")
        child.expect("no peeking")
        child.expect(MOVE)
        child.sendline("quit")
        child.expect("Good-bye.")
        assert WIPED in shown(child)
        assert status(child) == 0
    with at_a_terminal(tmp_path, "--load", "mine.txt") as child:
        child.expect(GUARD)
        assert "Your hand" not in shown(child)
        child.sendline("")
        child.expect(MOVE)
        assert "Your hand: 9 cards" in plain(child)


def test_ctrl_c_leaves_no_hand_behind(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, *THREE) as child:
        child.expect(GUARD)
        child.sendline("")
        child.expect(MOVE)
        child.sendintr()
        child.expect("misterx: stopped")
        assert WIPED in shown(child)
        assert status(child) == 130
