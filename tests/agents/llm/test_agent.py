import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from mpb_gym.agents.llm.agent import LLMAgent
from mpb_gym.agents.llm.options import read_options
from mpb_gym.agents.llm.reply import Reply, ToolCall
from mpb_gym.agents.usage import Usage
from mpb_gym.commands import COMMANDS, Click, Open, Terminate, Wait, parse
from mpb_gym.episode import Episode, make_episode
from mpb_gym.errors import ActionError

TASK = "mdoordash/001"
PAIR = "mdoordash/pair_01"
WAIT = '<tool_call>{"action": "wait"}</tool_call>'
END = '{"action": "terminate"}'


class Parrot:
    """A model that says what it is told to say."""

    def __init__(self, *replies: str | Reply) -> None:
        self.left = [each if isinstance(each, Reply) else Reply(text=each) for each in replies]
        self.asked: list[list[dict[str, Any]]] = []
        self.tools: list[Any] | None = None
        self.usage = Usage(requests=7)
        self.closed = False

    def ask(self, messages: list[Any], tools: list[Any] | None = None) -> Reply:
        self.asked.append(messages)
        self.tools = tools
        return self.left.pop(0)

    def close(self) -> None:
        self.closed = True


def _agent(model: Parrot, **options: Any) -> LLMAgent:
    return LLMAgent(read_options({"model": "m", **options}), model)


@contextmanager
def _episode(id: str = TASK) -> Iterator[Episode]:
    episode = make_episode(id, screen=(216, 480))
    yield episode
    episode.close()


def _play(episode: Episode, agent: LLMAgent, steps: int) -> list[Any]:
    if episode.view.step == 0:
        agent.begin(episode.view, ())
    commands = []
    for _ in range(steps):
        commands.append(agent.act(episode.view))
        episode.apply(commands[-1])
    return commands


def _texts(message: dict[str, Any]) -> str:
    content = message["content"]
    if isinstance(content, list):
        return "\n".join(each["text"] for each in content if each["type"] == "text")
    return str(content)


def _images(messages: list[dict[str, Any]]) -> int:
    parts = [each for message in messages for each in message["content"] or ()]
    return sum(isinstance(each, dict) and each["type"] == "image_url" for each in parts)


def test_the_model_is_told_the_contract_and_nothing_that_is_hidden() -> None:
    model = Parrot(WAIT)
    with _episode() as episode:
        _play(episode, _agent(model), 1)
        imy = episode.view.imy
        profile = episode.task.profile
        instruction = episode.task.instruction
    system, first = model.asked[0]
    said = _texts(system)
    assert json.dumps(imy["low"], ensure_ascii=False) in said
    for item in profile.items:
        assert item.key in said
        if item.level == "high":
            assert item.value not in said
    for app in imy["app_tiers"]:
        assert app in said
    for name in COMMANDS:
        assert f"- {name}: " in said
    assert imy["mode"] in said
    assert instruction in _texts(first)
    assert model.tools is None


def test_replies_and_outcomes_alternate() -> None:
    model = Parrot('{"action": "open", "text": "mDoorDash"}', "What now?", WAIT, WAIT)
    with _episode() as episode:
        commands = _play(episode, _agent(model), 4)
    assert commands[0] == Open(text="mDoorDash")
    assert isinstance(commands[1], ActionError)
    last = model.asked[-1]
    roles = [message["role"] for message in last]
    assert roles == ["system", "user", *["assistant", "user"] * 3]
    assert _texts(last[3]) == "Step 1: done."
    assert "no_action" in _texts(last[5])
    assert _texts(last[4]) == "What now?"


def test_only_the_last_images_are_shown() -> None:
    model = Parrot(*[WAIT] * 5)
    with _episode() as episode:
        _play(episode, _agent(model, images=2), 5)
    assert [_images(messages) for messages in model.asked] == [1, 2, 2, 2, 2]
    assert _images(model.asked[-1][-1:]) == 1


def test_waiting_on_and_on_is_pointed_out() -> None:
    model = Parrot(*[WAIT] * 4)
    with _episode() as episode:
        _play(episode, _agent(model), 4)
    assert "waited" not in _texts(model.asked[2][-1])
    assert "You have waited 3 times" in _texts(model.asked[3][-1])


def test_images_of_a_transcript_are_by_reference() -> None:
    model = Parrot(WAIT, END)
    with _episode() as episode:
        agent = _agent(model, images=1)
        _play(episode, agent, 1)
        before = agent.transcript()
        _play(episode, agent, 1)
    after = agent.transcript()
    assert after[: len(before)] == before
    images = [each for message in after for each in message["content"] if "image" in str(each)]
    assert [each for each in images if isinstance(each, dict)] == [
        {"type": "image", "step": 0, "session": 0},
        {"type": "image", "step": 1, "session": 0},
    ]
    json.dumps(after)


def test_a_second_session_knows_nothing_of_the_first() -> None:
    model = Parrot(END, END)
    with _episode(PAIR) as episode:
        agent = _agent(model)
        instruction = episode.task.instruction
        _play(episode, agent, 1)
        assert episode.view.session == 1
        _play(episode, agent, 1)
    assert len(model.asked[1]) == 2
    assert instruction not in json.dumps(model.asked[1], ensure_ascii=False)
    assert [message["role"] for message in agent.transcript()].count("system") == 2


def _call(id: str, name: str, **arguments: Any) -> ToolCall:
    return ToolCall(id=id, name=name, arguments=json.dumps(arguments))


def test_tools_are_offered_and_answered() -> None:
    calls = (_call("a", "click", coordinate=[500, 250]), _call("b", "wait"))
    model = Parrot(Reply(calls=calls), Reply(text="done", calls=(_call("c", "terminate"),)))
    with _episode() as episode:
        commands = _play(episode, _agent(model, protocol="tools", coordinates="0-1000"), 2)
    assert commands == [Click(coordinate=(0.5, 0.25)), Terminate()]
    assert model.tools is not None
    assert [tool["function"]["name"] for tool in model.tools] == list(COMMANDS)
    click = model.tools[0]["function"]["parameters"]["properties"]["coordinate"]
    assert click["items"] == {"type": "integer", "minimum": 0, "maximum": 1000}
    told = model.asked[1]
    assert [message["role"] for message in told[2:]] == ["assistant", "tool", "tool", "user"]
    assert [message["tool_call_id"] for message in told[3:5]] == ["a", "b"]
    assert told[3]["content"].startswith("Step 1: ")
    assert told[4]["content"].startswith("Not carried out")
    assert _images(told[5:]) == 1
    assert "- click:" not in _texts(told[0])


def test_broken_arguments_are_put_right_in_the_history() -> None:
    broken = [
        ToolCall(id="a", name="open", arguments="{'text': 'mDoorDash',}"),
        ToolCall(id="b", name="wait", arguments="[]"),
        ToolCall(id="c", name="wait", arguments=""),
        ToolCall(id="d", name="wait", arguments="[" * 100_000),
    ]
    model = Parrot(*(Reply(calls=(each,)) for each in broken), WAIT)
    with _episode() as episode:
        commands = _play(episode, _agent(model, protocol="tools"), 5)
    assert commands[0] == Open(text="mDoorDash")
    told = [each["tool_calls"][0] for each in model.asked[-1] if each["role"] == "assistant"]
    arguments = [json.loads(each["function"]["arguments"]) for each in told]
    assert arguments == [{"text": "mDoorDash"}, {}, {}, {}]


def test_a_call_in_words_counts_where_tools_were_offered() -> None:
    model = Parrot(WAIT, "I am lost.", Reply(calls=(ToolCall(id="a", name="fly", arguments="x"),)))
    with _episode() as episode:
        commands = _play(episode, _agent(model, protocol="tools"), 3)
    assert commands[0] == Wait()
    assert [each.code for each in commands[1:]] == ["no_action", "unreadable_action"]


def test_a_reply_that_was_cut_off_is_told_so() -> None:
    model = Parrot(Reply(text="<think>I", cut=True), Reply(text=WAIT, cut=True))
    with _episode() as episode:
        commands = _play(episode, _agent(model), 2)
    assert commands[0].code == "reply_too_long"
    assert commands[1] == Wait()


def test_pixels_are_those_of_the_image_that_is_sent() -> None:
    model = Parrot('{"action": "click", "coordinate": [53, 119]}')
    with _episode() as episode:
        (click,) = _play(episode, _agent(model, coordinates="pixel", image_size=240), 1)
    assert click == Click(coordinate=(53.5 / 108, 119.5 / 240))
    assert "x from 0 to 107, y from 0 to 239" in _texts(model.asked[0][0])


def test_the_example_of_the_prompt_can_be_read() -> None:
    for convention in ("fraction", "decimal", "0-1000", "0-999", "pixel"):
        model = Parrot(WAIT)
        with _episode() as episode:
            agent = _agent(model, coordinates=convention)
            _play(episode, agent, 1)
        shown = _texts(model.asked[0][0]).split("<tool_call>")[1].split("</tool_call>")[0]
        assert not isinstance(parse(json.loads(shown) | {"coordinate": [0, 0]}), ActionError)


def test_it_passes_on_usage_and_close() -> None:
    model = Parrot()
    agent = _agent(model)
    assert agent.usage.requests == 7
    agent.close()
    assert model.closed
