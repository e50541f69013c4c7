"""A moment of a session as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mpb_gym.commands import COMMANDS
from mpb_gym.episode import View
from mpb_gym.wrappers.elements.look import Look, Sizes, Text, is_menu
from mpb_gym.wrappers.elements.words import hashed, longest_run, quotations, unquoted, words

Floats = NDArray[np.float32]

LABEL = 32
"""Numbers that the words of a label or a key are hashed into."""

INSTRUCTION = 48
"""Numbers that the words of an instruction are hashed into."""

LEADS = (("at", "by", "from", "with"), ("in",), ("of",), ("for", "to"))
"""Words that say what part a name plays in an instruction: who or what place it comes from, where
it is, what it belongs to, whom or what it is for. Wordings differ in which of several they use."""

APP = 8
"""Numbers that the name of the app in front is hashed into."""

_MOST_TAPS = 3
"""Times that an element was tapped beyond which it makes no difference."""

_GEOMETRY = 4
_STATES = (
    "is_clickable", "is_editable", "is_checkable", "is_checked", "is_selected", "is_focused",
    "is_scrollable", "is_enabled",
)  # fmt: skip
_FACTS = 10

ELEMENT_WIDTH = _GEOMETRY + len(_STATES) + _FACTS + LABEL + len(LEADS)
TEXT_WIDTH = 9 + LABEL + len(LEADS)
KEY_WIDTH = 4 + LABEL
CONTEXT_WIDTH = INSTRUCTION + APP + len(COMMANDS) + 8 + LABEL


class Features:
    """Turns what is seen into arrays, remembering what does not change in a session.

    What the instruction quotes is to be typed and names nothing, so it counts as no words of it.

    Rows of ``elements``: middle, width and height (fractions of the screen); eight states as
    0 or 1; ten facts: dropdown, required box, box that holds something, share of its first
    line's words in the instruction, whether they all stand there in a row, the share that
    does, share of all its words there, whether a LOW or read value stands in it, whether a
    text to type does, how often the label was tapped in this session (3 times is 1); its label
    as hashed words, unless its first line stands in the instruction, so that a policy cannot tell
    names apart that it may not meet again; which kinds of prepositions stand just before its first
    line there.

    Rows of ``texts``: 1; LOW, read or said; whether a box on screen holds it; share of its
    key's words in the instruction; how early it is said (0 to 1); its number of words (8 is
    1); whether it is quoted there; its key as hashed words; which kinds of prepositions stand
    just before it in the instruction.

    Rows of ``high``, the HIGH keys: 1; granted; read; share of its words in the instruction; its
    words hashed.

    ``context``: the instruction and the app as hashed words; the last command; how many dates,
    times and quotations the instruction has (4 is 1); keyboard open; full control; whether the
    last command failed; share of the session's steps used; 1; the label of what was tapped last
    as hashed words.

    Args:
        view: The session's.
        sizes: Lengths of the lists.
        limit: Steps that the session may take.
    """

    def __init__(self, view: View, sizes: Sizes, limit: int) -> None:
        self._view, self._sizes, self._limit = view, sizes, limit
        self._said = words(unquoted(view.instruction))
        self._vocabulary = frozenset(self._said)
        self._instruction = hashed(self._said, INSTRUCTION)
        self._quoted = quotations(view.instruction)
        found = (
            sum("-" in word for word in self._said),
            sum(":" in word for word in self._said),
            len(self._quoted),
        )
        self._counts = [min(count, 4) / 4 for count in found]
        self._static: dict[tuple[str, str, str], Floats] = {}
        self._rows: dict[Text | str, Floats] = {}

    def arrays(self, seen: Look, taps: Mapping[str, int], tapped: str) -> dict[str, Floats]:
        """Returns the entries of an observation.

        Args:
            seen: What is before the agent.
            taps: How often elements were tapped, by label.
            tapped: The label that was tapped last; empty before the first tap.
        """
        held = {node["text"] for node in seen.elements if node["is_editable"]}
        values = [text.value for text in seen.texts if text.origin != "said"]
        return {
            "elements": self._elements(seen, values, taps),
            "texts": _stack(
                (self._text(text, text.value in held) for text in seen.texts),
                self._sizes.texts,
                TEXT_WIDTH,
            ),
            "high": _stack(
                (self._key(key, seen.imy) for key in seen.keys), self._sizes.keys, KEY_WIDTH
            ),
            "context": self._context(seen, tapped),
        }

    def _elements(self, seen: Look, values: Sequence[str], taps: Mapping[str, int]) -> Floats:
        result = np.zeros((self._sizes.elements, ELEMENT_WIDTH), np.float32)
        typed = {text.value for text in seen.texts}
        start = _GEOMETRY + len(_STATES)
        for row, node in zip(result, seen.elements, strict=False):
            box, text, label = node["bbox"], node["text"], label_of(node)
            row[:_GEOMETRY] = (
                (box["x_min"] + box["x_max"]) / 2,
                (box["y_min"] + box["y_max"]) / 2,
                box["x_max"] - box["x_min"],
                box["y_max"] - box["y_min"],
            )
            row[_GEOMETRY:start] = [node[state] for state in _STATES]
            row[start:] = self._fixed(text, node["hint_text"], node["content_description"])
            row[start] = is_menu(node)
            row[start + 7] = any(value in text for value in values) if text else 0.0
            row[start + 8] = text in typed
            row[start + 9] = min(taps.get(label, 0), _MOST_TAPS) / _MOST_TAPS
        return result

    def _fixed(self, text: str, hint: str, description: str) -> Floats:
        """The facts and hashed words of an element that its texts decide."""
        known = self._static.get((text, hint, description))
        if known is None:
            known = np.zeros(_FACTS + LABEL + len(LEADS), np.float32)
            first, every = words(text.split("\n", 1)[0]), words(text)
            known[1] = hint.endswith("*")
            known[2] = bool(hint and text)
            known[3] = self._share(first)
            run, at = longest_run(first, self._said) if first else (0, 0)
            known[4] = bool(first) and run == len(first)
            known[5] = run / len(first) if first else 0.0
            known[6] = self._share(every)
            if not known[4]:
                label = words(hint or description or text)
                known[_FACTS : _FACTS + LABEL] = hashed(label, LABEL)
            known[_FACTS + LABEL :] = self._lead(at) if run and run == len(first) else 0
            self._static[(text, hint, description)] = known
        return known

    def _text(self, text: Text, held: bool) -> Floats:
        row = self._rows.get(text)
        if row is None:
            row = np.zeros(TEXT_WIDTH, np.float32)
            key, found = words(text.key.replace("_", " ")), words(text.value)
            row[0] = 1
            row[1 + ("low", "read", "said").index(text.origin)] = 1
            row[5] = self._share(key)
            at = self._view.instruction.find(text.value)
            row[6] = 0 if at < 0 else 1 - at / len(self._view.instruction)
            row[7] = min(len(found), 8) / 8
            row[8] = text.value in self._quoted
            row[9 : 9 + LABEL] = hashed(key, LABEL)
            run, place = longest_run(found, self._said) if found else (0, 0)
            row[9 + LABEL :] = self._lead(place) if run and run == len(found) else 0
            self._rows[text] = row
        row[4] = held
        return row

    def _key(self, key: str, imy: Mapping[str, Any]) -> Floats:
        row = self._rows.get(key)
        if row is None:
            found = words(key.replace("_", " "))
            row = np.zeros(KEY_WIDTH, np.float32)
            row[0], row[3] = 1, self._share(found)
            row[4:] = hashed(found, LABEL)
            self._rows[key] = row
        row[1], row[2] = key in imy["granted"], key in imy["read"]
        return row

    def _context(self, seen: Look, tapped: str) -> Floats:
        view = self._view
        app = seen.elements[0]["package_name"] if seen.elements else ""
        last = np.zeros(len(COMMANDS), np.float32)
        if view.history:
            name = view.history[-1].partition(". ")[2].partition("(")[0]
            last[list(COMMANDS).index(name)] = 1
        rest = (
            *self._counts,
            seen.keyboard,
            seen.imy["mode"] == "full_control",
            view.action_error != "",
            view.step / self._limit,
            1,
        )
        numbers = np.array(rest, np.float32)
        label = hashed(words(tapped), LABEL)
        return np.concatenate((self._instruction, hashed([app], APP), last, numbers, label))

    def _lead(self, at: int) -> Floats:
        """What the instruction says just before a word of it."""
        before = self._said[max(0, at - 2) : at]
        return np.array([any(word in before for word in kind) for kind in LEADS], np.float32)

    def _share(self, found: Sequence[str]) -> float:
        """The share of some words that the instruction holds."""
        return sum(word in self._vocabulary for word in found) / len(found) if found else 0.0


def label_of(node: Mapping[str, Any]) -> str:
    """Returns what an element is called, whatever it holds."""
    return str(node["hint_text"] or node["content_description"] or node["text"])


def _stack(rows: Iterable[Floats], count: int, width: int) -> Floats:
    result = np.zeros((count, width), np.float32)
    for index, row in enumerate(rows):
        result[index] = row
    return result
