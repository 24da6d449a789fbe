"""Editions as data: each key's good and bad values, what is inherited, what has no meaning."""

from typing import Any

import pytest

from misterx.chase import Edition, Tickets, rules_from_json
from misterx.chase.edition import edition_from_json
from misterx.core import BadSetup, UnknownEdition

TICKETS = {"taxi": 10, "bus": 8, "underground": 4}
FULL: dict[str, Any] = {
    "board": "london",
    "transports": ["taxi", "bus", "underground", "ferry"],
    "table": {"4": [3, 3, 0], "2": [1, 2, 1]},
    "detective_tickets": TICKETS,
    "detective_purse": "own",
    "pooled_for_players": [2],
    "x_tickets": "supply",
    "box": {"taxi": 57, "bus": 45, "underground": 23},
    "used_tickets_go_to": "supply",
    "black": 5,
    "double": 2,
    "start": "separate_cards",
    "start_cards_hunters": [13, 26, 29, 34],
    "start_cards_x": [35, 45],
    "order": "free",
    "visibility": "seen_at",
    "windows": [3, 8],
    "log": 24,
    "rounds": 22,
    "options": {"voluntary_reveal": False},
}


def edition(**changes: object) -> Edition:
    """The full edition with some keys changed; those changed to `...` are left out."""
    given = {key: value for key, value in {**FULL, **changes}.items() if value is not ...}
    return edition_from_json(given, {})


def test_an_edition_needs_no_base() -> None:
    full = edition()
    assert full.name is None
    assert full.own_rules == FULL
    assert list(full.table) == [2, 4]
    assert full.table[2] == (1, 2, 1)
    assert full.detective_tickets == Tickets(10, 8, 4)
    assert full.box == Tickets(57, 45, 23)
    assert full.pooled_for_players == {2}
    assert full.windows == {3, 8}
    assert full.start_cards_x == (35, 45)
    assert full.start_cards_hunters == dict.fromkeys((2, 4), (13, 26, 29, 34))


def test_what_may_be_left_out() -> None:
    small = edition(options=..., pooled_for_players=...)
    assert small.options == {}
    assert small.pooled_for_players == frozenset()
    assert small.x_hand is None
    assert edition(x_tickets="unlimited", box=...).box is None


@pytest.mark.parametrize("black", (0, 7, "one_per_detective"))
def test_black_tickets_are_a_number_or_one_for_each_detective(black: int | str) -> None:
    assert edition(black=black).black == (black if isinstance(black, int) else None)


BAD_VALUES: dict[str, tuple[object, ...]] = {
    "board": ("atlantis", 3, None),
    "transports": ([], ["ferry"], ["rocket"], ["taxi", "taxi"], "taxi", [3]),
    "table": (
        {},
        [],
        {"1": [0, 1, 0]},
        {"10": [9, 9, 0]},
        {"four": [3, 3, 0]},
        {"04": [3, 3, 0]},
        {"0041": [3, 3, 0]},
        {"٤": [3, 3, 0]},
        {4: [3, 3, 0]},
        {"4": [3, 3]},
        {"4": [3, 3, 0, 0]},
        {"4": 3},
        {"4": [2, 3, 0]},
        {"4": [3, 2, 0]},
        {"4": [3, 3, -1]},
        {"4": [3, 3, 6]},
        {"4": [3, 3, False]},
        {"4": [3, 3, "0"]},
        {"4": [3, 3.0, 0]},
    ),
    "detective_tickets": (
        {"taxi": 10, "bus": 8},
        {**TICKETS, "black": 1},
        {**TICKETS, "bus": -1},
        {**TICKETS, "bus": 1000},
        {**TICKETS, "bus": 1.5},
        {**TICKETS, "bus": True},
        [10, 8, 4],
        None,
    ),
    "detective_purse": ("shared", 1, None),
    "pooled_for_players": ([1], [10], [2, 2], 2, "2"),
    "x_tickets": ("all", None),
    "x_hand": ({"taxi": 4}, 3),
    "box": ({"taxi": 57, "bus": 45}, {**TICKETS, "ferry": 1}, None, 125),
    "used_tickets_go_to": ("bank", None),
    "black": ("all", -1, 1000, 2.0, None, True),
    "double": (-1, 1000, "2", None),
    "start": ("anywhere", None),
    "start_cards_x": ([], [0], [256], [35, 35], 35, None, [200]),
    "start_cards_hunters": ([13, 26], [13, 26, 29, 201], "13", None),
    "order": ("random", None),
    "visibility": ("always", None),
    "windows": ([0], [65], [3, 3], 3, None, ["3"]),
    "log": (0, 65, "24", None),
    "rounds": (0, 65, True, None),
    "options": ({"ghosts": True}, {"voluntary_reveal": 1}, [], "voluntary_reveal"),
}


@pytest.mark.parametrize(
    ("key", "value"), tuple((key, value) for key, values in BAD_VALUES.items() for value in values)
)
def test_a_bad_value_is_refused_and_says_of_what(key: str, value: object) -> None:
    with pytest.raises(BadSetup) as no:
        edition(**{key: value})
    assert "rules" in str(no.value)
    named = {"board": "board", "start_cards_x": "start", "start_cards_hunters": "start"}
    assert named.get(key, key) in str(no.value)


@pytest.mark.parametrize("key", sorted(set(FULL) - {"options", "pooled_for_players"}))
def test_a_missing_key_is_named(key: str) -> None:
    with pytest.raises(BadSetup, match=f"rules lacks '{key}'"):
        edition(**{key: ...})


def test_an_unknown_key_is_named() -> None:
    with pytest.raises(BadSetup, match="rules has an unknown key 'helicopters'"):
        edition(helicopters=2)


def test_a_named_edition_is_named_in_refusals() -> None:
    with pytest.raises(BadSetup, match="edition night lacks 'board'"):
        edition_from_json({}, {}, "night")


# --- combinations -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("visibility", "x_tickets"),
    (("hidden_at", "unlimited"), ("hidden_at", "supply"), ("seen_at", "free")),
)
def test_hidden_windows_go_with_free_tickets_and_only_with_them(
    visibility: str, x_tickets: str
) -> None:
    with pytest.raises(BadSetup, match="'hidden_at' and x_tickets 'free' go together"):
        edition(visibility=visibility, x_tickets=x_tickets)
    assert edition(visibility="hidden_at", x_tickets="free").x_needs_tickets is False


def test_a_hand_is_asked_for_where_it_counts() -> None:
    assert edition(x_tickets="hand", x_hand=TICKETS).x_hand == Tickets(10, 8, 4)
    with pytest.raises(BadSetup, match="lacks 'x_hand'"):
        edition(x_tickets="hand")


def test_who_rides_free_needs_no_tickets_and_no_pool() -> None:
    assert edition(detective_purse="free").detective_tickets is None
    assert edition(detective_purse="free", detective_tickets=...).detective_tickets is None


@pytest.mark.parametrize(
    ("changes", "enough"),
    (
        ({"start": "shared_cards", "start_cards": [13, 26, 29, 34]}, True),
        ({"start": "shared_cards", "start_cards": [13, 26, 29]}, False),
        ({"start_cards_hunters": [13, 26, 29], "start_cards_x": [35]}, True),
        # Three hunters may draw both of his cards; with three of his own one is left.
        ({"start_cards_hunters": [13, 26, 29, 34], "start_cards_x": [13, 26]}, False),
        ({"start_cards_hunters": [13, 26, 29, 34], "start_cards_x": [13, 26, 29, 34]}, True),
        ({"start_cards_hunters": [13, 26, 29, 34], "start_cards_x": [13, 26, 45]}, True),
    ),
)
def test_everybody_gets_a_card_whatever_is_drawn(
    changes: dict[str, object], *, enough: bool
) -> None:
    table = {"table": {"4": [3, 3, 0]}}
    if enough:
        assert list(edition(**table, **changes).table) == [4]
    else:
        with pytest.raises(BadSetup, match="too few start stations for 4 players"):
            edition(**table, **changes)


CHOSEN: dict[str, object] = {
    "table": {"4": [3, 3, 0]},
    "start": "chosen",
    "start_x": 82,
    "start_choice": {"4": [41, 46, 124]},
}


def test_chosen_starts() -> None:
    chosen = edition(**CHOSEN)
    assert chosen.start_cards_x == (82,)
    assert chosen.start_cards_hunters == {4: (41, 46, 124)}
    assert chosen.start_is_public


@pytest.mark.parametrize(
    ("changes", "why"),
    (
        ({"start_choice": {"4": [41, 46]}}, "too few start stations"),
        ({"start_choice": {"5": [41, 46, 124]}}, "lacks '4'"),
        ({"start_choice": {"4": [41, 46, 82]}}, "nobody may choose Mister X's station"),
        ({"start_choice": {"4": [41, 46, 200]}}, "start station 200 is not on board london"),
        ({"start_choice": ...}, "lacks 'start_choice'"),
        ({"start_x": 0}, "'start_x' of rules"),
        ({"start_x": 200}, "start station 200 is not on board london"),
        ({"start_x": ...}, "lacks 'start_x'"),
        ({"table": {"4": [3, 3, 1]}}, "no bobbies"),
    ),
)
def test_chosen_starts_that_cannot_be(changes: dict[str, object], why: str) -> None:
    with pytest.raises(BadSetup, match=why):
        edition(**{**CHOSEN, **changes})


# --- what an edition is based on ----------------------------------------------------------


def test_a_key_replaces_the_bases_value_whole() -> None:
    own = rules_from_json({"base": "modern-24", "table": {"4": [3, 3, 1]}, "rounds": 9}).data
    assert list(own.table) == [4]
    assert own.rounds == 9
    assert own.log == 24
    with pytest.raises(BadSetup, match="lacks 'underground'"):
        rules_from_json({"base": "modern-24", "box": {"taxi": 1, "bus": 1}})


def test_bases_stand_on_bases() -> None:
    named = {"a": FULL, "b": {"base": "a", "log": 20}, "c": {"base": "b", "rounds": 9}}
    top = edition_from_json({"base": "c", "double": 1}, named)
    assert (top.log, top.rounds, top.double, top.black) == (20, 9, 1, 5)


@pytest.mark.parametrize("base", ("classic-1066", "", "a", "b"))
def test_a_base_that_is_unknown_or_stands_on_itself(base: str) -> None:
    named = {"a": {"base": "b"}, "b": {"base": "a"}}
    with pytest.raises(
        UnknownEdition, match=r"rules: no edition '.*' to build on; there are: a, b"
    ):
        edition_from_json({"base": base}, named)


@pytest.mark.parametrize("base", (None, 3, ["classic-2000"]))
def test_a_base_is_a_name(base: object) -> None:
    with pytest.raises(BadSetup, match="'base' of rules must be a text"):
        edition_from_json({"base": base}, {})


# --- what the law asks an edition ---------------------------------------------------------


@pytest.mark.parametrize(
    ("visibility", "window", "on_black", "seen"),
    (
        ("seen_at", 3, False, True),
        ("seen_at", 3, True, True),
        ("seen_at", 4, False, False),
        ("hidden_at", 3, False, False),
        ("hidden_at", 4, False, True),
        ("hidden_at", 4, True, False),
    ),
)
def test_when_he_is_seen(visibility: str, window: int, *, on_black: bool, seen: bool) -> None:
    tickets = "supply" if visibility == "seen_at" else "free"
    made = edition(visibility=visibility, x_tickets=tickets)
    assert made.is_seen_at(window, on_black=on_black) is seen
    assert made.start_is_public is (visibility == "hidden_at")
