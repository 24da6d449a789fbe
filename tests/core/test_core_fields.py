"""Plain data read field by field: what is taken, and that a refusal names the field."""

from collections.abc import Callable

import pytest

from misterx.core import BadSetup, Malformed, RecordError, Refused
from misterx.core.fields import Fields, is_integer, show

GOOD = {
    "number": 3,
    "flag": True,
    "name": "bus",
    "list": [1, "a"],
    "numbers": [3, 1, 2],
    "names": ["bus", "taxi"],
    "inner": {"deep": 1},
    "nothing": None,
}
KINDS = ("taxi", "bus")


def fields(**changes: object) -> Fields:
    return Fields({**GOOD, **changes}, "the box")


def test_good_values_come_back_as_they_are() -> None:
    good = fields()
    assert good.integer("number", 1, 3) == 3
    assert good.boolean("flag") is True
    assert good.text("name") == good.text("name", KINDS) == "bus"
    assert good.items("list") == [1, "a"]
    assert good.integers("numbers", 1, 3) == (3, 1, 2)
    assert good.texts("names", KINDS) == ("bus", "taxi")
    assert good.fields("inner").integer("deep", 0, 1) == 1
    assert good.value("nothing") is None


def test_a_tuple_is_a_list_and_an_empty_list_is_one() -> None:
    assert fields(list=(1, 2)).integers("list", 1, 2) == (1, 2)
    assert not fields(list=[]).integers("list", 1, 2)
    assert not fields(list=[]).texts("list", KINDS)


def test_null_is_there_but_holds_nothing() -> None:
    assert fields().has("number")
    assert not fields().has("nothing")
    assert not fields().has("missing")


READERS: dict[str, Callable[[Fields, str], object]] = {
    "integer": lambda data, key: data.integer(key, 1, 3),
    "boolean": Fields.boolean,
    "text": Fields.text,
    "text of a few": lambda data, key: data.text(key, KINDS),
    "items": Fields.items,
    "integers": lambda data, key: data.integers(key, 1, 3),
    "texts": lambda data, key: data.texts(key, KINDS),
    "fields": Fields.fields,
}
BAD: dict[str, tuple[object, ...]] = {
    "integer": (0, 4, -1, 2.0, "2", True, None, [2]),
    "boolean": (0, 1, "true", None),
    "text": (3, None, ["bus"], True),
    "text of a few": ("ferry", "", "Bus", 3),
    "items": ("ab", {"a": 1}, None, 3),
    "integers": ([0], [4], [1, 1], [True], ["1"], [None], [[1]], 1, "1"),
    "texts": (["ferry"], ["bus", "bus"], [1], "bus", [["bus"]]),
    "fields": ([], "a", 1, None),
}


@pytest.mark.parametrize(
    ("reader", "bad"), tuple((reader, bad) for reader, values in BAD.items() for bad in values)
)
def test_a_bad_value_is_refused_by_the_name_of_its_field(reader: str, bad: object) -> None:
    with pytest.raises(BadSetup, match=r"'key' of the box must be .*not ") as no:
        READERS[reader](fields(key=bad), "key")
    assert repr(bad) in str(no.value)


@pytest.mark.parametrize("reader", READERS)
def test_a_missing_field_is_refused_by_its_name(reader: str) -> None:
    with pytest.raises(BadSetup, match="the box lacks 'missing'"):
        READERS[reader](fields(), "missing")


def test_the_choices_are_named() -> None:
    with pytest.raises(BadSetup, match="one of taxi, bus, not 'ferry'"):
        fields(name="ferry").text("name", KINDS)


def test_an_unknown_key_is_refused_by_its_name() -> None:
    fields().only(GOOD)
    with pytest.raises(BadSetup, match="the box has an unknown key 'colour'"):
        fields(colour="red").only(GOOD)


@pytest.mark.parametrize("data", ([], "text", None, 3))
def test_only_objects_have_fields(data: object) -> None:
    with pytest.raises(BadSetup, match="the box must be an object"):
        Fields(data, "the box")


def test_names_of_fields_are_texts() -> None:
    with pytest.raises(BadSetup, match="the box must name its fields by texts"):
        Fields({4: [3, 3, 0]}, "the box")


def test_a_field_inside_says_where_it_is() -> None:
    with pytest.raises(BadSetup, match="'deep' of 'inner' of the box must be"):
        fields().fields("inner").text("deep")


@pytest.mark.parametrize("error", (Malformed, RecordError))
def test_the_reader_chooses_the_error_for_everything_inside(error: type[Refused]) -> None:
    data = Fields(GOOD, "the box", error)
    with pytest.raises(error):
        data.fields("inner").text("deep")
    with pytest.raises(error):
        Fields(None, "the box", error)


def test_a_long_value_is_cut_in_the_message() -> None:
    with pytest.raises(BadSetup) as no:
        fields(number="9" * 5000).integer("number", 1, 3)
    assert len(str(no.value)) < 150
    assert "999..." in str(no.value)


@pytest.mark.parametrize("depth", (50, 990, 100_000))
def test_a_value_nested_deeply_is_shown_too(depth: int) -> None:
    nested: object = 1
    for _ in range(depth):
        nested = [nested]
    with pytest.raises(BadSetup, match="must be a whole number"):
        fields(number=nested).integer("number", 1, 3)


def test_truth_values_are_no_numbers() -> None:
    assert is_integer(1)
    assert not is_integer(True)
    assert not is_integer(1.0)


def test_a_number_that_python_does_not_write_is_shown_too() -> None:
    assert show(10**5000) == "a number with too many digits to show"
