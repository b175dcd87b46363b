"""How messages are written and read. Everything travels as JSON, and what changes of a scene as JSON merge patches (RFC
7386). Every message and every request body that strangers send is read or refused here, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from garrison.errors import GarrisonError, shown
from garrison.play.server.wire import messages
from garrison.play.server.wire.refusal import Refusal

UNREADABLE = "This message can't be read: the server does not know its kind or its contents."
TOO_LONG = "This message is too long."
LONGEST = 100  # characters of an error, which may quote what was sent
Data = dict[str, Any]
encoder = msgspec.json.Encoder()


class Unreadable(GarrisonError):
    """Something that can't be read as what it should be."""


# --- Writing.


def encode(message: Any) -> str:
    """A message as it travels."""
    return encoder.encode(message).decode()


def patch(old: Data, new: Data) -> Data:
    """What turns one into the other.

    >>> patch({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"c": 2, "d": 4}})
    {'a': None, 'b': {'d': 4}}
    """
    changes: Data = {key: None for key in old if key not in new}
    for key, value in new.items():
        before = old.get(key)
        if isinstance(value, dict) and isinstance(before, dict):
            inner = patch(before, value)
            if inner:
                changes[key] = inner
        elif before != value:
            changes[key] = value
    return changes


# --- Reading.


def read(data: str | bytes, kind: Any = messages.ClientMessage) -> Any:
    """One of our messages.

    >>> read('{"type": "ping"}')
    Ping()
    >>> read('{"type": "dance"}')
    Traceback (most recent call last):
    garrison.play.server.wire.codec.Unreadable: Invalid value 'dance' - at `$.type`
    """
    try:
        return _decoder(kind).decode(data)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise Unreadable(str(error)[:LONGEST]) from None


def message_in(event: dict[str, Any], longest: int) -> Any:
    """The message in what a browser sent; refused if it is longer than `longest` (0: any length), or not one."""
    data = event.get("text") or event.get("bytes") or ""
    if longest and len(data) > longest:
        raise Refusal("message", TOO_LONG)
    try:
        return read(data)
    except Unreadable:
        raise Refusal("message", UNREADABLE) from None


def read_wish(data: str | bytes, kind: Any) -> Any:
    """The body of a request, all of whose texts can be stored.

    >>> read_wish(b'{"text": "a' + bytes([92]) + b'u0000"}', messages.QrWish)
    Traceback (most recent call last):
    garrison.play.server.wire.codec.Unreadable: a text has characters that can't be stored: 'a\\x00'
    """
    wish = read(data, kind)
    for text in _texts(msgspec.to_builtins(wish)):
        storable(text)
    return wish


def storable(text: str) -> str:
    """A text that every database can store; others are refused."""
    if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise Unreadable(f"a text has characters that can't be stored: {shown(text)}")
    return text


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from (key, *_texts(inner))
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
