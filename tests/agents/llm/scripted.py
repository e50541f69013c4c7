"""An endpoint that says what a test tells it to say, one thing a request."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(kw_only=True)
class Said:
    """One response; ``sent`` is how much of the body goes out, ``wait_s`` how late."""

    status: int = 200
    body: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    sent: float = 1.0
    wait_s: float = 0.0


def completion(text: str | None, finish: str = "stop", **more: Any) -> Said:
    """A reply of a model."""
    message = {"role": "assistant", "content": text, **more}
    body = {
        "id": "1",
        "object": "chat.completion",
        "created": 0,
        "model": "m",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
    }
    return Said(body=json.dumps(body), headers={"Content-Type": "application/json"})


def events(*deltas: Mapping[str, Any], finish: str | None = "stop", done: bool = True) -> Said:
    """A reply as a stream."""
    chunks: list[dict[str, Any]] = [{"delta": delta, "finish_reason": None} for delta in deltas]
    chunks += [{"delta": {}, "finish_reason": finish}] if finish else []
    frame = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "m"}
    lines = [{**frame, "choices": [{"index": 0, **chunk}]} for chunk in chunks]
    text = "".join(f"data: {json.dumps(line)}\n\n" for line in lines)
    body = text + ("data: [DONE]\n\n" if done else "")
    return Said(body=body, headers={"Content-Type": "text/event-stream"})


class Endpoint:
    """What was asked, and what is still to be said."""

    def __init__(self, script: Sequence[Said]) -> None:
        self.left = list(script)
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.url = ""


@contextmanager
def endpoint(*script: Said) -> Iterator[Endpoint]:
    """Serves a script on 127.0.0.1."""
    told = Endpoint(script)

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: Any) -> None:
            """Says nothing."""

        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers["Content-Length"]))
            told.asked.append(json.loads(content))
            told.keys.append(self.headers.get("Authorization", ""))
            said = told.left.pop(0)
            time.sleep(said.wait_s)
            data = said.body.encode()
            try:
                self.send_response(said.status)
                self.send_header("Content-Length", str(len(data)))
                for name, value in said.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data[: int(len(data) * said.sent)])
            except OSError:  # whoever asked has gone
                pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: Any, client_address: Any) -> None:
            """Clients that go away are part of the tests."""

    with Server(("127.0.0.1", 0), Handler) as server:
        told.url = f"http://127.0.0.1:{server.server_port}/v1"
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield told
        server.shutdown()
