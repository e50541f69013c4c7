"""Screens of an app: a bar, a scrolling body of blocks, and buttons that stay in reach."""

from __future__ import annotations

from dataclasses import dataclass

from mpb_gym.spec.blocks import EMPTY, Block
from mpb_gym.spec.read_blocks import read_block
from mpb_gym.spec.reader import Cursor
from mpb_gym.spec.template import Template, read_template


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionSpec:
    """An icon that leads to a screen: in the top bar, or in the bottom navigation.

    Attributes:
        label: What accessibility says of the icon; below it in the bottom navigation.
    """

    icon: str
    label: str
    go: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonSpec:
    """A button at the bottom of a screen.

    Attributes:
        go: The screen that it opens.
        needs: Choices that must have been made before it works.
    """

    label: str
    go: str
    variant: str = "filled"
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenSpec:
    """One screen.

    Attributes:
        title: Of the top bar.
        untitled: The title where ``title`` comes out blank.
        note: A line above the bottom buttons.
    """

    name: str
    title: Template
    untitled: str
    actions: tuple[ActionSpec, ...]
    body: tuple[Block, ...]
    note: Template
    bottom: tuple[ButtonSpec, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TabSpec:
    """One of a row of tabs, with the screen that it shows."""

    label: str
    go: str


def read_tab(cursor: Cursor) -> TabSpec:
    """Reads a tab."""
    cursor.only("label", "go")
    return TabSpec(label=cursor["label"].text(), go=cursor["go"].text())


def read_screen(name: str, cursor: Cursor) -> ScreenSpec:
    """Reads a screen."""
    cursor.only("title", "untitled", "actions", "body", "note", "bottom")
    return ScreenSpec(
        name=name,
        title=read_template(cursor["title"]),
        untitled=cursor["untitled"].text() if "untitled" in cursor else "",
        actions=tuple(read_action(each) for each in cursor.get("actions", []).items()),
        body=tuple(read_block(each) for each in cursor["body"].items()),
        note=read_template(cursor["note"]) if "note" in cursor else EMPTY,
        bottom=tuple(_read_button(each) for each in cursor.get("bottom", []).items()),
    )


def read_action(cursor: Cursor) -> ActionSpec:
    """Reads an icon that leads to a screen."""
    cursor.only("icon", "label", "go")
    return ActionSpec(
        icon=cursor["icon"].text(), label=cursor["label"].text(), go=cursor["go"].text()
    )


def _read_button(cursor: Cursor) -> ButtonSpec:
    cursor.only("label", "go", "variant", "needs")
    return ButtonSpec(
        label=cursor["label"].text(),
        go=cursor["go"].text(),
        variant=cursor.get("variant", "filled").choice(("filled", "tonal", "outlined", "text")),
        needs=cursor.get("needs", []).texts(),
    )
