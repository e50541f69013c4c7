from collections import OrderedDict
from collections.abc import Callable

import pytest

from mpb_gym.errors import OptionError, UnknownNameError
from mpb_gym.registry import Registry


def _registry() -> Registry[type]:
    return Registry("shape", {"ordered": "collections:OrderedDict", "ghost": "no_such_module:x"})


def test_a_name_stands_for_what_lies_at_its_target() -> None:
    assert _registry()["ordered"] is OrderedDict


def test_nothing_is_imported_before_it_is_asked_for() -> None:
    registry = _registry()
    assert list(registry) == ["ordered", "ghost"]
    assert len(registry) == 2
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        registry["ghost"]


def test_a_registered_name_is_found_and_listed_last() -> None:
    registry = _registry()
    registry.register("count", "collections:Counter")
    assert list(registry) == ["ordered", "ghost", "count"]
    assert registry["count"].__name__ == "Counter"


def test_registering_does_not_touch_the_mapping_that_was_given() -> None:
    entries = {"ordered": "collections:OrderedDict"}
    registry = Registry[type]("shape", entries)
    registry.register("count", "collections:Counter")
    assert list(entries) == ["ordered"]
    entries["deque"] = "collections:deque"
    assert list(registry) == ["ordered", "count"]


def test_a_taken_name_is_refused_and_keeps_its_target() -> None:
    registry = _registry()
    with pytest.raises(OptionError, match="the shape 'ordered' is registered already"):
        registry.register("ordered", "collections:Counter")
    assert registry["ordered"] is OrderedDict


@pytest.mark.parametrize("target", ["collections", "collections.Counter", "a:b:c", ""])
def test_a_target_that_is_not_module_and_attribute_is_refused(target: str) -> None:
    registry = _registry()
    with pytest.raises(OptionError, match="is not module:attribute"):
        registry.register("count", target)
    assert len(registry) == 2


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("orderd", "unknown shape 'orderd'. Did you mean 'ordered'?"),
        ("xyz", "unknown shape 'xyz'. Known: ghost, ordered."),
    ],
)
def test_an_unknown_name_is_answered_with_what_is_known(name: str, said: str) -> None:
    registry: Registry[Callable[[], object]] = Registry("shape", dict.fromkeys(_registry(), "a:b"))
    with pytest.raises(UnknownNameError) as caught:
        registry[name]
    assert str(caught.value) == said
