"""What can go wrong, in sentences that people understand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

LONGEST = 60  # characters of a wrong value that a sentence quotes


def shown(value: Any) -> str:
    """A wrong value as a sentence quotes it: shortened when it is long, whatever it is.

    >>> shown([1] * 1000)
    '[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,...'
    """
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, or lists in lists in lists
        return "what is given here"
    return cut(text)


def cut(text: str) -> str:
    """A text as a sentence quotes it without quotation marks: shortened when it is long.

    >>> cut("--" + "x" * 1000)
    '--xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'
    """
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def closest(name: Any, names: Iterable[str]) -> str:
    """The known name that somebody may have meant, or "". Only short texts are compared: it takes time.

    >>> closest("minefeld", ["minefield", "skirmish"])
    'minefield'
    """
    if not isinstance(name, str) or len(name) > LONGEST:
        return ""
    from difflib import get_close_matches

    return next(iter(get_close_matches(name, names, n=1)), "")


class GarrisonError(Exception):
    """Anything that Garrison refuses, with one sentence that says what, where and what would be right."""


class UnknownGame(GarrisonError):
    """No game of that name is installed."""


class RuleFault(GarrisonError):
    """What a rule must never do, such as a division by zero; the sentence names the entry."""


class BadOption(GarrisonError):
    """An option or a rule parameter that the game does not have, or a value that it does not allow."""


class IllegalAction(GarrisonError):
    """An action that may not be played now."""


class BadPosition(GarrisonError):
    """Bytes that are not a position of this game."""


class BadReplay(GarrisonError):
    """A text that is not a replay, or a replay that the rules do not allow."""


class FalseReplay(BadReplay):
    """A replay that did not go as it says: somebody changed it, or it was damaged."""


class BadFile(GarrisonError):
    """An input file that breaks its format."""


class BadRules(GarrisonError):
    """A game's rules do something they must not, or can't be compiled."""


class MissingExtra(GarrisonError):
    """Something needs an optional dependency that is not installed."""


class UnknownMove(GarrisonError):
    """A text that is not a move now; the sentence names the nearest that are."""
