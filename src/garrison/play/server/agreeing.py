"""What people have to agree on: to pause, and to let a bot play for somebody who has been away for a long time. Each
person asks for the same thing once; when the last one has, it happens."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec import Struct, field

from garrison.play.server.messages import WishView


class Wish(Struct):
    """Something that some players want and all of them have to agree to."""

    players: list[int]  # those who want it
    until: float  # when it expires, in seconds since 1970, since processes share it
    bot: str = ""  # the bot that would play


class Agreements(Struct):
    """What the people in a match have agreed on, and what they are being asked. It is stored with the match, so it does
    not matter which process somebody is connected to."""

    pauses: int = 0  # how often the match has been paused by agreement
    pause: Wish | None = None
    bots: dict[int, Wish] = field(default_factory=dict)  # by the seat that a bot would play

    @classmethod
    def of(cls, text: str) -> Agreements:
        """From what is stored."""
        return msgspec.json.decode(text, type=cls) if text else cls()

    @property
    def text(self) -> str:
        """As it is stored."""
        return msgspec.json.encode(self).decode()

    def wish_pause(self, players: Iterable[int], needed: Iterable[int], lasts: float) -> bool:
        """Some players want to pause; whether everybody now does."""
        self.pause = _joined(self.pause, players, "", lasts)
        if not _is_agreed(self.pause, needed):
            return False
        self.pause, self.pauses = None, self.pauses + 1
        return True

    def wish_bot(self, seat: int, bot: str, players: Iterable[int], needed: Iterable[int], lasts: float) -> bool:
        """Some players want a bot to play a seat; whether everybody now does."""
        self.bots[seat] = _joined(self.bots.get(seat), players, bot, lasts)
        if not _is_agreed(self.bots[seat], needed):
            return False
        del self.bots[seat]
        return True

    def views(self, people: list[int], here: list[int]) -> list[WishView]:
        """The open wishes, and who has yet to agree: all `people` to a pause, those who are `here` to a bot."""
        found = [_view("pause", -1, self.pause, people)] if self.pause else []
        found += [_view("bot", seat, wish, [one for one in here if one != seat]) for seat, wish in self.bots.items()]
        return [view for view in found if view is not None]


def _joined(wish: Wish | None, players: Iterable[int], bot: str, lasts: float) -> Wish:
    """A wish that more players share; one that expired, or was for something else, starts over."""
    now = time.time()
    before = wish.players if wish is not None and wish.until > now and wish.bot == bot else []
    return Wish(sorted({*before, *players}), now + lasts, bot)


def _is_agreed(wish: Wish, needed: Iterable[int]) -> bool:
    return set(needed) <= set(wish.players)


def _view(about: Literal["pause", "bot"], seat: int, wish: Wish, deciders: list[int]) -> WishView | None:
    if wish.until <= time.time():
        return None
    return WishView(about, seat, wish.bot, wish.players, [one for one in deciders if one not in wish.players])
