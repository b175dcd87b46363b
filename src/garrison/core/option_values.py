"""What the values of a game's options mean, in sentences for people."""

from __future__ import annotations

from garrison.core.discovery import GamePackage
from garrison.core.facts import Offer


def meanings(package: GamePackage, option: str) -> list[str]:
    """What each value of an option means, "" where a game does not say.

    Where that changes with time, a game's `scenario` has a function `meanings_today`.
    """
    today = _today(package).get(option, {})
    return [str(today.get(value) or getattr(value, "meaning", "")) for value in package.facts.options[option]]


def meaning(package: GamePackage, option: str, value: str) -> str:
    """What one value of an option means.

    >>> from garrison.core.discovery import find
    >>> meaning(find("skirmish"), "setup", "duel")
    'A Human against a Troll on 5 x 5 fields.'
    """
    return dict(zip(package.facts.options[option], meanings(package, option), strict=True)).get(Offer(value, ""), "")


def _today(package: GamePackage) -> dict[str, dict[str, str]]:
    found = getattr(package.module("scenario"), "meanings_today", None) if package.has("scenario") else None
    return found() if found else {}
