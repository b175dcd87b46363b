"""What somebody who plays by text may ask, of any game; the same for terminals, browsers and programs."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from garrison.core.words.notation import FIELD, button_token, place, tokens
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
from garrison.errors import shown
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
MARKS, PICTURE = re.compile(r"\*\*|`"), re.compile(r"!\[[^]]*\]\([^)]*\)")
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
    """Who comes to a field or hits it: the game says so, else what it can reach does."""
    spot = _spot(view, rest)
    if spot is None:
        return _no_spot(rest, "what attacks")
    names: list[str] | None = view.ask_seated("attackers", threats)(view, spot)
    where = place(spot, view.columns)
    if names is None:
        return f"Nobody says in {view.game.facts.title} what attacks a field; coming says what is certain."
    return f"{where}: {'; '.join(names)}." if names else f"Nothing that is known attacks {where}."


def _spot(view: Viewpoint, rest: str) -> int | None:
    """The field that somebody asks about, counted as in the rulebook; None if there is none."""
    match, board = FIELD.fullmatch(rest.replace(" ", "")), view.board
    if board is None or not match or int(match[2]) >= view.columns:
        return None
    spot = int(match[1]) * view.columns + int(match[2])
    field = board.field_of(spot)
    return spot if field < board.rows * board.columns and board.action(field) >= 0 else None


def _no_spot(rest: str, question: str) -> str:
    is_field = FIELD.fullmatch(rest.replace(" ", ""))
    return f"The board has no field {rest}." if is_field else f"Say which field: {question} 6,4."


def _thing(view: Viewpoint, rest: str, since: Sequence[str]) -> str:
    """What stands on a field, else its ground."""
    spot, board = _spot(view, rest), view.board
    if spot is None or board is None:
        return _no_spot(rest, "what is at")
    field = board.field_of(spot)
    labels = [piece.label for piece in board.pieces if field in {board.field(*place) for place in places_of(piece)}]
    return "; ".join(labels) or board.legend[board.terrain[field // board.columns][field % board.columns]].label


def _list(view: Viewpoint, rest: str, since: Sequence[str]) -> str:
    """What stands where."""
    return "\n".join(view.ask_seated("things", _pieces)(view)) or "Nothing."


def _pieces(view: Viewpoint) -> list[str]:
    return [line for board in view.scene.boards for line in piece_lines(board, view.scene, view.player)]


def _coming(view: Viewpoint, rest: str, since: Sequence[str]) -> str:
    return "\n".join(forecast_lines(view)) or "Nothing that is certain to come is known."


def _last(view: Viewpoint, rest: str, since: Sequence[str]) -> str:
    return " ".join(news_of(view, since or view.position.sentences)) or "Nothing has happened yet."


def _score(view: Viewpoint, rest: str, since: Sequence[str]) -> str:
    seats, scores = view.game.facts.seats, view.position.scores
    panels = [panel_line(panel.title, panel.lines) for panel in view.scene.panels]
    return " ".join([*(f"{seat}: {score:g}." for seat, score in zip(seats, scores, strict=False)), *panels])


def _rules(view: Viewpoint, rest: str, since: Sequence[str]) -> str:
    """A chapter of the rulebook, the rules with a word in them, or which chapters there are."""
    book = MARKS.sub("", PICTURE.sub("", view.game.package.rulebook))
    chapters = {match[1]: HEADING.split(book[match.end() :])[0] for match in HEADING.finditer(book)}
    title = next((title for title in chapters if rest and rest in title.lower()), None)
    every = [part for text in ([chapters[title]] if title else chapters.values()) for part in spoken(text)]
    parts = [title, *every] if title else [part for part in every if rest and rest in part.lower()]
    none = f"No rule has {shown(rest)}. " if rest else ""
    return "\n".join(parts)[:MOST_RULES] or f"{none}The rulebook has: {', '.join(chapters)}. Ask for one: rules WORD."


def spoken(text: str) -> list[str]:
    """The paragraphs, points and rows of a page, each in one line.

    >>> spoken("- M1. The field has\\n  23 rows.\\n\\n| a | b |\\n|-|-|\\n| 1 | 2 |")
    ['M1. The field has 23 rows.', 'a, b', '1, 2']
    """
    parts = re.split(r"\n\s*\n|\n(?=[-*|] ?)", text)
    lines = (" ".join(part.split()).strip("-* ") for part in parts)
    return [line for line in map(_cells, lines) if line]


def _cells(line: str) -> str:
    """A row of a table with commas; any other line as it is."""
    if not line.startswith("|"):
        return line
    return ", ".join(cell.strip() for cell in line.split("|") if cell.strip(" -"))


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
