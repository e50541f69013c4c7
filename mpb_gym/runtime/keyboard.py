"""The on-screen keyboard: one painted block, with a touch target for each of its keys."""

from __future__ import annotations

from functools import lru_cache

from mpb_gym.geometry import LOGICAL_WIDTH, Rect
from mpb_gym.runtime.effects import PressKey
from mpb_gym.spec.form import Input
from mpb_gym.spec.theme import Theme
from mpb_gym.ui.bands import GESTURE_HEIGHT
from mpb_gym.ui.placement import Placement
from mpb_gym.ui.widgets import KEYBOARD_HEIGHT, KeyboardPanel, KeyLabel, keyboard_keys
from mpb_gym.ui.widgets.keyboard import Enter, KeyPage

BACKDROP = "surface_container"


def keyboard_top(height: int) -> int:
    """Returns where an open keyboard begins, in logical pixels."""
    return height - GESTURE_HEIGHT - KEYBOARD_HEIGHT


@lru_cache(maxsize=256)
def keyboard(
    page: KeyPage, enter: Enter, height: int, theme: Theme, input: Input = "text"
) -> tuple[Placement, ...]:
    """Returns the placements of an open keyboard.

    Args:
        page: ``lower``, ``upper`` or ``symbols``.
        enter: What its Enter key does, as the focused field has it.
        height: Of the screen in logical pixels.
        theme: Whose colours it takes.
        input: What the focused field asks for.
    """
    top = keyboard_top(height)
    panel = Rect(0, top, LOGICAL_WIDTH, height)
    widget = KeyboardPanel(page=page, enter=enter, input=input)
    body = panel._replace(bottom=height - GESTURE_HEIGHT)
    placed = [Placement("keyboard", widget, body, panel, theme, BACKDROP)]
    for key in keyboard_keys(page, input):
        placed.append(
            Placement(
                id=f"key/{key.name}",
                widget=KeyLabel(name=key.name, text=key.text),
                rect=key.rect.moved(0, top),
                clip=panel,
                theme=theme,
                backdrop=BACKDROP,
                action=PressKey(key.name, key.text),
                drawn=False,
            )
        )
    return tuple(placed)
