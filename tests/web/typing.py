"""Somebody with a keyboard and nothing else: keys are pressed, the page is only read."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.browsing import CHOICES, END, Person

__all__ = ["Typist"]

BOARD = "[role=application]"
CONFIRM = "[data-action=confirm]:enabled"
IS_ON = "selector => document.activeElement?.matches(selector) ?? false"
SETTLED = """([at, selector]) => {
    const table = document.querySelector('.table');
    return !table || Number(table.dataset.at) !== at || document.querySelector(selector) !== null;
}"""


class Typist:
    """Plays with `keyboard.press` alone."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page
        self.tried: set[str] = set()
        """What was done besides simple moves."""

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def is_on(self, selector: str) -> bool:
        return bool(self.page.evaluate(IS_ON, selector))

    def tabs_to(self, selector: str) -> None:
        """Press Tab until something has the focus."""
        self.person.sees(selector)
        for _ in range(150):
            if self.is_on(selector):
                return
            self.press("Tab")
        raise AssertionError(f"the key Tab does not lead to {selector}")

    def goes_through(self, group: str, wanted: str) -> None:
        """In a group of radio buttons, press an arrow until the wanted one is chosen."""
        self.tabs_to(group)
        for _ in range(12):
            if self.is_on(wanted):
                return
            self.press("ArrowRight")
        raise AssertionError(f"arrows do not lead to {wanted}")

    # --- from the start page ----------------------------------------------------------------------

    def comes(self) -> None:
        self.page.goto(f"{self.person.url}/")
        self.person.sees(".role:enabled")

    def says_the_name(self) -> None:
        self.person.sees("dialog[open] input:focus")
        self.page.keyboard.type("Ada")
        self.press("Enter")

    def takes_a_role(self, role: str) -> None:
        self.tabs_to(role)
        self.press("Enter")
        self.says_the_name()

    def opens(self, *choices: tuple[str, str]) -> None:
        """Through the page for a new table; pairs of the group and what is chosen in it."""
        self.tabs_to("a[href='/#new']")
        self.press("Enter")
        for group, wanted in choices:
            self.goes_through(group, wanted)
        self.tabs_to("footer [type=submit]")
        self.press("Enter")
        self.says_the_name()

    # --- at the table -----------------------------------------------------------------------------

    def plays(self, decide: Callable[[], None], most: int) -> None:
        """Decide until the game is over, so often at most."""
        for _ in range(most):
            if not self.person.is_asked():
                break
            before = self.person.at
            decide()
            self.page.wait_for_function(SETTLED, arg=[before, END])

    def ends(self) -> None:
        """The end is told, and has the focus."""
        self.person.sees(END)
        assert self.is_on(f"{END} h2")

    def moves_on_the_board(self) -> None:
        """A move by the keys of the board; the first is double, its second half by black ticket."""
        self.tabs_to(f"{BOARD}, {END} *")
        if self.is_on(f"{END} *"):
            return
        pieces = self.page.locator("[data-chip]:enabled").count()
        if pieces:
            self.press("Shift+Digit1")
            self.person.sees("[data-chip][aria-pressed=true]")
        if "double" not in self.tried and self.person.has(".switch input:enabled"):
            self.press("m")
            self.person.sees("[data-half]")
            self.press("n", "Enter", "Enter", "n", "Enter")
            self.person.sees("fieldset label:last-child .black")
            self.press("x")
            self.person.sees("fieldset label.chosen .black")
            self.press("Enter")
            self.tried |= {"double", "black"}
            return
        self.press("n", "Enter")
        self.person.sees(f"{CONFIRM}, {END}")
        self.press("Enter")

    def decides_on_cards(self) -> None:
        """A card or an answer, by Tab, Space and Enter."""
        self.tabs_to(", ".join((*CHOICES, f"{END} *")))
        if self.is_on("[data-card]"):
            if not self.is_on(":checked"):
                self.press("Space")
            self.person.sees(CONFIRM)
        self.press("Enter")
