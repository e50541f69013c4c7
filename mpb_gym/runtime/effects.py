"""What a tap can mean: frozen values that placements carry and programs understand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from mpb_gym.spec.rules import Scalar


@dataclass(frozen=True, slots=True)
class GoTo:
    """Go to a screen, perhaps with an entity of a collection chosen."""

    screen: str
    collection: str = ""
    entity: Scalar = None


@dataclass(frozen=True, slots=True)
class GoBack:
    """Go back one screen."""


@dataclass(frozen=True, slots=True)
class ToggleFacet:
    """Set or unset a facet, on the screen that lists what has it."""

    screen: str
    field: str
    value: str


@dataclass(frozen=True, slots=True)
class Pick:
    """Pick or unpick a member of a choice."""

    choice: str
    index: int


@dataclass(frozen=True, slots=True)
class SetNumber:
    """Give a stepper another number."""

    stepper: str
    number: int


@dataclass(frozen=True, slots=True)
class OpenMenu:
    """Show the options of a dropdown."""

    column: str


@dataclass(frozen=True, slots=True)
class TakeOption:
    """Take an option of the open dropdown."""

    option: str


@dataclass(frozen=True, slots=True)
class Toggle:
    """Give a switch of a form its other state."""

    column: str


@dataclass(frozen=True, slots=True)
class ToggleChip:
    """Choose an option of a form's chips, or let it go."""

    column: str
    option: str


@dataclass(frozen=True, slots=True)
class OpenCalendar:
    """Show a calendar to choose a date from."""

    column: str


@dataclass(frozen=True, slots=True)
class TurnPage:
    """Show what is later in the open calendar, or earlier."""

    pages: int


@dataclass(frozen=True, slots=True)
class ShowYears:
    """Show years to choose from in the open calendar, or days again."""


@dataclass(frozen=True, slots=True)
class ChooseYear:
    """Show a year in the open calendar."""

    year: int


@dataclass(frozen=True, slots=True)
class ChooseDay:
    """Choose a day in the open calendar; it counts once it is confirmed."""

    day: str


@dataclass(frozen=True, slots=True)
class ShowTab:
    """Show another tab of the same screen: in its place, not one screen further."""

    screen: str


@dataclass(frozen=True, slots=True)
class ShowDestination:
    """Go to a destination of the bottom navigation, from which Back leads to the first one."""

    screen: str


@dataclass(frozen=True, slots=True)
class Submit:
    """Send a form."""

    form: str


@dataclass(frozen=True, slots=True)
class AskCancel:
    """Ask back before a record is cancelled."""

    table: str
    id: int


@dataclass(frozen=True, slots=True)
class Confirm:
    """Answer the open dialog with yes."""


@dataclass(frozen=True, slots=True)
class Dismiss:
    """Close the open dialog; nothing changes."""


@dataclass(frozen=True, slots=True)
class Focus:
    """Put the focus in a text box, and the cursor where the finger is."""

    field: str


@dataclass(frozen=True, slots=True)
class Select:
    """Put the focus in a text box and select a word; all, where something is selected."""

    field: str


@dataclass(frozen=True, slots=True)
class Clear:
    """Empty a text box."""

    field: str


@dataclass(frozen=True, slots=True)
class PressKey:
    """Press a key of the on-screen keyboard."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Launch:
    """Open an app from its icon."""

    app: str


@dataclass(frozen=True, slots=True)
class ShowItem:
    """Show an item of the profile, to edit or delete it."""

    key: str


@dataclass(frozen=True, slots=True)
class SaveItem:
    """Save the item at hand as edited."""


@dataclass(frozen=True, slots=True)
class ChangeTier:
    """Give the item at hand the other tier."""


@dataclass(frozen=True, slots=True)
class ShowActivity:
    """Show what assistants were allowed and what they did."""


@dataclass(frozen=True, slots=True)
class AskDelete:
    """Ask back before the item at hand is deleted."""


Effect: TypeAlias = (
    GoTo
    | GoBack
    | ToggleFacet
    | Pick
    | SetNumber
    | OpenMenu
    | TakeOption
    | Toggle
    | ToggleChip
    | OpenCalendar
    | TurnPage
    | ShowYears
    | ChooseYear
    | ChooseDay
    | ShowTab
    | ShowDestination
    | Submit
    | AskCancel
    | Confirm
    | Dismiss
    | Focus
    | Select
    | Clear
    | PressKey
    | Launch
    | ShowItem
    | SaveItem
    | ChangeTier
    | ShowActivity
    | AskDelete
)
"""Everything that can be the action of a placement."""
