"""What the values of a game's options are when nobody chooses, and what they mean, in sentences for people."""

from __future__ import annotations

from inspect import Parameter, signature
from typing import Any

from garrison.core.discovery import GamePackage
from garrison.core.facts import Offer
from garrison.core.parameters import Variant


def usual_values(package: GamePackage, variant: Variant) -> dict[str, str]:
    """What each option is when nobody chooses: what the variant says, or else the scenario's own default.

    >>> from garrison.core.discovery import find
    >>> from garrison.core.parameters import read_variant
    >>> siege = find("siege")
    >>> usual_values(siege, read_variant("bombardment", siege.folder, siege.variants))
    {'map': 'pass', 'mode': 'siege'}
    """
    usual = {**_defaults(package), **variant.options}
    return {name: str(usual.get(name, next(iter(values), ""))) for name, values in package.facts.options.items()}


def _defaults(package: GamePackage) -> dict[str, Any]:
    """The options that a game's scenario has defaults for."""
    scenario = getattr(package.module("scenario"), "scenario", dict) if package.has("scenario") else None
    names = signature(scenario).parameters if scenario and scenario is not dict else {}
    return {name: one.default for name, one in names.items() if one.default is not Parameter.empty}


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
    meanings = getattr(package.module("scenario"), "meanings_today", None) if package.has("scenario") else None
    return meanings() if meanings else {}
