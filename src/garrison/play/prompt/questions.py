"""What may be typed in a match besides moves and what is asked about the position: hints, undo, saving, leaving."""

from __future__ import annotations

from pathlib import Path

from garrison.core.files import write_whole
from garrison.core.words.questions import HELP
from garrison.errors import GarrisonError, UnknownMove
from garrison.play.prompt.dialogue import Dialogue

MORE_HELP = """Several moves in a line have ; between them; MOVE x3 and MOVE until news repeat one.
hint. undo. resign. save FILE. quit."""


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


def leave(talk: Dialogue, words: str) -> str:
    """Say no more."""
    talk.is_left = True
    return "Goodbye."


def help_text(talk: Dialogue, words: str) -> str:
    """What may be typed."""
    return f"{HELP}\n{MORE_HELP}"
