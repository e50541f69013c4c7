import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpb_gym.agents.llm.calls import as_call, find_call
from mpb_gym.agents.llm.lenient import MAX_DEPTH, Unreadable, read_value
from mpb_gym.commands import COMMANDS
from mpb_gym.errors import ActionError

CLICK = {"action": "click", "coordinate": [0.5, 0.25]}
QUOTIENTS = {"action": "click", "coordinate": ["1/2", "3/4"]}

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.floats(-1e9, 1e9) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)
_PIECES = (
    *("<tool_call>", "</tool_call>", "<think>", "</think>", "```json", "```", '{"action":'),
    *('"click"', "{", "}", "[", "]", "(", ")", ",", ":", "1/2", "0.5", "'", '"', "\\", "\\u12"),
    *('"name":', '"arguments":', "coordinate", "wait", "-", "1e9", "“", "’", "null", " ", "\n"),
)
pieces = st.lists(st.sampled_from(_PIECES), max_size=30).map("".join)


@pytest.mark.parametrize(
    ("reply", "call"),
    [
        ('<tool_call>{"action": "click", "coordinate": [0.5, 0.25]}</tool_call>', CLICK),
        ('<tool_call>{"action": "click", "coordinate": [0.5, 0.25]}', CLICK),
        ('```json\n{"action": "click", "coordinate": [0.5, 0.25]}\n```', CLICK),
        ('```\n{"action": "click", "coordinate": [0.5, 0.25]}', CLICK),
        ('I tap it: {"action": "click", "coordinate": [0.5, 0.25]}. Done.', CLICK),
        ('{"name": "click", "arguments": {"coordinate": [0.5, 0.25]}}', CLICK),
        ('{"name": "click", "arguments": "{\\"coordinate\\": [0.5, 0.25]}"}', CLICK),
        ('{"action": "click", "parameters": {"coordinate": [0.5, 0.25]}}', CLICK),
        (
            '{"name": "phone", "arguments": {"action": "click", "coordinate": [0.5, 0.25]}}',
            CLICK,
        ),
        (
            '{"tool_calls": [{"function": {"name": "click", '
            '"arguments": {"coordinate": [0.5, 0.25]}}}]}',
            CLICK,
        ),
        ('<tool_call>{"action": "click", "coordinate": [1/2, 3/4]}</tool_call>', QUOTIENTS),
        ('{"action": "click", "coordinate": ["1/2" "3/4"]}', QUOTIENTS),
        ('{"action": "click" "coordinate": [0.5 0.25],}', CLICK),
        ('{"action": "click", "coordinate": [0.5, 0.25,],,}', CLICK),
        ('{"action": "click", "coordinate": [0.5, 0.25}', CLICK),
        ('{"action": "click", "coordinate": [0.5, 0.25', CLICK),
        ("{'action': 'click', 'coordinate': (0.5, 0.25)}", CLICK),
        ("{'action': 'click', 'coordinate': [0.5, 0.25]}", CLICK),
        ("{“action”: “click”, “coordinate”: [0.5, 0.25]}", CLICK),
        ("{action: click, coordinate: [0.5, 0.25]}", CLICK),
        ("{'action': 'type', 'text': 'it's here'}", {"action": "type", "text": "it's here"}),
        ('{"action": "type", "text": "a\nb"}', {"action": "type", "text": "a\nb"}),
        ('{"action": "type", "text": "\\ud83d\\ude00"}', {"action": "type", "text": "😀"}),
        (
            r"{'action': 'type', 'text': '\U0001f600\x41\UFFFFFFFF'}",
            {"action": "type", "text": "😀A\ufffd"},
        ),
        (
            '{"action": "type", "text": "{x}</tool_call>"}',
            {"action": "type", "text": "{x}</tool_call>"},
        ),
        ('{"action": "wait"}{"action": "terminate"}', {"action": "wait"}),
        ('<think>{"action": "wait"}</think>{"action": "terminate"}', {"action": "terminate"}),
        ('thought {"action": "wait"}</think>{"action": "terminate"}', {"action": "terminate"}),
        ('<think>never closed {"action": "wait"}', {"action": "wait"}),
        ('{"a": {"b": 1}} {"action": "wait"}', {"action": "wait"}),
        ('{"action": "terminate", "status": null}', {"action": "terminate"}),
    ],
)  # fmt: skip
def test_a_call_is_found_however_it_is_written(reply: str, call: Any) -> None:
    assert find_call(reply) == call


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        ("", "no_action"),
        ("I would tap the button.", "no_action"),
        ("click(0.5, 0.25)", "no_action"),
        ('{"action": ', "unreadable_action"),
        ('{"thought": "none"}', "unreadable_action"),
        ('{"action": "fly", "to": "moon"}', "unknown_action"),
        ('{"name": "fly"}', "unknown_action"),
    ],
)
def test_what_is_no_call_is_answered_in_words(reply: str, code: str) -> None:
    found = find_call(reply)
    assert isinstance(found, ActionError)
    assert found.code == code
    assert found.message.endswith(".")


@given(st.text() | pieces)
def test_finding_never_raises(reply: str) -> None:
    found = find_call(reply)
    assert isinstance(found, ActionError) or found["action"] in COMMANDS


@pytest.mark.parametrize(
    "piece", ['{"', "<think>", "<tool_call>", "```", "{[", '{"a":', "[", "\\u", "“", "1/"]
)
def test_long_nonsense_is_read_too(piece: str) -> None:
    assert isinstance(find_call(piece * 50_000), ActionError)


@given(values)
def test_json_is_read_as_it_is(value: Any) -> None:
    assert read_value(json.dumps(value))[0] == value
    assert read_value(json.dumps(value, ensure_ascii=False))[0] == value


def test_depth_is_limited() -> None:
    assert read_value("[" * MAX_DEPTH + "]" * MAX_DEPTH)
    with pytest.raises(Unreadable):
        read_value("[" * (MAX_DEPTH + 2))


def test_numbers_that_no_call_needs_stay_text() -> None:
    assert read_value("9" * 5000)[0] == "9" * 5000
    assert read_value("1e999")[0] == "1e999"


@pytest.mark.parametrize("body", [None, [], "click", {}, {"action": 5}, {"coordinate": [0, 0]}])
def test_what_is_no_call_is_none(body: Any) -> None:
    assert as_call(body) is None
