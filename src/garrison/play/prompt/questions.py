"""The questions that may be typed in a match, each with its answer."""

from __future__ import annotations

import re
from pathlib import Path

from garrison.core.files import write_whole
from garrison.core.words.notation import FIELD
from garrison.core.words.plain_moves import listed
from garrison.core.words.text import attackers as attackers_of
from garrison.core.words.text import board_lines, forecast_lines, piece_lines, rule_lines, text_of
from garrison.errors import GarrisonError, UnknownMove, shown
from garrison.play.prompt.dialogue import Dialogue

MOST = 40  # lines of an answer
HELP = """A move, as the text shows it; several in a line with ; between them; MOVE x3; MOVE until news.
board: the board. list: what stands where. text: everything.
moves: what may be played. moves E0: only such moves.
what is at 6,4. what attacks 6,4.
forecast: what is certain to come. last: what has happened.
score. hint. undo. resign. save FILE. quit.
rules: in short. rules WORD: what the rulebook says about it."""


def board(talk: Dialogue, words: str) -> str:
    """The boards with rulers."""
    return "\n".join(line for one in talk.view.scene.boards for line in board_lines(one, talk.width))


def whole_text(talk: Dialogue, words: str) -> str:
    """All that is wanted for the next decision."""
    return text_of(talk.view, since=talk.news)


def things(talk: Dialogue, words: str) -> str:
    """What stands where, and the panels."""
    view = talk.view
    return "\n".join(line for one in view.scene.boards for line in piece_lines(one, view.scene, view.player))


def moves(talk: Dialogue, words: str) -> str:
    """The moves, or those that begin with some words or have them in their notation."""
    view, wish = talk.view, words.lower()
    those = [move for move in view.moves if wish in f" {move.notation} ".lower()] if wish else list(view.moves)
    if not those:
        return f"There is no move with {shown(words)} now." if wish else "There is no move now."
    if wish:
        return "\n".join(listed(view, those, MOST))
    return "\n".join(line for line in listed(view, those, MOST) if line)


def attackers(talk: Dialogue, words: str) -> str:
    """Who could act on a field, were they asked next."""
    view = talk.view
    action = _field(talk, words)
    if not view.game.facts.reach:
        return f"The rules of {view.game.facts.title} don't say who could attack what."
    names = attackers_of(view, action)
    return f"{words}: {'; '.join(names)}." if names else f"Nothing attacks {words} as things stand."


def thing_at(talk: Dialogue, words: str) -> str:
    """What stands on a field, else its ground."""
    view, action = talk.view, _field(talk, words)
    assert view.board is not None
    field = view.board.field_of(action)
    row, column = divmod(field, view.board.columns)
    labels = [piece.label for piece in view.board.pieces if (piece.row, piece.column) == (row, column)]
    return "; ".join(labels) or view.board.legend[view.board.terrain[row][column]].label


def _field(talk: Dialogue, words: str) -> int:
    """The field that somebody names, with or without a comma."""
    view = talk.view
    match = FIELD.fullmatch(words.replace(" ", "")) or re.fullmatch(r"(\d)(\d)", words)
    row, column = (int(match[1]), int(match[2])) if match else (-1, -1)
    rows = view.game.facts.fields // view.columns
    if view.board is None or not (0 <= row < rows and 0 <= column < view.columns):
        raise UnknownMove(f"{shown(words)} is not a field of the board; a field is its row and column, such as 0,0.")
    return row * view.columns + column


def forecast(talk: Dialogue, words: str) -> str:
    """What is public and certain to come."""
    return "\n".join(forecast_lines(talk.view)) or "Nothing is certain."


def last(talk: Dialogue, words: str) -> str:
    """What was told since the last decision."""
    return "\n".join(talk.news) or "Nothing has happened yet."


def score(talk: Dialogue, words: str) -> str:
    """Everybody's score."""
    seats = talk.match.game.facts.seats
    return ", ".join(f"{seats[player]} {points:g}" for player, points in enumerate(talk.match.history.scores))


def hint(talk: Dialogue, words: str) -> str:
    """What the hardest level would play."""
    if talk.player is None:
        raise UnknownMove("The game is over: there is nothing to advise.")
    best = talk.match.position.advise(talk.player, seconds=1.0)[0]
    return f"{talk.match.position.notation(talk.player, best.move)}: {best.words}"


def undo(talk: Dialogue, words: str) -> str:
    """Take back the last action of a move that is not complete."""
    talk.match.undo()
    talk.execution = None
    return f"Taken back. {talk.prompt}"


def rules(talk: Dialogue, words: str) -> str:
    """The rules in short, or the paragraphs of the rulebook with a word."""
    if not words:
        more = f"rules WORD finds it in the rulebook; garrison rules {talk.match.game.name} prints it."
        return "\n".join([*rule_lines(talk.view), more])
    paragraphs = re.split(r"\n\s*\n|\n(?=[-|#])", talk.match.game.package.rulebook)
    stem = re.escape(words.rstrip("s"))
    those = [" ".join(one.split()) for one in paragraphs if re.search(rf"\b{stem}", one, re.IGNORECASE)]
    return "\n".join(those[:8]) or f"The rulebook does not speak of {shown(words)}."


def save(talk: Dialogue, words: str) -> str:
    """Write the replay to a file."""
    if not words:
        raise GarrisonError("save needs the name of a file, such as save game.json.")
    write_whole(Path(words), talk.match.replay.to_json())
    return f"Saved in {words}."


def resign(talk: Dialogue, words: str) -> str:
    """Give up."""
    talk.match.give_up(talk.viewer)
    return talk.prompt


def help_text(talk: Dialogue, words: str) -> str:
    """What may be typed."""
    return HELP
