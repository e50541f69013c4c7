"""Episodes as learners take them: what an agent saw, did and got."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import gymnasium as gym

from mpb_gym.agents import Agent
from mpb_gym.commands import Wait
from mpb_gym.env.codec import Action, encode
from mpb_gym.env.env import Info, MyPhoneEnv, Observation
from mpb_gym.errors import ActionError

AnyEnv = gym.Env[Any, Any]


@dataclass(slots=True)
class Trajectory:
    """An episode step by step.

    Attributes:
        observations: One more than there are steps: the first is that of ``reset``.
        infos: As many.
        actions: Elements of the phone's action space.
        rewards: One a step, as the next two.
        terminations: Whether the step ended the episode.
        truncations: Whether the step limit did.
        unreadable: How often the agent wrote nothing that could be read as an action; a
            ``wait`` was done instead, which changes as little.
    """

    observations: list[Observation]
    infos: list[Info]
    actions: list[Action] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)
    terminations: list[bool] = field(default_factory=list)
    truncations: list[bool] = field(default_factory=list)
    unreadable: int = 0


def play(env: AnyEnv, agent: Agent, task: str, seed: int) -> Trajectory:
    """Lets an agent play an episode through an environment, so that its actions replay it.

    Args:
        env: A MyPhone environment with its own actions and observations.
        agent: One that has not acted yet.
        task: Id of the task or pair.
        seed: For ``reset``.
    """
    observation, info = env.reset(seed=seed, options={"task": task})
    trajectory = Trajectory([observation], [info])
    phone = env.unwrapped
    assert isinstance(phone, MyPhoneEnv)
    session, done = -1, False
    while not done:
        episode = phone.episode
        if episode.view.session != session:
            session = episode.view.session
            agent.begin(episode.view, episode.task.plan if agent.planned else ())
        command = agent.act(episode.view)
        if isinstance(command, ActionError):
            trajectory.unreadable += 1
            command = Wait()
        action = encode(command)
        observation, reward, terminated, truncated, info = env.step(action)
        trajectory.observations.append(observation)
        trajectory.infos.append(info)
        trajectory.actions.append(action)
        trajectory.rewards.append(float(reward))
        trajectory.terminations.append(terminated)
        trajectory.truncations.append(truncated)
        done = terminated or truncated
    return trajectory
