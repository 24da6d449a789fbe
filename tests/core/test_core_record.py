"""Records of every kind of game, as text and as JSON, there and back."""

import json
from collections.abc import Callable, Iterator, Mapping
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from misterx import new_game
from misterx.chase import register_edition, rules_for
from misterx.chase.catalogue import _added
from misterx.core import Game, Header, Outcome, Reason, Record, RecordError
from misterx.core.rules import Setup

OWN = {"base": "classic-2000", "black": 3, "rounds": 4}


def played(game: Game, moves: int, seed: int = 1) -> Game:
    """The game after so many random moves, or at its end."""
    rng = Random(seed)
    for _ in range(moves):
        if game.legal:
            game.play(rng.choice(game.legal))
    return game


def finished() -> Game:
    return played(new_game("modern-2013", 3, seed=5), 999)


def unfinished() -> Game:
    return played(new_game("classic-2000", 3, seed=5), 8)


def conceded(reason: Reason) -> Game:
    game = unfinished()
    game.concede("x", reason)
    return game


def put_up() -> Game:
    position = unfinished().rules.position(unfinished().state)
    return played(Game.from_position(rules_for("classic-2000"), position), 3)


def registered() -> Game:
    register_edition("quick", {"base": "beginner", "rounds": 3})
    return played(new_game("quick", 4), 999)


GAMES: Mapping[str, Callable[[], Game]] = {
    "finished": finished,
    "unfinished": unfinished,
    "nothing played": lambda: new_game("modern-24", 2, seed=1),
    "choosing starts": lambda: played(new_game("beginner", 5), 2),
    "starts fixed": lambda: played(
        new_game("classic-2000", 4, starts={"X": 26, "D2": 29}, seed=1), 5
    ),
    "all starts fixed": lambda: new_game("beginner", 4, starts={"D1": 41, "D2": 46, "D3": 124}),
    "with an option": lambda: played(
        new_game("classic-1983", 4, options={"voluntary_reveal": True}, seed=1), 30
    ),
    "own rules": lambda: played(new_game(rules=OWN, players=6, seed=1), 999),
    "registered edition": registered,
    "put up": put_up,
    "resigned": lambda: conceded(Reason.RESIGNED),
    "out of time": lambda: conceded(Reason.TIME),
}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    yield GAMES[request.param]()
    _added.clear()


def truth(game: Game) -> list[dict[str, object]]:
    """Every position of the game."""
    states = (game.state_at(entry) for entry in range(len(game.line) + 1))
    return [game.rules.position(state) for state in states]


def test_text_and_json_come_back_as_they_were(game: Game) -> None:
    record = game.record({"date": "1983-11-02", "Mister X": "Ann: the fox #1"})
    assert Record.from_text(record.to_text()) == record
    assert Record.from_json(json.loads(json.dumps(record.to_json()))) == record


def test_replaying_gives_the_same_states(game: Game) -> None:
    again = Game.from_record(Record.from_text(game.record().to_text()))
    assert truth(again) == truth(game)
    assert again.outcome == game.outcome
    assert again.legal == game.legal
    assert again.record() == game.record()
    assert again.record().to_text() == game.record().to_text()


def test_an_unfinished_game_is_played_on() -> None:
    again = played(Game.from_record(Record.from_text(unfinished().record().to_text())), 999)
    assert again.outcome is not None
    before = unfinished().record().entries
    assert again.record().entries[: len(before)] == before


def test_a_record_cut_within_the_deal_is_dealt_on() -> None:
    record = new_game("classic-2000", 4, seed=1).record()
    cut = Record(record.header, record.entries[:2], None)
    again = Game.from_record(cut, Random(3))
    assert again.record().entries[:2] == cut.entries
    assert again.to_act == ("X",)


def test_the_text_is_for_people() -> None:
    game = new_game("classic-2000", 4, starts={"X": 26, "D1": 13, "D2": 29, "D3": 94})
    for move in ("X:T27", "D1:U89", "D2:T41", "D3:B74", "X:T28"):
        game.play(move)
    game.concede("hunters")
    assert game.record({"table": "in the kitchen"}).to_text() == (
        "misterx record 1\n"
        "game: chase\n"
        "edition: classic-2000\n"
        "rules version: 1\n"
        "players: 4\n"
        'fixed: {"starts": {"X": 26, "D1": 13, "D2": 29, "D3": 94}}\n'
        "table: in the kitchen\n"
        "\n"
        "# round 1\n"
        "X:T27\n"
        "D1:U89\n"
        "D2:T41\n"
        "D3:B74\n"
        "# round 2\n"
        "X:T28\n"
        "result: hunters resigned\n"
    )


def test_tags_of_a_record_stay_with_the_game() -> None:
    record = unfinished().record({"date": "today"})
    again = Game.from_record(record)
    assert again.record({"place": "here"}).header.tags == {"date": "today", "place": "here"}


def test_comments_and_blank_lines_say_nothing() -> None:
    text = unfinished().record().to_text()
    head, _, body = text.partition("\n\n")
    spaced = head + "\n\n\n# a comment\n" + body.replace("\n", "  # aside\n\n")
    assert Record.from_text(spaced) == Record.from_text(text)


def test_a_file_with_other_line_ends_is_read() -> None:
    text = unfinished().record().to_text()
    assert Record.from_text(text.replace("\n", "\r\n")) == Record.from_text(text)


# --- whatever stands in it ----------------------------------------------------------------

plain = st.characters(categories=("L", "N", "P", "S"), max_codepoint=0x2FFF)
words = st.text(plain, max_size=40)
names = words.filter(
    lambda name: (
        ":" not in name
        and name not in ("game", "edition", "rules", "players", "options", "fixed", "position")
    )
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
objects = st.dictionaries(st.text(max_size=9), values, max_size=3)
headers = st.builds(
    Header,
    game=words,
    edition=words,
    own_rules=st.none(),
    rules_version=st.integers(1, 10**6),
    players=st.integers(1, 99),
    options=objects,
    fixed=objects,
    position=st.none() | objects.filter(bool),
    tags=st.dictionaries(names, words, max_size=3),
)
entries = st.text(plain, min_size=1, max_size=9).filter(
    lambda entry: "#" not in entry and not entry.startswith("result:")
)
results = st.none() | st.builds(
    Outcome, st.sampled_from(("x", "hunters", "P1")), st.sampled_from(Reason)
)
records = st.builds(Record, headers, st.lists(entries, max_size=5).map(tuple), results)


@given(records)
@settings(deadline=None)
def test_any_record_comes_back_from_its_text_and_its_json(record: Record) -> None:
    assert Record.from_text(record.to_text()) == record
    assert Record.from_json(json.loads(json.dumps(record.to_json()))) == record


@given(st.text(max_size=200) | st.text(max_size=200).map(lambda text: "misterx record 1\n" + text))
@settings(deadline=None)
def test_whatever_is_no_record_is_refused_as_such(text: str) -> None:
    with pytest.raises(RecordError):
        Record.from_text(text)


@given(values)
@settings(deadline=None)
def test_json_that_is_no_record_is_refused_as_such(data: object) -> None:
    with pytest.raises(RecordError):
        Record.from_json(data)


@pytest.mark.parametrize(
    ("tags", "why"),
    (
        ({"players": "Ann and Bob"}, "header's name"),
        ({"Mister: X": "Ann"}, "colon"),
        ({" name": "Ann"}, "blanks"),
        ({"name": "Ann "}, "blanks"),
        ({"name": "Ann\nresult: x time"}, "cannot be printed"),
        ({"name": "n" * 200}, "too long"),
    ),
)
def test_a_tag_that_would_not_come_back_is_refused(tags: dict[str, str], why: str) -> None:
    game = new_game("classic-2000", 4, seed=1)
    with pytest.raises(RecordError, match=why):
        game.record(tags)
    with pytest.raises(RecordError, match=why):
        Record.from_json({**game.record().to_json(), "tags": tags})


def test_a_setup_of_a_put_up_game_is_its_position() -> None:
    record = put_up().record()
    assert record.header.position is not None
    assert record.header.players == record.header.position["players"] == 3
    assert not record.entries[0].startswith("D1@")


def test_a_header_needs_little() -> None:
    header = Header("chase", "classic-2000", None, 1, 4)
    starts = {"X": 26, "D1": 13, "D2": 29, "D3": 94}
    assert (header.options, header.fixed, header.position, header.tags) == ({}, {}, None, {})
    game = Game.new(rules_for("classic-2000"), Setup(4, {}, {"starts": starts}))
    assert Record(game.header, (), None) == game.record()
