"""How a message or a request is refused."""

from __future__ import annotations

from garrison.errors import GarrisonError

BUSY = "The server is busy at the moment. Please try again in a little while."


class Refusal(GarrisonError):
    """Why a message was refused: a reason for programs and a sentence for people."""

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason


class TooMany(GarrisonError):
    """A limit of an address was reached: whoever asks has asked for too much."""


class TooBusy(GarrisonError):
    """Others have asked for so much that there is no room for more."""
