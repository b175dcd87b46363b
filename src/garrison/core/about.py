"""What everything in a game is, in a sentence or two, with the numbers of the rules in force: `about.toml` in the
game's folder, and `about(p)` in its `show` for sentences that need more than numbers.

Its keys are the names of drawings and of buttons, which are what screens know. A sentence takes a rule parameter's
value by name, one of several by its place: `Two uses, {points[3]} points.`
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache

from garrison.core.discovery import find
from garrison.core.game import Game
from garrison.errors import BadFile

FILE = "about.toml"
NUMBER = re.compile(r" \d+$")


def explanations(game: Game) -> dict[str, str]:
    """A sentence for each drawing and button that the game explains.

    >>> from garrison.core.game import load
    >>> explanations(load("minefield", rules={"enemy_points": 5}))["mine"][-9:]
    '5 points.'
    """
    parameters = _padded(game)
    try:
        sentences = {name: sentence.format(**parameters) for name, sentence in _written(game.name).items()}
    except (KeyError, IndexError, ValueError) as error:
        raise BadFile(f"{game.name}: {FILE} asks for a number that the rules do not have: {error!r}.") from error
    return {**sentences, **_composed(game)}


def _composed(game: Game) -> dict[str, str]:
    """What the game's `show` says itself, from all of the parameters."""
    about = getattr(game.package.module("show"), "about", None)
    return about(game.record[0]) if about else {}


def sentence_for(sentences: Mapping[str, str], name: str) -> str | None:
    """The sentence about something; one of several that are numbered is explained by the name without its number.

    >>> sentence_for({"card": "Choose this card."}, "card 12")
    'Choose this card.'
    """
    return sentences.get(name, sentences.get(NUMBER.sub("", name)))


@cache
def _written(name: str) -> dict[str, str]:
    file = find(name).folder / FILE
    if not file.exists():
        return {}
    try:
        return {key: str(value) for key, value in tomllib.loads(file.read_text(encoding="utf-8")).items()}
    except (OSError, ValueError) as error:
        raise BadFile(f"{file}: {error}.") from error


def _padded(game: Game) -> dict[str, object]:
    """The parameters; a list is written without the zeros at its end, so they are added again."""
    shapes = {name: game.record.dtype[name].shape for name in (game.record.dtype.names or ())}
    parameters = game.parameters
    for name, shape in shapes.items():
        if shape and isinstance(parameters[name], list):
            parameters[name] = game.record[name][0].reshape(-1).tolist()
    return parameters
