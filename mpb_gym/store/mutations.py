"""What an app can do to its database: a closed union."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from mpb_gym.spec.rules import Scalar

_encode = json.JSONEncoder(ensure_ascii=False).encode


class Instance(NamedTuple):
    """One filling of a form: the form and the columns that identify its draft.

    Attributes:
        form: The form's name.
        key: Pairs of column and value.
    """

    form: str
    key: tuple[tuple[str, Scalar], ...]

    @property
    def text(self) -> str:
        """The key as JSON, as events and ``form_edits`` hold it."""
        return _encode(dict(self.key))


@dataclass(frozen=True, slots=True, kw_only=True)
class EditBox:
    """The box of a column takes a new value; blank text empties it."""

    instance: Instance
    column: str
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SendForm:
    """A filling becomes a record.

    Attributes:
        values: Columns of the record beside the boxes and the key.
    """

    instance: Instance
    values: Mapping[str, Scalar]


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelRecord:
    """A record is cancelled: columns are set, or, where there are none, it is deleted."""

    table: str
    id: int
    set: Mapping[str, Scalar]


Mutation: TypeAlias = EditBox | SendForm | CancelRecord
