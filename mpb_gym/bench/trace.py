"""A trace of an episode: everything that happened, step by step, to be looked at later."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from time import perf_counter
from typing import Any

from mpb_gym import events
from mpb_gym.agents.agent import Agent, Talkative
from mpb_gym.agents.frames import picture
from mpb_gym.commands import Command, to_json
from mpb_gym.episode import Episode
from mpb_gym.errors import ActionError

FILE = "trace.jsonl"


class Tracer:
    """Writes ``trace.jsonl`` and a WebP picture of the screen before each step.

    Lines have a ``type``: ``session`` (instruction, what the contract shows), ``message``
    (what a model was told and said, images by the step whose screen they show), ``step``
    (screenshot, command, error, tool result, events, seconds), ``ended``.

    Args:
        folder: Where to write; what it holds of an earlier attempt is removed.
    """

    def __init__(self, folder: Path) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self._folder = folder
        self._messages = self._events = 0
        self._body: dict[str, Any] = {}
        self._clock = 0.0
        self._screen = ""

    def begun(self, episode: Episode, agent: Agent) -> None:
        """Notes what a session begins with."""
        view = self._view = episode.view
        self._write(
            type="session",
            session=view.session,
            task=episode.task.id,
            instruction=view.instruction,
            imy=view.imy,
            events=self._new_events(episode),
        )
        self._shoot(episode)

    def decided(self, episode: Episode, agent: Agent, command: Command | ActionError) -> None:
        """Notes what was said and wanted."""
        waited = perf_counter() - self._clock
        self._note_messages(agent)
        self._view = episode.view  # of this session, which the command may end
        self._body = {
            "type": "step",
            "session": episode.view.session,
            "step": episode.view.step + 1,
            "screenshot": self._screen,
            "command": {} if isinstance(command, ActionError) else to_json(command),
            "agent_s": round(waited, 4),
        }
        self._clock = perf_counter()

    def done(self, episode: Episode, agent: Agent) -> None:
        """Notes what came of it."""
        self._body["error"] = self._view.action_error
        self._body["tool_result"] = self._view.tool_result
        self._body["events"] = self._new_events(episode)
        self._body["phone_s"] = round(perf_counter() - self._clock, 4)
        self._write(**self._body)
        if episode.done:
            self._write(type="ended", how=episode.how)
        elif episode.view.session == self._body["session"]:
            self._shoot(episode)

    def _shoot(self, episode: Episode) -> None:
        view = episode.view
        self._screen = f"{view.session}-{view.step:03}.webp"
        (self._folder / self._screen).write_bytes(picture(view, "webp").data)
        self._clock = perf_counter()

    def _note_messages(self, agent: Agent) -> None:
        if isinstance(agent, Talkative):
            said = agent.transcript()
            for message in said[self._messages :]:
                self._write(type="message", message=message)
            self._messages = len(said)

    def _new_events(self, episode: Episode) -> list[dict[str, Any]]:
        new = range(self._events, len(episode.log))
        self._events = len(episode.log)
        return [events.to_json(episode.log[index]) for index in new]

    def _write(self, **body: Any) -> None:
        with (self._folder / FILE).open("a", encoding="utf-8", newline="\n") as file:
            file.write(json.dumps(body, ensure_ascii=False) + "\n")
