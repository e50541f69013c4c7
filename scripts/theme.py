"""Works a theme out of a seed colour: ``theme.py SEED FILE [vivid|calm|neutral]``.

Needs materialyoucolor (in the ``dev`` extra); the package itself reads only the file.
"""

from __future__ import annotations

import sys
from dataclasses import fields
from pathlib import Path

from materialyoucolor.dynamiccolor.material_dynamic_colors import MaterialDynamicColors
from materialyoucolor.hct import Hct
from materialyoucolor.scheme.scheme_neutral import SchemeNeutral
from materialyoucolor.scheme.scheme_tonal_spot import SchemeTonalSpot
from materialyoucolor.scheme.scheme_vibrant import SchemeVibrant

from mpb_gym.spec.theme import Theme

SCHEMES = {"vivid": SchemeVibrant, "calm": SchemeTonalSpot, "neutral": SchemeNeutral}


def roles(seed: str, scheme: str) -> dict[str, str]:
    """Returns ``#rrggbb`` by role for a light theme, vivid, calm or nearly grey."""
    argb = 0xFF000000 | int(seed.removeprefix("#"), 16)
    found_scheme = SCHEMES[scheme](Hct.from_int(argb), False, 0.0, spec_version="2021")
    colours = MaterialDynamicColors()
    found = {}
    for each in fields(Theme):
        role = getattr(colours, _camel(each.name))
        red, green, blue, *_ = role.get_hct(found_scheme).to_rgba()
        found[each.name] = f"#{red:02x}{green:02x}{blue:02x}"
    return found


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def main() -> None:
    """Writes the file."""
    seed, file, *scheme = sys.argv[1:]
    kind = scheme[0] if scheme else "vivid"
    found = roles(seed, kind)
    lines = [f'{role}: "{colour}"' for role, colour in found.items()]
    head = f"# Worked out by scripts/theme.py from the seed colour {seed}, {kind}.\n"
    Path(file).write_text(head + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
