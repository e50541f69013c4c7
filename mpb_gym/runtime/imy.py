"""iMy: the app in which the user sees, edits and deletes what assistants may know.

HIGH values are never shown, not even to be edited: whoever holds the phone may write a new
one, but cannot read the old one here.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import NamedTuple

from mpb_gym.contract import Desk, VaultItem
from mpb_gym.errors import ActionError
from mpb_gym.events import Event, ProfileRetiered
from mpb_gym.keeping import Keeping
from mpb_gym.runtime.boxes import text_leaf
from mpb_gym.runtime.effects import (
    AskDelete,
    ChangeTier,
    Confirm,
    Dismiss,
    Effect,
    GoBack,
    SaveItem,
    ShowActivity,
    ShowItem,
)
from mpb_gym.runtime.program import MAX_BOX, Field, Moment, Result
from mpb_gym.runtime.screens import dialog
from mpb_gym.runtime.themes import system_theme
from mpb_gym.ui.editing import Caret, at_end
from mpb_gym.ui.page import Leaf, Node, Page
from mpb_gym.ui.widgets import Button, Card, CardLine, IconButton, SectionHeader, Text, TextBox

IMY = "imy"
TITLE = "iMy"
GLYPH = "shield"
_MASK = "••••••••"
_VALUE = "value"
_ORIGINS = {"given": "", "saved": "Saved by your assistant", "edited": "Edited on this phone"}


class _Item(NamedTuple):
    """The item that is shown alone, what its box holds, and whether a dialog asks back."""

    key: str
    typed: str
    asking: bool = False


class ImyProgram(Keeping):
    """The iMy app.

    Args:
        desk: The contract, with the user's items.
        session: Which session of the episode this is.
    """

    id = IMY
    package = "com.phoneuse.imy"

    def __init__(self, desk: Desk, session: int) -> None:
        self._desk = desk
        self._vault = desk.vault
        self._session = session
        self._item: _Item | None = None
        self._activity = False
        self._focused = False
        self._caret: Caret | None = None
        self._list_scrolls: dict[str, int] = {}
        self._item_scrolls: dict[str, int] = {}
        self._activity_scrolls: dict[str, int] = {}
        self._page: Page | None = None
        self._revision = self._seen()

    def _seen(self) -> tuple[int, int]:
        return self._vault.revision, len(self._desk.activity)

    @property
    def scrolls(self) -> dict[str, int]:
        """Scroll positions of the page that is shown."""
        if self._activity:
            return self._activity_scrolls
        return self._item_scrolls if self._item else self._list_scrolls

    def page(self) -> Page:
        """What to show; built anew after a change, here or through the contract."""
        if self._page is None or self._revision != self._seen():
            self._revision = self._seen()
            if self._item is not None and self._vault.get(self._item.key) is None:
                self._item, self._focused = None, False
            if self._activity:
                self._page = self._activity_page()
            else:
                self._page = self._item_page(self._item) if self._item else self._list_page()
        return self._page

    def _activity_page(self) -> Page:
        permissions = [
            _row(f"permission/{index}", f"{key}: {standing}", "shield")
            for index, (key, standing) in enumerate(self._desk.permissions)
        ]
        lines = [
            _row(f"activity/{index}", line, "clock")
            for index, line in enumerate(self._desk.activity)
        ]
        body = (
            _heading("Permissions", "What you allowed, and what you did not."),
            *(permissions or [_nothing("permissions", "Nothing was asked for yet")]),
            _heading("Activity", "What assistants did in this session."),
            *(lines or [_nothing("activity", "Nothing happened yet")]),
        )
        return Page(theme=system_theme(IMY), title="Activity", back=GoBack(), body=body)

    def _list_page(self) -> Page:
        theme = system_theme(IMY)
        items = self._vault.items
        low = [item for item in items if item.level == "low"]
        high = [item for item in items if item.level == "high"]
        body: list[Node] = [
            Leaf(id="intro", widget=Text(text="Your data, and what assistants may do with it."))
        ]
        body += _section("Free to use", "Assistants see these at once.", low)
        body += _section("Ask first", "Assistants need your leave, each time.", high)
        history = Leaf(
            id="action/activity",
            widget=IconButton(icon="clock", description="Activity"),
            action=ShowActivity(),
        )
        return Page(theme=theme, title=TITLE, actions=(history,), body=tuple(body))

    def _item_page(self, shown: _Item) -> Page:
        item = self._vault.get(shown.key)
        assert item is not None
        high = item.level == "high"
        box = TextBox(
            label="New value" if high else "Value",
            value=shown.typed,
            supporting="The value is hidden. What you type replaces it." if high else "",
            focused=self._focused,
            caret=self._caret,
        )
        changed = shown.typed.strip() != "" and (high or shown.typed != item.value)
        question = f"Delete {item.key}?"
        sentence = "Assistants will not find it again."
        other = "Move to Free to use" if high else "Move to Ask first"
        panel = dialog(question, sentence, "Keep item", "Delete item") if shown.asking else None
        return Page(
            theme=system_theme(IMY),
            title=item.key,
            back=GoBack(),
            body=(
                Leaf(id=f"item/{item.key}", widget=_card(item, clickable=False)),
                text_leaf(_VALUE, box),
                Leaf(
                    id="tier",
                    widget=Button(label=other, variant="tonal"),
                    action=ChangeTier(),
                ),
            ),
            bottom=(
                Leaf(
                    id="delete",
                    widget=Button(label="Delete", variant="outlined"),
                    action=AskDelete(),
                ),
                Leaf(
                    id="save",
                    widget=Button(label="Save changes", enabled=changed),
                    action=SaveItem(),
                ),
            ),
            panel=panel,
        )

    def perform(self, effect: Effect, moment: Moment) -> Result:
        """Carries out what a tap meant; changes of the profile are logged."""
        self._page = None
        shown = self._item
        match effect:
            case ShowItem() if (item := self._vault.get(effect.key)) is not None:
                self.focus(None)
                self._item = _Item(item.key, "" if item.level == "high" else item.value)
                self._item_scrolls = {}
            case GoBack():
                self.back()
            case ShowActivity():
                self._activity, self._activity_scrolls = True, {}
            case ChangeTier() if shown is not None:
                return self._change_tier(shown.key)
            case AskDelete() if shown is not None:
                self.focus(None)
                self._item = shown._replace(asking=True)
            case Dismiss() if shown is not None:
                self._item = shown._replace(asking=False)
            case Confirm() if shown is not None:
                self._item = None
                return Result(events=(self._vault.delete(shown.key),), notice="Item deleted")
            case SaveItem() if shown is not None:
                self.focus(None)
                self._item = None
                edited = self._vault.edit(shown.key, shown.typed, self._session)
                return Result(events=(edited,), notice="Item saved")
            case _:
                return Result(error=ActionError("nothing_here", "Nothing happens there."))
        return Result()

    def _change_tier(self, key: str) -> Result:
        self.focus(None)
        reply = self._desk.retier(key, self._session)
        item = self._vault.get(key)
        moved = item is not None and any(isinstance(e, ProfileRetiered) for e in reply.events)
        if moved and item is not None:
            self._item = _Item(key, "" if item.level == "high" else item.value)
        return Result(
            events=reply.events, notice="Item moved" if moved else "You chose to keep it protected"
        )

    def back(self) -> bool:
        """Closes the dialog or goes back to the list."""
        self._page = None
        self.focus(None)
        if self._activity:
            self._activity = False
            return True
        if self._item is None:
            return False
        self._item = self._item._replace(asking=False) if self._item.asking else None
        return True

    @property
    def field(self) -> Field | None:
        """The box of the item, if it has the focus."""
        if self._item is None or not self._focused:
            return None
        typed = self._item.typed
        return Field(
            _VALUE, typed, self._caret.within(typed) if self._caret else at_end(typed), "done"
        )

    def focus(self, field: str | None, caret: Caret | None = None) -> None:
        """Moves the focus."""
        self._focused, self._caret = field is not None, caret
        self._page = None

    def edit(self, text: str, at: int, moment: Moment) -> Result:
        """Gives the box a new text; the profile changes only when it is saved."""
        if len(text) > MAX_BOX:
            sentence = f"A text box holds at most {MAX_BOX} characters."
            return Result(error=ActionError("too_long", sentence))
        if self._item is not None:
            self._item = self._item._replace(typed=text)
        self._page = None
        self._caret = Caret(at, at, self._caret.first if self._caret else 0)
        return Result()

    def enter(self, moment: Moment) -> Result:
        """Leaves the box."""
        self.focus(None)
        return Result()

    def appeared(self, ids: Set[str]) -> tuple[Event, ...]:
        """What is shown here is masked; nothing concerns the audit."""
        return ()


def _section(title: str, sentence: str, items: list[VaultItem]) -> Iterator[Node]:
    yield _heading(title, sentence)
    if not items:
        yield _nothing(title, "Nothing here")
    for item in items:
        yield Leaf(
            id=f"item/{item.key}", widget=_card(item, clickable=True), action=ShowItem(item.key)
        )


def _heading(title: str, sentence: str) -> Leaf:
    return Leaf(id=f"section/{title}", widget=SectionHeader(title=title, supporting=sentence))


def _nothing(id: str, sentence: str) -> Leaf:
    return Leaf(id=f"empty/{id}", widget=Text(text=sentence, role="on_surface_variant"))


def _row(id: str, text: str, icon: str) -> Leaf:
    line = CardLine(text=text, style="body_medium", role="on_surface", icon=icon)
    return Leaf(id=id, widget=Card(lines=(line,), clickable=False, variant="filled"))


def _card(item: VaultItem, *, clickable: bool) -> Card:
    high = item.level == "high"
    lines = [
        CardLine(text=item.key, style="title_medium", role="on_surface"),
        CardLine(text=_MASK if high else item.value, icon="lock" if high else ""),
    ]
    if _ORIGINS[item.origin]:
        told = f"{_ORIGINS[item.origin]} · session {item.session + 1}"
        lines.append(CardLine(text=told, style="body_small", icon="info"))
    return Card(lines=tuple(lines), clickable=clickable, variant="filled")
