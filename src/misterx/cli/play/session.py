"""A game being played at a terminal: whose turn it is, what they see, what they do."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path

from misterx.bots import ask, find_player
from misterx.bots.hands import next_hand
from misterx.bots.readiness import make_ready
from misterx.cli.games import table_of
from misterx.cli.play import commands, saving
from misterx.cli.play.dialogue import Plan
from misterx.cli.play.seats import PERSON
from misterx.cli.play.table import AnyTurn, Then, Turn, heard
from misterx.cli.play.terminal import EndOfInput, Terminal
from misterx.cli.words import headline
from misterx.core import SPECTATOR, Event, Outcome, Refused, Seat, Viewpoint, game_of

__all__ = ["Session"]


class Session:
    """One game at one terminal, until it ends or somebody quits."""

    def __init__(self, plan: Plan, terminal: Terminal) -> None:
        self.game = plan.game
        self.seats = dict(plan.seats)
        self.terminal = terminal
        self.table = table_of(plan.game.header.game)
        self.path: Path | None = plan.path
        self.made: list[str] = []
        """The seats that made the last moves, all of them made here."""
        self._name = plan.name
        self._boards = plan.boards
        self._asks_nothing = plan.asks_nothing and PERSON not in plan.seats.values()
        self._rng = plan.rng
        self._saved = self._reached
        viewpoints = self.game.rules.viewpoints(self.game.state)
        self._news = dict.fromkeys(viewpoints, len(self.game.line))
        """How much of the game each viewpoint has been told."""
        self._on_screen: Viewpoint | None = None
        self._asked: str | None = None
        """Who was asked last."""
        people = {self.eyes(seat) for seat, who in plan.seats.items() if who == PERSON}
        self._is_hot_seat = len(people) > 1
        self._onlooker = people.pop() if len(people) == 1 else SPECTATOR

    @property
    def is_saved(self) -> bool:
        """True if nothing would be lost by stopping now."""
        return self._saved == self._reached

    @property
    def _reached(self) -> tuple[tuple[str, ...], Outcome | None]:
        """How far the game has come: its moves, and its end."""
        return tuple(entry.text for entry in self.game.line), self.game.outcome

    def eyes(self, seat: str) -> Viewpoint:
        """The eyes that a seat sees with."""
        return self.game.rules.viewpoint(Seat(seat))

    def run(self) -> None:
        """Play until the end, or until somebody leaves."""
        options = self.game.view(SPECTATOR).get("options")
        agreed = options if isinstance(options, Mapping) else {}
        self.terminal.say(headline(self._name, self.game.header.players, agreed), "bold")
        self._prepare_computers()
        try:
            while self.game.to_act:
                seats = self._up()
                persons = tuple(seat for seat in seats if self.seats[seat] == PERSON)
                if not persons:
                    self._computer_moves(seats)
                elif not self._people_move(persons):
                    return
            self._finish()
        except EndOfInput:
            self.wipe()
            lost = "" if self.is_saved else " It was not saved."
            self.terminal.say(f"There is no more input, so the game stops here.{lost}")

    def _prepare_computers(self) -> None:
        for name in set(self.seats.values()) - {PERSON}:
            find_player(name, game_of(self.game.rules))
        make_ready(self.terminal.say)

    # --- turns -----------------------------------------------------------------------------

    def _up(self) -> tuple[str, ...]:
        """Who is asked now: those who see the same together, others one after the other."""
        actors, seats = self.game.to_act, self.game.seats
        if len(set(map(self.eyes, actors))) == 1:
            return actors
        after = 0 if self._asked is None else seats.index(Seat(self._asked)) + 1
        return (next(seat for seat in seats[after:] + seats[:after] if seat in actors),)

    def _computer_moves(self, seats: tuple[str, ...]) -> None:
        rules, able = self.game.rules, tuple(map(Seat, seats))
        hand = next_hand(rules, able, {seat: self.seats[seat] for seat in able}, self._rng.choice)
        player = find_player(self.seats[hand[0]], game_of(rules))
        move = ask(player, self.game, hand, self._rng)
        self.play(move, self._mover(hand, move))
        if PERSON not in self.seats.values():
            self._tell(self._onlooker)

    def _people_move(self, persons: tuple[str, ...]) -> bool:
        """Let the people on turn act until the game has changed; false if they quit."""
        turn = self._turn(persons)
        self._hand_over(turn.eyes)
        self.show_turn(turn)
        while True:
            try:
                line = self.terminal.ask(f"\n{self.table.whose(turn)}, your move (or `help`):")
            except EndOfInput:
                line = "quit"
            match commands.obey(self, turn, line):
                case Then.ASK_AGAIN:
                    continue
                case Then.GO_ON:
                    return True
                case Then.LEAVE:
                    self.wipe()
                    self.terminal.say("Good-bye.")
                    return False

    def play(self, move: str, seat: str) -> None:
        """Play a move for a seat; raises `Refused`."""
        self.game.play(move, seat)
        self.made.append(seat)
        self._asked = seat

    def pass_on(self, turn: AnyTurn) -> bool:
        """Let the next one decide who may do so as well; false if there is nobody else."""
        self._asked = turn.persons[0]
        return len(set(map(self.eyes, self.game.to_act))) > 1

    def owner(self, turn: AnyTurn, move: str) -> str:
        """Which of the people on turn a move is for; the first of them if for none."""
        return self._mover(turn.persons, move)

    def _mover(self, seats: tuple[str, ...], move: str) -> str:
        rules = self.game.rules
        parsed = rules.parse(move)
        allowed = (
            seat for seat in seats if rules.check(self.game.state, Seat(seat), parsed) is None
        )
        return next(allowed, seats[0])

    def take_back(self) -> str:
        """The last move, taken back; raises `Refused` if it taught something."""
        move = self.game.undo()
        self.made.pop()
        for eyes, number in self._news.items():
            self._news[eyes] = min(number, len(self.game.line))
        return move

    def _turn(self, persons: tuple[str, ...]) -> AnyTurn:
        rules, state = self.game.rules, self.game.state
        moves = [
            move
            for move in rules.legal_moves(state)
            if any(rules.check(state, Seat(seat), move) is None for seat in persons)
        ]
        eyes = self.eyes(persons[0])
        seen = self.game.observe(eyes)
        return Turn(persons, eyes, seen, moves, self.table.list_choices(seen, moves))

    # --- the screen ------------------------------------------------------------------------

    def show_turn(self, turn: AnyTurn) -> None:
        """Show the table, what has happened since, and the moves there are."""
        self.terminal.show(*self.table.screen(turn, self.seats, self.terminal.width))
        self._tell(turn.eyes)
        self.terminal.show(*self.table.moves(turn, None, self.terminal.width))

    def _tell(self, eyes: Viewpoint) -> None:
        """Tell a viewpoint what it has not heard yet."""
        events, seen = self._untold(eyes), self.game.observe(eyes)
        self._news[eyes] = len(self.game.line)
        for event in events:
            for sentence in self.table.sentences(event, seen):
                self.terminal.say(sentence, "cyan")

    def _untold(self, eyes: Viewpoint) -> list[Event]:
        line = self.game.line[self._news[eyes] :]
        return heard((event for entry in line for event in entry.events), eyes)

    def _hand_over(self, eyes: Viewpoint) -> None:
        """With people who see different things: wipe the screen before it shows other things."""
        if not self._is_hot_seat or eyes == self._on_screen:
            return
        if self._on_screen is not None:
            self._let_read(self._on_screen)
        self.terminal.clear()
        self.terminal.forget_typed()
        try:
            self.terminal.ask(self.table.guard(eyes))
        finally:
            self.terminal.clear()
        self._on_screen = eyes

    def _let_read(self, eyes: Viewpoint) -> None:
        """Whoever leaves the screen first sees in peace what his move has brought him alone."""
        if any(event.kind in self.table.private for event in self._untold(eyes)):
            self._tell(eyes)
            self.terminal.ask("Press Enter when you have read this.")

    def wipe(self) -> None:
        """Leave nothing on a screen that several people look at."""
        if self._is_hot_seat:
            self.terminal.clear()

    def _finish(self) -> None:
        """The game is over: what opens at the end is shown to all."""
        self.wipe()
        self._news[self._onlooker] = max(self._news.values())
        self._tell(self._onlooker)
        self.terminal.show(*self.table.end_screen(self.game, self.terminal.width))
        if self.is_saved or self._asks_nothing:
            return
        if self.terminal.confirm("\nSave the game?"):
            self.save(self.path or saving.free_name())

    # --- keeping ---------------------------------------------------------------------------

    def save(self, path: Path) -> bool:
        """Save the game and say so; false, with the reason said, where that fails."""
        try:
            saving.save(self.game, self.seats, path)
        except OSError as error:
            self.cannot_save(str(path), error)
            return False
        self.path = path
        self._saved = self._reached
        self.terminal.say(f"Saved to {path}; {self._what_now(path)}.")
        self.terminal.say(f"The file holds everything, {self.table.secret} too: no peeking.", "dim")
        return True

    def _what_now(self, path: Path) -> str:
        """What can be done with the saved game: a command, with the boards that it needs."""
        boards = [word for folder in self._boards for word in ("--board", folder)]
        if self.game.outcome is None:
            return f"go on with `{shlex.join(['misterx', 'play', '--load', str(path), *boards])}`"
        return f"`{shlex.join(['misterx', 'replay', str(path), *boards])}` shows it"

    def cannot_save(self, path: str, error: OSError) -> None:
        """Say why a game was not saved."""
        shown = path if len(path) <= 60 else path[:57] + "..."
        self.terminal.say(f"It cannot be saved to {shown}: {error.strerror or error}.", "red")

    def refuse(self, no: Refused) -> None:
        """Say why a move was refused."""
        self.terminal.say(f"That does not work: {no}.", "red")
