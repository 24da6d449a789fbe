"""The colours of all themes: seen by every kind of eyes, and never the only sign.

Read from the style sheets, so that no browser is needed. Colours are looked at as they are and as
people without red, green or blue cones see them (Machado, Oliveira and Fernandes, 2009).
"""

from __future__ import annotations

import json
import re
from itertools import combinations
from pathlib import Path

import pytest

from misterx.board import Transport, load_geometry

WEB = Path(__file__).parents[2] / "web" / "src"
Colour = tuple[float, float, float]

EYES: dict[str, tuple[Colour, Colour, Colour]] = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""How light reaches the eye, in linear red, green and blue."""

TEXTS = (
    *((ink, ground) for ink in ("ink", "ink2", "ink3") for ground in ("bg", "surface", "surface2")),
    ("onprimary", "primary"),
    ("lamp", "lampbg"),
    ("danger", "dangerbg"),
    ("danger", "surface"),
    ("ok", "surface"),
    ("ontaxi", "taxi"),
    ("onbus", "bus"),
    ("onug", "ug"),
    ("onblk", "blk"),
    ("sttext", "stfill"),
    ("maplab", "mapbg"),
    ("rivlab", "river"),
)
"""What is read, and the ground that it stands on."""
LINES = ("taxiedge", "bus", "ug")
DETECTIVES = ("d1", "d2", "d3", "d4", "d5")
LAYERS = ("target", "heat", "danger", "focus")
GROUNDS = ("mapbg", "blk0", "river", "park")
SIGNS = (
    *((line, "casing") for line in LINES),  # which lies around each of them
    *((layer, ground) for layer in LAYERS for ground in GROUNDS),
    ("ink", "river"),  # the ferry
    *((piece, "stfill") for piece in DETECTIVES),
    ("line2", "surface"),
    ("focus", "surface"),
)
"""What is seen, and what it must stand out from."""


def tokens(sheet: str, selector: str) -> dict[str, str]:
    text = (WEB / sheet).read_text(encoding="utf-8")
    block = re.search(rf"^{re.escape(selector)} \{{(.*?)^\}}", text, re.MULTILINE | re.DOTALL)
    assert block, f"no {selector} in {sheet}"
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block[1]))


def themes() -> dict[str, dict[str, str]]:
    light = tokens("app.css", ":root")
    dark = light | tokens("app.css", "[data-theme='dark']")
    more = tokens("contrast.css", ":root[data-contrast='more']")
    more_dark = tokens("contrast.css", ":root[data-contrast='more'][data-theme='dark']")
    return {
        "light": light,
        "dark": dark,
        "high contrast": light | more,
        "high contrast, dark": dark | more | more_dark,
    }


def seen(colour: str, eyes: str) -> Colour:
    """A colour in linear light, as these eyes see it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    found = [
        sum(weight * part for weight, part in zip(row, linear, strict=True)) for row in EYES[eyes]
    ]
    red, green, blue = (min(1.0, max(0.0, part)) for part in found)
    return red, green, blue


def contrast(one: str, other: str, eyes: str) -> float:
    """The ratio of WCAG, from 1 to 21."""
    high, low = sorted(
        (
            sum(w * part for w, part in zip((0.2126, 0.7152, 0.0722), seen(c, eyes), strict=True))
            for c in (one, other)
        ),
        reverse=True,
    )
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", themes())
def test_text_is_read(theme: str) -> None:
    colours = themes()[theme]
    least = 7 if theme.startswith("high") else 4.5
    faint = {
        f"{ink} on {ground}": round(found, 2)
        for ink, ground in TEXTS
        if (found := contrast(colours[ink], colours[ground], "all cones")) < least
    }
    assert not faint


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("theme", themes())
def test_signs_stand_out_for_all_eyes(theme: str, eyes: str) -> None:
    colours = themes()[theme]
    faint = {
        f"{sign} on {ground}": round(found, 2)
        for sign, ground in SIGNS
        if (found := contrast(colours[sign], colours[ground], eyes)) < 3
    }
    assert not faint


def test_what_colours_tell_is_told_by_form_as_well() -> None:
    """Some eyes see two of the colours alike, so each thing has a shape, a letter or a line."""
    drawn = json.loads((WEB / "ui" / "icons.json").read_text(encoding="utf-8"))
    for kind, count in (("badges", 4), ("detectives", 5)):
        shapes = drawn[kind]
        paths = [str(shape) for shape in (shapes.values() if isinstance(shapes, dict) else shapes)]
        assert len(paths) == len(set(paths)) >= count
    letters = re.findall(
        r"^\s+\w+: '(\w)',", (WEB / "ui/Badge.svelte").read_text("utf-8"), re.MULTILINE
    )
    assert sorted(letters) == ["B", "T", "U", "X"]
    rings = [
        re.findall(r"stroke-dasharray: ([\d. ]+);", (WEB / "board" / name).read_text("utf-8"))[0]
        for name in ("Targets.svelte", "Possible.svelte", "Danger.svelte")
    ]
    assert all(one != other for one, other in combinations(rings, 2))
    widths = load_geometry("london").widths
    assert widths[Transport.TAXI] < widths[Transport.BUS] < widths[Transport.UNDERGROUND]
