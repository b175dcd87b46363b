"""Language models as readers: anything that speaks the chat completions format, over HTTP.

The key comes from the environment. It goes to one host only, in one header; it never leaves this module, and whatever
a server sends back is shown to nobody before the key has been cut out of it.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import socket
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeGuard
from urllib.parse import SplitResult, urlsplit

from garrison.bots.readers.prompts import Prompt
from garrison.bots.readers.reader import GameVoid, NoAnswer, Reply
from garrison.errors import BadOption

PREFIX = "chat:"
PATTERN = re.compile(r"(?P<name>[^\s@]+(?:@(?!https?://)[^\s@]+)*)(?:@(?P<url>https?://\S+))?")
URL, KEY = "GARRISON_CHAT_URL", "GARRISON_CHAT_KEY"
ENDING = "/chat/completions"
LOOPBACK = ("localhost", "127.0.0.1", "::1")
LONGEST_BODY = 1 << 20  # bytes of a response
LONGEST_NAME = 100
PIECE = 16_384
BUSY, PAUSES = (408, 429, 500, 502, 503, 504), (1.0, 4.0)  # answers after which one asks again, and after how long


class ConnectionFailed(GameVoid):
    """A model could not be asked: nobody's fault in the game."""


@dataclass(frozen=True)
class Endpoint:
    """A model, and where it is asked. It is passed to other processes; it holds no key."""

    name: str
    url: str

    @property
    def bot(self) -> str:
        """What it is called among bots: nothing of its address is written anywhere."""
        return PREFIX + self.name

    @property
    def place(self) -> SplitResult:
        """The parts of its address."""
        return urlsplit(self.url)


def endpoint_of(text: str, environment: Mapping[str, str] = os.environ) -> Endpoint:
    """A model from `chat:NAME@URL`, or from `chat:NAME` with the URL in the environment.

    >>> endpoint_of("chat:small@http://localhost:8080/v1").url
    'http://localhost:8080/v1/chat/completions'
    """
    match = PATTERN.fullmatch(text.removeprefix(PREFIX))
    if match is None or len(match["name"]) > LONGEST_NAME:
        raise BadOption("A model is written chat:NAME@URL, such as chat:small@http://localhost:8080/v1.")
    url = match["url"] or environment.get(URL, "")
    if not url:
        raise BadOption(f"{PREFIX}{match['name']} names no address: add @URL, or set {URL}.")
    return Endpoint(match["name"], _checked(url))


def _checked(url: str) -> str:
    """An address without secrets, which ends where the format says."""
    try:
        parts = urlsplit(url)
        is_right = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        is_right = False
    if not is_right or parts.username or parts.password or parts.query or parts.fragment:
        raise BadOption(
            f"A model's address is http(s)://HOST/PATH without a user, key or question; {KEY} holds the key."
        )
    path = parts.path.rstrip("/")
    return f"{parts.scheme}://{parts.netloc}{path}{'' if path.endswith(ENDING) else ENDING}"


def variable_of(name: str) -> str:
    """The environment variable with the key of one model.

    >>> variable_of("org/small-2")
    'GARRISON_CHAT_KEY_ORG_SMALL_2'
    """
    return f"{KEY}_{re.sub(r'[^A-Z0-9]+', '_', name.upper())}"


def key_of(endpoint: Endpoint, environment: Mapping[str, str] = os.environ) -> str:
    """The key of a model, "" where there is none; an error if anybody on the way could read it."""
    key = environment.get(variable_of(endpoint.name)) or environment.get(KEY, "")
    if not key.isascii() or not key.isprintable():
        raise BadOption(f"The key in {KEY} has characters that no header can have.")
    if key and endpoint.place.scheme == "http" and endpoint.place.hostname not in LOOPBACK:
        raise BadOption(f"{endpoint.bot} has a key, which http:// would show to everybody on the way: use https://.")
    return key


def check_keys(endpoints: list[Endpoint], environment: Mapping[str, str] = os.environ) -> None:
    """See to it that a key that is meant for one host goes to no other one."""
    for endpoint in endpoints:
        key_of(endpoint, environment)
    names = [endpoint.name for endpoint in endpoints]
    if len(set(names)) < len(names):
        raise BadOption("Two models of an arena need two names.")
    hosts = {one.place.netloc for one in endpoints if not environment.get(variable_of(one.name))}
    if environment.get(KEY) and len(hosts) > 1:
        raise BadOption(f"{KEY} is for one host, and these models are on {len(hosts)}: set {KEY}_NAME for each model.")


@dataclass
class Chat:
    """One model that is asked, each question for itself."""

    endpoint: Endpoint
    seconds: float  # for an answer
    most_tokens: int = 0  # of an answer; 0: as many as the model likes
    _key: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._key = key_of(self.endpoint)

    def __call__(self, prompt: Prompt) -> Reply:
        """Ask, and wait; ask again where the server is too busy to say anything."""
        end = time.monotonic() + self.seconds
        for pause in (*PAUSES, None):
            status, body = self._ask(prompt, end)
            if status not in BUSY or pause is None or time.monotonic() + pause > end:
                break
            time.sleep(pause)
        if status != 200:
            raise ConnectionFailed(f"{self.endpoint.bot} can't be asked: its server answers with status {status}.")
        return self._reply(body)

    def _ask(self, prompt: Prompt, end: float) -> tuple[int, bytes]:
        """The status and the body of the answer to one request; redirections are not followed, key in hand."""
        connection = self._connection(max(end - time.monotonic(), 0.001))
        try:
            connection.request("POST", self.endpoint.place.path, self._body(prompt), self._headers())
            response = connection.getresponse()
            return response.status, self._read(connection, response, end)
        except TimeoutError:
            raise NoAnswer(f"There was no answer within {self.seconds:g} s.") from None
        except (OSError, http.client.HTTPException) as error:
            raise ConnectionFailed(f"{self.endpoint.bot} can't be reached ({type(error).__name__}).") from None
        finally:
            connection.close()

    def _connection(self, seconds: float) -> http.client.HTTPConnection:
        place = self.endpoint.place
        if place.scheme == "https":
            context = ssl.create_default_context()
            return http.client.HTTPSConnection(place.hostname or "", place.port, timeout=seconds, context=context)
        return http.client.HTTPConnection(place.hostname or "", place.port, timeout=seconds)

    def _headers(self) -> dict[str, str]:
        headers = {"content-type": "application/json", "accept": "application/json"}
        return {**headers, "authorization": f"Bearer {self._key}"} if self._key else headers

    def _body(self, prompt: Prompt) -> bytes:
        most = {"max_tokens": self.most_tokens} if self.most_tokens else {}
        return json.dumps({"model": self.endpoint.name, "messages": prompt.messages, **most}).encode()

    def _read(self, connection: http.client.HTTPConnection, response: http.client.HTTPResponse, end: float) -> bytes:
        """A body of bounded length that comes in time, however slowly its bytes drip."""
        body = b""
        while True:
            left = end - time.monotonic()
            if left <= 0:
                raise TimeoutError
            if isinstance(connection.sock, socket.socket):
                connection.sock.settimeout(left)
            piece = response.read1(PIECE)
            body += piece
            if not piece:
                return body
            if len(body) > LONGEST_BODY:
                raise NoAnswer(f"The answer is longer than {LONGEST_BODY:,} bytes.")

    def _reply(self, body: bytes) -> Reply:
        """What a response says."""
        try:
            data: Any = json.loads(body)
            text = data["choices"][0]["message"]["content"]
            text = "".join(part.get("text", "") for part in text) if isinstance(text, list) else text
            usage = data.get("usage") or {}
            counts = [usage.get(name) for name in ("prompt_tokens", "completion_tokens")]
        except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
            raise NoAnswer("The answer is not in the chat completions format.") from None
        if not isinstance(text, str) or not text.strip():
            raise NoAnswer("The answer is empty.")
        read, output = (count if _is_count(count) else -1 for count in counts)
        return Reply(self._hushed(text), read, output)

    def _hushed(self, text: str) -> str:
        """A text without the key, should a server send it back."""
        return text.replace(self._key, "[key]") if self._key else text


def _is_count(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**12
