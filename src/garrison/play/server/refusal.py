"""How a message is refused."""

from __future__ import annotations

from garrison.core.errors import GarrisonError


class Refusal(GarrisonError):
    """Why a message was refused: a reason for programs and a sentence for people."""

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason
