"""Build hook: the apps and tasks travel in the wheel, as ``mpb_gym/_data``.

They lie at the top of the repository, where their authors edit them, and an editable install
reads them there. ``force-include`` in ``pyproject.toml`` would leave stale copies beside an
editable install, and symlinks lose folders in a wheel.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("apps", "tasks")


class DataHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds each file of the data folders that git does not ignore."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Fills ``force_include``; called by hatchling before a wheel is built."""
        if version == "editable":
            return
        root = Path(self.root)
        for folder in FOLDERS:
            for file in sorted((root / folder).rglob("*")):
                inside = file.relative_to(root).as_posix()
                hidden = any(part.startswith(".") for part in file.relative_to(root).parts)
                if file.is_file() and not hidden and not self.build_config.path_is_excluded(inside):
                    build_data["force_include"][str(file)] = f"mpb_gym/_data/{inside}"
