"""How actions are written where a game has no notation of its own: a field as `row,column`, a button by its name.

Fields are counted as in the rulebooks. `7,2>5,5` is the move that begins on one field and ends on another, the one to
which most happens and then the shortest, where there are several.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from garrison.core.words.viewpoint import Viewpoint

FIELD = re.compile(r"(\d{1,3}),(\d{1,3})")
AIM = ">"  # between the first action of a move and its last


def place(action: int, columns: int) -> str:
    """A field as people write it.

    >>> place(58, 8)
    '7,2'
    """
    row, column = divmod(action, columns)
    return f"{row},{column}"


def action_token(view: Viewpoint, action: int) -> str:
    """An action in one word."""
    fields = view.game.facts.fields
    return place(action, view.columns) if action < fields else button_token(view.game, action)


def button_token(game: Any, action: int) -> str:
    """A button's name in one word."""
    name: str = game.facts.buttons[action - game.facts.fields].name
    return name.replace(" ", "-")


def written(view: Viewpoint, actions: Iterable[int]) -> str:
    """Actions one after the other."""
    return " ".join(action_token(view, action) for action in actions)


def notation(view: Viewpoint, actions: Iterable[int]) -> str:
    """Actions of one move as this game writes them."""
    text: str = view.ask("notation", written)(view, tuple(actions))
    return text


def action_of(view: Viewpoint, token: str) -> int | None:
    """The action that a word stands for; None if it stands for none."""
    facts, field = view.game.facts, FIELD.fullmatch(token)
    if field:
        row, column = int(field[1]), int(field[2])
        action = row * view.columns + column
        return action if column < view.columns and action < facts.fields else None
    names = [button_token(view.game, facts.fields + number).lower() for number in range(len(facts.buttons))]
    return facts.fields + names.index(token) if token in names else None


def tokens(view: Viewpoint, text: str) -> list[str]:
    """The words of a move, with names of several words as one."""
    text = re.sub(r"\s*,\s*(?=\d)", ",", text.strip().lower())
    names = (button.name.lower() for button in view.game.facts.buttons if " " in button.name)
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\S){re.escape(name)}(?!\S)", name.replace(" ", "-"), text)
    return text.split()


def label(view: Viewpoint, action: int) -> str:
    """An action as people know it now: what stands on the field, or the button's label."""
    if action >= view.game.facts.fields:
        button = next((one for one in view.scene.buttons if one.action == action), None)
        return button.label if button else view.game.facts.buttons[action - view.game.facts.fields].label
    return place(action, view.columns)


def labels(view: Viewpoint, actions: Sequence[int]) -> str:
    """Several actions as people know them."""
    return ", ".join(label(view, action) for action in actions)
