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
    found = [button for button in buttons if not button.on_tick and keys_of(button) == {key}]
    return next((button for button in found if button.legal), found[0] if found else None)


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
        self._kept: list[str] = []  # left over from the tick before, the latest last
        self._last: frozenset[str] = frozenset()  # the keys of the tick before
        self._held: frozenset[str] = frozenset()  # those of them that the keyboard was repeating

    def press(self, key: str) -> None:
        """A key went down."""
        self._presses.append((key, self._now()))

    def clear(self) -> None:
        """Forget everything, as after a pause."""
        self._presses, self._kept, self._last, self._held = [], [], frozenset(), frozenset()

    def take(self, buttons: Sequence[SceneButton]) -> int | None:
        """The action for this tick; None when no key asks for one."""
        candidates = [button for button in buttons if button.on_tick]
        pressed = [key for key, _ in self._presses]
        wanted = _together([*reversed(pressed), *reversed(self._kept)], candidates)
        if pressed:
            wanted = _together([*wanted, *sorted(self._held)], candidates)
        button = _largest(wanted, candidates)
        played = keys_of(button) if button else frozenset()
        self._keep(wanted, played, frozenset(pressed))
        return button.action if button and played else None

    def _keep(self, wanted: list[str], played: frozenset[str], pressed: frozenset[str]) -> None:
        """Remember what the next tick needs."""
        twice = [key for key in wanted if key in played and key not in self._last and self._fingers(key) > 1]
        refused = [key for key in wanted if key not in played and key in pressed]
        self._kept = list(reversed(twice + refused))
        self._held = frozenset(key for key in pressed if key in self._last and self._count(key) > 1)
        self._last = pressed
        self._presses = []

    def _count(self, key: str) -> int:
        return sum(key == pressed for pressed, _ in self._presses)

    def _fingers(self, key: str) -> int:
        """How often the key was really pressed, not counting repetitions."""
        times = [when for pressed, when in self._presses if pressed == key]
        return len(times[:1]) + sum(later - earlier > REPEAT for earlier, later in pairwise(times))


def _together(keys: Sequence[str], buttons: Sequence[SceneButton]) -> list[str]:
    """The keys that some button combines, the earlier ones first."""
    chosen: list[str] = []
    for key in keys:
        if key not in chosen and any({*chosen, key} <= keys_of(button) for button in buttons):
            chosen.append(key)
    return chosen


def _largest(wanted: Sequence[str], buttons: Sequence[SceneButton]) -> SceneButton | None:
    """The legal button with the most of these keys and no others; of two, the one whose key came first."""
    fitting = [button for button in buttons if button.legal and keys_of(button) <= set(wanted)]
    if not fitting:
        return None
    return max(fitting, key=lambda b: (len(b.keys), [key in keys_of(b) for key in wanted]))
