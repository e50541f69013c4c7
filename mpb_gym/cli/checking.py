"""``mpb check``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from mpb_gym.cli.tables import count
from mpb_gym.errors import MyPhoneError
from mpb_gym.runtime.lint import problems
from mpb_gym.spec.library import app_ids, assignment_ids, load_app, load_assignment


def check_content() -> bool:
    """Reads every app, task and pair; prints each mistake once. Returns whether all is well."""
    apps, assignments = app_ids(), assignment_ids()
    mistakes = dict.fromkeys(
        (
            *_mistakes(load_app, apps),
            *_oversights(apps),
            *_mistakes(load_assignment, assignments),
        )
    )
    for mistake in mistakes:
        print(mistake)
    read = f"{count(len(apps), 'app')}, {count(len(assignments), 'task')} and pairs read"
    print(f"{read}: {count(len(mistakes), 'mistake')}")
    return not mistakes


def check_suite(suite: str) -> bool:
    """Reads every task and pair of a suite, as above.

    What a release has for which there is nothing here is told, and is no mistake.
    """
    from mpb_gym.cli.suites import is_release, suite_ids

    ids = suite_ids(suite)
    mistakes = tuple(dict.fromkeys(_mistakes(load_assignment, ids)))
    for mistake in mistakes:
        print(mistake)
    if is_release(suite):
        from mpb_gym.upstream.library import unmapped

        others = unmapped()
        for note in others:
            print(note)
        print(f"{count(len(others), 'place')} of the release without a counterpart here")
    print(f"{count(len(ids), 'task')} and pairs read: {count(len(mistakes), 'mistake')}")
    return not mistakes


def _mistakes(load: Callable[[str], object], ids: Iterable[str]) -> Iterator[str]:
    for id in ids:
        try:
            load(id)
        except MyPhoneError as error:
            yield str(error)


def _oversights(ids: Iterable[str]) -> Iterator[str]:
    """What apps that can be read still get wrong."""
    for id in ids:
        try:
            spec = load_app(id)
        except MyPhoneError:
            continue  # told already
        yield from (f"{id}/app.yaml: {problem}" for problem in problems(spec))
