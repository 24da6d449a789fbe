"""A game being played at a terminal: whose turn it is, what they see, what they do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.text import Text

from misterx.bots import ask, find_player
from misterx.chase import Move, Observation
from misterx.cli.play import commands, saving
from misterx.cli.play.choices import Choice, choices_table, list_choices
from misterx.cli.play.dialogue import Plan
from misterx.cli.play.news import told
from misterx.cli.play.screen import end_screen, headline, turn_screen
from misterx.cli.play.seats import PERSON, X
from misterx.cli.play.terminal import EndOfInput, Terminal
from misterx.cli.words import listed
from misterx.core import Refused, Seat

__all__ = ["Session", "Turn"]

_HUNTERS = "hunters"
_GUARD = {
    X: "Detectives, look away! Pass the device to Mister X, then press Enter.",
    _HUNTERS: "Pass the device to the detectives, then press Enter.",
}


@dataclass(frozen=True, slots=True)
class Turn:
    """What the people on turn see and may do."""

    persons: tuple[str, ...]
    seen: Observation
    moves: Sequence[Move]
    choices: Sequence[Choice]

    @property
    def side(self) -> str:
        """`X`, or `hunters` for everybody else."""
        return X if X in self.persons else _HUNTERS

    @property
    def legal(self) -> list[str]:
        """The moves in the notation."""
        return [str(move) for move in self.moves]


class Session:
    """One game at one terminal, until it ends or somebody quits."""

    def __init__(self, plan: Plan, terminal: Terminal) -> None:
        self.game = plan.game
        self.seats = dict(plan.seats)
        self.terminal = terminal
        self.path: Path | None = plan.path
        self.show_where = True
        self.made: list[str] = []
        """The seats that made the last moves, all of them made here."""
        self._name = plan.name
        self._rng = plan.rng
        self._saved = len(self.game.line)
        self._news = {X: self._saved, _HUNTERS: self._saved}
        """How much of the game each side has been told."""
        self._on_screen: str | None = None
        people = {X if seat == X else _HUNTERS for seat, who in plan.seats.items() if who == PERSON}
        self._is_hot_seat = len(people) == 2
        self._onlooker = X if people == {X} else _HUNTERS

    @property
    def is_saved(self) -> bool:
        """True if nothing would be lost by stopping now."""
        return self._saved == len(self.game.line)

    def run(self) -> None:
        """Play until the end, or until somebody leaves."""
        self.terminal.say(headline(self.game.observe(_HUNTERS), self._name), "bold")
        try:
            while actors := self.game.to_act:
                persons = tuple(seat for seat in actors if self.seats[seat] == PERSON)
                if not persons:
                    self._computer_moves(actors[0])
                elif not self._people_move(persons):
                    return
            self._finish()
        except EndOfInput:
            lost = "" if self.is_saved else " It was not saved."
            self.terminal.say(f"There is no more input, so the game stops here.{lost}")

    # --- turns -----------------------------------------------------------------------------

    def _computer_moves(self, seat: str) -> None:
        self.play(ask(find_player(self.seats[seat]), self.game, seat, self._rng), seat)
        if PERSON not in self.seats.values():
            self._tell(self._onlooker)

    def _people_move(self, persons: tuple[str, ...]) -> bool:
        """Let the people on turn act until the game has changed; false if they quit."""
        turn = self._turn(persons)
        self._hand_over(turn.side)
        self.show_turn(turn)
        while True:
            try:
                line = self.terminal.ask(self._prompt(turn))
            except EndOfInput:
                line = "quit"
            match commands.obey(self, turn, line):
                case commands.Then.ASK_AGAIN:
                    continue
                case commands.Then.GO_ON:
                    return True
                case commands.Then.LEAVE:
                    self._leave()
                    return False

    def play(self, move: str, seat: str) -> None:
        """Play a move for a seat; raises `Refused`."""
        self.game.play(move, seat)
        self.made.append(seat)

    def owner(self, turn: Turn, move: str) -> str:
        """Which of the people on turn a move is for; the first of them if for none."""
        rules = self.game.rules
        parsed = rules.parse(move)
        allowed = (
            seat
            for seat in turn.persons
            if rules.check(self.game.state, Seat(seat), parsed) is None
        )
        return next(allowed, turn.persons[0])

    def take_back(self) -> str:
        """The last move, taken back; raises `Refused` if it taught something."""
        move = self.game.undo()
        self.made.pop()
        for side, number in self._news.items():
            self._news[side] = min(number, len(self.game.line))
        return move

    def _turn(self, persons: tuple[str, ...]) -> Turn:
        rules, state = self.game.rules, self.game.state
        moves = [
            move
            for move in rules.legal_moves(state)
            if any(rules.check(state, Seat(seat), move) is None for seat in persons)
        ]
        seen: Observation = self.game.observe(X if X in persons else _HUNTERS)
        return Turn(persons, seen, moves, list_choices(moves))

    # --- the screen ------------------------------------------------------------------------

    def show_turn(self, turn: Turn) -> None:
        """Show the table, what has happened since, and the moves there are."""
        terminal = self.terminal
        terminal.show(
            *turn_screen(
                turn.seen, self.seats, turn.persons, terminal.width, show_where=self.show_where
            )
        )
        self._tell(turn.side)
        self.show_moves(turn)

    def show_moves(self, turn: Turn, piece: str | None = None) -> None:
        """Show the list of moves, or of one piece's."""
        self.terminal.show(choices_table(turn.choices, turn.seen, piece))
        if len(turn.choices) < len(turn.moves):
            self.terminal.say("`double` lists the double moves.", "dim")

    def _tell(self, side: str) -> None:
        """Tell a side what it has not heard yet."""
        line = self.game.line
        events = [event for turnout in line[self._news[side] :] for event in turnout.events]
        self._news[side] = len(line)
        for sentence in told(events, side):
            self.terminal.show(Text(sentence, style="cyan"))

    def _prompt(self, turn: Turn) -> str:
        groups = list(dict.fromkeys(choice.group for choice in turn.choices))
        whose = "Mister X" if turn.side == X else listed(groups, "or")
        return f"\n{whose}, your move (or `help`):"

    def _hand_over(self, side: str) -> None:
        """With people on both sides: wipe the screen before it shows the other side's view."""
        if not self._is_hot_seat or side == self._on_screen:
            return
        self.terminal.clear()
        try:
            self.terminal.ask(_GUARD[side])
        finally:
            self.terminal.clear()
        self._on_screen = side

    def _finish(self) -> None:
        """The game is over: everything opens."""
        outcome = self.game.outcome
        assert outcome is not None, "nobody is to act"
        self._tell(self._onlooker)
        self.terminal.show(*end_screen(outcome, self.game.observe(X), self.terminal.width))
        if not self.is_saved and self.terminal.confirm("\nSave the game?"):
            self.save(self.path or saving.free_name())

    def _leave(self) -> None:
        if self._is_hot_seat and self._on_screen == X:
            self.terminal.clear()
        self.terminal.say("Good-bye.")

    # --- keeping ---------------------------------------------------------------------------

    def save(self, path: Path) -> bool:
        """Save the game and say so; false, with the reason said, where that fails."""
        try:
            saving.save(self.game, self.seats, path)
        except OSError as error:
            self.terminal.say(f"It cannot be saved to {path}: {error.strerror or error}.", "red")
            return False
        self.path = path
        self._saved = len(self.game.line)
        self.terminal.say(f"Saved to {path}; go on with `misterx play --load {path}`.")
        self.terminal.say("The file holds everything, Mister X's station too: no peeking.", "dim")
        return True

    def refuse(self, no: Refused) -> None:
        """Say why a move was refused."""
        self.terminal.say(f"That does not work: {no}.", "red")
