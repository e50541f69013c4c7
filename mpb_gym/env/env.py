"""The environment: an episode behind the Gymnasium API."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy, deepcopy
from typing import Any, overload

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from mpb_gym.audit import Scorecard
from mpb_gym.device import SimDevice
from mpb_gym.env.codec import Action, decode
from mpb_gym.env.drawing import make_drawer
from mpb_gym.env.spaces import (
    MAX_HISTORY,
    OBSERVABLE,
    action_space,
    observation_space,
)
from mpb_gym.env.undefined import NOT_EVALUABLE
from mpb_gym.episode import Episode, Snapshot, UserOption, make_episode
from mpb_gym.errors import EpisodeOver, OptionError
from mpb_gym.generate import Split

Observation = dict[str, Any]
Info = dict[str, Any]


class MyPhoneEnv(gym.Env[Observation, Action]):
    """A phone, a user and a task.

    Observation (a flat Dict): ``screenshot`` uint8 (height, width, 3), which never changes and
    is read-only, so copy it to draw on it; ``instruction``; ``history``, one line for each
    past step of this session with the tools' answers; ``imy``, what the privacy contract
    shows, as JSON; and ``ui``, the accessibility tree as JSON, if asked for.

    Action (a flat Dict): ``action_type`` and the fields of all commands; ``env.actions``
    builds them. Whatever cannot be done changes nothing but the step count, and
    ``info["action_error"]`` says why.

    Reward: 1.0 on the step that ends the episode with the task done, else 0. Info has the
    same keys in reset and in every step: ``is_success``, ``privacy``, ``op``, ``tr``, ``fm``
    (NaN while not evaluable), ``cost``, ``cost_op``, ``cost_tr``, ``cost_fm`` (what this step
    added), ``task``, ``session``, ``tool_result``, ``action_error``, ``scorecard``.

    Any thread may use it, one at a time.

    Args:
        app: Draw tasks of this app only; any app by default.
        pairs: Draw two-session pairs in place of single tasks.
        tasks: Draw from these ids only.
        split: ``test`` draws from the frozen suite; ``train`` and ``validation`` generate a
            new task at each reset, with its own people, entities, wordings and forms.
        families: Draw tasks of these families only, as ``("explicit", "cancel_one")``; see
            :data:`mpb_gym.spec.task.FAMILIES`. For pairs, the family of the first session.
        screen: Width and height of screenshots in pixels.
        observe: ``screenshot``, ``ui``, both or neither.
        user: How permissions are decided, see :func:`mpb_gym.episode.make_episode`.
        render_mode: ``rgb_array`` or ``None``.

    Raises:
        UnknownNameError: There is no such app or task.
        OptionError: An argument cannot be used.
    """

    metadata = {  # noqa: RUF012 - as Gymnasium declares it
        "render_modes": ["rgb_array"],
        "render_fps": 4,
    }

    def __init__(
        self,
        app: str | None = None,
        pairs: bool = False,
        tasks: Sequence[str] | None = None,
        split: Split = "test",
        families: Sequence[str] | None = None,
        screen: tuple[int, int] = (1080, 2400),
        observe: Sequence[str] = ("screenshot",),
        user: UserOption = "task",
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, "rgb_array"):
            raise OptionError(f"render_mode: {render_mode!r} is not rgb_array or None")
        observe = _listed(observe)
        for each in observe:
            if each not in OBSERVABLE:
                raise OptionError(f"observe: {each!r} is not one of {', '.join(OBSERVABLE)}")
        self._draw = make_drawer(app, pairs, _listed(tasks), split, _listed(families))
        self._device = SimDevice(screen)
        self._observe = frozenset(observe)
        self._user = user
        self._episode: Episode | None = None
        self._scored: tuple[Scorecard | None, Info, Info] = (None, {}, {})
        self.render_mode = render_mode
        self.observation_space = observation_space(self._device.screen, tuple(observe))
        self.action_space = action_space()

    @property
    def episode(self) -> Episode:
        """The running episode, with its record and scores.

        Raises:
            EpisodeOver: There is none; call ``reset`` first.
        """
        if self._episode is None:
            raise EpisodeOver("there is no episode; call reset() first")
        return self._episode

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Starts an episode.

        Args:
            seed: Decides which task is drawn.
            options: ``{"task": id}`` picks one instead.
        """
        super().reset(seed=seed)
        options = {} if options is None else options
        if not isinstance(options, Mapping):
            raise OptionError(
                f'options: expected a dictionary, as {{"task": "mdoordash/001"}}; found {options!r}'
            )
        if unknown := set(options) - {"task"}:
            raise OptionError(f"options: {', '.join(sorted(unknown))} is not known; only task is")
        task = options.get("task")
        if task is None:
            task = self._draw(self.np_random)
        number = self.np_random_seed if self.np_random_seed is not None else 0
        self._episode = make_episode(
            task, user=self._user, seed=max(0, number), device=self._device
        )
        return self._observation(), self._info()

    def step(self, action: Action) -> tuple[Observation, float, bool, bool, Info]:
        """Carries out one action."""
        episode = self.episode
        if episode.done:
            raise EpisodeOver("the episode has ended; call reset() for the next")
        episode.apply(decode(action))
        truncated = episode.done and episode.how == "step_limit"
        terminated = episode.done and not truncated
        reward = 1.0 if episode.done and episode.card().success else 0.0
        return self._observation(), reward, terminated, truncated, self._info()

    def _observation(self) -> Observation:
        view = self.episode.view
        seen: Observation = {}
        if "screenshot" in self._observe:
            seen["screenshot"] = view.screenshot()
        seen["instruction"] = view.instruction
        seen["history"] = view.history_text[-MAX_HISTORY:]
        seen["imy"] = view.imy_text
        if "ui" in self._observe:
            seen["ui"] = view.elements_text()
        return seen

    def _info(self) -> Info:
        episode = self.episode
        card, view, costs = episode.card(), episode.view, episode.costs
        if self._scored[0] is not card:  # most steps leave it as it is
            self._scored = (card, _scores(card), card.to_dict())
        _, scores, body = self._scored
        return {
            **scores,
            "cost": costs.op + costs.tr + costs.fm,
            "cost_op": costs.op,
            "cost_tr": costs.tr,
            "cost_fm": costs.fm,
            "task": episode.task.id,
            "session": view.session,
            "tool_result": view.tool_result,
            "action_error": view.action_error,
            "scorecard": _copied(body),
        }

    def snapshot(self) -> Snapshot:
        """Returns the present moment of the running episode, to come back to.

        Wrappers are not part of it, such as the step count of ``TimeLimit``, nor is the
        generator that draws tasks. Call it on ``env.unwrapped``.

        Raises:
            EpisodeOver: There is no episode.
        """
        return self.episode.snapshot()

    def restore(self, snapshot: Snapshot) -> tuple[Observation, Info]:
        """Goes back to a moment of the running episode, any number of times.

        Returns:
            The observation and info of that moment.

        Raises:
            EpisodeOver: There is no episode.
            OptionError: The snapshot is that of another episode; a reset begins another one.
        """
        self.episode.restore(snapshot)
        return self._observation(), self._info()

    def __deepcopy__(self, memo: dict[int, Any]) -> MyPhoneEnv:
        """Returns an environment at the same moment, which goes its own way from here.

        It takes as long as all steps so far; to come back to a moment often, :meth:`snapshot` is
        quicker.
        """
        twin = memo[id(self)] = copy(self)
        own = ("_device", "_episode", "_scored")
        vars(twin).update(
            {name: deepcopy(each, memo) for name, each in vars(self).items() if name not in own}
        )
        twin._device, twin._scored = SimDevice(self._device.screen), (None, {}, {})
        twin._episode = None if self._episode is None else self._episode.again(twin._device)
        return twin

    def draw_into(self, pixels: NDArray[np.uint8]) -> None:
        """Draws into this memory from now on, as vector environments share it.

        Observations then hold the memory itself, which the next step changes, and no copy.

        Args:
            pixels: Shape (height, width, 3), dtype uint8.
        """
        self._device.draw_into(pixels)

    def render(self) -> NDArray[np.uint8] | None:
        """Returns the screen, shape (height, width, 3), dtype uint8, in mode ``rgb_array``."""
        return self.episode.view.screenshot() if self.render_mode == "rgb_array" else None

    def close(self) -> None:
        """Frees the phone."""
        self._device.close()
        self._episode = None


@overload
def _listed(names: Sequence[str]) -> Sequence[str]: ...


@overload
def _listed(names: Sequence[str] | None) -> Sequence[str] | None: ...


def _listed(names: Sequence[str] | None) -> Sequence[str] | None:
    """Takes one name for a list of one, in place of a list of letters."""
    return (names,) if isinstance(names, str) else names


def _scores(card: Scorecard) -> Info:
    return {
        "is_success": card.success,
        "privacy": _number(card.privacy),
        "op": _number(card.op),
        "tr": _number(card.tr),
        "fm": _number(card.fm),
    }


def _copied(body: Info) -> Info:
    """Returns a card as a dictionary that is the caller's own; to make one takes twice as long."""
    return {
        **body,
        "denials": {
            name: [each if isinstance(each, str) else {**each} for each in found]
            for name, found in body["denials"].items()
        },
        "penalties": [{**each} for each in body["penalties"]],
        "rules": [[{**each} for each in rules] for rules in body["rules"]],
    }


def _number(score: float | None) -> float:
    return NOT_EVALUABLE if score is None else score
