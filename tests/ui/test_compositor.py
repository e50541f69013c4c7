"""The frame never lies: it equals a full redraw after any change."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mpb_gym.agents import make_agent
from mpb_gym.episode import make_episode
from mpb_gym.errors import ActionError
from mpb_gym.geometry import LOGICAL_WIDTH, Rect
from mpb_gym.runtime.themes import system_theme
from mpb_gym.ui.blocks import BlockCache
from mpb_gym.ui.compositor import Compositor
from mpb_gym.ui.page import Ground
from mpb_gym.ui.placement import Gradient, Placement
from mpb_gym.ui.widget import Widget
from mpb_gym.ui.widgets import Button, Dialog, Divider, Snackbar, Text

THEME = system_theme("imy")
SCREEN = Rect(0, 0, LOGICAL_WIDTH, 2400)
GROUND = Placement("ground", Ground(), SCREEN, SCREEN, THEME, Gradient((9, 9, 99), (200, 99, 9)))

widgets: st.SearchStrategy[Widget] = st.sampled_from(
    [
        Text(text="Some words"),
        Button(label="Go"),
        Button(label="Go", enabled=False),
        Divider(),
        Dialog(title="Sure?", text="Think twice."),
        Snackbar(text="Done"),
    ]
)
edges = st.integers(-200, 1200)
rects = st.builds(Rect.sized, edges, edges, st.integers(60, 900), st.integers(60, 700))


@st.composite
def placements(draw: st.DrawFn) -> list[Placement]:
    count = draw(st.integers(0, 6))
    found = [GROUND]
    for index in range(count):
        found.append(
            Placement(
                id=f"w{draw(st.integers(0, 9)) if index % 2 else index}",
                widget=draw(widgets),
                rect=draw(rects),
                clip=draw(st.sampled_from([SCREEN, Rect(100, 100, 800, 900)])),
                theme=THEME,
                backdrop=draw(st.sampled_from(["surface", "error", GROUND.backdrop])),
                dim=draw(st.booleans()),
                drawn=draw(st.booleans()),
            )
        )
    return found


@settings(max_examples=60, deadline=None)
@given(st.lists(placements(), min_size=1, max_size=4), st.sampled_from([(108, 240), (150, 333)]))
def test_any_sequence_of_placements_equals_full_redraws(
    scenes: list[list[Placement]], size: tuple[int, int]
) -> None:
    kept, first, second = Compositor(*size), Compositor(*size), Compositor(*size)
    for scene in scenes:
        kept.draw(scene)
        fresh = Compositor(*size)
        fresh.draw(scene)
        assert np.array_equal(kept.frame, fresh.frame)
        second.draw(scene, latest=first)
        assert np.array_equal(second.frame, fresh.frame)
        first, second = second, first


POOL = [
    Placement(id, widget, Rect.sized(left, 200, 500, 400), SCREEN, THEME)
    for id, left, widget in (
        ("a", 100, Button(label="A")),
        ("b", 250, Dialog(title="B", text="Over")),
        ("c", 400, Text(text="C")),
        ("d", 500, Snackbar(text="D")),
        ("d", 300, Button(label="Again")),
    )
]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.lists(st.sampled_from(POOL), max_size=6), min_size=2, max_size=4))
@example([[POOL[0], POOL[1]], [POOL[1], POOL[0], POOL[3]]])
def test_what_comes_goes_or_changes_places_equals_full_redraws(
    scenes: list[list[Placement]],
) -> None:
    kept = Compositor(108, 240)
    for scene in scenes:
        kept.draw([GROUND, *scene])
        fresh = Compositor(108, 240)
        fresh.draw([GROUND, *scene])
        assert np.array_equal(kept.frame, fresh.frame)


@pytest.mark.parametrize("seed", range(3))
def test_random_use_of_the_phone_equals_full_redraws(seed: int) -> None:
    episode = make_episode("mdoordash/001", screen=(108, 240))
    agent = make_agent("random", seed)
    device = episode._device  # the frame's owner
    agent.begin(episode.view, ())
    while not episode.done:
        command = agent.act(episode.view)
        assert not isinstance(command, ActionError)
        episode.apply(command)
        shown = device.screenshot()
        fresh = Compositor(108, 240)
        fresh.draw(device.phone.layout.placements)  # type: ignore[attr-defined]
        assert np.array_equal(shown, fresh.frame)


def test_nothing_is_drawn_twice_for_the_same_placements() -> None:
    compositor = Compositor(108, 240)
    scene = [GROUND]
    compositor.draw(scene)
    compositor.frame[:] = 7
    compositor.draw(scene)
    assert (compositor.frame == 7).all()
    compositor.invalidate()
    compositor.draw(scene)
    assert not (compositor.frame == 7).all()


def test_the_block_cache_is_bounded() -> None:
    cache = BlockCache(limit=3 * 50 * 50 * 3)
    blocks = [
        cache.get(GROUND._replace(widget=Text(text=str(n))), 50, 50, (0, 0), 240) for n in range(9)
    ]
    assert len(blocks) == 9
    assert cache.size <= 3 * 50 * 50 * 3
    again = cache.get(GROUND._replace(widget=Text(text="8")), 50, 50, (0, 0), 240)
    assert again is blocks[8]
