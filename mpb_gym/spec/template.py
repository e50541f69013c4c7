"""Small text templates for specs: ``"{restaurants.name} · {menu.price|sum|money}"``.

A template is text with expressions in braces: a dotted path, looked up in a scope, and
filters. A path that meets a list collects the field from each member.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from mpb_gym.spec.reader import Cursor

Scope: TypeAlias = Mapping[str, Any]


class Expression(NamedTuple):
    """A path and the filters that its value goes through."""

    path: tuple[str, ...]
    filters: tuple[str, ...]


Part: TypeAlias = str | Expression


def _text(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:g}" if isinstance(value, float) else str(value)


FILTERS: dict[str, Callable[[Any], Any]] = {
    "join": lambda values: ", ".join(_text(value) for value in values),
    "sum": lambda values: round(sum(values), 2),
    "count": len,
    "money": lambda value: "" if value is None else f"${value:,.2f}",
    "decimal": lambda value: "" if value is None else f"{value:.1f}",
    "upper": lambda value: _text(value).upper(),
    "dollars": lambda value: "$" * int(value),
    "title": lambda value: " ".join(word.capitalize() for word in _text(value).split("_")),
    "thousands": lambda value: value if isinstance(value, str) else f"{value:,.0f}",
}
"""What may stand after a bar in an expression."""

_EXPRESSION = re.compile(r"\{([^{}]*)\}")
_PATH = re.compile(r"[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)*")


class Template(NamedTuple):
    """Text with expressions, parsed."""

    parts: tuple[Part, ...]

    def value(self, scope: Scope) -> Any:
        """The value: typed if the template is one bare expression, else text."""
        if len(self.parts) == 1 and isinstance(self.parts[0], Expression):
            return _evaluate(self.parts[0], scope)
        return self.text(scope)

    def text(self, scope: Scope) -> str:
        """The value as text; what the scope lacks is left blank."""
        return "".join(
            part if isinstance(part, str) else _text(_evaluate(part, scope)) for part in self.parts
        )

    @property
    def literal(self) -> str:
        """The text without its expressions."""
        return "".join(part for part in self.parts if isinstance(part, str))


def _evaluate(expression: Expression, scope: Scope) -> Any:
    value: Any = scope
    for step in expression.path:
        if isinstance(value, Mapping):
            value = value.get(step)
        elif isinstance(value, Sequence) and not isinstance(value, str):
            value = [each.get(step) for each in value]
        else:
            return None
    if value is None:
        return None
    for name in expression.filters:
        value = FILTERS[name](value)
    return value


@lru_cache(maxsize=4096)
def parse(text: str) -> Template:
    """Parses a template.

    Raises:
        ValueError: An expression is malformed; says which.
    """
    parts: list[Part] = []
    end = 0
    for match in _EXPRESSION.finditer(text):
        if match.start() > end:
            parts.append(text[end : match.start()])
        path, *filters = (each.strip() for each in match[1].split("|"))
        if not _PATH.fullmatch(path):
            raise ValueError(f"{match[0]} is not a path such as {{restaurants.name}}")
        for name in filters:
            if name not in FILTERS:
                raise ValueError(
                    f"{match[0]}: unknown filter {name!r}; one of {', '.join(FILTERS)}"
                )
        parts.append(Expression(tuple(path.split(".")), tuple(filters)))
        end = match.end()
    if end < len(text):
        parts.append(text[end:])
    return Template(tuple(parts))


def read_template(cursor: Cursor) -> Template:
    """Reads a template from a data file; numbers stand for themselves."""
    if isinstance(cursor.value, (int, float)) and not isinstance(cursor.value, bool):
        return parse(_text(cursor.value))
    try:
        return parse(cursor.text())
    except ValueError as error:
        cursor.fail(str(error), "text with {path} or {path|filter}")
