"""The widgets of the phone: what a screen is made of."""

from mpb_gym.ui.widgets.bars import GestureBar, StatusBar, TopBar
from mpb_gym.ui.widgets.boxes import TextBox
from mpb_gym.ui.widgets.buttons import Button, IconButton
from mpb_gym.ui.widgets.calendar import (
    PICKER_WIDTH,
    YEARS,
    CalendarSurface,
    DateCell,
    MonthButton,
)
from mpb_gym.ui.widgets.cards import Banner, Card, CardLine
from mpb_gym.ui.widgets.chips import Chip, ChipsLabel
from mpb_gym.ui.widgets.keyboard import (
    KEYBOARD_HEIGHT,
    Key,
    KeyboardPanel,
    KeyLabel,
    keyboard_keys,
)
from mpb_gym.ui.widgets.launcher import AppIcon, LauncherClock
from mpb_gym.ui.widgets.lists import CheckRow, EmptyState, Facts, StepperRow, Table
from mpb_gym.ui.widgets.navigation import Destination, Tab
from mpb_gym.ui.widgets.overlays import Dialog, SheetSurface, Snackbar
from mpb_gym.ui.widgets.search import SearchBox
from mpb_gym.ui.widgets.switch import SwitchRow
from mpb_gym.ui.widgets.text import Divider, SectionHeader, Spot, Text

__all__ = [
    "KEYBOARD_HEIGHT",
    "PICKER_WIDTH",
    "YEARS",
    "AppIcon",
    "Banner",
    "Button",
    "CalendarSurface",
    "Card",
    "CardLine",
    "CheckRow",
    "Chip",
    "ChipsLabel",
    "DateCell",
    "Destination",
    "Dialog",
    "Divider",
    "EmptyState",
    "Facts",
    "GestureBar",
    "IconButton",
    "Key",
    "KeyLabel",
    "KeyboardPanel",
    "LauncherClock",
    "MonthButton",
    "SearchBox",
    "SectionHeader",
    "SheetSurface",
    "Snackbar",
    "Spot",
    "StatusBar",
    "StepperRow",
    "SwitchRow",
    "Tab",
    "Table",
    "Text",
    "TextBox",
    "TopBar",
    "keyboard_keys",
]
