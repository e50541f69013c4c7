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

Maker: TypeAlias = Callable[[], gym.Env[Any, Any]]


class Frames(NamedTuple):
    """Memory that the processes share, for what an observation holds in arrays.

    Attributes:
        memory: A ``RawArray`` of bytes.
        shape: Of all environments' arrays together, the number of environments first.
        dtype: Of the numbers in it.
    """

    memory: Any
    shape: tuple[int, ...]
    dtype: np.dtype[Any]

    def array(self) -> NDArray[Any]:
        """Returns the memory as an array of that shape."""
        return np.frombuffer(self.memory, self.dtype).reshape(self.shape)


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
        frames: Where their arrays go, by the key of the observation: their rows alone.
        autoreset: When an episode that has ended is followed by the next.
    """

    def __init__(
        self,
        envs: Sequence[gym.Env[Any, Any]],
        frames: Mapping[str, NDArray[Any]],
        autoreset: AutoresetMode,
    ) -> None:
        self.envs = envs
        self._frames = frames
        self._autoreset = autoreset
        self._over = [False] * len(envs)
        self._texts: list[dict[str, Any]] = [{} for _ in envs]
        self._cards = Cards(len(envs))
        for env, row in zip(envs, frames.get("screenshot", ()), strict=False):
            env.unwrapped.draw_into(row)  # type: ignore[attr-defined]

    def reset(
        self,
        seeds: Sequence[int | None],
        options: dict[str, Any] | None,
        chosen: Sequence[bool],
    ) -> Turn:
        """Resets the chosen ones; the others show what they showed."""
        infos: list[list[Info]] = [[] for _ in self.envs]
        for number, env in enumerate(self.envs):
            if chosen[number]:
                observation, info = env.reset(seed=seeds[number], options=options)
                self._show(number, observation)
                infos[number] = [self._cards.trimmed(info, number)]
                self._over[number] = False
        still = [False] * len(self.envs)
        return Turn(self._texts, [0.0] * len(self.envs), still, still, infos)

    def step(self, actions: Mapping[str, Sequence[Any]]) -> Turn:
        """Steps all of them by a batch of actions, or resets those that are due."""
        turn = Turn(self._texts, [], [], [], [])
        for number, env in enumerate(self.envs):
            action = {key: column[number] for key, column in actions.items()}
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
            self._show(number, observation)
            turn.rewards.append(float(reward))
            turn.terminations.append(terminated)
            turn.truncations.append(truncated)
            turn.infos.append([*earlier, self._cards.trimmed(info, number)])
        return turn

    def _show(self, number: int, observation: dict[str, Any]) -> None:
        texts = dict(observation)
        for key in self._frames:
            del texts[key]  # it is in its place already
        self._texts[number] = texts


def work(
    makers: Sequence[Maker],
    first: int,
    frames: Mapping[str, Frames],
    autoreset: AutoresetMode,
    pipe: Connection,
    others_end: Connection,
) -> None:
    """Serves environments until it is told to close, or whoever asks is gone.

    An exception is sent back and the environments live on, as they would in one process.

    Args:
        makers: Make the environments.
        first: Number of the first of them among all.
        frames: Memory for all of them.
        autoreset: See :class:`Share`.
        pipe: Where requests come from: a method's name and its arguments.
        others_end: The other end of it, which a forked process has to close.
    """
    others_end.close()
    share: Share | None = None
    try:
        while True:
            name, arguments = pipe.recv()
            if name == "close":
                break
            try:
                if share is None:
                    rows = slice(first, first + len(makers))
                    mine = {key: each.array()[rows] for key, each in frames.items()}
                    share = Share([make() for make in makers], mine, autoreset)
                answer = (True, _answer(share, name, arguments))
            except Exception as error:
                answer = (False, _sendable(error))
            pipe.send(answer)
    except (EOFError, KeyboardInterrupt, BrokenPipeError):
        pass  # whoever asked is gone, or about to go
    finally:
        for env in share.envs if share else ():
            env.close()
        pipe.close()


def _answer(share: Share, name: str, arguments: Any) -> Any:
    match name:
        case "step":
            return share.step(arguments)
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
