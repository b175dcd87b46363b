"""What people see: pieces that can be drawn, words for everything, and seats that nobody confuses."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from garrison.core.engine.events import Event, EventKind
from garrison.core.game import Game
from garrison.errors import shown
from garrison.lab.check.property import Flaw, Flaws, Moment, holds
from garrison.look.palette import PALETTE
from garrison.look.scene import Board, Piece, Scene, places_of

LONGEST_GLYPH = 2  # characters
ALL_COLOURS = ", ".join(PALETTE)
SAMPLES = range(32)  # sample numbers to describe every kind of event with


@holds("Everyone has a scene of every position.")
def made(moment: Moment) -> Flaws:
    """With something in it; the explorer notes here what goes wrong in scenes, whichever property is being tested."""
    for viewer, scene in moment.scenes.items():
        if not scene.boards and not scene.panels:
            yield Flaw("the scene has neither a board nor a panel", viewer)


@holds("Every piece stands on its board, and can be drawn.")
def pieces(moment: Moment) -> Flaws:
    """Fields that exist, a glyph of one or two characters, colours of the palette, ground that the legend explains."""
    for viewer, scene in moment.scenes.items():
        for board in scene.boards:
            yield from (Flaw(text, viewer) for text in _wrong_ground(board))
            for piece in board.pieces:
                yield from (Flaw(f"piece {shown(piece.id)} {text}", viewer) for text in _wrong_piece(piece, board))
        if json.loads(scene.to_json())["steps"] != moment.position.steps or not scene.to_text():
            yield Flaw("a scene changes when it is written as JSON and read again", viewer)


def _wrong_ground(board: Board) -> Iterator[str]:
    if len(board.terrain) != board.rows or any(len(row) != board.columns for row in board.terrain):
        yield f"the ground of a board is not {board.rows} rows of {board.columns} fields"
    gaps = {mark for row in board.terrain for mark in row} - set(board.legend)
    if gaps:
        yield f"the legend does not explain the ground {shown(min(gaps))}"
    for ground in board.legend.values():
        if ground.colour not in PALETTE:
            yield f"the ground {shown(ground.kind)} has the colour {shown(ground.colour)}, not one of {ALL_COLOURS}"


def _wrong_piece(piece: Piece, board: Board) -> Iterator[str]:
    if any(not (0 <= row < board.rows and 0 <= column < board.columns) for row, column in places_of(piece)):
        yield f"stands at row {piece.row}, column {piece.column}, outside its board"
    if not 1 <= len(piece.glyph) <= LONGEST_GLYPH:
        yield f"has the glyph {shown(piece.glyph)}; one or two characters are needed"
    if piece.colour not in PALETTE:
        yield f"has the colour {shown(piece.colour)}, not one of {ALL_COLOURS}"


@holds("Every event, piece, button and reason has words.")
def words(moment: Moment) -> Flaws:
    """In scenes, and for what has just happened."""
    position = moment.position
    for event in position.events:
        if not is_text(moment.game.describe(event)):
            yield Flaw(f"the event {event} has no words")
    if position.outcome is not None and not is_text(position.outcome.reason):
        yield Flaw("the game is over for a reason without words")
    for viewer, scene in moment.scenes.items():
        if not is_text(scene.prompt):
            yield Flaw("the scene has no prompt", viewer)
        for what, text in _texts(scene):
            if not is_text(text):
                yield Flaw(f"{what} has no words", viewer)


def _texts(scene: Scene) -> Iterable[tuple[str, str]]:
    """Everything in a scene that must have words, each with what it is."""
    for board in scene.boards:
        yield from ((f"the ground {shown(ground.kind)}", ground.label) for ground in board.legend.values())
        yield from ((f"piece {shown(piece.id)}", piece.label) for piece in board.pieces)
    yield from ((f"button {shown(button.name)}", button.label) for button in scene.buttons)
    yield from (("a panel", panel.title) for panel in scene.panels)
    yield from (("a line of the log", line) for line in scene.log)


def is_text(words: object) -> bool:
    """Whether there are words."""
    return isinstance(words, str) and bool(words.strip())


def wordless_kinds(game: Game) -> Iterator[EventKind]:
    """The kinds of events that certainly have no words, including those that never came up in random play."""
    for kind in game.event_kinds:
        tries = [_words_of(game, Event(kind, *[number] * len(kind.names))) for number in SAMPLES]
        if "" in tries and not any(tries):
            yield kind


def _words_of(game: Game, event: Event) -> str | None:
    """An event's words, "" if its kind has none; None if these numbers have none, since they may never occur."""
    try:
        text = game.describe(event)
    except Exception as error:
        return "" if isinstance(error, KeyError) and error.args[:1] == (event.kind,) else None
    return text if is_text(text) else ""


@holds("No seat is named after another one's colour.")
def colours(moment: Moment) -> Flaws:
    """Red would be confused with whoever is shown in red."""
    facts = moment.game.facts
    seats = list(zip(facts.seats, facts.seat_colours, strict=True))
    for player, (name, colour) in enumerate(seats):
        words = re.findall(r"\w+", name.lower())
        for other, shade in seats[:player] + seats[player + 1 :]:
            if shade in words and shade != colour:
                why = f"is shown in {colour}, and {shown(other)} in {shade}"
                yield Flaw(f"the seat {shown(name)} {why}: state SEAT_COLOURS in the order of SEATS")
