"""What happened, step after step, in sentences: a move that takes several steps is told in one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from garrison.core.engine.events import Event, Field

if TYPE_CHECKING:
    from garrison.core.game import Game


class Story:
    """Sentences about one step after another."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._last: Event | None = None

    def add(self, events: Iterable[Event]) -> tuple[list[str], bool]:
        """The sentences about a step, and whether the first of them takes the place of the one before it."""
        before, news = self._last, [event for event in events if event.kind.told]
        chain = ([before] if before else []) + news
        for place in range(len(chain) - 1, 0, -1):
            if goes_on(chain[place - 1], chain[place]):
                chain[place - 1 : place + 1] = [whole(chain[place - 1], chain[place])]
        if not news:
            return [], False
        self._last = chain[-1]
        is_longer = before is not None and chain[0] != before
        fresh = chain if is_longer or before is None else chain[1:]
        return [self._game.describe(event) for event in fresh], is_longer

    def tell(self, lines: list[str], events: Iterable[Event]) -> None:
        """Add the sentences about a step to those before it."""
        sentences, is_longer = self.add(events)
        if is_longer and lines:
            lines.pop()
        lines += sentences


def goes_on(first: Event, then: Event) -> bool:
    """Whether an event goes on with what the one before it began: the same moves on from where it had come to."""
    if first.kind != then.kind or len(first.fields) != 2 or len(then.fields) != 2:
        return False
    return first.fields[1] == then.fields[0] and _others(first) == _others(then)


def whole(first: Event, then: Event) -> Event:
    """Both events as one."""
    start, names = iter(first.fields[:1]), first.kind.names
    numbers = (
        next(start, number) if isinstance(name, Field) else number
        for name, number in zip(names, then.numbers, strict=True)
    )
    return Event(then.kind, *numbers, width=then.width)


def _others(event: Event) -> list[int]:
    pairs = zip(event.kind.names, event.numbers, strict=True)
    return [number for name, number in pairs if not isinstance(name, Field)]
