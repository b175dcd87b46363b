"""A move as people write it, and a course: actions that depend on what the earlier ones led to."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from garrison.core.words.viewpoint import Viewpoint

# Actions one at a time, and sentences about what was left out; it looks at the viewpoint, which is always up to date,
# and returns why it has stopped, or "" if it is done.
Steps = Generator[int | str, None, str]
Course = Callable[["Viewpoint"], Steps]


@dataclass(frozen=True)
class NamedMove:
    """A move: how it is written, what it does in words, its actions, and for a course what stops it.

    Of a course, `actions` has those that are known beforehand: perhaps only the first, perhaps none.
    """

    notation: str
    words: str
    actions: tuple[int, ...]
    condition: str | None = None
    course: Course | None = field(default=None, compare=False, repr=False)
    is_eventful: bool = field(default=False, compare=False)  # whether more happens than that somebody goes somewhere
    is_complete: bool = field(default=True, compare=False)  # whether the player's decision is made with it
