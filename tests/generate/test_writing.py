"""Task files as the generator writes them are read back as the very same task."""

from typing import Any

import numpy as np
import pytest

from mpb_gym.generate.asks import NothingFits
from mpb_gym.generate.domain import Domain, load_domain
from mpb_gym.generate.draw import Draw
from mpb_gym.generate.people import shared_person
from mpb_gym.generate.task import pair_body, task_body
from mpb_gym.generate.writing import file_name, task_text
from mpb_gym.spec.library import app_ids, base_profile, load_app
from mpb_gym.spec.reader import Cursor, read_yaml
from mpb_gym.spec.task import read_assignment


def _drawn(app: str, domain: Domain, family: str, draw: Draw) -> dict[str, Any] | None:
    try:
        if family == "pair":
            return pair_body(load_app(app), domain, shared_person(), draw)
        return task_body(load_app(app), domain, shared_person(), family, draw)
    except NothingFits:
        return None


@pytest.mark.parametrize("app", app_ids())
@pytest.mark.parametrize("family", ["search", "multi", "composite", "cancel_rebook", "pair"])
def test_a_file_reads_back_as_what_was_drawn(
    app: str, family: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    domain = load_domain(app)
    assert domain is not None
    draw = Draw(np.random.default_rng(11), "test")
    body = next(filter(None, (_drawn(app, domain, family, draw) for _ in range(20))))
    file = tmp_path_factory.mktemp("task") / "task.yaml"
    file.write_text(task_text(body), encoding="utf-8")
    drawn = read_assignment(Cursor(body, "drawn"), "x/1", base_profile())
    again = read_assignment(read_yaml(file, "written"), "x/1", base_profile())
    for one, two in zip(drawn.sessions, again.sessions, strict=True):
        assert one.instruction == two.instruction
        assert one.rules == two.rules
        assert one.plan == two.plan
        assert one.target == two.target
        assert one.prepared == two.prepared


def test_names_of_files_are_plain_words() -> None:
    assert file_name("A home, of 'the' type: Loft & more (2)") == "a_home_of_the_type"
