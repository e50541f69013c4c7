"""Where taps lead in an app: from one stack of screens to the next, the last on screen."""

from __future__ import annotations

from collections.abc import Sequence

from mpb_gym.runtime.effects import AskCancel, GoTo
from mpb_gym.runtime.route import Route, Visit


def following(stack: Sequence[Visit], to: GoTo, start: str) -> list[Visit]:
    """Returns the stack after a link; one to the first screen leaves nothing behind it.

    Args:
        stack: The stack before.
        to: The link.
        start: The app's first screen.
    """
    route = stack[-1].route
    if to.collection:
        return moved(stack, route.choosing(to.screen, to.collection, to.entity))
    if to.screen == start:
        return [Visit(route=Route(screen=start))]
    return moved(stack, route._replace(screen=to.screen))


def moved(stack: Sequence[Visit], route: Route) -> list[Visit]:
    """Returns the stack with a route in place on the same screen, else one screen further."""
    *below, visit = stack
    if route.screen != visit.route.screen:
        return [*stack, Visit(route=route, typed=route.query)]
    # A list that changed starts at its top; its strips of chips stay where they are.
    strips = {id: at for id, at in visit.scrolls.items() if id != "body"}
    return [*below, Visit(route=route, typed=visit.typed, scrolls=strips)]


def on_tab(stack: Sequence[Visit], screen: str) -> list[Visit]:
    """Returns the stack with a tab's screen in place of the one that is shown."""
    *below, visit = stack
    if screen == visit.route.screen:
        return [*stack]
    return [*below, Visit(route=visit.route._replace(screen=screen))]


def at_destination(stack: Sequence[Visit], screen: str, start: str) -> list[Visit]:
    """Returns the stack with a destination over the first screen; one that is shown stays."""
    if screen == stack[-1].route.screen:
        return [*stack]
    if screen == start:
        return [Visit(route=Route(screen=start))]
    return over_first(start, Route(screen=screen))


def over_first(start: str, route: Route) -> list[Visit]:
    """Returns the stack of a route from which Back leads to the first screen."""
    return [Visit(route=Route(screen=start)), Visit(route=route)]


def without_record(stack: Sequence[Visit], asked: AskCancel) -> list[Visit]:
    """Returns the stack without confirmations of a record that no longer exists.

    They are no places to go back to; one that is on screen stays.
    """
    gone = (asked.table, asked.id)
    return [visit for visit in stack if visit.route.record != gone or visit is stack[-1]]
