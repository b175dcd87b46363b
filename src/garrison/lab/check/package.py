"""What a game's package must state before a single game can be played."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from garrison.core.discovery import GamePackage
from garrison.core.engine.blueprint import DEFAULTS
from garrison.core.engine.entries import OPTIONAL, SKILLS, TEMPLATES
from garrison.core.engine.events import EventKind
from garrison.core.engine.record import parameter_type
from garrison.core.facts import Facts
from garrison.core.feedback import feedback_flaws
from garrison.core.game import Game
from garrison.core.parameters import parameters_of
from garrison.lab.check.properties.scenes import is_text, wordless_kinds
from garrison.lab.check.trouble import words_of

SENTENCE = "The package has everything that a game needs."


def missing(game: Game) -> Iterator[str]:
    """What is missing or wrong in a package, in words."""
    yield from _wrong_facts(game.facts)
    yield from _wrong_players(game)
    yield from _wrong_state(game.package)
    yield from _unreadable(game.package)
    yield from _missing_functions(game.package)
    yield from feedback_flaws(game.feedback.by_kind)
    for part in ("rules", "skill"):
        yield from half_returning(game.package.folder, part)
    if not (game.package.folder / "README.md").is_file():
        yield "there is no rulebook: README.md is missing"


def wordless(game: Game) -> Iterator[str]:
    """What people will see but has no words, as far as that is known before a game is played."""
    facts = game.facts
    yield from (f"reason {number} has no words" for number, text in enumerate(facts.reasons) if number and not text)
    yield from (f"button {button.name!r} has no label" for button in facts.buttons if not is_text(button.label))
    yield from (f"the event {kind.name} has no words" for kind in wordless_kinds(game))


def _wrong_facts(facts: Facts) -> Iterator[str]:
    if facts.reasons[:2] != ("", "limit"):
        yield f'REASONS begins with "" and "limit", not with {facts.reasons[:2]}'
    yield from (f"LIMITS has {name!r}, which is none of the REASONS" for name in set(facts.limits) - {*facts.reasons})
    if len(facts.seats) < facts.players[1]:
        yield f"SEATS has {len(facts.seats)} names for {facts.players[1]} players"
    if not 0 <= facts.fields <= facts.board[0] * facts.board[1]:
        yield f"FIELDS is {facts.fields}, but the largest board has {facts.board[0] * facts.board[1]}"
    twice = [name for name, times in Counter(button.name for button in facts.buttons).items() if times > 1]
    if twice:
        yield f"two BUTTONS are called {twice[0]!r}"
    for name, action in (("TICK_ACTION", facts.tick_action), ("TIMEOUT_ACTION", facts.timeout_action)):
        if not -1 <= action < facts.actions:
            yield f"{name} is {action}, but the actions are 0 to {facts.actions - 1}"
    if facts.tick_ms and facts.tick_action < 0:
        yield "there is a TICK_MS but no TICK_ACTION to play at a tick"


def _wrong_players(game: Game) -> Iterator[str]:
    """Where the number of players varies, the parameter `players` says how many there are."""
    fewest, most = game.facts.players
    number = next((one for one in parameters_of(game.state_module) if one.name == "players"), None)
    if number is None and fewest < most:
        yield f"PLAYERS is {fewest} to {most}, but Rules has no players that says how many there are"
    if number is not None and not fewest <= number.low <= number.high <= most:
        yield f"the parameter players goes from {number.low} to {number.high}, but PLAYERS is {fewest} to {most}"


def _wrong_state(package: GamePackage) -> Iterator[str]:
    state = package.module("state")
    if "max_steps" not in (parameter_type(state).names or ()):
        yield "Rules has no max_steps, after which any game ends"
    if not issubclass(getattr(state, "Happening", int), EventKind):
        yield "state.py has no class Happening(EventKind) with the kinds of events"


def _unreadable(package: GamePackage) -> Iterator[str]:
    """Parts with a mistake that no import survives."""
    for part in ("rules", "show", "feedback", "skill", "bots"):
        try:
            if package.has(part):
                package.module(part)
        except SyntaxError as error:
            yield f"{part} can't be read: {Path(error.filename or part).name}, line {error.lineno}: {error.msg}"
        except Exception as error:
            yield f"{part} can't be imported: {words_of(error)}"


FACTS = {"reach": "REACH", "muster": "ENTITIES"}  # where optional entries say what they write


def _missing_functions(package: GamePackage) -> Iterator[str]:
    entries = [name for name in TEMPLATES if name not in DEFAULTS and name not in SKILLS]
    own = [name for name in entries if name not in OPTIONAL or getattr(package.facts, name)]
    for part, names in (("rules", own), ("show", ["scene", "describe"])):
        if not package.has(part):
            yield f"there is no {part}.py"
            continue
        for name in names:
            if not callable(getattr(package.module(part), name, None)):
                yield f"{part}.py has no function {name}"
    for name in OPTIONAL:
        if not getattr(package.facts, name) and package.has("rules") and hasattr(package.module("rules"), name):
            yield f"rules.py has a function {name}, but no fact {FACTS[name]} names what it writes"
    if package.has("skill") and not any(callable(getattr(package.module("skill"), name, None)) for name in SKILLS):
        yield f"skill.py has none of {', '.join(SKILLS)}"


def half_returning(folder: Path, part: str) -> Iterator[str]:
    """Rules that return something on one path and nothing on another: they compile, and fail when they run."""
    for file in sorted((folder / f"{part}.py", *(folder / part).rglob("*.py"))):
        if file.is_file():
            for rule in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(rule, ast.FunctionDef) and _is_half(rule):
                    place = f"{rule.name} ({file.name}, line {rule.lineno})"
                    yield f"{place} returns something on one path, nothing on another"


def _is_half(function: ast.FunctionDef) -> bool:
    """Whether a function has a value to return, and a way to end without one."""
    returns = [node for node in ast.walk(function) if isinstance(node, ast.Return)]
    with_value = [one for one in returns if one.value is not None]
    return bool(with_value) and (len(with_value) < len(returns) or not _always_returns(function.body))


def _always_returns(body: list[ast.stmt]) -> bool:
    """Whether no way leads past the end of these statements."""
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and _always_returns(last.body) and _always_returns(last.orelse)
    is_endless = isinstance(last, ast.While) and isinstance(last.test, ast.Constant) and bool(last.test.value)
    return is_endless or isinstance(last, ast.Return | ast.Raise)
