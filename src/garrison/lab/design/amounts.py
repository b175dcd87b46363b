"""Amounts as people write them: times, and the values that a sweep goes through."""

from __future__ import annotations

import re

from garrison.errors import BadOption, cut, shown

UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0}
MOST_VALUES = 1000


def seconds_of(text: str) -> float:
    """A time in words.

    >>> seconds_of("10m"), seconds_of("90s"), seconds_of("1.5h")
    (600.0, 90.0, 5400.0)
    """
    match = re.fullmatch(r"(\d{1,9}(?:\.\d{1,6})?)([smh]?)", text.strip())
    if not match or float(match[1]) == 0:
        raise BadOption(f"A budget is a time such as 90s, 10m or 1h, not {shown(text)}.")
    return float(match[1]) * UNITS[match[2] or "s"]


def reach_of(text: str) -> float:
    """How far an interval may reach: points of a share, percent of anything else; "" is as far as it does.

    >>> reach_of("±3"), reach_of("2.5"), reach_of("")
    (3.0, 2.5, 0.0)
    """
    match = re.fullmatch(r"(?:±|\+-)?\s*(\d{1,2}(?:\.\d{1,3})?)\s*%?", text.strip())
    if text and (not match or float(match[1]) == 0):
        raise BadOption(f"--until takes a number of points such as ±3, not {shown(text)}.")
    return float(match[1]) if match else 0.0


def values_of(text: str) -> tuple[str, list[int]]:
    """A parameter and its values: `attack=8:16:2` is a range, `attack=8,10,20` a list, `attack=8` one value.

    >>> values_of("attack=8:16:4"), values_of("health[1]=5,7"), values_of("stubborn=true")
    (('attack', [8, 12, 16]), ('health[1]', [5, 7]), ('stubborn', [1]))
    """
    name, equals, words = text.partition("=")
    try:
        if not equals:
            raise ValueError
        values = _range(words) if ":" in words else [_number(word) for word in words.split(",")]
    except ValueError:
        raise BadOption(
            f"--rule takes NAME=FROM:TO:STEP, NAME=A,B,C or NAME=VALUE with whole numbers, not {cut(text)}."
        ) from None
    if not 1 <= len(values) <= MOST_VALUES:
        raise BadOption(f"--rule {cut(name)}: a sweep goes through 1 to {MOST_VALUES} values.")
    return name.strip(), values


def _range(text: str) -> list[int]:
    first, last, *step = (int(part) for part in text.split(":"))
    width = step[0] if step else 1
    if width < 1 or len(step) > 1 or last < first or (last - first) // width >= MOST_VALUES:
        raise ValueError
    return list(range(first, last + 1, width))


def _number(text: str) -> int:
    words = {"true": 1, "false": 0}
    return words[text.strip()] if text.strip() in words else int(text)
