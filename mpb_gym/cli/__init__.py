"""The command line, ``mpb``."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs ``mpb``; the entry point of the installed script.

    What the package or the file system objects to is said in one line on stderr, with exit
    code 2, as for any wrong usage.

    Args:
        arguments: In place of the command line's.
    """
    from mpb_gym.cli.app import app
    from mpb_gym.errors import MyPhoneError

    try:
        app(arguments, prog_name="mpb")
    except (MyPhoneError, OSError) as error:
        print(f"mpb: {error}", file=sys.stderr)
        sys.exit(2)
