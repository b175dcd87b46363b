"""What somebody who plays by text may ask, of any game; the same for terminals, browsers and programs."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from garrison.core.words.notation import FIELD, action_of, button_token, place, tokens
from garrison.core.words.plain_moves import listed
from garrison.core.words.reader import why_waiting
from garrison.core.words.text import (
    forecast_lines,
    news_of,
    panel_line,
    piece_lines,
    position_lines,
    text_of,
    threats,
)
from garrison.core.words.viewpoint import Viewpoint
from garrison.look.scene import places_of

if TYPE_CHECKING:
    from garrison.core.position import Position

ASK = "?"  # before a question that could also be a move
MOST_MOVES = 200  # lines of a list
MOST_RULES = 4000  # characters of a chapter
HELP = (
    "Type a move, or ask: look (everything), board, list (what stands where), moves, moves 6,4 (those that begin so), "
    "what is at 6,4, what attacks 6,4, coming (what is certain to come), last (what happened), score, rules, rules "
    "WORD. A question mark before a question says that it is no move."
)
HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)


def answer(position: Position, player: int, line: str, since: Sequence[str] = (), width: int = 0) -> str | None:
    """What a typed line asks for; None if it is no question, and so a move. `since` has what was told recently, and
    `width` says how many characters a line of a board may have.

    >>> import garrison
    >>> position = garrison.load("minefield").new(seed=7)
    >>> answer(position, 0, "last")
    'Nothing has happened yet.'
    >>> answer(position, 0, "up") is None
    True
    """
    view = Viewpoint(position, player, width)
    words = " ".join(line.strip().removeprefix(ASK).lower().split())
    if not line.strip().startswith(ASK) and _is_button(view, words):
        return None
    for name, question in QUESTIONS.items():
        if words == name or words.startswith(f"{name} "):
            return question(view, words[len(name) :].strip(), since)
    return HELP if line.strip().startswith(ASK) or not words else None


def _is_button(view: Viewpoint, words: str) -> bool:
    """Whether a move may begin so: a game may have a button that is called like a question."""
    facts, first = view.game.facts, next(iter(tokens(view, words)), "")
    return first in {button_token(view.game, facts.fields + number).lower() for number in range(len(facts.buttons))}


def _look(view: Viewpoint, rest: str, since: Sequence[str]) -> str:
    return text_of(view, since=since)


def _board(view: Viewpoint, rest: str, since: Sequence[str]) -> str:
    return "\n".join(position_lines(view))


def _moves(view: Viewpoint, rest: str, since: Sequence[str]) -> str:
    """All moves, or those whose notation begins with something."""
    if not view.may_act:
        return why_waiting(view)
    if not rest:
        return "\n".join(listed(view, view.moves, MOST_MOVES))
    those = [move for move in view.moves if move.notation.lower().startswith(rest)]
    lines = [f"{move.notation}: {move.words}" for move in those[:MOST_MOVES]]
    more = [f"and {len(those) - MOST_MOVES} more"] if len(those) > MOST_MOVES else []
    return "\n".join([*lines, *more]) or f"No move begins with {rest}."


def _attackers(view: Viewpoint, rest: str, since: Sequence[str]) -> str:
    action = action_of(view, rest.replace(" ", ""))
    if action is None or action >= view.game.facts.fields:
        return "Say which field: what attacks 6,4."
    names, where = threats(view, action), place(action, view.columns)
    return f"{where}: {'; '.join(names)}." if names else f"Nothing that is known attacks {where}."


def _thing(view: Viewpoint, rest: str, since: Sequence[str]) -> str:
    """What stands on a field, else its ground."""
    match, board = FIELD.fullmatch(rest.replace(" ", "")), view.board
    if board is None or not match:
        return "Say which field: what is at 6,4."
    row, column = int(match[1]), int(match[2])
    field = board.field_of(row * view.columns + column)
    if column >= view.columns or field >= board.rows * board.columns or board.action(field) < 0:
        return f"The board has no field {rest}."
    labels = [piece.label for piece in board.pieces if field in {board.field(*spot) for spot in places_of(piece)}]
    return "; ".join(labels) or board.legend[board.terrain[field // board.columns][field % board.columns]].label


def _list(view: Viewpoint, rest: str, since: Sequence[str]) -> str:
    """What stands where."""
    lines = (line for board in view.scene.boards for line in piece_lines(board, view.scene, view.player))
    return "\n".join(lines) or "Nothing."


def _coming(view: Viewpoint, rest: str, since: Sequence[str]) -> str:
    return "\n".join(forecast_lines(view)) or "Nothing that is certain to come is known."


def _last(view: Viewpoint, rest: str, since: Sequence[str]) -> str:
    return " ".join(news_of(view, since or view.position.sentences)) or "Nothing has happened yet."


def _score(view: Viewpoint, rest: str, since: Sequence[str]) -> str:
    seats, scores = view.game.facts.seats, view.position.scores
    panels = [panel_line(panel.title, panel.lines) for panel in view.scene.panels]
    return " ".join([*(f"{seat}: {score:g}." for seat, score in zip(seats, scores, strict=False)), *panels])


def _rules(view: Viewpoint, rest: str, since: Sequence[str]) -> str:
    """A chapter of the rulebook, or which there are."""
    book = view.game.package.rulebook
    chapters = {match[1]: book[match.end() :] for match in HEADING.finditer(book)}
    titles = [title for title in chapters if rest and rest in title.lower()]
    if not titles:
        lines = [line.strip("-* ") for line in book.splitlines() if rest and rest in line.lower()]
        return "\n".join(lines)[:MOST_RULES] or f"The rulebook has: {', '.join(chapters)}. Ask for one: rules WORD."
    text = HEADING.split(chapters[titles[0]])[0].strip()
    return f"{titles[0]}\n{text}"[:MOST_RULES]


QUESTIONS: dict[str, Callable[[Viewpoint, str, Sequence[str]], str]] = {
    "look": _look,
    "board": _board,
    "moves": _moves,
    "list": _list,
    "what attacks": _attackers,
    "what is at": _thing,
    "coming": _coming,
    "last": _last,
    "score": _score,
    "rules": _rules,
    "help": lambda view, rest, since: HELP,
}
