"""What runs in each process of a vector environment: some environments, one message a step."""

from __future__ import annotations

import pickle
import traceback
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, TypeAlias

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from mpb_gym.env.infos import Cards, Info
from mpb_gym.env.shared import Frames

Maker: TypeAlias = Callable[[], gym.Env[Any, Any]]


class Turn(NamedTuple):
    """What a step or reset of some environments led to, less what lies in shared memory.

    Attributes:
        texts: The rest of each observation.
        rewards: One for each environment, as the next two.
        terminations: Whether the episode has ended.
        truncations: Whether it was cut off.
        infos: None, one, or what a reset adds to one, for each environment.
    """

    texts: list[dict[str, Any]]
    rewards: list[float]
    terminations: list[bool]
    truncations: list[bool]
    infos: list[list[Info]]


class Share:
    """The environments of one process, begun anew when their episodes end.

    Args:
        envs: The environments.
        sets: Where their arrays go, by the key of the observation: their rows alone. The first
            is kept from step to step; others are for whoever looks at them.
        autoreset: When an episode that has ended is followed by the next.
    """

    def __init__(
        self,
        envs: Sequence[gym.Env[Any, Any]],
        sets: Sequence[Mapping[str, NDArray[Any]]],
        autoreset: AutoresetMode,
    ) -> None:
        self.envs = envs
        self._sets, self._kept = sets, sets[0]
        self._autoreset = autoreset
        self._over = [False] * len(envs)
        self._texts: list[dict[str, Any]] = [{} for _ in envs]
        self._cards = Cards(len(envs))
        for env, row in zip(envs, self._kept.get("screenshot", ()), strict=False):
            if _shows_all(env):
                env.unwrapped.draw_into(row)  # type: ignore[attr-defined]

    def reset(
        self,
        to: int,
        seeds: Sequence[int | None],
        options: dict[str, Any] | None,
        chosen: Sequence[bool],
    ) -> Turn:
        """Resets the chosen ones; the others show what they showed.

        Args:
            to: Number of the set that the arrays are to be found in.
            seeds: One for each environment, as the mask.
            options: For those that are reset.
            chosen: Which are reset.
        """
        infos: list[list[Info]] = [[] for _ in self.envs]
        for number, env in enumerate(self.envs):
            if chosen[number]:
                observation, info = env.reset(seed=seeds[number], options=options)
                self._keep(number, observation)
                infos[number] = [self._cards.trimmed(info, number)]
                self._over[number] = False
            self._give(number, to)
        still = [False] * len(self.envs)
        return Turn(self._texts, [0.0] * len(self.envs), still, still, infos)

    def step(self, to: int, actions: Mapping[str, Sequence[Any]] | Sequence[Any]) -> Turn:
        """Steps all of them by a batch of actions, or resets those that are due.

        Args:
            to: Number of the set that the arrays are to be found in.
            actions: One for each environment, or so many of each field.
        """
        turn = Turn(self._texts, [], [], [], [])
        for number, env in enumerate(self.envs):
            action = (
                {key: column[number] for key, column in actions.items()}
                if isinstance(actions, Mapping)
                else actions[number]
            )
            reward, terminated, truncated = 0.0, False, False
            earlier: list[Info] = []
            if self._over[number] and self._autoreset is AutoresetMode.NEXT_STEP:
                observation, info = env.reset()
            else:
                observation, reward, terminated, truncated, info = env.step(action)  # type: ignore[assignment]
                if (terminated or truncated) and self._autoreset is AutoresetMode.SAME_STEP:
                    final = {key: copy(part) for key, part in observation.items()}
                    earlier.append({"final_obs": final, "final_info": info})
                    observation, info = env.reset()
            self._over[number] = terminated or truncated
            self._keep(number, observation)
            self._give(number, to)
            turn.rewards.append(float(reward))
            turn.terminations.append(terminated)
            turn.truncations.append(truncated)
            turn.infos.append([*earlier, self._cards.trimmed(info, number)])
        return turn

    def _keep(self, number: int, observation: dict[str, Any]) -> None:
        texts = {}
        for key, part in observation.items():
            if key not in self._kept:
                texts[key] = part if isinstance(part, str) else copy(part)
            elif not np.may_share_memory(part, self._kept[key]):  # else it is in its place already
                self._kept[key][number] = part
        self._texts[number] = texts

    def _give(self, number: int, to: int) -> None:
        """Copies an environment's arrays to a set that is given away, if there is one.

        Here and not by the caller: all processes do it at once, each while they are at hand.
        """
        if to:
            for key, array in self._sets[to].items():
                array[number] = self._kept[key][number]


def _shows_all(env: gym.Env[Any, Any]) -> bool:
    """Whether observations come as the phone made them, so that it may draw them in place."""
    own = env.observation_space is env.unwrapped.observation_space
    while isinstance(env, gym.Wrapper):
        if isinstance(env, gym.ObservationWrapper):
            return False
        env = env.env
    return own


class Host:
    """Has the environments of one process, and makes them when it is first asked for anything.

    Args:
        makers: Make the environments.
        rows: Which of all they are.
        sets: Memory for the arrays of all of them, see :class:`Share`.
        autoreset: See :class:`Share`.
    """

    def __init__(
        self,
        makers: Sequence[Maker],
        rows: slice,
        sets: Sequence[Mapping[str, Frames]],
        autoreset: AutoresetMode,
    ) -> None:
        self.rows = rows
        self._makers, self._sets, self._autoreset = makers, sets, autoreset
        self._share: Share | None = None

    def answer(self, name: str, arguments: Any) -> tuple[bool, Any]:
        """Does what is asked for.

        Args:
            name: Of what to do.
            arguments: For the environments here.

        Returns:
            Whether it went well; and what came of it, or the exception with its trace. The
            environments live on after one, as they would with Gymnasium.
        """
        try:
            if self._share is None:
                self._share = self._begun()
            return True, _answer(self._share, name, arguments)
        except Exception as error:
            return False, _sendable(error)

    def _begun(self) -> Share:
        mine = [
            {key: each.array()[self.rows] for key, each in frames.items()} for frames in self._sets
        ]
        return Share([make() for make in self._makers], mine, self._autoreset)

    def close(self) -> None:
        """Closes the environments."""
        for env in self._share.envs if self._share else ():
            env.close()
        self._share = None


def work(host: Host, pipe: Connection, others_end: Connection) -> None:
    """Serves environments until it is told to close, or whoever asks is gone.

    Args:
        host: Has them.
        pipe: Where requests come from: a name and arguments.
        others_end: The other end of it, which a forked process has to close.
    """
    others_end.close()
    try:
        while True:
            name, arguments = pipe.recv()
            if name == "close":
                break
            pipe.send(host.answer(name, arguments))
    except (EOFError, KeyboardInterrupt, BrokenPipeError):
        pass  # whoever asked is gone, or about to go
    finally:
        host.close()
        pipe.close()


def _answer(share: Share, name: str, arguments: Any) -> Any:
    match name:
        case "step":
            return share.step(*arguments)
        case "reset":
            return share.reset(*arguments)
        case "call":
            called, positional, named = arguments
            found = [env.get_wrapper_attr(called) for env in share.envs]
            return [each(*positional, **named) if callable(each) else each for each in found]
        case "set":
            attribute, values = arguments
            for env, value in zip(share.envs, values, strict=True):
                env.set_wrapper_attr(attribute, value)
            return None
        case _:
            raise AssertionError(f"nothing is called {name!r}")


def _sendable(error: Exception) -> tuple[Exception, str]:
    """Returns the exception, or another one if it cannot be sent, and its trace."""
    trace = "".join(traceback.format_exception(error))
    try:
        sent: Exception = pickle.loads(pickle.dumps(error))
    except Exception:
        sent = RuntimeError(f"{type(error).__name__}: {error}")
    return sent, trace
