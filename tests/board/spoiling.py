"""Ways to spoil the files of a board, and the answer to it."""

from pathlib import Path

import pytest

from misterx.board import BoardError, read_board


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def append(file: Path, text: str) -> None:
    file.write_text(file.read_text(encoding="utf-8") + text, encoding="utf-8")


def refusal(folder: Path) -> str:
    """The message with which the folder is refused, without the folder's own path."""
    with pytest.raises(BoardError) as caught:
        read_board(folder)
    return str(caught.value).replace(f"{folder}/", "")
