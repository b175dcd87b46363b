"""Kernels of the search for a game, made when they are first asked for."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, NamedTuple

from garrison.bots.gpu import kernels
from garrison.bots.search import mind, ranks, simulation
from garrison.bots.search.ranks import SPAN
from garrison.core.engine import cuda, store
from garrison.core.engine.default_skill import DEFAULT_SKILL
from garrison.core.engine.record import DICE
from garrison.core.levels import TOLD
from garrison.errors import BadOption

if TYPE_CHECKING:
    from garrison.bots.network import Network
    from garrison.core.game import Game

NEEDED = ("policy", "value")
FILES = tuple(map(Path, (kernels.__file__, simulation.__file__, mind.__file__, ranks.__file__)))
_KERNELS: dict[tuple[object, ...], SimpleNamespace] = {}


class Form(NamedTuple):
    """What kernels must know about a network, whatever it has learned."""

    width: int
    depth: int
    tells: int
    cues: int
    sees: bool

    @staticmethod
    def of(network: Network) -> Form:
        """The form of a network."""
        width, depth = network.middle.shape[0] - 1, network.middle.shape[1]
        tells = TOLD.index(network.card.learned)
        return Form(width, depth, tells, len(network.cues), len(network.vectors) > 1)


def common_kernels() -> SimpleNamespace:
    """The kernels that know no game."""
    if () not in _KERNELS:
        scope = cuda.with_helpers({**vars(cuda), **vars(kernels)}, kernels.COMMON_HELPERS)
        origin = store.Origin("search.cuda", facts=cuda.facts_of(FILES))
        _KERNELS[()] = cuda.compiled(origin, scope, kernels.COMMON)
    return _KERNELS[()]


def kernels_of(game: Game, form: Form | None = None) -> SimpleNamespace:
    """The kernels of a game, for a search that asks a network of this form, or none."""
    key = (game.package.import_name, game.package.folder, game.planes_shape, len(game.numbers), form)
    if key not in _KERNELS:
        check_skill(game)
        _KERNELS[key] = _build(game, form)
    return _KERNELS[key]


def check_skill(game: Game) -> None:
    """Say in one sentence if a game lacks what the search on a GPU plays by."""
    skills = game.package.blueprint().skills()
    missing = [name for name in NEEDED if skills[name] is DEFAULT_SKILL[name]]
    if missing:
        raise BadOption(f"The search on a GPU plays by a game's own policy and value; {game.name} lacks {missing[0]}.")


def _build(game: Game, form: Form | None) -> SimpleNamespace:
    blueprint = game.package.blueprint()
    names = {**vars(simulation), **vars(mind), **vars(kernels), **_facts(game), **_network_facts(game, form)}
    sees = form is not None and form.sees
    seeing = kernels.SEEING if sees else (kernels.see_nothing,)
    thinking = (*seeing, *kernels.THINKING) if form else (kernels.alone,)
    scope = cuda.scope_of(blueprint, game.planes_shape, names, (*thinking, *kernels.HELPERS))
    scope |= {"see": scope.get(seeing[-1].__name__), "mixed": scope[thinking[-1].__name__]}
    part = ".search" + "".join(f".{int(each)}" for each in form or ())
    return cuda.compiled(cuda.origin_of(blueprint, part, FILES), scope, kernels.KERNELS)


def _facts(game: Game) -> dict[str, object]:
    """A game's sizes and skill, by the names that the templates have for them."""
    blueprint = game.package.blueprint()
    shapes = blueprint.shapes()
    sizes = {"STATE": shapes["STATE"], "STATE_WORDS": shapes["STATE"].itemsize // cuda.WORD, "DICE": DICE}
    return {
        **sizes,
        "PLAYERS": shapes["PLAYERS"][0],
        **{name.upper(): rule for name, rule in blueprint.skills().items()},
    }


def _network_facts(game: Game, form: Form | None) -> dict[str, int]:
    """What the templates must know about a network and what it sees of a game; without one, there is hardly memory."""
    planes, rows, columns = game.planes_shape
    size, numbers = planes * rows * columns, len(game.numbers)
    eye = [game.facts.numbers.index(name) for name in game.facts.eye]
    width, depth, tells, cues, sees = form or Form(1, 1, 0, 0, False)
    return {
        "WIDTH": width,
        "DEPTH": depth,
        "TELLS": tells,
        "CUES_COUNT": cues,
        "CUES_SPACE": max(cues, 1),
        "SEEN_WORDS": cuda.whole_words(size) // cuda.WORD if sees else 1,
        "NUMBERS": numbers,
        "NUMBERS_SPACE": max(numbers, 1) if sees else 1,
        "ROWS": rows,
        "COLUMNS": columns,
        "EYE_ROW": eye[0] if eye else mind.NONE,
        "EYE_COLUMN": eye[1] if eye else mind.NONE,
        "PLANE_PLACES": planes * SPAN * SPAN if eye else size,
    }
