"""Damaged and impossible records: each is refused, with the entry, the line and the reason."""

import json
from collections.abc import Callable

import pytest

from misterx.core import Code, Game, Record, RecordError

GOOD = """\
misterx record 1
game: chase
edition: classic-2000
rules version: 1
players: 4
fixed: {"starts": {"X": 26, "D1": 13, "D2": 29, "D3": 94}}
date: 1983-11-02

# round 1
X:T27
D1:U89
D2:T41
D3:B74
# round 2
X:T28
D1:U67
D2:T28
result: hunters caught
"""


def replaced(old: str, new: str) -> str:
    assert GOOD.count(old) == 1, old
    return GOOD.replace(old, new)


def replay(text: str) -> Game:
    return Game.from_record(Record.from_text(text))


def test_the_whole_record_replays() -> None:
    assert replay(GOOD).outcome is not None


DAMAGED: tuple[tuple[str, str, int | None, int | None, str], ...] = (
    # what stands there, what is put there, entry, line, why
    (GOOD, "", None, 1, "the first line of a record is 'misterx record 1'"),
    ("record 1\n", "record 2\n", None, 1, "the first line of a record"),
    ("misterx record 1\n", "", None, 1, "the first line of a record"),
    ("players: 4", "four players", None, 5, "no header line, or one twice: 'four players'"),
    ("players: 4", "players: 4\nplayers: 5", None, 6, "one twice: 'players: 5'"),
    ("date: 1", "date: 2\ndate: 1", None, 8, "one twice: 'date: 1983-11-02'"),
    ("players: 4", "players: four", None, 5, "'players' cannot be read"),
    ("version: 1", "version: one", None, 4, "'rules version' cannot be read"),
    ('"D3": 94}}', '"D3": 94}', None, 6, "'fixed' cannot be read"),
    ('{"starts"', "[" * 99999 + '{"starts"', None, 6, "'fixed' cannot be read"),
    ("players: 4\n", "", None, None, "the record's header lacks 'players'"),
    ("players: 4", "players: 0", None, None, "'players' of the record's header must be a whole"),
    ("game: chase\n", "", None, None, "lacks 'game'"),
    ("rules version: 1\n", "", None, None, "lacks 'rules version'"),
    ("edition: classic-2000\n", "", None, None, "must name an edition or hold rules"),
    ("players", 'rules: {"base": "beginner"}\nplayers', None, None, "is a printed edition"),
    ("fixed: {", "options: 3\nfixed: {", None, None, "'options' of the record's header must be an"),
    ("date: 1983", "date: " + "1" * 200, None, None, "the tag 'date' is too long"),
    ("date: 1983", "date: \x07", None, None, "the tag 'date' is too long or cannot be printed"),
    ("date:", "date :", None, None, "the tag 'date ' has"),
    ("result: hunters caught\n", "", None, 17, "it was cut short"),
    (GOOD.partition("\n\n")[2], "", None, 8, "it was cut short"),
    ("\n\n", "\n", None, 8, "no header line, or one twice: '# round 1'"),
    ("caught\n", "caught\nX:T29\n", None, 19, "something follows the result"),
    ("caught\n", "caught\nresult: none\n", None, 19, "something follows the result"),
    ("hunters caught", "hunters bored", None, None, "no result that the project knows"),
    ("hunters caught", "hunters", None, None, "no result that the project knows: 'hunters'"),
    ("hunters caught", "", None, None, "no result that the project knows: ''"),
    ("hunters caught", "hunters caught him", None, None, "no result that the project knows"),
    ("hunters caught", "x survived", None, None, "'x survived', but by the rules it is 'hunters c"),
    ("hunters caught", "bob caught", None, None, "the result: 'bob' cannot win, only x or hunters"),
    ("hunters caught", "hunters resigned", None, None, "by the rules it is 'hunters caught'"),
    ("hunters caught", "none", None, None, "the result is 'none', but by the rules it is 'hunt"),
    ("D2:T28\n", "", None, None, "'hunters caught', but by the rules it is 'none'"),
    ("D1:U89", "D1:U90", 2, 11, "'D1:U90': no line leads on an underground ticket from 13 to 90"),
    ("D2:T41\n", "", 3, 12, "it is the turn of D2"),
    ("X:T28", "to 28", 5, 15, "'to 28' is no move"),
    ("X:T27", "D1@13", 1, 10, "the start stations are settled already"),
    ("X:T27", "X:T27 = D1:U89", 1, 10, "sets off no chance"),
    ("D2:T28\n", "D2:T28\nD3:T73\n", 8, 18, "the game is over"),
    ("version: 1", "version: 2", None, None, "the header: no version 2 of the rules"),
    ("classic-2000", "classic-1066", None, None, "the header: no edition 'classic-1066'"),
    ("game: chase", "game: cards", None, None, "an edition of 'chase', not of 'cards'"),
    ("players: 4", "players: 7", None, None, "the header: 7 players cannot play this edition"),
    ('"X": 26', '"X": 27', None, None, "the header: X cannot start on 27"),
    ("fixed: {", 'options: {"ghosts": true}\nfixed: {', None, None, "the option 'ghosts'"),
    ("fixed: {", 'position: {"x": 1}\nfixed: {', None, None, "the header: the position lacks"),
)


@pytest.mark.parametrize(("old", "new", "entry", "line", "why"), DAMAGED)
def test_damage_is_named_with_its_place(
    old: str, new: str, entry: int | None, line: int | None, why: str
) -> None:
    with pytest.raises(RecordError) as no:
        replay(replaced(old, new))
    assert (no.value.entry, no.value.line) == (entry, line)
    assert why in str(no.value)


def test_an_unknown_edition_keeps_its_own_code() -> None:
    with pytest.raises(RecordError) as no:
        replay(replaced("classic-2000", "classic-1066"))
    assert no.value.refusal.code is Code.UNKNOWN_EDITION


def test_rules_of_an_unknown_game_are_refused() -> None:
    text = replaced("edition: classic-2000", 'rules: {"base": "classic-2000"}')
    assert replay(text).outcome is not None
    with pytest.raises(RecordError, match="the header: there is no game 'chess'"):
        replay(text.replace("game: chase", "game: chess"))


def test_a_position_of_other_rules_is_refused() -> None:
    game = replay(GOOD)
    position = json.dumps(game.rules.position(game.state_at(0)))
    text = replaced('fixed: {"starts": {"X": 26, "D1": 13, "D2": 29, "D3": 94}}', "")
    text = text.replace("players: 4\n\n", f"players: 4\nposition: {position}\n")
    assert replay(text).outcome is not None
    with pytest.raises(RecordError, match="'edition' of the position"):
        replay(text.replace("edition: classic-2000", "edition: classic-1983"))
    with pytest.raises(RecordError, match="are not those of the position"):
        replay(text.replace("players: 4\n", "players: 5\n"))


# --- as JSON ------------------------------------------------------------------------------

Change = Callable[[dict[str, object]], object]


@pytest.mark.parametrize(
    ("change", "entry", "why"),
    (
        (lambda data: [], None, "the record must be an object"),
        (lambda data: {**data, "misterx": 2}, None, "'misterx' of the record must be"),
        (lambda data: {**data, "moves": "X:T27"}, None, "'moves' of the record must be a list"),
        (lambda data: {**data, "moves": ["X:T27", 7]}, 2, "a move is a text"),
        (lambda data: {**data, "result": "caught"}, None, "'result' of the record must be an"),
        (lambda data: {**data, "result": {"winner": "x"}}, None, "lacks 'reason'"),
        (
            lambda data: {**data, "result": {"winner": "x", "reason": "luck"}},
            None,
            "no result that the project knows: 'x luck'",
        ),
        (lambda data: {**data, "result": None}, None, "the result is 'none'"),
        (lambda data: {**data, "tags": []}, None, "'tags' of the record must be an object"),
        (lambda data: {**data, "tags": {"date": 1983}}, None, "'date' of 'tags' of the record"),
        (lambda data: {**data, "tags": {"edition": "beginner"}}, None, "a header's name"),
        (lambda data: {**data, "players": "4"}, None, "'players' of the record's header"),
        (lambda data: {**data, "rules": {"base": "beginner"}}, None, "is a printed edition"),
        (lambda data: {**data, "moves": ["X:T27", "D2:T41"]}, 2, "it is the turn of D1"),
    ),
)
def test_damaged_json_is_named(change: Change, entry: int | None, why: str) -> None:
    data = Record.from_text(GOOD).to_json()
    assert Game.from_record(Record.from_json(data)).outcome is not None
    with pytest.raises(RecordError) as no:
        Game.from_record(Record.from_json(change(data)))
    assert why in str(no.value)
    assert (no.value.entry, no.value.line) == (entry, None)
