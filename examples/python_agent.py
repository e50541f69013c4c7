"""An agent of your own, as a class: `mpb run --agent examples.python_agent:Tapper`.

Each episode makes one of its own. It is shown a `View` and returns a command.
"""

import numpy as np

from mpb_gym.agents import AgentConfig
from mpb_gym.commands import Click, Command, Terminate
from mpb_gym.episode import View


class Tapper:
    """Taps something clickable at random, `taps` times, and gives up."""

    planned = False  # it does not ask for the task's reference plan

    def __init__(self, config: AgentConfig) -> None:
        config.only("taps")  # objects to any other --option
        self._rng = np.random.default_rng(config.seed)
        self._taps = config.options.get("taps", 5)

    def begin(self, view: View, plan: object) -> None:
        """Hears that a session begins; `view.instruction` is what the user asked for."""

    def act(self, view: View) -> Command:
        """Decides; `view.screenshot()` is an array, `view.elements()` the accessibility tree."""
        boxes = [each["bbox"] for each in view.elements()["elements"] if each["is_clickable"]]
        if view.step >= self._taps or not boxes:
            return Terminate(status="fail")
        box = boxes[self._rng.integers(len(boxes))]
        middle = (box["x_min"] + box["x_max"]) / 2, (box["y_min"] + box["y_max"]) / 2
        return Click(coordinate=middle)
