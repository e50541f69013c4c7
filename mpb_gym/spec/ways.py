"""The ways between an app's screens, as its spec lays them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.blocks import Cards, Facets, FormBoxes, Search


class Way(NamedTuple):
    """A way from one screen to another.

    Attributes:
        kind: ``action``, ``button``, ``card``, ``facet``, ``search``, ``submit``, ``tab`` or
            ``destination``.
        of: What is tapped: a label, the beginning of a resource name, or the form.
        needs: Choices to make before.
    """

    start: str
    end: str
    kind: str
    of: str
    needs: tuple[str, ...] = ()


def ways(spec: AppSpec) -> Iterator[Way]:
    """Yields every way between the screens of an app."""
    rows = [*spec.tabs.values()]
    for name, screen in spec.screens.items():
        for action in screen.actions:
            yield Way(name, action.go, "action", action.label)
        for button in screen.bottom:
            yield Way(name, button.go, "button", button.label, button.needs)
        if any(each.go == name for each in spec.navigation):
            for each in spec.navigation:
                yield Way(name, each.go, "destination", each.label)
        for tab in next((row for row in rows if any(tab.go == name for tab in row)), ()):
            yield Way(name, tab.go, "tab", tab.label)
        for block in screen.body:
            if isinstance(block, Cards):
                yield Way(name, block.go, "card", f"{block.of}/")
            elif isinstance(block, Facets):
                yield Way(name, block.go, "facet", f"facet/{block.field}/")
            elif isinstance(block, Search):
                yield Way(name, block.go, "search", block.hint)
            elif isinstance(block, FormBoxes):
                yield Way(name, spec.forms[block.form].done, "submit", block.form)


class _Screens:
    """An app's screens as a key: variants of an app share them, whatever else they change."""

    def __init__(self, spec: AppSpec) -> None:
        self.spec = spec

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Screens) and other.spec.screens is self.spec.screens

    def __hash__(self) -> int:
        return id(self.spec.screens)


def paths(spec: AppSpec) -> Mapping[str, list[Way]]:
    """Returns a shortest path from the first screen to each screen that can be reached."""
    return _paths(_Screens(spec))


@lru_cache(maxsize=64)
def _paths(screens: _Screens) -> Mapping[str, list[Way]]:
    spec = screens.spec
    found: dict[str, list[Way]] = {spec.start: []}
    queue = [spec.start]
    for here in queue:
        for way in ways(spec):
            if way.start == here and way.end not in found:
                found[way.end] = [*found[here], way]
                queue.append(way.end)
    return found
