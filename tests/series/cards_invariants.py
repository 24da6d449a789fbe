"""What holds at every moment of every card game, reckoned from positions as JSON."""

from collections.abc import Iterator
from random import Random

import pytest

from misterx.cards import Cards, State
from misterx.cards.moves import Lay
from misterx.core import Game, IllegalMove, Seat, Viewpoint
from tests.series.cards_tables import OF_MISTER_X
from tests.series.tables import View

PILES = "LMR"
BONUS = dict(zip(PILES, "TBU", strict=True))
ACTIONS = ("buy", "interrogate", "search", *OF_MISTER_X)
OPEN = (
    *("edition", "players", "colours", "turn", "seat", "phase", "to_move", "piles", "discard"),
    *("magnifiers", "carry", "out", "played", "owed", "x_known", "outcome"),
)
"""What every viewpoint sees as it is."""
REMOVED = {3: (9, 0), 4: (0,), 5: ()}
"""The last digits of the tickets that are taken out (C2)."""
WINNERS = {"found": "hunters", "exposed": "hunters", "no_tickets": "x", "deck_empty": "x"}


def check_moment(game: Game, rng: Random) -> None:
    """Everything that must hold now; `rng` picks what is tried."""
    rules = game.rules
    assert isinstance(rules, Cards)
    position: View = rules.position(game.state)
    check_cards(position)
    check_table(position)
    check_phase(position)
    legal = check_legal_moves(game, position)
    check_other_moves(game, position, set(legal), rng)
    check_views(game, position)
    check_sample(game, rng)
    check_restored(game, position)


def check_restored(game: Game, position: View) -> None:
    """A position put up again is the same one: all is there but what lies in the past."""
    state: State = game.state
    restored = game.rules.restore(position)
    assert game.rules.position(restored) == position
    past = {"interrogations": (), "history": (), "deck": state.deck.colours}
    assert restored._asdict() | past == state._asdict() | past
    assert restored.deck.colours == state.deck.colours


# --- cards --------------------------------------------------------------------------------


def check_cards(position: View) -> None:
    """Each ticket of the game is in exactly one place, and the Mister X card with one player."""
    held = [card for hand in position["hands"].values() for card in hand]
    held += position["laid"].values()
    assert held.count("X") == 1, "there is one Mister X card, in a hand or laid (C1, C4)"
    held.remove("X")
    lying = [*position["draw"], *position["reserve"], *position["discard"]]
    lying += position["piles"].values()
    tickets = [n for n in range(1, 91) if n % 10 not in REMOVED[position["players"]]]
    assert sorted(held + lying) == tickets
    for cards in (*position["hands"].values(), position["discard"]):
        assert cards == sorted(cards, key=lambda card: 91 if card == "X" else card)
    holders = [seat for seat, hand in position["hands"].items() if "X" in hand]
    holders += [seat for seat, card in position["laid"].items() if card == "X"]
    assert holders == [position["x"]]


def check_table(position: View) -> None:
    """Piles ascend (T2), the reserve is black (C3), magnifiers and players out fit (A1, A5)."""
    piles = [position["piles"][pile] for pile in PILES]
    assert piles == sorted(set(piles))
    assert len(position["reserve"]) <= 5
    assert all(position["colours"][ticket - 1] == "K" for ticket in position["reserve"])
    asking = position["phase"] in ("interrogate", "give")
    exposed = position["outcome"] and position["outcome"]["reason"] == "exposed"
    assert 0 <= position["magnifiers"] <= 3
    assert (position["magnifiers"] == 3) == bool(asking or exposed)
    assert position["carry"] in ((0, 1) if asking or exposed else (0,))
    for seat in position["out"]:
        assert position["hands"][seat] == []
        assert seat not in (position["x"], *position["to_move"])
    assert position["seat"] not in position["out"] or position["outcome"]


def check_phase(position: View) -> None:
    """The phase and what is owed, played and laid fit; the game is no longer than its tickets."""
    phase, played = position["phase"], position["played"]
    most = {"give": 3, "trail": {3: 5, 4: 8, 5: 11}[position["players"]]}
    if position["outcome"] is None:
        assert bool(position["owed"]) == (phase in most)
        assert position["owed"] <= most.get(phase, 0)
        assert (played is None) == (phase == "play")
    else:
        check_outcome(position)
    if played is not None:
        assert position["piles"][played["pile"]] == played["ticket"]
    assert not position["laid"] or phase == "hideout"
    assert (position["outcome"] is not None) == (phase == "over")
    assert 1 <= position["turn"] <= 90


def check_outcome(position: View) -> None:
    """The reason fits the winner and what lies on the table (F1, F2)."""
    reason = position["outcome"]["reason"]
    assert position["outcome"] == {"winner": WINNERS[reason], "reason": reason}
    assert position["to_move"] == []
    detectives = [seat for seat in position["hands"] if seat != position["x"]]
    if reason == "exposed":
        last = position["interrogation"]
        assert (last["of"], last["found"]) == (position["x"], True)
        assert len(position["hands"][position["x"]]) - 1 < 3
    elif reason == "found":
        assert position["played"]["pile"] == "R"
        assert position["seat"] != position["x"]
    elif reason == "no_tickets":
        assert not any(position["hands"][seat] for seat in detectives)
        assert (position["played"]["pile"], position["seat"]) == ("L", position["x"])
    else:
        assert position["draw"] == []


# --- moves --------------------------------------------------------------------------------


def check_legal_moves(game: Game, position: View) -> list[str]:
    """Legal moves are sorted and accepted; those who may act are those who have one."""
    rules, state = game.rules, game.state
    moves = rules.legal_moves(state)
    texts = [rules.text(move) for move in moves]
    assert texts == sorted(set(texts))
    assert [rules.parse(text) for text in texts] == list(moves)
    assert bool(moves) == (game.outcome is None)
    assert set(game.to_act) == {text.partition(":")[0] for text in texts}
    assert position["to_move"] == sorted(game.to_act)
    for move, text in zip(moves, texts, strict=True):
        allowed = [s for s in (None, *game.seats) if rules.check(state, s, move) is None]
        assert allowed == [None, Seat(text.partition(":")[0])]
    if position["phase"] == "play":
        hand = [card for card in position["hands"][position["seat"]] if card != "X"]
        assert len(moves) == len(hand) > 0, "every ticket has exactly one place (T4)"
    return texts


def check_other_moves(game: Game, position: View, legal: set[str], rng: Random) -> None:
    """Moves that are not legal are refused, and refusing changes nothing."""
    before, entries = game.state, len(game.line)
    for text in sampled_moves(position, rng):
        move = game.rules.parse(text)
        no = game.rules.check(before, None, move)
        assert (no is None) == (text in legal), text
        if no is not None:
            with pytest.raises(IllegalMove) as refused:
                game.play(text)
            assert refused.value.refusal == no
        for seat in game.seats:
            if seat != text.partition(":")[0]:
                assert game.rules.check(before, seat, move) is not None
    assert game.state is before
    assert len(game.line) == entries


def sampled_moves(position: View, rng: Random, number: int = 6) -> Iterator[str]:
    """Moves near to what is legal: of any seat, with cards in hand and elsewhere."""
    seats = [*position["hands"], *position["to_move"] * 3, "P5"]
    for _ in range(number):
        seat = rng.choice(seats)
        card = rng.choice([*position["hands"].get(seat, []), rng.randint(1, 90), "X"])
        yield f"{seat}:{card}>{rng.choice([*PILES, 'new'])}"
        yield f"{seat}:{rng.choice(['drop', 'lay'])} {card}"
        yield f"{seat}:{rng.choice(ACTIONS)}"
        yield f"{seat}:?{rng.choice(seats)}"
    yield rng.choice(["12", "12 X", "P1:12 P2:X P3:14"])


# --- views --------------------------------------------------------------------------------


def check_views(game: Game, position: View) -> None:
    """Every view shows what is open, counts what is hidden, and suspects the true holder."""
    over = position["outcome"] is not None
    for who in game.rules.viewpoints(game.state):
        view: View = game.view(who)
        assert {key: view[key] for key in OPEN} == {key: position[key] for key in OPEN}
        assert view["draw"] == len(position["draw"])
        assert view["reserve"] == len(position["reserve"])
        assert view["hands"] == {
            seat: hand if seat == who else len(hand) for seat, hand in position["hands"].items()
        }
        assert view["laid"] == {
            seat: card if seat == who else None for seat, card in position["laid"].items()
        }
        is_told = over or position["x_known"] or position["x"] == who
        assert view["x"] == (position["x"] if is_told else None)
        assert position["x"] in view["suspects"]
        assert view["suspects"] == [position["x"]] or not is_told
        check_interrogation(view["interrogation"], position["interrogation"], who)


def check_interrogation(seen: View | None, true: View | None, who: Viewpoint) -> None:
    """All hear how it ended; the two who were there know the hand (A1)."""
    if true is None:
        assert seen is None
        return
    was_there = who in (true["by"], true["of"])
    assert seen == true | {"hand": true["hand"] if was_there else len(true["hand"])}


def check_sample(game: Game, rng: Random) -> None:
    """A state made up from what somebody has seen would have shown him just that.

    A hand that he looked into holds the same cards, but for those that have come out since.
    """
    rules, state = game.rules, game.state
    who = rng.choice(rules.viewpoints(state))
    seen = rules.observe(state, who)
    made_up = rules.sample(seen, rng)
    assert rules.view(rules.observe(made_up, who)) == rules.view(seen)
    position: View = rules.position(made_up)
    check_cards(position)
    assert len(position["reserve"]) == len(state.reserve)
    for asked in state.interrogations:
        since = state.history[asked.after :]
        if asked.by == who and not any(isinstance(move, Lay) for move in since):
            still_there = set(asked.hand) & set(state.hand(asked.of))
            assert still_there <= set(made_up.hand(asked.of))


# --- steps --------------------------------------------------------------------------------


def check_step(before: View, after: View, move: str) -> None:
    """Cards come off the top, as many as the move says (T1, T4, A1, actions 1 and 2, F3)."""
    draw, gone = before["draw"], len(before["draw"]) - len(after["draw"])
    assert after["draw"] == draw[gone:]
    number = tickets_due(before, move)
    if after["outcome"] is None and after["turn"] > before["turn"]:
        assert after["turn"] == before["turn"] + 1
        number += 1
    assert gone == min(number, len(draw))
    taken = len(before["reserve"]) - len(after["reserve"])
    found = before["phase"] == "interrogate" and after["interrogation"]["found"]
    assert after["reserve"] == before["reserve"][taken:]
    assert taken == (1 if found and before["reserve"] else 0)
    assert set(before["discard"]) <= set(after["discard"])
    assert set(before["out"]) <= set(after["out"])
    assert after["magnifiers"] == magnifiers_due(before, after, move)
    if before["phase"] == "hideout" and after["phase"] != "hideout":
        assert not after["x_known"], "nobody knows who took the card (A6)"
    else:
        told = found or move.endswith(OF_MISTER_X)
        assert after["x_known"] == (told or before["x_known"])


def magnifiers_due(before: View, after: View, move: str) -> int:
    """How many magnifiers are up after a move (A1, A2)."""
    what = move.partition(":")[2]
    card, _, pile = what.partition(">")
    up = int(before["magnifiers"])
    if before["phase"] in ("interrogate", "give"):
        goes_on = after["phase"] == "give" or (after["outcome"] or {}).get("reason") == "exposed"
        return up if goes_on else int(before["carry"])
    if pile == "M":
        up += {"K": 0, BONUS["M"]: 2}.get(before["colours"][int(card) - 1], 1)
    elif what == "interrogate":
        up += 1
    return min(up, 3) if up < 3 or after["phase"] == "interrogate" else up - 3


def tickets_due(before: View, move: str) -> int:
    """How many tickets leave the draw pile by a move itself."""
    what = move.partition(":")[2]
    card, _, pile = what.partition(">")
    if pile == "new":
        return 3
    if pile == "L":
        colour = before["colours"][int(card) - 1]
        return {"K": 0, BONUS["L"]: 2}.get(colour, 1)
    return {"buy": 1, "equip": 4}.get(what, 0)
