"""An endpoint on this machine that the fake model answers."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from mpb_gym.agents.llm.fake.faults import Fault
from mpb_gym.agents.llm.fake.model import BadRequest, FakeModel
from mpb_gym.agents.llm.fake.wire import completion, stream
from mpb_gym.agents.llm.reply import Reply
from mpb_gym.errors import OptionError

MODEL = "fake"
"""The name of the fake model."""

RETRY_AFTER_MS = 50
"""For how long the endpoint asks to be left alone after too many requests."""


class FakeServer:
    """An endpoint on 127.0.0.1; a context manager that serves in the background.

    Args:
        model: What answers.
        port: 0 takes any that is free.
        latency_s: How long the model thinks about each reply, in seconds.
        slow_s: How much longer when it is slow.
        hang_s: For how long a request that times out is left without an answer.

    Raises:
        OptionError: The port is taken.
    """

    def __init__(
        self,
        model: FakeModel,
        *,
        port: int = 0,
        latency_s: float = 0.0,
        slow_s: float = 2.0,
        hang_s: float = 600.0,
    ) -> None:
        self.model = model
        self.latency_s, self.slow_s, self.hang_s = latency_s, slow_s, hang_s
        self.closing = threading.Event()
        try:
            self._http = _Http(("127.0.0.1", port), _Handler)
        except OSError as error:
            raise OptionError(f"port {port} cannot be used ({error}); choose another") from None
        self._http.fake = self

    @property
    def base_url(self) -> str:
        """What clients are given, as ``http://127.0.0.1:8000/v1``."""
        return f"http://127.0.0.1:{self._http.server_port}/v1"

    def serve(self) -> None:
        """Serves until :meth:`close`."""
        self._http.serve_forever(poll_interval=0.05)

    def close(self) -> None:
        """Stops serving; requests that hang are dropped."""
        self.closing.set()
        self._http.shutdown()
        self._http.server_close()

    def __enter__(self) -> FakeServer:
        threading.Thread(target=self.serve, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 512  # many episodes may begin at once
    fake: FakeServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away is no news."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else a reply's body waits 40 ms for its head to be heard of
    timeout = 60  # seconds until an idle connection is closed
    server: _Http

    def log_message(self, format: str, *args: Any) -> None:
        """Logs nothing: headers hold keys."""

    def do_GET(self) -> None:
        if self.path.rstrip("/").endswith("/models"):
            self._send(200, {"object": "list", "data": [{"id": MODEL, "object": "model"}]})
        else:
            self._refuse(404, "there is only /v1/models and /v1/chat/completions")

    def do_POST(self) -> None:
        content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if not self.path.rstrip("/").endswith("/chat/completions"):
            self._refuse(404, "there is only /v1/models and /v1/chat/completions")
            return
        try:
            body = json.loads(content)
            if not isinstance(body, dict):
                raise BadRequest("the request is no JSON object")
            reply, fault = self.server.fake.model.answer(body)
        except (ValueError, OptionError) as error:
            self._refuse(400, str(error))
            return
        self._answer(body, reply, fault)

    def _answer(self, body: Mapping[str, Any], reply: Reply, fault: Fault | None) -> None:
        fake = self.server.fake
        fake.closing.wait(fake.latency_s + (fake.slow_s if fault == "slow" else 0))
        match fault:
            case "429":
                headers = {"retry-after-ms": str(RETRY_AFTER_MS)}
                self._refuse(429, "too many requests", headers)
                return
            case "500":
                self._refuse(500, "the server failed")
                return
            case "timeout":
                fake.closing.wait(fake.hang_s)
                self.close_connection = True
                return
            case "empty":
                reply = Reply(input_tokens=reply.input_tokens)
            case "garbage" | "truncated" | "slow" | None:
                pass
        name = str(body.get("model", MODEL))
        if body.get("stream"):
            options = body.get("stream_options")
            usage = isinstance(options, Mapping) and bool(options.get("include_usage"))
            self._stream([*stream(reply, name, usage=usage)], cut=fault == "truncated")
        else:
            self._send(200, completion(reply, name), cut=fault == "truncated")

    def _refuse(self, status: int, message: str, headers: Mapping[str, str] | None = None) -> None:
        self._send(status, {"error": {"message": message, "type": "fake"}}, headers)

    def _send(
        self,
        status: int,
        body: Mapping[str, Any],
        headers: Mapping[str, str] | None = None,
        *,
        cut: bool = False,
    ) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data[: len(data) // 2] if cut else data)
        self.close_connection = self.close_connection or cut

    def _stream(self, events: list[bytes], *, cut: bool) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for event in events[: len(events) // 2] if cut else events:
            self.wfile.write(f"{len(event):x}\r\n".encode() + event + b"\r\n")
        if cut:
            self.close_connection = True
        else:
            self.wfile.write(b"0\r\n\r\n")
