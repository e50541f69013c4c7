import pytest

from mpb_gym.agents.usage import Usage

ONE = Usage(requests=2, retries=1, input_tokens=100, output_tokens=10, cost=0.5, latency_s=1.5)


def test_usages_add_up() -> None:
    total = ONE + ONE
    assert total.to_dict() == {
        "requests": 4,
        "retries": 2,
        "input_tokens": 200,
        "output_tokens": 20,
        "cost": 1.0,
        "latency_s": 3.0,
    }
    assert total.tokens == 220


def test_an_unknown_cost_adds_nothing() -> None:
    assert (ONE + Usage()).cost == 0.5
    assert (Usage() + Usage()).cost is None


def test_it_survives_json() -> None:
    assert Usage.from_dict(ONE.to_dict()) == ONE
    assert Usage.from_dict({}) == Usage()


@pytest.mark.parametrize("body", [{"requests": "2"}, {"requests": None}, {"tokens": 5}])
def test_what_is_no_usage_is_refused(body: dict[str, object]) -> None:
    with pytest.raises(TypeError):
        Usage.from_dict(body)
