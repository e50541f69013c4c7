"""Typing: what the keyboard's keys and typed text do to the box that has the focus."""

from __future__ import annotations

from mpb_gym.errors import ActionError
from mpb_gym.keeping import Keeping
from mpb_gym.runtime.effects import PressKey
from mpb_gym.runtime.program import Field, Moment, Program, Result
from mpb_gym.ui.clusters import clusters
from mpb_gym.ui.widgets.keyboard import KeyPage


class Typist(Keeping):
    """The on-screen keyboard's state, and what comes of its use.

    Attributes:
        page: Which letters or signs the keyboard shows.
    """

    def __init__(self) -> None:
        self.page: KeyPage = "lower"

    def type(self, program: Program, text: str, moment: Moment) -> Result:
        """Puts a text where the focus is."""
        if program.field is None:
            sentence = "No text box has the focus; tap one first."
            return Result(error=ActionError("no_focus", sentence))
        if not text:
            return Result(error=ActionError("empty_text", "There is nothing to type."))
        return _insert(program, program.field, text, moment)

    def press(self, program: Program, key: PressKey, moment: Moment) -> Result:
        """Presses a key of the keyboard."""
        field = program.field
        assert field is not None
        match key.name:
            case "shift":
                self.page = "upper" if self.page == "lower" else "lower"
            case "symbols":
                self.page = "symbols"
            case "letters":
                self.page = "lower"
            case "hide":
                program.focus(None)
            case "enter":
                return self.enter(program, moment)
            case "backspace":
                return _erase(program, field, moment)
            case _:
                if self.page == "upper":
                    self.page = "lower"
                return _insert(program, field, key.text, moment)
        return Result()

    def enter(self, program: Program, moment: Moment) -> Result:
        """Presses Enter, whether on the keyboard or as a system button."""
        field = program.field
        if field is None:
            sentence = "No text box has the focus, so Enter does nothing."
            return Result(error=ActionError("no_focus", sentence))
        if field.enter == "newline":
            return _insert(program, field, "\n", moment)
        return program.enter(moment)


def _insert(program: Program, field: Field, text: str, moment: Moment) -> Result:
    """Puts a text where the cursor is, in place of what is selected."""
    start, end, _ = field.caret
    return program.edit(field.value[:start] + text + field.value[end:], start + len(text), moment)


def _erase(program: Program, field: Field, moment: Moment) -> Result:
    """Takes away what is selected, or else the character before the cursor."""
    start, end, _ = field.caret
    before = field.value[:start] if field.caret.selects else without_last(field.value[:start])
    return program.edit(before + field.value[end:], len(before), moment)


def without_last(text: str) -> str:
    """Returns a text without its last character as people see it, joined emoji included."""
    return text[: len(text) - len(clusters(text)[-1])] if text else ""
