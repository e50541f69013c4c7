import json
from typing import Any

import gymnasium as gym
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpb_gym.commands import COMMANDS, parse
from mpb_gym.env import actions
from mpb_gym.errors import ActionError, OptionError
from mpb_gym.wrappers import JsonActions
from mpb_gym.wrappers.json_actions import JsonText
from tests.wrappers.test_all import make


def test_the_papers_form_does_what_the_phones_action_does() -> None:
    plain, env = make(), JsonActions(make())
    for each in (plain, env):
        each.reset(seed=0)
    plain.step(actions.open_app("mDoorDash"))
    env.step('{"action": "open", "app_name": "mDoorDash"}')
    expected = plain.step(actions.click(0.5, 0.2))[0]
    shown = env.step('{"action": "click", "coordinate": [0.5, 0.2]}')[0]
    assert shown["history"] == expected["history"] and shown["ui"] == expected["ui"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "malformed_action: The action is not JSON"),
        ("[" * 100_000, "malformed_action: The action is not JSON"),
        ("9" * 5000, "malformed_action: The action is not JSON"),
        ("[1, 2]", "malformed_action: An action is an object"),
        ({"action": "wait"}, "malformed_action: An action is a JSON text, not dict."),
        ('{"action": "fly"}', "unknown_action: There is no action 'fly'"),
        ('{"action": "click"}', "missing_argument: click needs 'coordinate'."),
        ('{"action": "click", "coordinate": [NaN, 0]}', "out_of_range"),
        ('{"action": "type", "text": "\\ud800"}', "bad_argument"),
        ('{"action": "type", "text": 5}', "bad_argument"),
    ],
)
def test_what_cannot_be_read_counts_as_a_step_and_says_why(text: Any, said: str) -> None:
    env = JsonActions(make())
    env.reset(seed=0)
    *_, info = env.step(text)
    assert info["action_error"].startswith(said)
    assert env.unwrapped.episode.view.step == 1  # type: ignore[attr-defined]


@given(st.text())
def test_no_text_raises(text: str) -> None:
    JsonActions.action(None, text)  # type: ignore[arg-type]


def test_samples_are_actions_of_every_kind() -> None:
    space = JsonText(seed=1)
    texts = [space.sample() for _ in range(300)]
    assert not any(isinstance(parse(json.loads(text)), ActionError) for text in texts)
    assert {json.loads(text)["action"] for text in texts} == set(COMMANDS)
    assert [space.sample() for _ in range(5)] != texts[:5]
    assert JsonText(seed=1).sample() == texts[0]


def test_actions_that_are_changed_already_are_refused() -> None:
    env = gym.wrappers.TransformAction(make(), lambda action: action, gym.spaces.Discrete(2))
    with pytest.raises(OptionError, match="changed the actions already"):
        JsonActions(env)
