"""Players: they choose a legal move from what their seat may see, and from nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import pytest

import misterx
from misterx.bots import LEVELS, NO_LIMIT, AnyPlayer, Limit, ask, find_player, player_names
from misterx.bots.player import own_moves
from misterx.chase import Move, Observation, load_edition
from misterx.core import Game, Viewpoint, game_of, rules_for
from tests.series.tables import AnyTable, at_every_table_of_all_games, random_game

EDITIONS = misterx.edition_names()
TABLES = [
    (player, edition, players)
    for edition in EDITIONS
    for player in player_names(game_of(rules_for(edition)))
    for players in rules_for(edition).players
]
CHASES = ("modern-2013", "classic-2000", "beginner")
MOST_MOVES = 60
QUICK = Limit(iterations=4)


def new_game(edition: str, players: int, seed: int = 1) -> Game:
    chase = edition != "cards-2017"
    options = dict.fromkeys(load_edition(edition).options, True) if chase else {}
    return misterx.new_game(edition, players, seed=seed, options=options)


def play_on(game: Game, who: Mapping[str, AnyPlayer], seed: int, moves: int = 10**6) -> Game:
    rng = Random(seed)
    while game.to_act and moves:
        seat = game.to_act[-1]
        game.play(ask(who[seat], game, seat, rng, QUICK), seat)
        moves -= 1
    return game


def player_of(name: str, edition: str) -> AnyPlayer:
    return find_player(name, game_of(rules_for(edition)))


def all_seats(game: Game, player: AnyPlayer) -> dict[str, AnyPlayer]:
    return {str(seat): player for seat in game.seats}


# --- every player -------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "edition", "players"), TABLES)
def test_every_player_plays_legally_everywhere_in_every_role(
    name: str, edition: str, players: int
) -> None:
    game = new_game(edition, players)
    play_on(game, all_seats(game, player_of(name, edition)), seed=7, moves=MOST_MOVES)
    assert len(game.line) >= MOST_MOVES or game.outcome is not None


class Witness:
    """A player that remembers what it was shown."""

    name = "witness"

    def __init__(self) -> None:
        self.shown: list[tuple[Observation, list[Move], Limit]] = []

    def choose(
        self, seen: Observation, legal: Sequence[Move], rng: Random, limit: Limit = NO_LIMIT
    ) -> Move:
        self.shown.append((seen, list(legal), limit))
        return legal[0]


def test_a_player_gets_what_its_seat_sees_and_may_play() -> None:
    witness, game = Witness(), new_game("modern-2013", 3)
    play_on(game, all_seats(game, witness), seed=1, moves=4)
    (x, _, limit), *hunts = witness.shown
    assert (x.who, limit) == ("X", QUICK)
    assert x.x == x.start_x is not None
    for seen, legal, _ in hunts:
        assert (seen.who, seen.x, seen.start_x) == ("hunters", None, None)
        pieces = {str(move)[:2] for move in legal}
        assert pieces <= {"D2", "B1", "B2"} or pieces <= {"D1", "B1", "B2"}
    assert len(game.line) >= len(witness.shown)


@at_every_table_of_all_games
def test_a_seat_alone_to_move_may_make_every_legal_move(table: AnyTable) -> None:
    for game in random_game(table, 2):
        rules, state = game.rules, game.state
        for seat in game.to_act:
            own = [m for m in rules.legal_moves(state) if rules.check(state, seat, m) is None]
            assert list(own_moves(game.rules, game.state, seat)) == own


def test_without_a_limit_a_player_is_told_to_think_as_usual() -> None:
    witness = Witness()
    ask(witness, new_game("modern-2013", 3), "X", Random(1))
    assert [limit for _, _, limit in witness.shown] == [NO_LIMIT]


def test_a_seat_without_a_move_cannot_be_asked() -> None:
    with pytest.raises(ValueError, match="H1 has no move"):
        ask(find_player("random"), new_game("modern-2013", 4), "H1", Random(1))


@pytest.mark.parametrize("name", player_names("chase"))
@pytest.mark.parametrize("edition", CHASES)
def test_where_mister_x_hides_makes_no_difference_to_the_hunters_player(
    name: str, edition: str
) -> None:
    """Games that only differ in where Mister X hides are one and the same to the hunters."""
    player, rules = player_of(name, edition), rules_for(edition)
    differed = 0
    game = new_game(edition, 4)
    for moves in range(40):
        play_on(game, all_seats(game, player), seed=moves, moves=1)
        if "H1" not in game.to_act:
            continue
        seen = game.observe("hunters")
        other = rules.sample(seen, Random(moves))
        twin = Game(rules, other, game.header, None)
        differed += rules.observe(other, Viewpoint("X")).log != game.observe("X").log
        move = ask(player, game, "H1", Random(5), QUICK)
        assert ask(player, twin, "H1", Random(5), QUICK) == move
    assert differed


@pytest.mark.parametrize("name", player_names("cards"))
@pytest.mark.parametrize("players", rules_for("cards-2017").players)
def test_hidden_cards_make_no_difference_to_a_card_player(name: str, players: int) -> None:
    """Tables that only differ in cards which a seat may not know are one and the same to it."""
    player, rules = find_player(name, "cards"), rules_for("cards-2017")
    differed = asked = 0
    for seed in range(2):
        game = new_game("cards-2017", players, seed=seed)
        while game.to_act and len(game.line) < 25:
            seat = game.to_act[0]
            other = rules.sample(game.observe(seat), Random(asked))
            twin = Game(rules, other, game.header, None)
            differed += rules.position(other)["hands"] != rules.position(game.state)["hands"]
            move = ask(player, game, seat, Random(5), QUICK)
            assert ask(player, twin, seat, Random(5), QUICK) == move
            asked += 1
            game.play(move, seat)
    assert asked > 8
    assert differed > asked / 2


# --- finding them -------------------------------------------------------------------------


def test_each_game_has_its_players_and_the_five_levels() -> None:
    assert LEVELS == ("novice", "constable", "sergeant", "inspector", "champion")
    published = ("greedy", "basic-mcts", "greedy-mcts", "pimbot")
    assert player_names("chase") == ("random", *published, *LEVELS)
    assert player_names("cards") == ("random", "careful", "sleuth", *LEVELS)
    assert set(player_names()) == {*player_names("chase"), *player_names("cards")}
    for game in ("chase", "cards"):
        assert [find_player(name, game).name for name in player_names(game)] == list(
            player_names(game)
        )


def test_an_unknown_player_is_answered_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="no player 'deep'; there are: random, greedy"):
        find_player("deep")
    with pytest.raises(ValueError, match=r"no player 'deep'; there are: random, careful, sleuth"):
        find_player("deep", "cards")


@pytest.mark.parametrize(("name", "game"), (("greedy", "cards"), ("sleuth", "chase")))
def test_a_player_is_not_found_for_a_game_that_it_does_not_play(name: str, game: str) -> None:
    with pytest.raises(ValueError, match=f"{name} does not play this game; there are: random"):
        find_player(name, game)


def test_a_limit_behind_the_name_goes_before_any_other() -> None:
    game = new_game("cards-2017", 4, seed=9)
    seat = game.to_act[0]
    five = ask(find_player("sleuth"), game, seat, Random(2), Limit(iterations=5))
    limited = find_player("sleuth@5it", "cards")
    assert limited.name == "sleuth@5it"
    assert ask(limited, game, seat, Random(2), Limit(iterations=500)) == five
    assert ask(limited, game, seat, Random(2)) == five
    with pytest.raises(ValueError, match="'soon' is no limit"):
        find_player("sleuth@soon")
    with pytest.raises(ValueError, match="no player 'deep'"):
        find_player("deep@1s")


def test_a_level_is_found_for_a_game_only() -> None:
    with pytest.raises(ValueError, match="novice plays each game in its own way: say which one"):
        find_player("novice")


def test_players_of_a_game_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="no game 'chess'; there are: chase, cards"):
        player_names("chess")


# --- limits -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "limit"),
    (
        ("100ms", Limit(seconds=0.1)),
        ("2s", Limit(seconds=2.0)),
        ("1.5 s", Limit(seconds=1.5)),
        ("500it", Limit(iterations=500)),
    ),
)
def test_limits_are_written_with_their_unit(text: str, limit: Limit) -> None:
    assert Limit.from_text(text) == limit
    assert Limit.from_text(str(limit)) == limit


@pytest.mark.parametrize("text", ("", "100", "ms", "-5ms", "1.5it", "soon", "0ms", "0it"))
def test_anything_else_is_no_limit(text: str) -> None:
    with pytest.raises(ValueError, match=r"limit|too few"):
        Limit.from_text(text)


def test_a_limit_may_have_both_sides_or_none() -> None:
    assert str(Limit(seconds=0.25, iterations=40)) == "250ms 40it"
    assert str(NO_LIMIT) == "as usual"


@pytest.mark.parametrize("seconds", (1e-7, 0.05, 1 / 3, 1234.5678, 86_400))
def test_a_limit_of_time_is_read_back_as_it_was(seconds: float) -> None:
    limit = Limit(seconds=seconds)
    assert Limit.from_text(str(limit)).seconds == pytest.approx(seconds, rel=1e-12)


def test_a_limit_of_time_is_written_as_it_was_read() -> None:
    assert all(str(Limit.from_text(f"{ms}ms")) == f"{ms}ms" for ms in range(1, 3_000))


def test_a_player_may_have_a_most_of_its_own() -> None:
    assert Limit(seconds=2.0).at_most(100) == Limit(seconds=2.0, iterations=100)
    assert Limit(iterations=50).at_most(100) == Limit(iterations=50)
    assert Limit(iterations=50).at_most(10) == Limit(iterations=10)
    assert Limit(seconds=2.0).at_most(None) == Limit(seconds=2.0)


# --- strength -----------------------------------------------------------------------------


def wins(edition: str, players: int, x: str, hunters: str, games: int = 6) -> int:
    """In how many games the hunters win."""
    won = 0
    for seed in range(games):
        game = new_game(edition, players, seed)
        who = {**all_seats(game, player_of(hunters, edition)), "X": player_of(x, edition)}
        outcome = play_on(game, who, seed).outcome
        won += outcome is not None and outcome.winner == "hunters"
    return won


@pytest.mark.parametrize("name", ("constable", "greedy"))
@pytest.mark.parametrize(
    ("edition", "players"), (("modern-2013", 4), ("classic-2000", 6), ("beginner", 4))
)
def test_who_looks_one_move_ahead_is_clearly_stronger_than_random(
    name: str, edition: str, players: int
) -> None:
    assert wins(edition, players, "random", name) >= 5
    assert wins(edition, players, name, "random") <= 1
