"""An agent that repeats what another one did."""

from __future__ import annotations

from pathlib import Path

from mpb_gym.agents.agent import AgentConfig
from mpb_gym.audit import Issued, Record
from mpb_gym.commands import Command, parse
from mpb_gym.episode import View
from mpb_gym.errors import ActionError, OptionError, SpecError
from mpb_gym.spec.plan import PlanStep


class ReplayAgent:
    """Plays the commands of saved records, whatever the phone answers.

    The same version of apps and tasks gives the same record; another one shows what changed.

    Args:
        path: A record; or a folder of records, or of a run, which must hold one for each
            episode under its usual name.
        config: Tells the episode.

    Raises:
        OptionError: There is no such file or folder, or options are given.
    """

    planned = False

    def __init__(self, path: str, config: AgentConfig) -> None:
        config.only()
        self._path, self._config = Path(path), config
        if not self._path.exists():
            raise OptionError(f"replay: no file or folder {path}")
        self._session: list[Issued] = []

    def begin(self, view: View, plan: tuple[PlanStep, ...]) -> None:
        """Takes up the commands of a session.

        Raises:
            SpecError: There is no record of the episode, or it cannot be read.
        """
        del plan
        file = self._file()
        record = Record.load(file)
        if record.assignment != self._config.assignment:
            raise SpecError(
                str(file), "assignment", f"found {record.assignment}", self._config.assignment
            )
        self._session = [each for each in record.issued if each.session == view.session]
        self._name = str(file)

    def _file(self) -> Path:
        if self._path.is_file():
            return self._path
        inner = self._path / "records"
        number = f".{self._config.repeat + 1}" if self._config.repeat else ""
        stem = self._config.assignment.replace("/", "-")
        return (inner if inner.is_dir() else self._path) / f"{stem}{number}.json"

    def act(self, view: View) -> Command | ActionError:
        """Repeats the command of this step.

        Raises:
            SpecError: The record ends before the session does.
        """
        if view.step >= len(self._session):
            raise SpecError(
                self._name, "issued", f"session {view.session} ends after step {view.step}"
            )
        issued = self._session[view.step]
        if not issued.command:  # it could not be read then; it says the same now
            code, _, message = issued.error.partition(": ")
            return ActionError(code, message)
        return parse(issued.command)
