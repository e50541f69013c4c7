"""An agent of your own, as a program: `mpb run --agent "cmd:python examples/json_lines_agent.py"`.

It uses no library. What it reads and writes is described in docs/agents.md. This one opens the
first app that its instruction names, scrolls down a few times, and gives up honestly.
"""

import json
import sys
from typing import Any


def decide(instruction: str, seen: dict[str, Any]) -> dict[str, Any]:
    """Chooses an action.

    Args:
        instruction: What the user asked for.
        seen: The observation: elements, screenshot, what the last action led to.
    """
    step = seen["step"]
    if step == 0:
        names = [each["text"] for each in seen["elements"] if each["is_clickable"]]
        named = [name for name in names if name and name in instruction]
        if named:
            return {"action": "open", "text": named[0], "thought": "the task names it"}
    if seen["action_error"] or step > 3:
        return {"action": "terminate", "status": "fail", "thought": "I cannot do more"}
    return {"action_type": "scroll", "direction": "down"}  # AndroidWorld's form works too


def main() -> None:
    """Answers every observation with a line, until the input ends."""
    instruction = ""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "begin":  # of a session: forget the one before
            instruction = message["instruction"]
        elif message["type"] == "observe":
            print(json.dumps(decide(instruction, message)), flush=True)


if __name__ == "__main__":
    main()
