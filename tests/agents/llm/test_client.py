import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from mpb_gym.agents.llm.client import ChatClient
from mpb_gym.agents.llm.options import read_options
from mpb_gym.agents.llm.reply import ToolCall
from mpb_gym.errors import InfrastructureError, OptionError
from tests.agents.llm.scripted import Endpoint, Said, completion, endpoint, events

ASK = [{"role": "user", "content": "go"}]
CALL = {"id": "c", "type": "function", "function": {"name": "wait", "arguments": "{}"}}


@contextmanager
def _client(*script: Said, **options: Any) -> Iterator[tuple[ChatClient, Endpoint, list[float]]]:
    pauses: list[float] = []
    with endpoint(*script) as told:
        given = {"model": "m", "base_url": told.url, "timeout_s": 5, "retries": 2, **options}
        client = ChatClient(read_options(given), seed=3, sleep=pauses.append)
        try:
            yield client, told, pauses
        finally:
            client.close()


def test_a_reply_is_counted() -> None:
    with _client(completion("hello"), prices={"input": 1, "output": 10}) as (client, told, pauses):
        assert client.ask(ASK).text == "hello"
        assert told.asked[0]["messages"] == ASK
        assert told.asked[0]["temperature"] == 0
        assert "tools" not in told.asked[0]
        assert (client.usage.requests, client.usage.retries, client.usage.tokens) == (1, 0, 110)
        assert client.usage.cost == pytest.approx(200e-6)
        assert client.usage.latency_s > 0
        assert pauses == []


def test_without_a_price_no_cost_is_claimed() -> None:
    with _client(completion("hello")) as (client, _, _):
        client.ask(ASK)
        assert client.usage.cost is None


@pytest.mark.parametrize(
    "fault",
    [
        Said(status=429, body="{}"),
        Said(status=500, body="oops"),
        Said(status=503),
        Said(status=408),
        Said(status=200, body="<html>", headers={"Content-Type": "text/html"}),
        Said(status=200, body="{", headers={"Content-Type": "application/json"}),
        Said(status=200, body="{}", headers={"Content-Type": "application/json"}),
        completion(""),
        completion(None),
        completion("hello", tool_calls=[5]),
        Said(body='{"choices": [{"message": null}]}', headers={"Content-Type": "application/json"}),
        Said(status=200, body='{"choices": [', sent=0.5),
    ],
)
def test_what_may_pass_is_tried_again(fault: Said) -> None:
    with _client(fault, fault, completion("hello")) as (client, told, pauses):
        assert client.ask(ASK).text == "hello"
        assert (client.usage.requests, client.usage.retries) == (3, 2)
        assert len(told.asked) == 3
        assert len(pauses) == 2
        assert pauses[0] < pauses[1] * 3


def test_a_time_out_is_tried_again() -> None:
    late = completion("late")
    late.wait_s = 1.0
    with _client(late, completion("hello"), timeout_s=0.3) as (client, _, _):
        assert client.ask(ASK).text == "hello"
        assert client.usage.retries == 1


def test_retry_after_is_respected() -> None:
    busy = Said(status=429, body="{}", headers={"Retry-After": "7"})
    with _client(busy, completion("hello")) as (client, _, pauses):
        client.ask(ASK)
        assert pauses == [7]


def test_after_the_last_retry_the_infrastructure_is_to_blame() -> None:
    fault = Said(status=503, body='{"error": {"message": "overloaded"}}')
    with (
        _client(fault, fault, fault) as (client, _, _),
        pytest.raises(InfrastructureError, match=r"overloaded.*tried 3 times"),
    ):
        client.ask(ASK)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_what_will_not_pass_is_not_tried_again(status: int) -> None:
    with _client(Said(status=status, body="{}")) as (client, told, _):
        with pytest.raises(InfrastructureError):
            client.ask(ASK)
        assert len(told.asked) == 1


def test_nobody_listens() -> None:
    with endpoint() as told:
        url = told.url
    options = read_options({"model": "m", "base_url": url, "retries": 1})
    client = ChatClient(options, sleep=lambda seconds: None)
    with pytest.raises(InfrastructureError, match="tried 2 times"):
        client.ask(ASK)
    client.close()


def test_a_reply_cut_off_at_its_longest_is_one() -> None:
    with _client(completion("", finish="length")) as (client, _, _):
        assert client.ask(ASK).cut


def test_native_calls_are_read() -> None:
    with _client(completion(None, "tool_calls", tool_calls=[CALL])) as (client, told, _):
        tools = [{"type": "function", "function": {"name": "wait"}}]
        assert client.ask(ASK, tools).calls == (ToolCall(id="c", name="wait", arguments="{}"),)
        assert told.asked[0]["tools"] == tools


def test_a_stream_is_put_together() -> None:
    parts: list[dict[str, Any]] = [
        {"content": "hel"},
        {"content": "lo"},
        {"tool_calls": [{"index": 0, "id": "a", "function": {"name": "wait", "arguments": ""}}]},
        {"tool_calls": [{"index": 0, "function": {"arguments": "{"}}]},
        {"tool_calls": [{"index": 0, "function": {"arguments": "}"}}]},
        {"tool_calls": [{"index": 1, "id": "b", "function": {"name": "x", "arguments": "{}"}}]},
    ]
    with _client(events(*parts), stream=True) as (client, told, _):
        reply = client.ask(ASK)
        assert told.asked[0]["stream"] is True
    assert reply.text == "hello"
    assert reply.calls == (
        ToolCall(id="a", name="wait", arguments="{}"),
        ToolCall(id="b", name="x", arguments="{}"),
    )


@pytest.mark.parametrize(
    "broken",
    [
        events({"content": "hel"}, finish=None),
        events({"content": "hel"}, finish=None, done=False),
        Said(body=events({"content": "hello"}).body, sent=0.4),
        events(),
    ],
)
def test_a_stream_that_breaks_off_is_tried_again(broken: Said) -> None:
    with _client(broken, events({"content": "hello"}), stream=True) as (client, _, _):
        assert client.ask(ASK).text == "hello"
        assert client.usage.retries == 1


def test_options_reach_the_endpoint() -> None:
    options = {"temperature": None, "max_tokens": None, "extra": {"reasoning_effort": "low"}}
    with _client(completion("hello"), **options) as (client, told, _):
        client.ask(ASK)
        assert told.asked[0] == {
            "model": "m",
            "stream": False,
            "messages": ASK,
            "reasoning_effort": "low",
        }


def test_the_key_is_sent_and_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", "sk-very-secret")
    refused = Said(status=401, body='{"error": {"message": "Incorrect key: sk-very-secret"}}')
    with _client(refused, api_key_env="MY_KEY") as (client, told, _):
        with pytest.raises(InfrastructureError) as caught:
            client.ask(ASK)
        assert told.keys == ["Bearer sk-very-secret"]
    assert "Incorrect key: [key]" in str(caught.value)
    assert "sk-very-secret" not in repr(client.__dict__["_options"])


def test_without_a_key_only_this_machine_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    for url in ("http://localhost:1/v1", "http://127.0.0.1:1/v1", "http://[::1]:1/v1"):
        ChatClient(read_options({"model": "m", "base_url": url})).close()
    for where in (None, "https://models.example/v1"):
        with pytest.raises(OptionError, match="OPENAI_API_KEY is not set"):
            ChatClient(read_options({"model": "m", "base_url": where}))


def test_half_characters_are_put_right() -> None:
    half = completion("a\ud800b")
    with _client(half, completion("hello")) as (client, _, _):
        reply = client.ask(ASK)
        assert reply.text == "a?b"
        client.ask([{"role": "assistant", "content": reply.text}])


def test_counts_and_ids_may_be_missing() -> None:
    bare = {"choices": [{"message": {"tool_calls": [{**CALL, "id": None}]}}], "usage": {}}
    said = Said(body=json.dumps(bare), headers={"Content-Type": "application/json"})
    with _client(said) as (client, _, _):
        assert client.ask(ASK).calls == (ToolCall(id="call_0", name="wait", arguments="{}"),)
        assert client.usage.tokens == 0
