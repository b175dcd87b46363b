"""What strangers send. Every message and every body of a request is read here, or refused, and nowhere else."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from garrison.core.errors import GarrisonError
from garrison.play.server import messages


class Unreadable(GarrisonError):
    """Something that is not what it should be."""


def read(data: str | bytes, kind: Any = messages.ClientMessage) -> Any:
    """One of our messages.

    >>> read('{"type": "ping"}')
    Ping()
    >>> read('{"type": "dance"}')
    Traceback (most recent call last):
    garrison.play.server.incoming.Unreadable: Invalid value 'dance' - at `$.type`
    """
    try:
        return _decoder(kind).decode(data)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise Unreadable(str(error)) from None


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
