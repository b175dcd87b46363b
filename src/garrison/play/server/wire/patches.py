"""Patches between two states of the same data, as JSON merge patches (RFC 7386): what changed, with None for what is
gone."""

from __future__ import annotations

from typing import Any

Data = dict[str, Any]


def patch(old: Data, new: Data) -> Data:
    """What turns one into the other.

    >>> patch({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"c": 2, "d": 4}})
    {'a': None, 'b': {'d': 4}}
    """
    changes: Data = {key: None for key in old if key not in new}
    for key, value in new.items():
        before = old.get(key)
        if isinstance(value, dict) and isinstance(before, dict):
            inner = patch(before, value)
            if inner:
                changes[key] = inner
        elif before != value:
            changes[key] = value
    return changes
