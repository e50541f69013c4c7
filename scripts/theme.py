"""Works a theme out of a seed colour: ``theme.py SEED FILE [vivid|calm|neutral]``.

``SEED`` is six hexadecimal digits, as in ``'#00639b'``.

Needs materialyoucolor (in the ``dev`` extra); the package itself reads only the file.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
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


def _seed(text: str) -> str:
    if not re.fullmatch("#?[0-9a-fA-F]{6}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no colour; give one such as '#00639b'")
    return text


def text(seed: str, scheme: str) -> str:
    """Returns what a theme's file holds."""
    lines = [f'{role}: "{colour}"' for role, colour in roles(seed, scheme).items()]
    head = f"# Worked out by scripts/theme.py from the seed colour {seed}, {scheme}.\n"
    return head + "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Writes the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("seed", type=_seed, help="such as '#00639b'")
    parser.add_argument("file", type=Path, help="is written anew")
    parser.add_argument("scheme", nargs="?", choices=SCHEMES, default="vivid")
    options = parser.parse_args(arguments)
    options.file.write_text(text(options.seed, options.scheme), encoding="utf-8")


if __name__ == "__main__":
    main()
