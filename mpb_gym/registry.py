"""Names for things that are imported only when somebody asks for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Generic, TypeVar

from mpb_gym.errors import OptionError, UnknownNameError

T = TypeVar("T")


class Registry(Generic[T]):
    """A table from name to ``"module:attribute"``.

    Args:
        kind: What is registered, for errors: ``agent``, ``device``.
        entries: Where each lies.
    """

    def __init__(self, kind: str, entries: Mapping[str, str]) -> None:
        self.kind = kind
        self._entries = dict(entries)

    def register(self, name: str, target: str) -> None:
        """Adds a name.

        Raises:
            OptionError: The name is taken, or the target is not ``module:attribute``.
        """
        if name in self._entries:
            raise OptionError(f"the {self.kind} {name!r} is registered already")
        if target.count(":") != 1:
            raise OptionError(f"{self.kind} {name!r}: {target!r} is not module:attribute")
        self._entries[name] = target

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __getitem__(self, name: str) -> T:
        """Imports and returns what a name stands for.

        Raises:
            UnknownNameError: Nothing is registered under the name.
        """
        if name not in self._entries:
            raise UnknownNameError(self.kind, name, self._entries)
        module, attribute = self._entries[name].split(":")
        found: Any = getattr(import_module(module), attribute)
        return found  # type: ignore[no-any-return]
