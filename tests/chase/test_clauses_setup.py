"""S: who sits at the table, with which pieces, and where they start."""

from collections.abc import Iterable
from fractions import Fraction

import pytest

from misterx import Refused, new_game
from misterx.core import Setup
from misterx.core.registry import rules_for
from misterx.core.rules import Event
from tests.chase.positions import (
    CLASSIC,
    MODERN,
    TABLES,
    WITH_TICKETS,
    answer,
    begin,
    counted,
    every_edition,
    every_table,
    game_pieces,
    play,
    put_up,
    refused,
    seen,
    where,
)

CLASSIC_CARDS = {13, 26, 29, 34, 50, 53, 91, 94, 103, 112, 117, 132, 138, 141, 155, 174, 197, 198}
D_CARDS = {13, 26, 29, 34, 50, 53, 91, 94, 103, 112, 117, 123, 138, 141, 155, 174}
X_CARDS = {35, 45, 51, 71, 78, 104, 106, 127, 132, 146, 166, 170, 172}
CARDS = {
    **dict.fromkeys((*CLASSIC, "research-2011"), (CLASSIC_CARDS, CLASSIC_CARDS)),
    **dict.fromkeys(MODERN, (D_CARDS, X_CARDS)),
    "beginner": ({41, 46, 124, 142}, {82}),
}


@pytest.mark.clause("S1")
@every_edition(*CLASSIC)
def test_three_players_two_hunters_with_two_detectives_each(edition: str) -> None:
    game = put_up(edition, 3, x=45)
    assert where(game)["mister_x"]["black"] == 4
    play(game, "X:T58")
    for piece, seat, other in (("D1", "H1", "H2"), ("D2", "H1", "H2"), ("D3", "H2", "H1")):
        move = game.legal[0]
        assert move.startswith(piece)
        assert game.to_act == (seat,)
        assert refused(game, move, other) == "not_your_turn"
        game.play(move, seat)
    assert game.to_act == ("H2",)
    assert game.legal[0].startswith("D4")


@pytest.mark.clause("S1")
@every_edition(*CLASSIC)
def test_the_tickets_of_one_players_two_detectives_stay_apart(edition: str) -> None:
    game = put_up(edition, 3, x=45, hunters={"D1": 1, "D2": 30}, tickets={"D1": (0, 1, 0)})
    play(game, "X:T59")
    assert refused(game, "D1:T8") == "no_ticket"
    play(game, "D1:B46", "D2:T17")
    tickets = seen(game)["tickets"]
    assert (tickets["D1"], tickets["D2"]) == (counted(0, 0, 0), counted(9, 8, 4))


@pytest.mark.clause("S1")
@every_table()
def test_otherwise_each_hunter_has_the_detective_of_his_number(edition: str, players: int) -> None:
    """Nobody else may move it, Mister X least of all."""
    if edition in CLASSIC and players == 3:
        owners = {"D1": "H1", "D2": "H1", "D3": "H2", "D4": "H2"}
    elif players == 2:
        owners = dict.fromkeys(("D1", "D2"), "H1")
    else:
        owners = {piece: f"H{piece[1]}" for piece in game_pieces(begin(edition, players))}
    ticket = "" if edition == "beginner" else "T"
    game = put_up(edition, players, x=45)
    play(game, f"X:{ticket}58")
    while where(game)["turn"] == "hunters":
        move = game.legal[-1]
        piece = move[:2]
        if piece[0] == "D":
            for seat in game.seats:
                if seat != owners[piece]:
                    assert refused(game, move, seat) == "not_your_turn"
            game.play(move, owners[piece])
        else:
            game.play(move)


@pytest.mark.clause("S2")
@every_table()
@pytest.mark.parametrize("seed", range(12))
def test_start_cards_are_drawn_without_replacement(edition: str, players: int, seed: int) -> None:
    position = where(begin(edition, players, seed=seed))
    hunters, x = CARDS[edition]
    stations = list(position["hunters"].values())
    assert len({*stations, position["x"]}) == len(stations) + 1
    assert set(stations) <= hunters
    assert position["x"] in x


@pytest.mark.clause("S2")
@every_edition(*WITH_TICKETS)
def test_every_card_of_the_pile_is_as_likely_as_the_others(edition: str) -> None:
    players = TABLES[edition][-1]
    rules = rules_for(edition)
    state = rules.new_game(Setup(players))
    hunters, x = CARDS[edition]
    drawn: set[int] = set()
    for piece in (*game_pieces(begin(edition, players)), "X"):
        pile = (x if piece == "X" else hunters) - drawn
        odds = {str(move): chance for move, chance in rules.chance_outcomes(state)}
        assert odds == {f"{piece}@{card}": Fraction(1, len(pile)) for card in pile}
        card = min(pile)
        drawn.add(card)
        state = rules.apply(state, rules.parse(f"{piece}@{card}")).state
    assert rules.chance_outcomes(state) == []


@pytest.mark.clause("S2")
@every_table(*WITH_TICKETS)
def test_mister_xs_card_is_known_to_him_alone(edition: str, players: int) -> None:
    """With two different cards of his the hunters and spectators see the very same."""
    first = begin(edition, players)
    hunters = where(first)["hunters"]
    card, *others = sorted(CARDS[edition][1] - set(hunters.values()))
    games = [begin(edition, players, starts={**hunters, "X": x}) for x in (card, others[0])]
    for who in ("hunters", "spectator"):
        views = [seen(game, who) for game in games]
        assert views[0] == views[1]
        assert views[0]["x"] is None
        assert views[0]["start_x"] is None
        assert views[0]["possible"] == [card, *others]
        assert views[0]["starts"] == hunters
    assert [seen(game, "X")["x"] for game in games] == [card, others[0]]
    assert [seen(game, "X")["start_x"] for game in games] == [card, others[0]]


@pytest.mark.clause("S2")
@every_table(*WITH_TICKETS)
def test_drawing_his_card_tells_nobody_else(edition: str, players: int) -> None:
    deal = begin(edition, players).line
    assert {told(turnout.events) for turnout in deal[:-1]} == {("X", "hunters", "spectator")}
    assert told(deal[-1].events) == ("X",)


def told(events: Iterable[Event]) -> tuple[str, ...]:
    """Who hears of any of these events."""
    return tuple(sorted({who for event in events for who in event.audience}))


@pytest.mark.clause("S2")
def test_cards_that_are_fixed_leave_the_pile() -> None:
    for seed in range(30):
        game = new_game("classic-2000", 6, seed=seed, starts={"X": 26, "D3": 13})
        stations = where(game)["hunters"]
        assert (where(game)["x"], stations["D3"]) == (26, 13)
        assert len({26, *stations.values()}) == 6


@pytest.mark.clause("S2")
@pytest.mark.parametrize(
    "starts",
    ({"D1": 13, "D2": 13}, {"X": 13}, {"D1": 35}, {"D1": 1}, {"D4": 13}, {"B2": 13}, {"D1": None}),
    ids=str,
)
def test_nobody_starts_where_he_has_no_card(starts: dict[str, int]) -> None:
    with pytest.raises(Refused) as no:
        new_game("modern-2013", 4, starts=starts)
    assert no.value.refusal.code == "bad_setup"


@pytest.mark.clause("S3")
@every_edition(*MODERN)
@pytest.mark.parametrize(("players", "bobby"), ((3, "B1"), (3, "B2"), (4, "B1")))
def test_any_hunter_may_move_a_bobby(edition: str, players: int, bobby: str) -> None:
    for seat in (f"H{n}" for n in range(1, players)):
        game = play(put_up(edition, players, x=45, hunters={bobby: 1}), "X:T58")
        game.play(f"{bobby}:8", seat)
        assert where(game)["hunters"][bobby] == 8


@pytest.mark.clause("S3")
@every_edition(*MODERN)
def test_mister_x_may_not_move_a_bobby(edition: str) -> None:
    game = play(put_up(edition, 4, x=45, hunters={"B1": 1}), "X:T58")
    assert refused(game, "B1:8", "X") == "not_your_turn"


@pytest.mark.clause("S3")
@pytest.mark.clause("R6")
@every_edition(*MODERN)
def test_a_bobby_needs_no_ticket_and_rides_everything_but_the_ferry(edition: str) -> None:
    game = play(put_up(edition, 4, x=45, hunters={"B1": 13}), "X:T58")
    stops = {move[3:] for move in game.legal if move.startswith("B1:")}
    assert stops == {"4", "14", "23", "24", "46", "52", "67", "89"}
    before = where(game)
    play(game, "B1:89")
    after = where(game)
    assert (before["tickets"], before["supply"]) == (after["tickets"], after["supply"])
    game = play(put_up(edition, 4, x=45, hunters={"B1": 194}), "X:T58")
    assert refused(game, "B1:157") == "no_connection"


@pytest.mark.clause("S4")
@every_edition(*MODERN)
def test_two_players_one_hunter_moves_two_detectives_and_two_bobbies(edition: str) -> None:
    game = put_up(edition, 2, x=45, hunters={"D1": 1, "D2": 30, "B1": 162, "B2": 104})
    assert game.seats == ("X", "H1")
    play(game, "X:T60")
    for move in ("B1:136", "D2:T17", "D1:T8", "B2:116"):
        assert game.to_act == ("H1",)
        game.play(move, "H1")
    assert game.to_act == ("X",)


@pytest.mark.clause("S4")
@every_edition(*MODERN)
def test_the_two_detectives_share_one_pool(edition: str) -> None:
    pool = counted(1, 1, 0)
    game = put_up(edition, 2, x=45, hunters={"D1": 1, "D2": 30}, pool=pool)
    supply = where(game)["supply"]
    play(game, "X:T60", "D2:T17")
    assert seen(game)["pool"] == counted(0, 1, 0)
    assert seen(game)["supply"] == supply  # his taxi ticket went, the detective's came
    assert refused(game, "D1:T8") == "no_ticket"
    answer(play(game, "D1:B46"))
    assert seen(game)["pool"] == counted(0, 0, 0)
