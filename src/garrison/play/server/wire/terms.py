"""What the maker of a match has decided about it besides its rules. It is stored with the match."""

from __future__ import annotations

import msgspec
from msgspec import Struct


class Terms(Struct, frozen=True):
    """What people may do in a match, and the time they have in all."""

    bots: bool = True  # people may hand their seats to bots, if the others agree
    open_talk: bool = False  # those who watch can read what the players say
    instant: bool = False  # bots don't wait so that people can follow
    gone_after: int = 0  # seconds after which somebody who is gone can be said to have left; 0: see `Absences.limit`
    bank_ms: int = 0  # each player's time in all; 0: unlimited
    increment_ms: int = 0  # added for every decision
    evidence: bool = False  # once it is over, the lab may measure it, without names: the server's setting, not a wish

    @classmethod
    def of(cls, text: str) -> Terms:
        """From what is stored."""
        return msgspec.json.decode(text, type=cls) if text else cls()

    @property
    def text(self) -> str:
        """As it is stored."""
        return msgspec.json.encode(self).decode()
