"""Task files as authors write them."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from typing import Any

import yaml

_WIDTH = 100


class _Dumper(yaml.SafeDumper):
    """Writes leaves of the tree on one line, and leaves out anchors."""

    def ignore_aliases(self, data: Any) -> bool:
        """Never refers back: each rule can be read alone."""
        return True


def task_text(body: Mapping[str, Any]) -> str:
    """Returns a task or pair as the text of its file.

    Args:
        body: As :func:`mpb_gym.generate.task.task_body` makes it.
    """
    parts = []
    for key, value in body.items():
        if key in ("first", "second"):
            parts.append(f"\n{key}:\n" + textwrap.indent(task_text(value), "  "))
        elif key == "instruction":
            lines = textwrap.wrap(value, _WIDTH - 4, break_long_words=False, break_on_hyphens=False)
            parts.append("instruction: >-\n" + "".join(f"  {line}\n" for line in lines))
        else:
            parts.append(_dumped({key: value}))
    return "".join(parts)


def _dumped(value: Any) -> str:
    text: str = yaml.dump(
        value,
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        default_flow_style=None if isinstance(next(iter(value.values())), (dict, list)) else False,
        width=_WIDTH,
    )
    return text


def file_name(title: str) -> str:
    """Returns a title as the words of a file's name."""
    words = re.findall(r"[a-z0-9]+", title.casefold().replace("'", ""))
    return "_".join(words[:5])
