"""NaN for scores that are not evaluable, in a form that compares like any other value."""

from __future__ import annotations

import numpy as np


class Undefined(np.float64):
    """NaN that equals itself.

    Gymnasium's checker compares the infos of two equal steps with ``==``, by which an ordinary
    NaN differs from itself. A NumPy float, so that vector environments still put it in a float
    array, where it is an ordinary NaN again.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Undefined)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(Undefined)


NOT_EVALUABLE = Undefined("nan")
"""What stands in ``info`` for a score that is not evaluable."""
