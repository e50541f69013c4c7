import json
from typing import Any
from urllib.request import urlopen

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpb_gym.agents import make_agent, run_episode
from mpb_gym.agents.images import encode
from mpb_gym.agents.llm.coordinates import NAMES, Name, Scale
from mpb_gym.agents.llm.fake import FakeModel, FakeServer, Manner
from mpb_gym.agents.llm.fake.faults import FAULTS, MOST_IN_A_ROW, Faults, read_faults
from mpb_gym.agents.llm.fake.habits import HABITS, Habit, as_arguments, as_text
from mpb_gym.agents.llm.fake.model import BadRequest, Protocol
from mpb_gym.agents.llm.fake.script import Scripts
from mpb_gym.agents.llm.reply import Reply, ToolCall, read_command
from mpb_gym.audit import Scorecard
from mpb_gym.commands import COMMANDS, Command, coordinates_of, json_schema, name_of, to_json
from mpb_gym.episode import make_episode
from mpb_gym.errors import ActionError, OptionError
from mpb_gym.spec.library import load_assignment

TASK, PAIR = "mdoordash/001", "mdoordash/pair_01"
SMALL = (216, 480)
ALL_FAULTS = "429:0.08,500:0.08,empty:0.08,garbage:0.08,truncated:0.08,slow:0.02,timeout:0.02"

texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=20)
points = st.tuples(st.floats(0, 1), st.floats(0, 1))


def _examples(kind: type[Command]) -> st.SearchStrategy[Command]:
    fields: dict[str, st.SearchStrategy[Any]] = {}
    for name, body in json_schema(kind)["properties"].items():
        if body["type"] == "array":
            fields[name] = points
        else:
            fields[name] = st.sampled_from(body["enum"]) if "enum" in body else texts
    return st.builds(kind, **fields)


every_command = st.one_of([_examples(kind) for kind in COMMANDS.values()])


def _play(id: str, server: FakeServer, **options: Any) -> tuple[Scorecard, Any]:
    given_ = {"model": "fake", "base_url": server.base_url, "pause_s": 0.001, **options}
    agent = make_agent("llm", 5, given_)
    episode = make_episode(id, screen=SMALL)
    try:
        run_episode(episode, agent)
        return episode.card(), agent
    finally:
        agent.close()  # type: ignore[attr-defined]
        episode.close()


@pytest.mark.parametrize("protocol", ["text", "tools"])
@pytest.mark.parametrize("convention", NAMES)
def test_the_oracle_is_played_in_every_convention(convention: Name, protocol: Protocol) -> None:
    manner = Manner(convention=convention, habits=HABITS, shares={}, seed=1)
    with FakeServer(FakeModel(manner)) as server:
        card, agent = _play(TASK, server, coordinates=convention, protocol=protocol)
    assert card.success, card.rules
    assert card.privacy == 1
    assert agent.usage.retries == 0
    assert agent.usage.input_tokens > 0


def test_images_of_another_size_make_no_difference() -> None:
    manner = Manner(convention="pixel", shares={})
    with FakeServer(FakeModel(manner)) as server:
        card, _ = _play(TASK, server, coordinates="pixel", image_size=300, image_format="png")
    assert card.success and card.privacy == 1


def test_both_sessions_of_a_pair_are_played() -> None:
    with FakeServer(FakeModel(Manner(shares={}))) as server:
        card, _ = _play(PAIR, server)
    assert card.success and card.later_session


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("protocol", ["text", "tools"])
def test_faults_cost_retries_and_nothing_else(protocol: Protocol, stream: bool) -> None:
    manner = Manner(shares=read_faults(ALL_FAULTS), habits=HABITS, seed=2)
    with FakeServer(FakeModel(manner), slow_s=0.01, hang_s=1.0) as server:
        options = {"timeout_s": 0.5, "protocol": protocol, "stream": stream}
        card, agent = _play(TASK, server, **options)
        again, other = _play(TASK, server, **options)
    assert card.success and card.privacy == 1
    assert again == card
    assert agent.usage.retries > 5
    assert agent.usage.retries == other.usage.retries


@pytest.mark.parametrize("habit", HABITS)
@pytest.mark.parametrize("convention", NAMES)
@given(command=every_command)
def test_every_habit_can_be_read(convention: Name, habit: Habit, command: Command) -> None:
    scale = Scale(name=convention, size=(1080, 2400))
    said = Reply(text=as_text(command, scale, habit))
    call = ToolCall(id="1", name=name_of(command), arguments=as_arguments(command, scale, habit))
    for reply in (said, Reply(calls=(call,))):
        found = read_command(reply, scale)
        assert not isinstance(found, ActionError), (reply, found)
        assert type(found) is type(command)
        body, wanted = to_json(found), to_json(command)
        for field in coordinates_of(type(command)):
            assert body.pop(field) == pytest.approx(wanted.pop(field), abs=1e-3)
        assert body == wanted


def _request(turns: list[str], instruction: str | None = None, **more: Any) -> dict[str, Any]:
    url = encode(np.zeros((40, 18, 3), np.uint8), "png", (18, 40)).url
    task = instruction or load_assignment(TASK).sessions[0].instruction
    image = {"type": "image_url", "image_url": {"url": url}}
    first = {"role": "user", "content": [{"type": "text", "text": f"Task: {task}"}, image]}
    replies = [{"role": "assistant", "content": each} for each in turns]
    return {"messages": [{"role": "system", "content": "s"}, first, *replies], **more}


def test_the_same_turn_gets_the_same_answer() -> None:
    model = FakeModel(Manner(shares={}, habits=HABITS))
    first = [model.answer(_request([])) for _ in range(3)]
    assert first[0] == first[1] == first[2]
    assert model.answer(_request(["x"])) != first[0]


def test_after_the_script_it_ends() -> None:
    reply, _ = FakeModel(Manner(shares={})).answer(_request(["x"] * 99))
    assert '"terminate"' in reply.text


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({}, "messages"),
        ({"messages": ["a"]}, "messages"),
        (_request([], instruction="Sing."), "no task"),
        ({"messages": [{"role": "user", "content": load_assignment(TASK).sessions[0].instruction}]}
         , "no screenshot"),
    ],
)  # fmt: skip
def test_what_it_cannot_play_it_refuses(body: dict[str, Any], said: str) -> None:
    with pytest.raises(BadRequest, match=said):
        FakeModel(Manner(shares={})).answer(body)


def test_a_user_who_denies_is_played_for() -> None:
    task = load_assignment(TASK).sessions[0].instruction
    commands = [
        [Scripts(user).command(task, turn, (1080, 2400)) for turn in range(60)]
        for user in ("task", "deny")
    ]
    assert commands[0] != commands[1]


def test_faults_come_to_an_end_and_come_again() -> None:
    faults = Faults({"500": 1.0}, seed=0)
    drawn = [faults.draw("a", 0) for _ in range(2 * (MOST_IN_A_ROW + 1))]
    once = ["500"] * MOST_IN_A_ROW + [None]
    assert drawn == once * 2


def test_faults_are_as_frequent_as_asked_for() -> None:
    faults = Faults({"429": 0.2, "slow": 0.1}, seed=0)
    drawn = [faults.draw("a", turn) for turn in range(2000)]
    assert 300 < drawn.count("429") < 500
    assert 130 < drawn.count("slow") < 270


def test_faults_are_read() -> None:
    assert read_faults("") == {}
    assert read_faults("429:0.1, slow:0.5") == {"429": 0.1, "slow": 0.5}
    assert set(read_faults(",".join(f"{each}:0.1" for each in FAULTS))) == set(FAULTS)


@pytest.mark.parametrize("text", ["404:0.1", "429", "429:x", "429:-1", "429:0.6,500:0.6"])
def test_wrong_faults_are_named(text: str) -> None:
    with pytest.raises(OptionError, match="--faults"):
        read_faults(text)


def test_the_endpoint_names_its_model_and_refuses_the_rest() -> None:
    with FakeServer(FakeModel(Manner(shares={}))) as server:
        with urlopen(f"{server.base_url}/models") as response:
            assert json.load(response)["data"][0]["id"] == "fake"
        with pytest.raises(OSError, match="404"):
            urlopen(f"{server.base_url}/nothing").close()
        with pytest.raises(OSError, match="400"):
            urlopen(f"{server.base_url}/chat/completions", b"[]").close()
        with pytest.raises(OptionError, match="choose another"):
            FakeServer(server.model, port=int(server.base_url.split(":")[2].split("/")[0]))
