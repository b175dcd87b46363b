"""What people have to agree on: to pause, to let bots play without pauses, to let a bot play for somebody, a draw, to
take back a complete move, and to play again. Each person asks for the same thing once; when the last one has, it
happens."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct, field

from garrison.play.server.wire import server_time
from garrison.play.server.wire.messages import WishView

Item = TypeVar("Item")
About = Literal["pause", "instant", "bot", "draw", "undo", "again"]


class Wish(Struct):
    """Something that some players want and all of them have to agree to."""

    players: list[int]  # those who want it
    until: float  # when it expires, in seconds since 1970, since processes share it
    bot: str = ""  # the bot that would play
    at: int = 0  # how many public entries there were, where another one makes the wish void

    def is_open(self, number: int) -> bool:
        """Whether it can still be agreed to after this many public entries."""
        return self.until > server_time.since_1970() and self.at in (0, number)


class Agreements(Struct):
    """What the people in a match have agreed on, and what they are being asked. It is stored with the match, so it does
    not matter which process somebody is connected to."""

    pauses: int = 0  # how often the match has been paused by agreement
    pause: Wish | None = None
    instant: Wish | None = None  # that bots play without pauses
    bots: dict[int, Wish] = field(default_factory=dict)  # by the seat that a bot would play
    draw: Wish | None = None
    undos: dict[int, Wish] = field(default_factory=dict)  # by the player who would take back a move
    again: Wish | None = None
    next: str = ""  # the match that follows this one
    series: list[int] = field(default_factory=list)  # by seat, the matches won before this one; [] in the first

    @classmethod
    def of(cls, text: str) -> Agreements:
        """From what is stored."""
        return msgspec.json.decode(text, type=cls) if text else cls()

    @property
    def text(self) -> str:
        """As it is stored."""
        return msgspec.json.encode(self).decode()

    def wish_pause(self, players: Iterable[int], deciders: Iterable[int], lasts: float) -> bool:
        """Some players want to pause; whether everybody now does."""
        self.pause = joined(self.pause, players, lasts)
        if not is_agreed(self.pause, deciders):
            return False
        self.pause, self.pauses = None, self.pauses + 1
        return True

    def wish_instant(self, players: Iterable[int], deciders: Iterable[int], lasts: float) -> bool:
        """Some players want bots to play without pauses; whether everybody now does."""
        self.instant = joined(self.instant, players, lasts)
        if not is_agreed(self.instant, deciders):
            return False
        self.instant = None
        return True

    def wish_bot(self, seat: int, bot: str, players: Iterable[int], deciders: Iterable[int], lasts: float) -> bool:
        """Some players want a bot to play a seat; whether everybody now does."""
        self.bots[seat] = joined(self.bots.get(seat), players, lasts, bot)
        if not is_agreed(self.bots[seat], deciders):
            return False
        del self.bots[seat]
        return True

    def wish_again(self, players: Iterable[int], deciders: Iterable[int], lasts: float) -> bool:
        """Some players want to play again; whether everybody now does."""
        self.again = joined(self.again, players, lasts)
        return is_agreed(self.again, deciders)

    def won(self, winners: Iterable[int], seats: int) -> list[int]:
        """By seat, the matches won in this series, those of this match included."""
        return [count + (seat in winners) for seat, count in enumerate(self.series or [0] * seats)]

    def afterwards(self, people: list[int]) -> list[WishView]:
        """The open wishes once the match is over."""
        again = self.again if not self.next else None
        return [_view("again", -1, again, people)] if again and again.is_open(0) else []

    def views(self, people: list[int], here: list[int], number: int) -> list[WishView]:
        """The open wishes after this many public entries, and who has yet to agree: all `people` to a pause or a draw,
        those who are `here` to the rest."""
        wishes: list[tuple[About, int, Wish | None, list[int]]] = [
            ("pause", -1, self.pause, people),
            ("draw", -1, self.draw, people),
            ("instant", -1, self.instant, here),
            *(("bot", seat, wish, [one for one in here if one != seat]) for seat, wish in self.bots.items()),
            *(("undo", player, wish, here) for player, wish in self.undos.items()),
        ]
        return [
            _view(about, seat, wish, deciders)
            for about, seat, wish, deciders in wishes
            if wish is not None and wish.is_open(number)
        ]


def rotated(seats: list[Item]) -> list[Item]:
    """What belongs to the seats, one seat further: of two players, each gets the other's.

    >>> rotated(["Ash", "Bo", "Cy"])
    ['Bo', 'Cy', 'Ash']
    """
    return [*seats[1:], *seats[:1]]


def joined(wish: Wish | None, players: Iterable[int], lasts: float, bot: str = "", at: int = 0) -> Wish:
    """A wish that more players share; one that expired, or was for something else, starts over."""
    is_same = wish is not None and wish.is_open(at) and wish.bot == bot and wish.at == at
    before = wish.players if wish is not None and is_same else []
    return Wish(sorted({*before, *players}), server_time.since_1970() + lasts, bot, at)


def is_agreed(wish: Wish, deciders: Iterable[int]) -> bool:
    """Whether all who are needed want it."""
    return set(deciders) <= set(wish.players)


def _view(about: About, seat: int, wish: Wish, deciders: list[int]) -> WishView:
    return WishView(about, seat, wish.bot, wish.players, [one for one in deciders if one not in wish.players])
