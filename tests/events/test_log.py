import json
from typing import Any, get_type_hints

import pytest

from mpb_gym import events
from mpb_gym.errors import SpecError
from mpb_gym.events import EVENTS, EventLog, Logged


def _example(kind: type[Any]) -> Any:
    values: dict[str, Any] = {}
    for name, hint in get_type_hints(kind).items():
        if hint is bool:
            values[name] = True
        elif name in ("high", "traps"):
            values[name] = ("a", "b")
        else:
            values[name] = {"id": 1, "x": None} if name == "row" else "text"
    return kind(**values)


@pytest.mark.parametrize("kind", EVENTS.values(), ids=EVENTS)
def test_an_event_survives_its_json_form(kind: type[Any]) -> None:
    logged = Logged(1, 7, _example(kind))
    body = json.loads(json.dumps(events.to_json(logged)))
    assert events.from_json(body, file="r.json", path="events[0]") == logged


@pytest.mark.parametrize(
    "body",
    [
        {"event": "nonsense", "session": 0, "step": 0},
        {"event": "session_ended", "session": 0, "step": 0},
        {"event": "session_ended", "session": 0, "step": 0, "how": "fail", "more": 1},
        {"event": "session_ended", "step": 0, "how": "fail"},
        {"event": "session_ended", "session": 0, "step": 0, "how": 5},
    ],
)
def test_a_malformed_event_is_named_with_its_place(body: dict[str, Any]) -> None:
    with pytest.raises(SpecError, match=r"r\.json: events\[3\]"):
        events.from_json(body, file="r.json", path="events[3]")


def test_the_log_keeps_order_and_stamps() -> None:
    log = EventLog()
    started, ended = events.SessionStarted(task="t"), events.SessionEnded(how="fail")
    log.append(0, 0, [started])
    log.append(0, 3, [ended])
    assert list(log) == [Logged(0, 0, started), Logged(0, 3, ended)]
    assert (len(log), log[1].step) == (2, 3)
