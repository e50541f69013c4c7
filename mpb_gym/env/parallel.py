"""A vector environment over several processes, each with several environments."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from gymnasium.error import AlreadyPendingCallError, ClosedEnvironmentError, NoAsyncCallError
from gymnasium.spaces import Dict
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from mpb_gym.env.infos import Info, Stack
from mpb_gym.env.members import Here, There
from mpb_gym.env.shared import HANDED, SharedArrays
from mpb_gym.env.worker import Host, Maker, Turn
from mpb_gym.errors import OptionError

Observation = dict[str, Any]
Flags = NDArray[np.bool_]
Stepped = tuple[Observation, NDArray[np.float64], Flags, Flags, Info]

_GOODBYE_S = 10.0
"""How long a process may take to close its environments, in seconds."""


class ParallelVectorEnv(VectorEnv[Observation, Any, Any]):
    """Environments with flat Dict observations, in several processes; actions may be anything.

    Gymnasium's ``AsyncVectorEnv`` either sends all of an observation through pipes, or keeps
    all of it in shared memory, where texts never change. Here arrays lie in shared memory and
    texts go through pipes; each process runs several environments and answers once a step. This
    process is one of them: to wait for others while it has nothing to do would take longer than
    its share. What is returned is what ``SyncVectorEnv`` returns.

    An exception of an environment is raised here, with the trace of its process as a note;
    those before it have done their step. ``reset`` begins anew.

    Args:
        makers: Make the environments, all with the same spaces; cloudpickle is not used.
        processes: How many processes to spread them over, this one included.
        context: How they begin: ``fork``, ``spawn``, ``forkserver``; Python's own choice
            if ``None``.
        copy: Whether observations are copied; without it, arrays in them change with the next
            step.
        autoreset_mode: When an episode that has ended is followed by the next.
    """

    def __init__(
        self,
        makers: Sequence[Maker],
        processes: int,
        *,
        context: str | None = None,
        copy: bool = True,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
    ) -> None:
        self.num_envs = len(makers)
        if not 1 <= processes <= self.num_envs:
            raise OptionError(
                f"processes: {processes} is not 1 to {self.num_envs}, the number of environments"
            )
        example = makers[0]()
        self.metadata = {**example.metadata, "autoreset_mode": autoreset_mode}
        self.render_mode = example.render_mode
        self.single_action_space = example.action_space
        self.single_observation_space = example.observation_space
        self.action_space = batch_space(example.action_space, self.num_envs)
        self.observation_space = batch_space(example.observation_space, self.num_envs)
        example.close()
        self._copy = copy
        self._keys: tuple[str, ...] = tuple(example.observation_space)  # type: ignore[arg-type]
        taken = example.action_space
        self._fields = tuple(taken.spaces) if isinstance(taken, Dict) else None
        self._stack = Stack(self.num_envs, self._add_info)
        self._pending = ""
        start = multiprocessing.get_context(context)
        space = self.single_observation_space
        self._shared = SharedArrays(start, space, self.num_envs, HANDED if copy else 0)  # type: ignore[arg-type]
        self._set = 0
        hosts = [
            Host(makers[rows], rows, self._shared.sets, autoreset_mode)
            for rows in _shares(self.num_envs, processes)
        ]
        # This process has the first, so that it works while it waits for the others.
        self._members: list[Here | There] = [Here(hosts[0])]
        self._members += [There(host, start) for host in hosts[1:]]

    @property
    def np_random_seed(self) -> tuple[int, ...]:  # type: ignore[override]
        """The seed of each environment."""
        return self.get_attr("np_random_seed")

    @property  # type: ignore[misc]
    def np_random(self) -> tuple[np.random.Generator, ...]:  # type: ignore[override]
        """The generator of each environment, as it is now."""
        return self.get_attr("np_random")

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, Info]:
        """Resets all environments, or those of ``options["reset_mask"]``.

        Args:
            seed: One for each, or the first of so many in a row.
            options: For each environment, less the mask: a bool array of shape (num_envs,).
        """
        if seed is None or isinstance(seed, int):
            seeds = [None if seed is None else seed + each for each in range(self.num_envs)]
        else:
            seeds = [None if each is None else int(each) for each in seed]
        if len(seeds) != self.num_envs:
            raise OptionError(f"seed: {len(seeds)} seeds for {self.num_envs} environments")
        chosen = np.ones(self.num_envs, np.bool_)
        if options is not None and "reset_mask" in options:
            chosen = _checked(options["reset_mask"], self.num_envs)
            options = {key: value for key, value in options.items() if key != "reset_mask"}
        chosen_ = chosen.tolist()
        self._begin("reset", lambda rows: (seeds[rows], options, chosen_[rows]))
        observation, _, _, _, infos = self._turns("reset")
        return observation, infos

    def step(self, actions: Any) -> Stepped:
        """Takes one action in each environment.

        Args:
            actions: A batch, an element of ``action_space``.
        """
        self.step_async(actions)
        return self.step_wait()

    def step_async(self, actions: Any) -> None:
        """Begins a step, so that something else can be done until :meth:`step_wait`.

        Only the other processes begin at once; the share of this one is done in ``step_wait``.
        """
        fields = self._fields
        if fields is None:  # a wrapper made one number or text of them
            column = self._plain(actions, "")
            self._begin("step", lambda rows: (column[rows],))
            return
        if not isinstance(actions, Mapping) or not actions.keys() >= set(fields):
            raise OptionError(
                f"actions: expected a dictionary with a batch of each of "
                f"{', '.join(fields)}, as action_space.sample() draws"
            )
        plain = {key: self._plain(actions[key], f" of {key!r}") for key in fields}
        self._begin("step", lambda rows: ({key: plain[key][rows] for key in fields},))

    def _plain(self, values: Any, what: str) -> list[Any]:
        """Returns plain values, which take a tenth of the time that arrays take to send."""
        column = values.tolist() if isinstance(values, np.ndarray) else list(values)
        if len(column) != self.num_envs:
            raise OptionError(
                f"actions: {len(column)} values{what} for {self.num_envs} environments"
            )
        return column

    def step_wait(self) -> Stepped:
        """Returns what the step that was begun led to."""
        return self._turns("step")

    def render(self) -> tuple[Any, ...]:
        """Returns the frame of each environment."""
        return self.call("render")

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Calls a method of each environment, or reads an attribute."""
        self._ask("call", lambda rows: (name, args, kwargs))
        return tuple(each for answer in self._answers("call") for each in answer)

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """Returns an attribute of each environment."""
        return self.call(name)

    def set_attr(self, name: str, values: Any) -> None:
        """Sets an attribute of each environment, to one value or to one for each."""
        if not isinstance(values, (list, tuple)):
            values = [values] * self.num_envs
        if len(values) != self.num_envs:
            raise OptionError(f"values: {len(values)} values for {self.num_envs} environments")
        self._ask("set", lambda rows: (name, values[rows]))
        for _ in self._answers("set"):
            pass

    def close_extras(self, timeout: float = _GOODBYE_S, terminate: bool = False) -> None:
        """Ends the processes.

        Args:
            timeout: Seconds that each may take to close its environments.
            terminate: Whether not to wait at all.
        """
        for member in self._members:
            member.leave(terminate)
        for member in self._members:
            member.join(0 if terminate else timeout)

    def _ask(self, name: str, arguments: Callable[[slice], Any]) -> None:
        """Asks all processes for something, with the arguments for their environments."""
        if self.closed:
            raise ClosedEnvironmentError(f"{name}: the vector environment is closed")
        if self._pending:
            raise AlreadyPendingCallError(
                f"{name}: a {self._pending} has begun; wait for it first", self._pending
            )
        for member in self._members:
            member.ask(name, arguments(member.rows))
        self._pending = name

    def _begin(self, name: str, arguments: Callable[[slice], tuple[Any, ...]]) -> None:
        """Asks for a turn, whose arrays shall be found where nobody looks any more."""
        to = self._shared.unheld()
        self._ask(name, lambda rows: (to, *arguments(rows)))
        self._set = to

    def _answers(self, name: str) -> Iterator[Any]:
        """Waits for one process after another, then raises the first exception of any."""
        if self._pending != name:
            raise NoAsyncCallError(f"{name}_wait: no {name} has begun", name)
        failed = None
        for member in self._members:
            well, answer = member.answer()
            if well:
                yield answer
            else:
                failed = failed or answer
        self._pending = ""
        if failed is not None:
            error, trace = failed
            error.add_note(f"\nIn a process of the vector environment:\n{trace}")
            raise error

    def _turns(self, name: str) -> Stepped:
        whole = Turn([], [], [], [], [])
        for turn in self._answers(name):
            for part, more in zip(whole, turn, strict=True):
                part += more
        arrays = self._shared.arrays(self._set)
        if self._copy and not self._set:  # the set that is kept is nobody else's
            arrays = {key: array.copy() for key, array in arrays.items()}
        observation = {
            key: arrays[key] if key in arrays else tuple(each[key] for each in whole.texts)
            for key in self._keys
        }
        return (
            observation,
            np.array(whole.rewards, np.float64),
            np.array(whole.terminations, np.bool_),
            np.array(whole.truncations, np.bool_),
            self._stack.stacked(whole.infos),
        )


def _shares(count: int, processes: int) -> list[slice]:
    """Returns which environments each process has, as evenly as can be."""
    ends = [count * each // processes for each in range(processes + 1)]
    return [slice(first, end) for first, end in pairwise(ends)]


def _checked(mask: Any, count: int) -> Flags:
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (count,):
        raise OptionError(f"reset_mask: expected a bool array of shape ({count},); found {mask!r}")
    if not mask.any():
        raise OptionError("reset_mask: no environment is chosen")
    return mask
