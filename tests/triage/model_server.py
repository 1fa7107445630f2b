"""A real HTTP server on this machine that speaks the chat protocol and does what a test tells it."""

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# (status, headers, content of the answer)
Said = tuple[int, dict[str, str], str]
PROMPTLY = {"retry-after-ms": "1"}


def yes(_body: dict, _number: int) -> Said:
    return 200, {}, '{"explanation": "low", "evidence": ["Hgb 7.2"], "label": "implicit"}'


@dataclass
class ModelServer:
    """`url` to ask at; every request's body and key in the order it came; how often each question was
    answered."""

    url: str
    bodies: list[dict] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    answered: Counter = field(default_factory=Counter)
    most_at_once: int = 0


@contextmanager
def serving(say: Callable[[dict, int], Said] = yes) -> Iterator[ModelServer]:
    """`say` gets a request's body and its number from 1."""
    lock, now = threading.Lock(), Counter()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            with lock:
                served.bodies.append(body)
                served.keys.append(self.headers.get("authorization", "").removeprefix("Bearer "))
                number = len(served.bodies)
                now["open"] += 1
                served.most_at_once = max(served.most_at_once, now["open"])
            status, headers, content = say(body, number)
            with lock:
                now["open"] -= 1
                if status == 200:
                    served.answered[body["messages"][1]["content"]] += 1
            self._send(status, headers, content)

        def _send(self, status: int, headers: dict, content: str) -> None:
            message = {
                "message": {"role": "assistant", "content": content},
                "finish_reason": "stop",
                "index": 0,
            }
            usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
            answer = {"id": "1", "object": "chat.completion", "created": 1, "model": "tiny-1", "usage": usage}
            raw = json.dumps(answer | {"choices": [message]}).encode()
            self.send_response(status)
            for name, value in {"content-type": "application/json", **headers}.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

        def log_message(self, *_arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    served = ModelServer(f"http://127.0.0.1:{server.server_port}/v1")
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
