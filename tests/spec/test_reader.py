from pathlib import Path

import pytest

from mpb_gym.errors import SpecError
from mpb_gym.spec.reader import Cursor, read_json, read_yaml


def _yaml(folder: Path, text: str) -> Cursor:
    file = folder / "file.yaml"
    file.write_text(text, encoding="utf-8")
    return read_yaml(file, "file.yaml")


def test_dates_times_and_octal_numbers_stay_text(tmp_path: Path) -> None:
    read = _yaml(tmp_path, "[2026-03-12, 12:30, 0123, 7]")
    assert read.value == ["2026-03-12", "12:30", "0123", 7]


def test_a_key_given_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="'a' stands here twice"):
        _yaml(tmp_path, "a: 1\na: 2")


@pytest.mark.parametrize("text", ["a: [", "a: b: c"])
def test_broken_yaml_names_the_file(tmp_path: Path, text: str) -> None:
    with pytest.raises(SpecError, match=r"^file\.yaml: not valid YAML"):
        _yaml(tmp_path, text)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="cannot be read"):
        read_json(tmp_path / "none.json")


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_bytes(b"\xff\xfe{")
    with pytest.raises(SpecError, match="not UTF-8"):
        read_json(tmp_path / "x.json")


def test_errors_name_the_path_and_what_was_expected() -> None:
    cursor = Cursor({"rules": [{"count": -1}]}, "task.yaml")
    with pytest.raises(SpecError) as caught:
        next(cursor["rules"].items())["count"].integer(least=0)
    error = caught.value
    assert (error.file, error.path, error.expected) == ("task.yaml", "rules[0].count", "at least 0")


@pytest.mark.parametrize("value", [True, "1", 1.5, None])
def test_only_whole_numbers_are_integers(value: object) -> None:
    with pytest.raises(SpecError, match="a whole number"):
        Cursor(value, "f").integer()


def test_a_key_that_nobody_reads_is_refused() -> None:
    with pytest.raises(SpecError, match=r"f: colour: nobody reads this key"):
        Cursor({"colour": 1}, "f").only("color")


def test_a_missing_key_is_named() -> None:
    with pytest.raises(SpecError, match="'title' is missing"):
        Cursor({}, "f")["title"]
