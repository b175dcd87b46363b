"""From keys to buttons. Terminals report that a key goes down, and its repetitions, but never that it comes up."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from garrison.look.scene import SceneButton

REPEAT = 0.06  # seconds; the same key again within this time is the keyboard repeating it, not a press


def key_name(key: str, character: str | None) -> str:
    """The name of a key as buttons have it.

    >>> key_name("P", "P"), key_name("plus", "+"), key_name("space", " ")
    ('p', '+', 'space')
    """
    if character and len(character) == 1 and character.isprintable() and character != " ":
        return character.lower()
    return key.lower()


def keys_of(button: SceneButton) -> frozenset[str]:
    """A button's keys, in lower case."""
    return frozenset(key.lower() for key in button.keys)


def button_for(key: str, buttons: Iterable[SceneButton]) -> SceneButton | None:
    """The button that this key alone presses at once; a legal one if several have it."""
    candidates = [button for button in buttons if not button.on_tick and keys_of(button) == {key}]
    return next((button for button in candidates if button.legal), candidates[0] if candidates else None)


def is_tick_key(key: str, buttons: Iterable[SceneButton]) -> bool:
    """Whether a button that is played on the tick uses this key."""
    return any(button.on_tick and key in keys_of(button) for button in buttons)


class Gatherer:
    """Collects the keys that go down between two ticks and says which button they mean.

    Keys that no button combines exclude each other: then the later one counts. A key that can't be played on this tick,
    or was pressed twice, is kept for the next one; a held key still counts when another joins it.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._presses: list[tuple[str, float]] = []
        self._rest: list[str] = []  # left over from the tick before, the latest last
        self._last: frozenset[str] = frozenset()  # the keys of the tick before
        self._repeats: frozenset[str] = frozenset()  # those of them that the keyboard was repeating

    def press(self, key: str) -> None:
        """A key went down."""
        self._presses.append((key, self._now()))

    def clear(self) -> None:
        """Forget everything, as after a pause."""
        self._presses, self._rest, self._last, self._repeats = [], [], frozenset(), frozenset()

    def take(self, buttons: Sequence[SceneButton]) -> int | None:
        """The action for this tick; None when no key asks for one."""
        candidates = [button for button in buttons if button.on_tick]
        presses = [key for key, _ in self._presses]
        keys = _together([*reversed(presses), *reversed(self._rest)], candidates)
        if presses:
            keys = _together([*keys, *sorted(self._repeats)], candidates)
        button = _largest(keys, candidates)
        own = keys_of(button) if button else frozenset()
        self._keep(keys, own, frozenset(presses))
        return button.action if button and own else None

    def _keep(self, keys: list[str], own: frozenset[str], presses: frozenset[str]) -> None:
        """Remember what the next tick needs."""
        twice = [key for key in keys if key in own and key not in self._last and self._fingers(key) > 1]
        rest = [key for key in keys if key not in own and key in presses]
        self._rest = list(reversed(twice + rest))
        self._repeats = frozenset(key for key in presses if key in self._last and self._count(key) > 1)
        self._last = presses
        self._presses = []

    def _count(self, key: str) -> int:
        return sum(key == press for press, _ in self._presses)

    def _fingers(self, key: str) -> int:
        """How often the key was really pressed, not counting repetitions."""
        times = [when for press, when in self._presses if press == key]
        return len(times[:1]) + sum(later - earlier > REPEAT for earlier, later in pairwise(times))


def _together(keys: Sequence[str], buttons: Sequence[SceneButton]) -> list[str]:
    """The keys that some button combines, the earlier ones first."""
    combination: list[str] = []
    for key in keys:
        if key not in combination and any({*combination, key} <= keys_of(button) for button in buttons):
            combination.append(key)
    return combination


def _largest(keys: Sequence[str], buttons: Sequence[SceneButton]) -> SceneButton | None:
    """The legal button with the most of these keys and no others; of two, the one whose key came first."""
    fitting = [button for button in buttons if button.legal and keys_of(button) <= set(keys)]
    if not fitting:
        return None
    return max(fitting, key=lambda b: (len(b.keys), [key in keys_of(b) for key in keys]))
