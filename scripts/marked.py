"""Parts of pages that scripts write: what stands between ``<!-- name -->`` and ``<!-- /name -->``.

Before a long measurement, :func:`check` says whether there will be a place for its result.
"""

from __future__ import annotations

from pathlib import Path


def check(page: Path, name: str) -> None:
    """Raises ``SystemExit`` unless the page has the two marks, once each and in order."""
    _around(page, name)


def fill(page: Path, name: str, body: str) -> None:
    """Replaces what stands between the marks; the rest of the page stays as it is."""
    before, after = _around(page, name)
    begin, end = _marks(name)
    page.write_text(f"{before}{begin}\n{body}\n{end}{after}", encoding="utf-8")


def _marks(name: str) -> tuple[str, str]:
    return f"<!-- {name} -->", f"<!-- /{name} -->"


def _around(page: Path, name: str) -> tuple[str, str]:
    begin, end = _marks(name)
    if not page.is_file():
        raise SystemExit(f"{page}: there is no such file; give a page with {begin} and {end}")
    text = page.read_text(encoding="utf-8")
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        raise SystemExit(f"{page}: {begin} and {end} must stand in it once each, in this order")
    before, _, rest = text.partition(begin)
    return before, rest.partition(end)[2]
