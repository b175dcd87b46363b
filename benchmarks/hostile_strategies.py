"""Hypothesis strategies for what strangers might send, from noise to messages that are almost right."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, replace
from random import Random
from typing import Any, get_args
from urllib.parse import quote

from hypothesis import strategies as st

from garrison.play.server.wire import messages


@dataclass(frozen=True, repr=False)
class Case:
    """Something to send: text, binary, bytes that are not a message at all, or an HTTP request."""

    kind: str
    data: bytes
    method: str = ""
    path: str = ""

    def __repr__(self) -> str:
        return f"<{self.kind} {self.method} {self.path} {self.data[:300]!r}>"


def text_of(value: Any) -> bytes:
    """JSON, with whatever Python's own encoder lets through: NaN, numbers of any size, lone surrogates as escapes."""
    return json.dumps(value).encode()


# --- Values.

numbers = (
    st.integers(-3, 100)
    | st.integers()
    | st.sampled_from([2**31, 2**32, 2**53, 2**63, 2**64, -(2**63) - 1, 10**40, 10**400, -1, 0])
    | st.floats()
)
words = st.text(max_size=40) | st.sampled_from(["", " ", "\0", "\ud800", "a b", "é", "＃", "\u202e", "x" * 65, "../.."])
values = st.recursive(
    st.none() | st.booleans() | numbers | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=8,
)
# Every message a client can send, with the names of its fields.
FIELDS: dict[str, list[str]] = {
    str(kind.__struct_config__.tag): list(kind.__struct_fields__) for kind in get_args(messages.ClientMessage)
}
sound: defaultdict[str, st.SearchStrategy[Any]] = defaultdict(lambda: values)
sound |= {  # values of the right type
    "id": st.text("abcdef-0123456789", min_size=1, max_size=12),
    "player": st.integers(-2, 4),
    "action": st.integers(-5, 300),
    "at": st.integers(-5, 40),
    "paused": st.booleans(),
    "tick_ms": st.integers(-1, 5000),
    "wanted": st.booleans(),
    "instant": st.booleans(),
    "text": words | st.text(min_size=190, max_size=210),
    "private": st.booleans(),
    "bot": st.sampled_from(["random", "", "nobody"]),
    "tokens": st.lists(words, max_size=3),
    "host": words,
    "invite": words,
    "view": st.sampled_from(["scenes", "moves"]),
    "seen": st.integers(-10, 100),
}


@st.composite
def almost_right(draw: Any) -> bytes:
    """A message of ours with some fields wrong, missing or extra."""
    kind = draw(st.sampled_from(sorted(FIELDS)))
    message: dict[str, Any] = {"type": kind}
    for name in FIELDS[kind]:
        if draw(st.integers(0, 9)):
            message[name] = draw(sound[name] if draw(st.booleans()) else values)
    if not draw(st.integers(0, 4)):
        message[draw(words)] = draw(values)
    if not draw(st.integers(0, 9)):
        message["type"] = draw(values)
    return text_of(message)


@st.composite
def broken_text(draw: Any) -> bytes:
    """A message with some characters cut, doubled or swapped."""
    data = bytearray(draw(almost_right()))
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(data) - 1)) if data else 0
        data[place : place + draw(st.integers(0, 3))] = draw(st.text(max_size=3)).encode("utf-8", "replace")
    return bytes(data)


@st.composite
def out_of_order(draw: Any) -> bytes:
    """A readable message of ours that comes from the wrong sender or at the wrong time."""
    kind = draw(st.sampled_from(sorted(FIELDS)))
    return text_of({"type": kind, **{name: draw(sound[name]) for name in FIELDS[kind]}})


deep = st.builds(
    lambda part, count: part * count,
    st.sampled_from([b"[", b'{"a":', b'[{"type":', b"[[]", b"\xc3\xa9", b"9", b" "]),
    st.integers(1, 2000),
)
oversized = st.builds(
    lambda count, letter: text_of({"type": "act", "id": letter * count, "player": 0, "action": 0, "at": 0}),
    st.sampled_from([4000, 4096, 5000, 10_000]),
    st.sampled_from("a\0é"),
)
plain = (
    out_of_order()
    | out_of_order()
    | almost_right()
    | values.map(text_of)
    | broken_text()
    | st.text().map(lambda t: t.encode("utf-8", "replace"))
)
texts = (plain | plain | plain | deep | oversized).map(lambda data: Case("text", data))
binaries = (st.binary(max_size=60) | almost_right()).map(lambda data: Case("binary", data))
# These end a connection: invalid UTF-8, broken frames, more than a WebSocket accepts at all.
endings = st.one_of(
    st.binary(min_size=1, max_size=40).map(lambda data: Case("bytes", data)),
    st.binary(min_size=1, max_size=20).map(lambda data: Case("text", b"\xff" + data)),
    st.just(Case("text", b"x" * 70_000)),
    st.sampled_from(
        [b"\x81\xff" + b"\xff" * 8, b"\x81\xfe\xff\xff", b"\xf1\x80", b"\x8f\x80\0\0\0\0", b"\x81\x05hello"]
    ).map(lambda data: Case("bytes", data)),
)

# --- HTTP.

PATHS = [
    "/", "/m/MATCH", "/scores", "/healthz", "/api/games", "/api/games/skirmish/rulebook", "/api/matches",
    "/api/matches/MATCH", "/api/matches/MATCH/seats", "/api/matches/MATCH/replay", "/api/matches/MATCH/socket",
    "/api/replays", "/api/replays/m-MATCH", "/api/replays/m-MATCH/frames", "/api/replays/f-0/frames", "/api/scores",
    "/api/qr", "/api/pictures/x", "/assets/x", "/api/games/x/sprites.svg", "/api/matches/MATCH/picture.png",
    "/api/matches/MATCH/about", "/api/matches/MATCH/name", "/api/replays/m-MATCH/turns", "/api/replays/m-MATCH/about",
    "/api/replays/m-MATCH/analysis", "/api/replays/m-MATCH/better", "/api/replays/m-MATCH/picture.png",
    "/api/puzzles", "/api/games/skirmish/lesson", "/api/games/skirmish/puzzles", "/api/games/skirmish/dials",
    "/api/lab", "/api/lab/x", "/api/lab/x/stop", "/api/lab/x/report", "/api/lab/x/variant", "/api/reach", "/learn/x",
    "/puzzles/x", "/lab/x", "/replay/m-MATCH",
]  # fmt: skip
QUERIES = ["game", "variant", "finished", "first", "count", "player", "text", "number", "skip", "invite"]
WISH = [
    "game",
    "variant",
    "options",
    "seats",
    "name",
    "private",
    "undo",
    "timer_ms",
    "tick_ms",
    "seed",
    "replay",
    "number",
]
TRIAL = ["game", "variant", "options", "changes", "bot"]
REPLAY = ["format", "version", "game", "rules_version", "variant", "rules_hash", "rules", "seed", "actions", "seats"]
parts = words.map(lambda word: quote(word.encode("utf-8", "replace"), safe="")) | st.sampled_from(
    ["..", "%2e%2e%2f", "%00", "%ff", "a" * 3000, "*", "'--"]
)
body_values = values | st.sampled_from(
    ["skirmish", "minefield", "loop", "standard", "garrison-replay", {}, [], 1, 0, "a.toml"]
)


@st.composite
def bodies(draw: Any) -> bytes:
    """A body that is almost one of ours, or not one at all."""
    if not draw(st.integers(0, 4)):
        return bytes(draw(deep | oversized | st.binary(max_size=100)))
    names = draw(st.sampled_from([WISH, REPLAY, TRIAL, ["player", "name", "invite"], ["text"], ["actions"]]))
    chosen = draw(st.lists(st.sampled_from(names), max_size=8))
    return text_of({name: draw(body_values) for name in chosen})


@st.composite
def requests(draw: Any) -> Case:
    """An HTTP request."""
    path = draw(st.sampled_from(PATHS))
    if not draw(st.integers(0, 2)):
        path = f"{path.rstrip('/')}/{draw(parts)}"
    if draw(st.booleans()):
        named = draw(st.lists(st.tuples(st.sampled_from(QUERIES), parts), max_size=3))
        path += "?" + "&".join(f"{name}={value}" for name, value in named)
    method = draw(st.sampled_from(["GET", "POST", "POST", "PUT", "HEAD", "DELETE", "OPTIONS", "BREW"]))
    return Case("http", draw(bodies()) if method in ("POST", "PUT") else b"", method, path)


noise = st.builds(
    lambda data, end: Case("bytes", data + end),
    st.binary(min_size=1, max_size=60) | st.just(b"GET / HTTP/1.1\r\nhost: \xff"),
    st.sampled_from(
        [b"\r\n\r\n", b" HTTP/1.1\r\ncontent-length: -1\r\n\r\n", b" HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n"]
    ),
)

# --- Batches: who sends, and what.

ROLES = ["watcher", "wrong token", "wrong match", "player 0", "player 1"]
OUTSIDERS = ["stranger", "intruder"]
talk = st.tuples(st.lists(texts | texts | texts | binaries, min_size=10, max_size=40), st.lists(endings, max_size=1))
batches: st.SearchStrategy[tuple[str, list[Case]]] = st.one_of(
    st.tuples(st.sampled_from(ROLES), talk.map(lambda both: both[0] + both[1])),
    st.tuples(st.sampled_from(ROLES), talk.map(lambda both: both[0])),
    st.tuples(st.sampled_from(ROLES), talk.map(lambda both: both[0])),
    st.tuples(st.sampled_from(OUTSIDERS), st.lists(texts | binaries | endings, min_size=1, max_size=6)),
    st.tuples(st.just("http"), st.lists(requests() | requests() | noise, min_size=2, max_size=8)),
)

# --- Relatives of what was drawn, which cost next to nothing to make.

PIECES = [b"", b"\0", b'"', b"{", b"}", b"[", b"]", b",", b":", b"-", b"e9", b"null", b"true", b"9" * 11, b"\\ud800"]


def relative_of(case: Case, dice: Random) -> Case:
    """The same message with up to three places cut out, doubled or overwritten."""
    data = bytearray(case.data)
    for _ in range(dice.randint(1, 3)):
        place, length = dice.randrange(len(data) + 1), dice.choice((0, 1, 1, 2, 5))
        part = data[place : place + length]
        data[place : place + length] = dice.choice((part + part, dice.choice(PIECES), bytes([dice.randrange(128)])))
    # A text that is no text ends the conversation; drawn cases do that often enough.
    return replace(case, data=data.decode("utf-8", "replace").encode() if case.kind == "text" else bytes(data))
