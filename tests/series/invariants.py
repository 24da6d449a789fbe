"""What holds at every moment of every chase, reckoned from positions as JSON."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from misterx.board import Transport
from misterx.chase import Chase, Edition
from misterx.core import Game, IllegalMove, Outcome
from tests.series.tables import View

KINDS = {"T": "taxi", "B": "bus", "U": "underground"}
"""The ordinary tickets by their letter."""


def check_moment(game: Game, rng: Random) -> None:
    """Everything that must hold now; `rng` picks the moves that are tried and refused."""
    view = game.view("X")
    rules = game.rules
    assert isinstance(rules, Chase)
    check_tickets(view, rules.data)
    check_stations(view)
    check_counts(view, rules.data)
    check_belief(game, view)
    legal = check_legal_moves(game)
    check_other_moves(game, view, set(legal), rng)
    if view["turn"] == "hunters" and not view["moved"] and legal:
        assert any(move.startswith("D") for move in legal), "bobbies alone do not play on (E3)"
    if (outcome := game.outcome) is not None:
        check_outcome(view, rules.data, outcome)


# --- tickets ------------------------------------------------------------------------------


def check_tickets(view: View, edition: Edition) -> None:
    """No ticket is made or lost (R2, D2, V2): what was dealt lies in purses, hands and the log.

    Classic: a detective's purse and what he has used or handed over are what he was dealt.
    Supply: purses, the supply and Mister X's log together are the box. Hand: purses, his hand and
    his log together are what all were dealt. Black tickets and double cards: what he has left and
    what he has used.
    """
    laid = Counter(entry["ticket"] for entry in view["log"])
    own = view["mister_x"]
    black = edition.black
    if black is None:
        black = sum(piece.startswith("D") for piece in view["hunters"])
    assert own["black"] + laid["K"] == black
    assert own["double"] + sum("+" in move for move in view["history"]) == edition.double
    dealt = edition.detective_tickets
    if dealt is None:
        assert (view["tickets"], view["pool"], view["supply"]) == ({}, None, None)
        return
    detectives = [piece for piece in view["hunters"] if piece.startswith("D")]
    used = used_tickets(view["history"])
    for letter, kind in KINDS.items():
        each = getattr(dealt, kind)
        if view["pool"] is not None:
            purses = view["pool"][kind]
            assert purses + sum(used[d, letter] for d in detectives) == each * len(detectives)
        else:
            purses = sum(view["tickets"][d][kind] for d in detectives)
            for d in detectives:
                assert view["tickets"][d][kind] >= 0
                assert view["tickets"][d][kind] + used[d, letter] == each
        if edition.box is not None:
            assert view["supply"][kind] >= 0
            assert purses + view["supply"][kind] + laid[letter] == getattr(edition.box, kind)
        elif own[kind] is not None:
            assert edition.x_hand is not None
            everything = each * len(detectives) + getattr(edition.x_hand, kind)
            assert own[kind] >= 0
            assert purses + own[kind] + laid[letter] == everything


def used_tickets(history: Sequence[str]) -> Counter[tuple[str, str]]:
    """How many tickets of each kind each detective has used or had taken from him."""
    used: Counter[tuple[str, str]] = Counter()
    for move in history:
        if move.startswith("X:take "):
            piece, _, letter = move.removeprefix("X:take ").partition("=")
            used[piece, letter] += 1
        elif move.startswith("D") and ":" in move:
            piece, _, ride = move.partition(":")
            used[piece, ride[0]] += 1
    return used


# --- stations and counts ------------------------------------------------------------------


def check_stations(view: View) -> None:
    """Nobody shares a station, but for the hunter who has caught Mister X (R3)."""
    hunters = [at for at in view["hunters"].values() if at is not None]
    assert len(set(hunters)) == len(hunters)
    caught = view["outcome"] == ["hunters", "caught"]
    assert (view["x"] in hunters) == caught


def check_counts(view: View, edition: Edition) -> None:
    """Log and rounds keep within the edition, and a window is written for every stop (X1)."""
    rides = [m for m in view["history"] if m[:2] == "X:" and m[2:6] not in ("show", "hide", "take")]
    assert len(view["log"]) == sum(1 + ("+" in ride) for ride in rides) <= edition.log
    assert view["round"] <= edition.rounds
    if None not in view["hunters"].values():
        assert view["round"] == len(rides) + (view["turn"] == "X" and view["pending"] is None)


def check_belief(game: Game, view: View) -> None:
    """The truth is among the possible stations, whoever looks (D7); all see the same ones."""
    possible = view["possible"]
    assert view["x"] == game.state.x
    assert view["x"] in possible
    assert possible == sorted(set(possible))
    for who in ("hunters", "spectator"):
        assert list(game.observe(who).possible) == possible


# --- moves --------------------------------------------------------------------------------


def check_legal_moves(game: Game) -> list[str]:
    """Legal moves are sorted and accepted; the seats that may act are those that have one (R1)."""
    rules, state = game.rules, game.state
    moves = rules.legal_moves(state)
    texts = [rules.text(move) for move in moves]
    assert texts == sorted(set(texts))
    actors = game.to_act
    assert bool(moves) == bool(actors) == (game.outcome is None)
    for move in moves:
        assert rules.check(state, None, move) is None, move
    some = moves[:: len(moves) // 10 + 1]
    assert [rules.parse(rules.text(move)) for move in some] == list(some)
    for seat in game.seats:
        tried = moves if seat in actors else some
        able = any(rules.check(state, seat, move) is None for move in tried)
        assert able == (seat in actors), seat
    return texts


def check_other_moves(game: Game, view: View, legal: set[str], rng: Random) -> None:
    """Moves that are not legal are refused, and refusing changes nothing."""
    before, entries = game.state, len(game.line)
    for text in sampled_moves(game, view, rng):
        no = game.rules.check(before, None, game.rules.parse(text))
        assert (no is None) == (text in legal), text
        if no is not None:
            with pytest.raises(IllegalMove) as refused:
                game.play(text)
            assert refused.value.refusal == no
    assert game.state is before
    assert len(game.line) == entries


def sampled_moves(game: Game, view: View, rng: Random, number: int = 6) -> list[str]:
    """Moves near to what is legal: of any piece, along real lines and elsewhere."""
    rules = game.rules
    assert isinstance(rules, Chase)
    board = rules.data.board

    def stop(here: int) -> int:
        near = [s for line in Transport for s in board.neighbours(here, line)]
        return rng.choice([*near, rng.choice(board.stations)])

    texts = []
    for _ in range(number):
        piece = rng.choice(["X", "X", *view["hunters"], "D1", "D5", "B2"])
        here = view["x"] if piece == "X" else view["hunters"].get(piece) or 1
        to = stop(here)
        if piece == "X":
            text = f"X:{rng.choice(['T', 'B', 'U', 'K', ''])}{to}"
            if rng.random() < 0.5:
                text += f"+{rng.choice(['T', 'B', 'U', 'K', ''])}{stop(to)}"
        else:
            text = f"{piece}:{rng.choice(['T', 'B', 'U', ''])}{to}"
        texts.append(text)
    decisions = ["X:show", "X:hide", "X:take D1=T", "X:take D2=U", "D1@41", "D2@46", "X@82"]
    return [*texts, rng.choice(decisions), rng.choice(decisions)]


# --- the end ------------------------------------------------------------------------------


def check_outcome(view: View, edition: Edition, outcome: Outcome) -> None:
    """The reason fits the winner and what stands on the board (E1 to E3, X5)."""
    winner, reason, at = outcome.winner, str(outcome.reason), outcome.at
    assert view["outcome"] == [winner, reason]
    assert view["to_move"] == []
    assert (at["round"], at["window"], at["station"]) == (
        view["round"],
        len(view["log"]),
        view["x"],
    )
    check_log(view, edition)
    if reason == "caught":
        assert winner == "hunters"
        assert view["hunters"][at["piece"]] == view["x"]
        assert view["moved"][-1] == at["piece"]
        return
    assert at["piece"] is None
    if reason == "trapped":
        assert (winner, view["turn"]) == ("hunters", "X")
        assert not free_stops(view, edition)
    elif reason == "survived":
        assert winner == "x"
        assert view["round"] == edition.rounds or len(view["log"]) == edition.log
        assert sorted(view["moved"]) == sorted(view["hunters"])
    else:
        assert (winner, reason, view["turn"]) == ("x", "no_moves", "hunters")
        assert view["moved"] == []


def check_log(view: View, edition: Edition) -> None:
    """Every window of the open log was reached on its ticket (E4)."""
    here = view["start_x"]
    for entry in view["log"]:
        lines = set(edition.board.transports_between(here, entry["station"]))
        if entry["ticket"] in KINDS:
            lines &= {Transport(KINDS[entry["ticket"]])}
        elif entry["ticket"] is None:
            lines -= {Transport.FERRY}
        assert lines & edition.transports, entry
        here = entry["station"]
    assert view["x"] == here


def free_stops(view: View, edition: Edition) -> set[int]:
    """Where Mister X could still go, whatever it costs him."""
    ordinary = view["supply"] or view["mister_x"]
    open_to_him = {
        line
        for line in edition.transports
        if view["mister_x"]["black"] or (line is not Transport.FERRY and ordinary[line] != 0)
    }
    stops = {stop for line in open_to_him for stop in edition.board.neighbours(view["x"], line)}
    return stops - set(view["hunters"].values())
