import pytest

from mpb_gym.agents.llm.backoff import (
    LONGEST_ASKED_S,
    LONGEST_PAUSE_S,
    asked_pause,
    pause,
)


def test_pauses_double_within_their_spread() -> None:
    for failures in range(1, 8):
        found = pause(0.5, failures, "a")
        assert 0.5 <= found / (0.5 * 2 ** (failures - 1)) <= 1.5


def test_pauses_are_the_same_each_run_but_not_for_all() -> None:
    assert pause(1, 1, "a") == pause(1, 1, "a")
    assert len({pause(1, 1, str(key)) for key in range(20)}) > 10


def test_pauses_have_an_end() -> None:
    assert pause(0.5, 10**6, "a") <= 1.5 * LONGEST_PAUSE_S
    assert pause(0.5, 1, "a", 10**9) == LONGEST_ASKED_S


def test_what_the_endpoint_asks_for_is_the_least() -> None:
    assert pause(0.01, 1, "a", 7) == 7
    assert pause(100, 1, "a", 7) > 7


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "3"}, 3),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "nan"}, None),
        (
            {
                "date": "Tue, 15 Nov 1994 08:12:31 GMT",
                "retry-after": "Tue, 15 Nov 1994 08:12:36 GMT",
            },
            5,
        ),
        (
            {
                "date": "Tue, 15 Nov 1994 08:12:31 GMT",
                "retry-after": "Tue, 15 Nov 1994 08:12:00 GMT",
            },
            0,
        ),
        ({"retry-after": "Tue, 15 Nov 1994 08:12:36 GMT"}, None),
    ],
)
def test_retry_after_is_understood(headers: dict[str, str], seconds: float | None) -> None:
    assert asked_pause(headers) == seconds
