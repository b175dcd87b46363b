"""Loop in words: `go until card, shop, health < 40`, `buy armour, shield`, `sell 3 sword`, `place village 4,6`."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from garrison.core.words.moves import Course, NamedMove, Steps
from garrison.core.words.notation import FIELD
from garrison.core.words.reader import unknown
from garrison.core.words.viewpoint import Viewpoint
from garrison.games.loop.state import State
from garrison.look.scene import SceneButton

GO = re.compile(r"(?:go|advance) until (.+)", re.IGNORECASE)
HEALTH = re.compile(r"health ?< ?(\d{1,6})")
BUY = re.compile(r"buy (.+)", re.IGNORECASE)
SELL = re.compile(r"sell (?:(\d{1,3}|all) )?([a-z ]+)", re.IGNORECASE)
PLACE = re.compile(r"place ([a-z' ]+?) (\d{1,2},\d{1,2})", re.IGNORECASE)
MOST = 2000  # time units of one course
EVENTS: dict[str, Callable[[State], int]] = {  # what may stop a walk: when this number grows
    "card": lambda s: int(s.card_count),
    "item": lambda s: int(s.item_count),
    "shop": lambda s: int(s.shopping),
    "cycle": lambda s: int(s.cycles),
    "battle": lambda s: int(s.battles),
    "boss": lambda s: int(s.bosses_come),
}


def answers(view: Viewpoint) -> list[str]:
    """The buttons, the fields and the courses."""
    fields = [move.notation for move in view.moves if FIELD.fullmatch(move.notation)]
    buttons = [f"{move.notation} ({_label(view, move)})" for move in view.moves if move.notation not in fields]
    return [
        f"You may answer with: {'; '.join(buttons)}." if buttons else "",
        f"Fields: {' '.join(fields)}." if fields else "",
        f"Or go until {', '.join(EVENTS)}, health < 40 (any of them); buy armour, shield; sell 3 sword; "
        "place village 4,6; several with ; between them.",
    ]


def _label(view: Viewpoint, move: NamedMove) -> str:
    return next((one.label for one in view.scene.buttons if (one.action,) == move.actions), move.words)


def read(view: Viewpoint, text: str) -> NamedMove | None:
    """A course; None for buttons and fields."""
    words = text.lower()
    if match := GO.fullmatch(words):
        return _walk(view, text, [part.strip() for part in re.split(r",| or ", match[1]) if part.strip()])
    if match := SELL.fullmatch(words):
        count = 1 if match[1] is None else MOST if match[1] == "all" else int(match[1])
        kind = match[2].strip().removesuffix("s")
        return _again(view, text, f"sell {match[1] + ' ' if match[1] else ''}{kind}", [f"sell {kind}"] * min(count, 64))
    if (match := BUY.fullmatch(words)) and f"{words.replace(' ', '-')}" not in {move.notation for move in view.moves}:
        kinds = [part.strip() for part in match[1].split(",") if part.strip()]
        wishes = [f"buy {kind}" for part in kinds for kind in _counted(part)]
        return _again(view, text, f"buy {', '.join(kinds)}", wishes)
    if match := PLACE.fullmatch(words):
        row, column = map(int, match[2].split(","))
        return _placing(view, text, match[1].strip(), row, column)
    return None


def _counted(part: str) -> list[str]:
    """`3 potion` as three of them."""
    number, _, kind = part.partition(" ")
    return [kind] * min(int(number), 64) if number.isdecimal() and kind else [part]


def _course(notation: str, words: str, condition: str, course: Course) -> NamedMove:
    return NamedMove(notation, words, (), condition, course)


def _walk(view: Viewpoint, text: str, stops: list[str]) -> NamedMove:
    for stop in stops:
        if stop not in EVENTS and not HEALTH.fullmatch(stop):
            raise unknown(view, text, f"a walk goes on until {', '.join(EVENTS)} or health < N, not {stop!r}")
    until = ", ".join(stops)
    return _course(f"go until {until}", f"Goes on until one of: {until}.", until, partial(_go, stops=stops))


def _go(view: Viewpoint, stops: list[str]) -> Steps:
    """Time unit by time unit; where time stands still, it stops."""
    advance = view.game.facts.tick_action
    for _ in range(MOST):
        before = {stop: EVENTS[stop](view.state) for stop in stops if stop in EVENTS}
        if not view.may_act or advance not in view.position.actions(view.player):
            return "time stands still until something is decided" if view.may_act else ""
        yield advance
        for stop in stops:
            limit = HEALTH.fullmatch(stop)
            is_low = limit is not None and view.state.health < int(limit[1])
            if is_low or (stop in before and EVENTS[stop](view.state) > before[stop]):
                return stop
    return f"{MOST} time units have passed"


def _again(view: Viewpoint, text: str, notation: str, wishes: list[str]) -> NamedMove:
    """Buttons that are pressed one after the other, as they are called when their turn comes."""
    if not wishes or _button(view, wishes[0]) is None:
        raise unknown(view, text, f"there is nothing called {(wishes or [text])[0]!r} now")

    def course(view: Viewpoint) -> Steps:
        for number, wish in enumerate(wishes):
            button = _button(view, wish)
            if button is None:
                return f"{wish} is not possible any more, after {number} of {len(wishes)}"
            yield button.action
        return ""

    return _course(notation, f"{notation.capitalize()}.", "one of them is not possible", course)


def _placing(view: Viewpoint, text: str, card: str, row: int, column: int) -> NamedMove:
    """A card that is chosen and put on a field."""
    button, field = _button(view, card), row * view.columns + column
    if button is None:
        raise unknown(view, text, f"there is no card called {card!r} in hand")

    def course(view: Viewpoint) -> Steps:
        yield button.action
        if field not in view.position.actions(view.player):
            return f"{card} can't be placed on {row},{column}; it is chosen now"
        yield field
        return ""

    where = f"{row},{column}"
    return _course(f"place {card} {where}", f"Places {card} on {where}.", "it can't be placed there", course)


def _button(view: Viewpoint, wish: str) -> SceneButton | None:
    """The first button that may be pressed and is called so."""
    legal = (one for one in view.scene.buttons if one.legal)
    return next((one for one in legal if one.label.lower().partition(":")[0] == wish), None)
