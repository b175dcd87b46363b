"""A position as text: what a seat sees, what may be foretold, and what may be answered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from garrison.core.words.notation import place
from garrison.core.words.plain_moves import listed
from garrison.core.words.reader import why_waiting
from garrison.core.words.viewpoint import SPECTATOR, Viewpoint
from garrison.look.scene import Board, Line, Piece, Scene, change_words, places_of

MOST_LINES = 60  # of moves
MOST_NEWS = 60  # sentences, the last ones
RULER = 4  # characters before the first field of a board's line
VERBS = {"targets": "could hit it", "steps": "could come there"}  # what planes of `reach` mean


def text_of(view: Viewpoint, forecasts: bool = True, since: Sequence[str] = ()) -> str:
    """All that is wanted for the next decision. `since` is what was told since the last one; else the last step is."""
    view.has_forecasts = forecasts
    paragraphs = [
        [heading(view)],
        rule_lines(view),
        position_lines(view),
        _since(news_of(view, since or view.position.sentences)[-MOST_NEWS:]),
        forecast_lines(view) if forecasts else [],
        answer_lines(view),
    ]
    return "\n".join(line for paragraph in paragraphs for line in paragraph if line)


def position_lines(view: Viewpoint) -> list[str]:
    """What there is to see, as the game says it to its players."""
    lines: list[str] = view.ask_seated("lines", plain_lines)(view)
    return lines


def heading(view: Viewpoint) -> str:
    """Which game it is, and who is asked."""
    facts, variant = view.game.facts, view.game.variant
    who = "a spectator" if view.player == SPECTATOR else facts.seats[view.player]
    return f"{facts.title} ({variant}), step {view.position.steps}. You: {who}."


def rule_lines(view: Viewpoint) -> list[str]:
    """The rules in force, in a few lines."""
    lines: list[str] = view.ask("rules", plain_rules)(view)
    return lines


def plain_rules(view: Viewpoint) -> list[str]:
    """What the list of games says."""
    return [f"Rules: {view.game.facts.summary}"]


def forecast_lines(view: Viewpoint) -> list[str]:
    """What is public and certain about what comes; nothing without a game's own rules for it."""
    if view.player == SPECTATOR or view.position.over:
        return []
    lines: list[str] = view.ask("forecasts", lambda view: [])(view)
    return [line for line in lines if line]


def answer_lines(view: Viewpoint) -> list[str]:
    """What may be answered."""
    if not view.may_act:
        return [] if view.player == SPECTATOR else [why_waiting(view)]
    own = view.ask("answers", None)
    if own:
        lines: list[str] = own(view)
        return lines
    moves = view.moves
    plural = "s" if len(moves) > 1 else ""
    return [
        f"You may answer with ({len(moves)} move{plural}):",
        *(f"- {line}" for line in listed(view, moves, MOST_LINES)),
    ]


def news_of(view: Viewpoint, sentences: Sequence[str]) -> list[str]:
    """What was told, in fewer sentences where the game knows how."""
    lines: list[str] = view.ask_seated("news", lambda view, sentences: [*sentences])(view, sentences)
    return lines


def _since(sentences: Sequence[str]) -> list[str]:
    return ["Since then: " + " ".join(sentences)] if sentences else []


def plain_lines(view: Viewpoint) -> list[str]:
    """The boards with rulers, what stands where, the panels and the prompt."""
    scene = view.scene
    lines = []
    for board in scene.boards:
        lines += [*board_lines(board, view.line_width), *piece_lines(board, scene, view.player)]
    lines += [panel_line(panel.title, panel.lines) for panel in scene.panels]
    return [*lines, f"Asked: {scene.named_prompt}" if view.may_act else scene.named_prompt]


def board_lines(board: Board, width: int = 0) -> list[str]:
    """A board with rulers: the topmost piece of each field, else the ground. What is faint is only in the list.

    Where lines have a width, a wider board is shown in parts, one below the other.
    """
    glyphs = [[board.legend[mark].glyph for mark in row] for row in board.terrain]
    for piece in sorted(board.pieces, key=lambda piece: piece.layer):
        if not piece.faint:
            for row, column in places_of(piece):
                glyphs[row][column] = piece.glyph
    wide = max((len(glyph) for line in glyphs for glyph in line), default=1)
    each = max((width - RULER) // wide if width else board.columns, 1)
    firsts = range(0, board.columns, each)
    parts = (_part(board, glyphs, wide, range(board.columns)[first : first + each]) for first in firsts)
    return [*([board.title] if board.title else []), *(line for part in parts for line in part)]


def _part(board: Board, glyphs: list[list[str]], wide: int, columns: range) -> list[str]:
    """Some columns of a board, below their ruler."""
    numbers = [_number(board, column=column) for column in columns]
    lines = [
        (" " * RULER + "".join(f"{text[digit : digit + 1] or ' ':<{wide}}" for text in numbers)).rstrip()
        for digit in range(max(map(len, numbers), default=0))
    ]
    for row, line in enumerate(glyphs):
        fields = "".join(line[column].ljust(wide) for column in columns)
        lines.append(f"{_number(board, row=row):>{RULER - 1}} {fields}".rstrip())
    return [line for line in lines if line]


def _number(board: Board, row: int | None = None, column: int | None = None) -> str:
    """A row's or column's number on a ruler; nothing in the margin, which has none."""
    wide, high = board.columns - 2 * board.margin, board.rows - 2 * board.margin - abs(board.head)
    if column is not None:
        number, most = column - board.margin, wide
    else:
        number, most = (row or 0) - board.margin - max(board.head, 0), high
    return str(number).rjust(len(str(most - 1))) if 0 <= number < most else ""


def piece_lines(board: Board, scene: Scene, player: int) -> Iterator[str]:
    """What stands on a board, by whose it is; things of one kind together."""
    by_owner: dict[int, dict[str, list[str]]] = {}
    for piece in board.pieces:
        by_owner.setdefault(piece.owner, {}).setdefault(_name(piece), []).append(_place(board, piece))
    for owner in sorted(by_owner, key=lambda owner: (owner != player, owner < 0, owner)):
        things = "; ".join(f"{label} at {' '.join(places)}" for label, places in by_owner[owner].items())
        yield f"{_whose(scene, owner, player)}: {things}."


def _name(piece: Piece) -> str:
    return f"{piece.tag} {piece.label}".strip() + (f" [{piece.badge}]" if piece.badge else "")


def _whose(scene: Scene, owner: int, player: int) -> str:
    if owner < 0 or owner >= len(scene.seats):
        return "On the board"
    return "Yours" if owner == player else scene.seats[owner]


def _place(board: Board, piece: Piece) -> str:
    """Where something stands; of something large, its first and last field."""
    row, column = board.place(board.field(piece.row, piece.column))
    first = f"{row},{column}"
    if piece.height == piece.width == 1:
        return first
    return f"{first}-{row + piece.height - 1},{column + piece.width - 1}"


def panel_line(title: str, lines: Iterable[Line]) -> str:
    """A panel in one line, without the keys of a keyboard."""
    return f"{title}: {', '.join(_panel_part(line) for line in lines) or 'nothing'}"


def _panel_part(line: Line) -> str:
    more = "; ".join(words for words in (change_words(line), line.note) if words)
    return f"{line.name} {line.value} {f'({more})' if more else ''}".strip()


def threats(view: Viewpoint, spot: int) -> list[str] | None:
    """Whose things could hit what stands on a field, or come there, were they asked next: the rule `reach` says it.
    None where it does not."""
    planes, board = view.game.facts.reach, view.board
    if board is None or not any(plane in planes for plane in VERBS):
        return None
    names = []
    for piece in board.pieces:
        field = board.action(board.field(piece.row, piece.column))
        if piece.owner >= 0 and field >= 0 and piece.owner != view.player:
            there = view.position.reach(piece.owner, field).reshape(len(planes), -1)[:, _cell(view, spot)]
            words = [verb for plane, verb in VERBS.items() if plane in planes and there[planes.index(plane)]]
            names += [f"{piece.name or piece.label} at {place(field, view.columns)} {words[0]}"] if words else []
    return names


def _cell(view: Viewpoint, action: int) -> int:
    """The number of a field in a plane, whose rows may be longer than the board's."""
    row, column = divmod(action, view.columns)
    return row * int(view.game.board[1]) + column
