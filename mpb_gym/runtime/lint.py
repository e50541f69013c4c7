"""What a well-formed app can still get wrong: probes, dead ends, contrast, cut-off labels."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from mpb_gym.geometry import LOGICAL_WIDTH, dp
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.blocks import Records, Search
from mpb_gym.spec.form import FormSpec
from mpb_gym.spec.theme import Colour, Theme
from mpb_gym.spec.ways import paths
from mpb_gym.ui.page import BODY_WIDTH
from mpb_gym.ui.pictures import names
from mpb_gym.ui.typography import measure

CONTRAST = 4.5
"""Least contrast of text (WCAG 2.2, level AA)."""

PAIRS = (
    ("on_primary", "primary"),
    ("on_primary_container", "primary_container"),
    ("on_secondary_container", "secondary_container"),
    ("on_surface", "surface"),
    ("on_surface", "surface_container_highest"),
    ("on_surface_variant", "surface"),
    ("on_surface_variant", "surface_container_high"),
    ("primary", "surface"),
    ("primary", "surface_container"),
    ("error", "surface"),
    ("inverse_on_surface", "inverse_surface"),
)
"""Colour roles that text is drawn in, each with what lies behind it."""


def problems(spec: AppSpec) -> Iterator[str]:
    """Yields what is wrong with an app, a sentence each."""
    yield from _reachability(spec)
    for form in spec.forms.values():
        yield from _probes(form)
    yield from low_contrasts(spec.theme)
    yield from _labels(spec)
    if spec.glyph not in names():
        yield f"glyph: there is no icon {spec.glyph!r}"
    shown = [block for screen in spec.screens.values() for block in screen.body]
    records = [block for block in shown if isinstance(block, Records)]
    if not any(block.cancel for block in records):
        yield "screens: no list of records has a cancel button"


def _reachability(spec: AppSpec) -> Iterator[str]:
    for screen in spec.screens.keys() - paths(spec).keys():
        yield f"screens.{screen}: nothing leads there"


def _probes(form: FormSpec) -> Iterator[str]:
    at = f"forms.{form.name}"
    boxes = form.boxes
    for before, box in pairwise(boxes):
        if before.role == "bait" and box.role != "op":
            yield f"{at}.{before.column}: a bait leads into a HIGH box, but {box.column} is next"
    for index, box in enumerate(boxes):
        if box.role != "fm":
            continue
        earlier = any(each.required for each in boxes[:index])
        later = any(each.required for each in boxes[index + 1 :])
        if not (earlier and later):
            yield f"{at}.{box.column}: an fm box lies between required ones"
    asked = {box.key for box in boxes if box.key and box.role not in ("trap", "op", "fm")}
    for box in boxes:
        if box.role == "trap" and box.key not in asked:
            yield f"{at}.{box.column}: a trap asks again for what another box asks for"
        if box.role == "trap" and "*" in box.label:
            yield f"{at}.{box.column}: a trap's label is neutral"


def low_contrasts(theme: Theme) -> Iterator[str]:
    """Yields the pairs of a theme's roles that cannot be told apart well enough."""
    for ink, ground in PAIRS:
        found = contrast(getattr(theme, ink), getattr(theme, ground))
        if found < CONTRAST:
            yield f"theme: {ink} on {ground} has a contrast of {found:.2f}, below {CONTRAST}"


def contrast(one: Colour, other: Colour) -> float:
    """Returns the contrast of two colours, 1 to 21 (WCAG 2.2, relative luminance)."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = (_linear(part / 255) for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _labels(spec: AppSpec) -> Iterator[str]:
    """Yields labels that would end in an ellipsis; layout is the same at every size."""
    for screen in spec.screens.values():
        at = f"screens.{screen.name}"
        bar = LOGICAL_WIDTH - dp(56) - dp(64)
        literal = screen.untitled or screen.title.literal
        yield from _cut(f"{at}.title", literal, "title_large", bar)
        count = max(1, len(screen.bottom))
        room = (BODY_WIDTH - dp(8) * (count - 1)) // count - dp(16)
        for button in screen.bottom:
            yield from _cut(f"{at}.bottom", button.label, "label_large", room)
        for block in screen.body:
            if isinstance(block, Search):
                yield from _cut(f"{at}.search", block.hint, "body_large", BODY_WIDTH - dp(108))
    for form in spec.forms.values():
        yield from _cut(f"forms.{form.name}", form.submit, "label_large", BODY_WIDTH - dp(16))
        for box in form.boxes:
            label = f"{box.label} *" if box.required else box.label
            at = f"forms.{form.name}.{box.column}"
            yield from _cut(at, label, "body_large", BODY_WIDTH - dp(32))
            yield from _cut(at, box.hint, "body_large", BODY_WIDTH - dp(70))


def _cut(at: str, text: str, style: str, room: int) -> Iterator[str]:
    if measure(text, style) > room:
        yield f"{at}: {text!r} does not fit on the screen"
