"""Every clause of both games' rules is held by a test that names it."""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
BOARD_GAME = {"B": 4, "S": 4, "R": 6, "X": 5, "E": 4, "V": 2, "N": 6, "D": 8}
"""The last number of each chapter: board, setting up, round, Mister X, end, V, beginners, D."""
CARD_GAME = {"C": 6, "T": 5, "A": 6, "F": 3, "G": 7}
"""The last number of each chapter: setting up, turn, actions, end, settled readings."""


def clauses(chapters: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(f"{chapter}{n}" for chapter, last in chapters.items() for n in range(1, last + 1))


CLAUSES = (*clauses(BOARD_GAME), *clauses(CARD_GAME))
RULE_BOOKS = {"rules.md": clauses(BOARD_GAME), "cards.md": clauses(CARD_GAME)}


def marks(tree: ast.AST) -> Iterator[tuple[ast.Call, str]]:
    """Every `pytest.mark.clause("…")` below a node, with the clause that it names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause":
            for argument in node.args:
                yield node, ast.literal_eval(argument)


def clauses_of_tests(tree: ast.AST) -> list[str]:
    """The clauses named by the tests of a file, one for each test that names it."""
    return [
        clause
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        for decorator in node.decorator_list
        for _, clause in marks(decorator)
    ]


@cache
def trees() -> Mapping[Path, ast.Module]:
    """Every file of tests, read once."""
    return {path: ast.parse(path.read_text("utf-8")) for path in sorted(TESTS.rglob("test_*.py"))}


@cache
def named() -> Counter[str]:
    """How many tests name each clause."""
    return Counter(clause for tree in trees().values() for clause in clauses_of_tests(tree))


def test_there_are_39_and_27_clauses() -> None:
    assert [len(book) for book in RULE_BOOKS.values()] == [39, 27]
    assert len(set(CLAUSES)) == len(CLAUSES)


@pytest.mark.parametrize("page", RULE_BOOKS)
def test_the_documentation_states_every_clause_in_order(page: str) -> None:
    text = (TESTS.parent / "docs" / page).read_text(encoding="utf-8")
    assert tuple(re.findall(r"^- \*\*([A-Z]\d)\*\* ", text, re.MULTILINE)) == RULE_BOOKS[page]


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_test_names_the_clause(clause: str) -> None:
    assert named()[clause] > 0, f"no test is marked with clause {clause}"


def test_no_test_names_an_unknown_clause() -> None:
    unknown = {
        f"{path.relative_to(TESTS)}:{call.lineno}: {clause}"
        for path, tree in trees().items()
        for call, clause in marks(tree)
        if clause not in CLAUSES
    }
    assert unknown == set()


def test_every_mark_stands_on_a_test() -> None:
    """A mark on anything else would look like a test of that clause and be none."""
    for path, tree in trees().items():
        everywhere = Counter(clause for _, clause in marks(tree))
        assert everywhere == Counter(clauses_of_tests(tree)), path


def test_marks_are_found_where_they_stand() -> None:
    tree = ast.parse("""
@pytest.mark.clause("X3")
@pytest.mark.parametrize("edition", ("a", "b"))
def test_double(edition): ...

@pytest.mark.clause("X4")
def no_test(): ...

class TestBlack:
    @pytest.mark.clause("X5")
    def test_method(self): ...
""")
    assert clauses_of_tests(tree) == ["X3", "X5"]
    assert [clause for _, clause in marks(tree)] == ["X3", "X4", "X5"]
