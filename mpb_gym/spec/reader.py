"""Reading data files into dataclasses, with errors that name file, path and expectation."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import yaml

from mpb_gym.errors import SpecError

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _StrictLoader(_Loader):  # type: ignore[misc]
    """Safe YAML that keeps dates as the text they are and refuses a key given twice."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> Any:
        seen: set[Any] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if key in seen:
                mark = key_node.start_mark
                raise yaml.constructor.ConstructorError(
                    None, None, f"the key {key!r} stands here twice", mark
                )
            seen.add(key)
        return super().construct_mapping(node, deep)


# YAML reads 2026-03-12 as a date and 12:30 as the number 750; data files mean text.
_StrictLoader.yaml_implicit_resolvers = {
    first: [
        (tag, pattern)
        for tag, pattern in resolvers
        if tag not in ("tag:yaml.org,2002:timestamp", "tag:yaml.org,2002:int")
    ]
    for first, resolvers in _Loader.yaml_implicit_resolvers.items()
}
_StrictLoader.add_implicit_resolver(
    "tag:yaml.org,2002:int",
    re.compile(r"^[-+]?(?:0|[1-9][0-9]*)$"),
    list("-+0123456789"),
)


@dataclass(frozen=True, slots=True)
class Cursor:
    """A value in a data file, with its place; every reader method checks its kind.

    Attributes:
        value: What stands there, as parsed.
        file: The file, as people name it.
        path: The place inside it, as ``rules[2].where``.
    """

    value: Any
    file: str
    path: str = ""

    def fail(self, problem: str, expected: str = "") -> NoReturn:
        """Raises the error that names this place."""
        raise SpecError(self.file, self.path, problem, expected)

    def _at(self, value: Any, step: str) -> Cursor:
        joined = f"{self.path}.{step}" if self.path and not step.startswith("[") else None
        return Cursor(value, self.file, joined or f"{self.path}{step}")

    def _is(self, kind: type | tuple[type, ...], expected: str) -> Any:
        if not isinstance(self.value, kind) or (isinstance(self.value, bool) and kind is not bool):
            self.fail(f"found {_shown(self.value)}", expected)
        return self.value

    def text(self) -> str:
        """This value as a string that is not blank."""
        value = self._is(str, "text")
        if not value.strip():
            self.fail("found blank text", "some text")
        return str(value)

    def integer(self, least: int | None = None) -> int:
        """This value as a whole number, at least ``least``."""
        value = self._is(int, "a whole number")
        if least is not None and value < least:
            self.fail(f"found {value}", f"at least {least}")
        return int(value)

    def number(self) -> float:
        """This value as a number."""
        return float(self._is((int, float), "a number"))

    def flag(self) -> bool:
        """This value as true or false."""
        return bool(self._is(bool, "true or false"))

    def scalar(self) -> str | int | float | None:
        """This value as text, a number or null."""
        if self.value is None:
            return None
        value: str | int | float = self._is((str, int, float), "text, a number or null")
        return value

    def choice(self, options: Sequence[str]) -> Any:
        """This value as one of some words."""
        if self.value not in options:
            self.fail(f"found {_shown(self.value)}", f"one of {', '.join(options)}")
        return self.value

    def items(self) -> Iterator[Cursor]:
        """The members of this list."""
        for index, each in enumerate(self._is(list, "a list")):
            yield self._at(each, f"[{index}]")

    def texts(self) -> tuple[str, ...]:
        """This value as a list of strings."""
        return tuple(each.text() for each in self.items())

    def entries(self) -> Iterator[tuple[str, Cursor]]:
        """The keys and values of this mapping."""
        for key, each in self._is(dict, "a mapping").items():
            if not isinstance(key, str):
                self.fail(f"found the key {key!r}", "keys that are text")
            yield key, self._at(each, key)

    def entries_raw(self) -> dict[str, Any]:
        """This mapping as it stands, for whoever checks it further."""
        return {key: each.value for key, each in self.entries()}

    def __contains__(self, key: str) -> bool:
        return isinstance(self.value, dict) and self.value.get(key) is not None

    def __getitem__(self, key: str) -> Cursor:
        """The value of a key that must be there."""
        mapping = self._is(dict, "a mapping")
        if key not in mapping:
            self.fail(f"{key!r} is missing", f"the key {key!r}")
        return self._at(mapping[key], key)

    def get(self, key: str, default: Any = None) -> Cursor:
        """The value of a key that may be left out."""
        mapping = self._is(dict, "a mapping")
        value = mapping.get(key)
        return self._at(default if value is None else value, key)

    def only(self, *known: str) -> Cursor:
        """Checks that this mapping has no other keys, and returns it."""
        for key, each in self.entries():
            if key not in known:
                each.fail("nobody reads this key", f"one of {', '.join(known)}")
        return self

    def single(self) -> tuple[str, Cursor]:
        """The only key and value of this mapping, for tagged unions."""
        found = list(self.entries())
        if len(found) != 1:
            self.fail(f"found {len(found)} keys", "exactly one key")
        return found[0]


def read_yaml(path: Path, name: str | None = None) -> Cursor:
    """Reads a YAML file.

    Args:
        path: The file.
        name: How errors shall call it; its path by default.

    Raises:
        SpecError: The file is missing or is not YAML.
    """
    label = name or str(path)
    try:
        return Cursor(yaml.load(_text(path, label), _StrictLoader), label)
    except yaml.YAMLError as error:
        raise SpecError(label, "", f"not valid YAML: {error}") from None


def read_json(path: Path, name: str | None = None) -> Cursor:
    """Reads a JSON file; arguments and errors as for :func:`read_yaml`."""
    label = name or str(path)
    try:
        return Cursor(json.loads(_text(path, label)), label)
    except ValueError as error:
        raise SpecError(label, "", f"not valid JSON: {error}") from None


def _text(path: Path, label: str) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise SpecError(label, "", f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise SpecError(label, "", f"is not UTF-8 text: {error.reason}") from None


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:57]}…"
