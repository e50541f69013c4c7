from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from mpb_gym.commands import SystemButton
from mpb_gym.env.codec import encode
from mpb_gym.env.env import MyPhoneEnv
from mpb_gym.errors import OptionError
from mpb_gym.wrappers import ElementActions, JsonActions


def make(**sizes: int) -> tuple[ElementActions, MyPhoneEnv]:
    env = ElementActions(gym.make("MyPhone-mDoorDash-v0", observe=()), **sizes)
    env.reset(options={"task": "mdoordash/001"})
    phone = env.unwrapped
    assert isinstance(phone, MyPhoneEnv)
    return env, phone


def tap(env: ElementActions, label: str) -> dict[str, Any]:
    names = [each["text"] or each["content_description"] for each in env.look().elements]
    return env.step(np.int64(env.parts["tap"][names.index(label)]))[4]


def test_parts_follow_one_another_and_fill_the_space() -> None:
    env, _ = make(elements=4, texts=3, keys=2)
    numbers = [number for part in env.PARTS for number in env.parts[part]]
    assert numbers == list(range(4 + 4 * 3 + 2 + 2 + 3 * 2 + len(env.OTHERS)))
    assert env.action_space == gym.spaces.Discrete(len(numbers))


def test_typing_is_a_tap_and_a_text_and_takes_two_steps() -> None:
    env, phone = make()
    tap(env, "mDoorDash")
    box = next(i for i, each in enumerate(env.look().elements) if each["is_editable"])
    action = env.parts["type"][box * env.sizes.texts + 1]
    value = env.look().texts[1].value
    assert env.action_masks()[action]
    env.step(np.int64(action))
    assert phone.episode.view.step == 3
    assert env.look().elements[box]["text"] == value
    assert not env.action_masks()[action], "the box holds it already"


def test_a_high_item_is_asked_for_then_read_then_typed() -> None:
    env, phone = make()
    index = env.look().keys.index("phone_number")
    request, read = env.parts["request"][index], env.parts["read"][index]
    assert env.action_masks()[request] and not env.action_masks()[read]
    secret = phone.episode.task.profile.get("phone_number")
    assert secret is not None
    assert secret.value not in [each.value for each in env.look().texts]
    env.step(np.int64(request))
    assert env.action_masks()[read] and not env.action_masks()[request]
    env.step(np.int64(read))
    assert secret.value in [each.value for each in env.look().texts]
    assert not env.action_masks()[read]


def test_what_does_not_exist_costs_a_step_and_says_so() -> None:
    env, phone = make()
    before = phone.episode.view.elements()["elements"]
    info = env.step(np.int64(env.parts["read"][0]))[4]
    assert info["action_error"].startswith("not_there")
    assert phone.episode.view.step == 1 and phone.episode.view.elements()["elements"] == before


def test_no_such_action_at_all_is_an_error() -> None:
    env, _ = make()
    with pytest.raises(OptionError, match="is not one of 0 to"):
        env.commands(int(env.action_space.n))  # type: ignore[attr-defined]


def test_costs_of_both_commands_count() -> None:
    env, _ = make()
    index = env.look().keys.index("payment_card")
    info = env.step(np.int64(env.parts["request"][index]))[4]
    assert info["cost_op"] > 0


def test_every_action_that_exists_is_found_again_from_its_commands() -> None:
    env, _ = make()
    tap(env, "mDoorDash")
    for action in np.flatnonzero(env.action_masks()):
        assert env.find(env.commands(int(action))) == action


def test_changed_actions_are_refused() -> None:
    with pytest.raises(OptionError, match="own actions"):
        ElementActions(JsonActions(gym.make("MyPhone-mDoorDash-v0", observe=())))


def test_looks_before_and_after_going_back_differ() -> None:
    env, phone = make()
    start = phone.snapshot()
    tap(env, "mDoorDash")
    inside = env.look()
    phone.restore(start)
    phone.step(encode(SystemButton(button="home")))
    assert env.look().elements != inside.elements
