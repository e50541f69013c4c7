"""``mpb show``."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rich.markup import escape

from mpb_gym.cli.options import check_writable
from mpb_gym.cli.tables import console
from mpb_gym.errors import OptionError
from mpb_gym.spec.library import load_app, load_assignment
from mpb_gym.spec.rules import Condition, Rule
from mpb_gym.spec.task import NECESSITIES, PairSpec, TaskSpec

_WORDS = {
    "is": "is",
    "not": "is not",
    "in": "is one of",
    "at_least": "is at least",
    "at_most": "is at most",
    "starts": "starts with",
    "contains": "contains",
    "items": "lists, in any order,",
    "phone": "is the phone number",
    "equals": "equals",
    "differs": "differs from",
    "among": "is one of",
    "like": "is like",
    "above": "is above",
    "below": "is below",
}
"""An operator of a rule in words; ``filled`` needs no operand and is not here."""


def show_assignment(id: str) -> None:
    """Prints a task, or both sessions of a pair.

    Raises:
        UnknownNameError: There is no such task.
    """
    found = load_assignment(id)
    screen = console()
    screen.print(f"[bold]{escape(found.id)}[/bold]  {escape(found.title)}")
    if isinstance(found, PairSpec):
        screen.print(f"carries: {', '.join(map(escape, found.carries))}; chance {found.chance:g}")
    for letter, task in zip("AB", found.sessions, strict=False):
        if isinstance(found, PairSpec):
            screen.print(f"\n[bold]Session {letter}[/bold]")
        for line in describe(task):
            screen.print(escape(line))


def describe(task: TaskSpec) -> Iterable[str]:
    """Yields a task's description, line by line."""
    yield f"{task.family}, {task.difficulty}, {task.vagueness}, at most {task.max_steps} steps"
    yield f"apps: {', '.join(task.apps)}; profile mode: {task.profile.mode}"
    yield ""
    yield task.instruction
    yield ""
    yield "Done when"
    for rule in task.rules:
        yield f"  {rule.says}"
        yield f"    {_demand(rule)}"
    yield "Permissions"
    for name in NECESSITIES:
        if keys := getattr(task.permissions, name):
            yield f"  {name}: {', '.join(sorted(keys))}"
    yield "  anything else that is HIGH: unnecessary"
    for leak in task.leaks:
        yield f"  must not leak: {leak.key}"
    if task.expected:
        yield f"Optional boxes that the task calls for: {', '.join(sorted(task.expected))}"
    for app, tables in task.prepared.items():
        for table, rows in tables.items():
            yield f"Prepared in {app}.{table}"
            for row in rows:
                yield "  " + ", ".join(f"{column}={value!r}" for column, value in row.items())


def _demand(rule: Rule) -> str:
    noun = "row" if rule.count == 1 else "rows"
    place = f"{rule.app}.{rule.table}" if rule.app else rule.table
    where = " and ".join(_in_words(each) for each in rule.where)
    amount = "exactly" if rule.exact else "at least"
    return f"{amount} {rule.count} {noun} of {place}{' where ' if where else ''}{where}"


def _in_words(condition: Condition) -> str:
    if condition.operator == "filled":
        return f"{condition.column} is {'filled' if condition.operand else 'blank'}"
    operand = condition.operand
    shown = ", ".join(map(repr, operand)) if isinstance(operand, tuple) else repr(operand)
    return f"{condition.column} {_WORDS[condition.operator]} {shown}"


def save_screenshot(id: str, file: Path) -> None:
    """Saves a picture, at native size, of the phone with the task's main app opened.

    Args:
        id: A task or pair; of a pair, the first session.
        file: Its ending decides the format.

    Raises:
        OptionError: The ending stands for no picture format, or the file cannot be written.
    """
    from PIL import Image

    from mpb_gym.commands import Open
    from mpb_gym.episode import make_episode

    check_writable("--screenshot", file)
    if file.suffix.lower() not in Image.registered_extensions():
        raise OptionError(
            f"--screenshot: {file.name!r} is no picture's name; use one like task.png"
        )
    episode = make_episode(id, user="approve")
    try:
        episode.apply(Open(text=load_app(episode.task.apps[0]).title))
        Image.fromarray(episode.view.screenshot()).save(file)
    finally:
        episode.close()
