"""Skirmish in words: `E0 27-28-37` sends E0 along a path, `E0>55` to a field, `E0.` lets it stay.

A field is its row and column, `27`; on boards of more than ten fields `2,17`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np

from garrison.core.engine import memory
from garrison.core.engine.events import Event, EventKind
from garrison.core.engine.record import Array
from garrison.core.plain import plain
from garrison.core.words.moves import NamedMove, Steps
from garrison.core.words.reader import legal_move, unknown
from garrison.core.words.results import MoveResult
from garrison.core.words.text import board_lines
from garrison.core.words.viewpoint import Viewpoint
from garrison.games.skirmish import CHARACTERS, SEATS
from garrison.games.skirmish.rules.sides import final_distance, steps_between
from garrison.games.skirmish.show import fire_words, ring_words, way_words
from garrison.games.skirmish.state import LARGEST, NOBODY, SIDES, Happening, Plane, State, unpacked

MOVE = re.compile(r"([A-Z][0-9A-Z])\s*(.*)", re.IGNORECASE)
WAIT = re.compile(r"(?:\.|stay)\s+until\s+(?:hit|an enemy (?:is )?within (\d))", re.IGNORECASE)
MOST_LINES, MOST_PATHS = 30, 8
Part = tuple[bool, str, int | None]  # of what a move does: whether it is a blow; whom it hits and how hard, or words
REST: dict[EventKind, Callable[[Event], str]] = {  # what is said of a move with blows, beside what they cost
    Happening.DIED: lambda event: f"{unpacked(event.who)} dies",
    Happening.FOUGHT: lambda event: f"fights {unpacked(event.defender)}",
    Happening.BURNT: lambda event: f"{unpacked(event.who)} burns",
    Happening.HEALED: lambda event: f"{unpacked(event.who)} +{event.amount}",
}
RISK = "!"  # after a field on which an enemy could hit the character next


def rules(view: Viewpoint) -> list[str]:
    """How a move goes, and what each kind that lives does."""
    p, s = view.parameters, view.state
    kinds = sorted({int(s.kinds[who]) for who in _living(s)})
    limit = f" After {p.max_moves} moves it is a draw." if p.max_moves else ""
    each = (
        f"{CHARACTERS[kind - 1]} (of {p.health[kind - 1]} health): attack {p.attack[kind - 1]}; {way_words(p, kind)}"
        for kind in kinds
    )
    return [
        "Rules: a move is all steps of one character, in eight directions. Staying or a step onto a friend ends it "
        "without an attack. An attack hits every enemy around. A step onto an enemy is a fight to the death: it loses "
        "your attack, then the healthier one survives and loses the other's health. The last side wins." + limit,
        *(f"- {text}." for text in each),
    ]


def lines(view: Viewpoint) -> list[str]:
    """The board, both sides, the fire."""
    s, own = view.state, view.player
    moves = f" of {view.parameters.max_moves}" if view.parameters.max_moves else ""
    sides = [f"{'Yours' if side == own else 'Theirs'} ({SEATS[side]}): {_side(view, side)}." for side in (own, 1 - own)]
    on_its_way = f"On its way: {view.scene.prompt}" if s.chosen != NOBODY else ""
    fire = f"{ring_words(view.parameters, s)}{fire_words(view.parameters, s)}".strip()
    ending = view.scene.prompt if s.over else ""
    first = f"Move {int(s.moves) + 1}{moves}. {fire}".strip()
    return [first, *board_lines(view.scene.boards[0], view.line_width), *sides, on_its_way, ending]


def _side(view: Viewpoint, side: int) -> str:
    s = view.state
    each = (f"{name_of(s, who)} {int(s.health[who])} at {_place(s, s.fields[who])}" for who in _living(s, side))
    return "; ".join(each) or "nobody"


def forecasts(view: Viewpoint) -> list[str]:
    """Who could hit whom, were the other side to move now."""
    own = _threats(view, view.state, view.player)
    other = _threats(view, view.state, 1 - view.player)
    return [
        f"In reach of them as things stand: {'; '.join(own) or 'nobody'}.",
        f"In your reach: {'; '.join(other) or 'nobody'}.",
    ]


def _threats(view: Viewpoint, s: State, side: int) -> list[str]:
    """Each character of a side that enemies can hit, with these."""
    planes = {who: _targets(view, view.position.state, who) for who in _living(s, 1 - side)}
    lines = []
    for who in _living(s, side):
        by = [name_of(s, other) for other, plane in planes.items() if plane[divmod(int(s.fields[who]), int(s.width))]]
        lines += [f"{name_of(s, who)} (by {' '.join(by)})"] if by else []
    return lines


def answers(view: Viewpoint) -> list[str]:
    """Moves with blows, by who makes them and what they do; then where else each can go."""
    s, blows, quiet = view.state, dict[tuple[int, str], list[str]](), dict[int, list[str]]()
    danger, clicks = _Danger(view) if view.has_forecasts else None, 1 + (s.chosen == NOBODY)
    movers = {field: _mover(s, [field]) for field in {result.actions[0] for result in view.results}}
    for result, move in sorted(_pairs(view), key=lambda pair: pair[1].actions):
        who = movers[result.actions[0]]
        if not move.is_eventful and len(result.actions) <= clicks:
            continue
        mark = RISK if danger and danger.awaits(who, result) else ""
        if move.is_eventful:
            blows.setdefault((who, move.words), []).append(f"{_path(s, move.notation)}{mark}")
        else:
            quiet.setdefault(who, []).append(f"{_place(s, result.actions[-1])}{mark}")
    risk = f" ({RISK}: an enemy could hit it there)" if view.has_forecasts else ""
    rows = [f"- {name_of(s, who)}: {words} {_some(paths)}" for (who, words), paths in blows.items()]
    rest = [f"- and {len(rows) - MOST_LINES} more kinds of blows"] if len(rows) > MOST_LINES else []
    goals = [f"- {name_of(s, who)}> {' '.join(dict.fromkeys(fields))}" for who, fields in quiet.items()]
    return [
        f"Your {len(view.moves)} moves, each result once{risk}. With blows:",
        *(rows[:MOST_LINES] or ["- none"]),
        *rest,
        "Without (of several ways to a field, the one with most blows is taken):" if goals else "",
        *goals,
        _how_to_answer(view),
    ]


def _how_to_answer(view: Viewpoint) -> str:
    """The notation, by examples that are legal."""
    first = view.moves[0]
    name, end = name_of(view.state, _mover(view.state, first.actions)), _place(view.state, first.actions[-1])
    return (
        f"Answer with a path, such as {first.notation}; {name}>{end} for any way there; {name}. to stay; "
        f"{name} stay until hit; {name} stay until an enemy within 3."
    )


def _some(paths: Sequence[str]) -> str:
    first = " ".join(paths[:MOST_PATHS])
    return f"{first} and {len(paths) - MOST_PATHS} ways more" if len(paths) > MOST_PATHS else first


def _pairs(view: Viewpoint) -> Iterator[tuple[MoveResult, NamedMove]]:
    by_actions = {result.actions: result for result in view.results}
    return ((by_actions[move.actions], move) for move in view.moves)


def moves(view: Viewpoint) -> list[NamedMove]:
    """Every result once: those with blows first, then by the fields that are clicked."""
    s, results, harm = view.state, view.results, _Harm(view.results)
    names = {first: name_of(s, _mover(s, [first])) for first in {result.actions[0] for result in results}}
    origin, width = int(s.fields[s.chosen]) if s.chosen != NOBODY else NOBODY, int(s.width)
    every = [_named(result, harm.words(result), names[result.actions[0]], origin, width) for result in results]
    return sorted(every, key=lambda move: (not move.is_eventful, move.actions))


def _named(result: MoveResult, harm: str, name: str, origin: int, width: int) -> NamedMove:
    """A result as a move of somebody who is on the way already, from `origin`, or else is chosen first."""
    text = _written(result.actions, name, origin, width)
    words = harm or f"{name} ends at {_place_on(width, result.actions[-1])}."
    return NamedMove(text, words, result.actions, is_eventful=bool(harm), is_complete=result.is_complete)


class _Harm:
    """What moves do to whom, in a few words; what is the same in several is said once."""

    def __init__(self, results: Sequence[MoveResult]) -> None:
        events = {id(event): event for result in results for event in result.events}  # results share them
        self._parts = {place: _part(event) for place, event in events.items()}
        self._words: dict[tuple[Part, ...], str] = {}

    def words(self, result: MoveResult) -> str:
        """Of a move with blows: `T0 -60, G1 dies.`"""
        key = (*filter(None, map(self._parts.__getitem__, map(id, result.events))),)
        if key not in self._words:
            self._words[key] = _harm(key)
        return self._words[key]


def _part(event: Event) -> Part | None:
    """What is said of an event; None: nothing."""
    if event.kind == Happening.HIT:
        return True, unpacked(event.who), event.damage
    words = REST.get(event.kind)
    return (event.kind == Happening.FOUGHT, words(event), None) if words else None


def _harm(parts: Sequence[Part]) -> str:
    """What happens, if there is a blow in it: losses first, each character's together."""
    losses: dict[str, int] = {}
    for _, name, damage in parts:
        if damage is not None:
            losses[name] = losses.get(name, 0) + damage
    blows = [f"{name} -{damage}" for name, damage in losses.items()]
    rest = [words for _, words, damage in parts if damage is None]
    return ", ".join([*blows, *rest]) + "." if any(is_blow for is_blow, _, _ in parts) else ""


# --- Notation


def notation(view: Viewpoint, actions: Sequence[int]) -> str:
    """A character and its path; a point where it stays before its last step."""
    s = view.state
    origin = int(s.fields[s.chosen]) if s.chosen != NOBODY else NOBODY
    return _written(actions, name_of(s, _mover(s, actions)), origin, int(s.width))


def _written(actions: Sequence[int], name: str, origin: int, width: int) -> str:
    """The same; whoever is on the way already, from `origin`, is not named."""
    is_first = origin == NOBODY
    field, steps = (actions[0], actions[1:]) if is_first else (origin, actions)
    stays = bool(steps) and steps[-1] == (steps[-2] if len(steps) > 1 else field)
    path = "-".join([_place_on(width, step) for step in (steps[:-1] if stays else steps)])
    return f"{name if is_first else ''}{' ' if is_first and path else ''}{path}{'.' if stays else ''}"


def read(view: Viewpoint, text: str) -> NamedMove | None:
    """The move that a text means; None where it does not begin with a character that can move."""
    s, rest = view.state, text
    match, start = MOVE.fullmatch(text), [] if s.chosen != NOBODY else [-1]
    if match and match[1].upper() in (names := {name_of(s, who): who for who in _living(s, view.player)}):
        who, rest = names[match[1].upper()], match[2].strip()
        if s.chosen != NOBODY and who != s.chosen:
            raise unknown(view, text, f"{name_of(s, s.chosen)} is on its way, and has to finish its move")
        start = [int(s.fields[who])] if s.chosen == NOBODY else []
    elif s.chosen == NOBODY or not re.fullmatch(r"[\d,.>\s-]+", text):
        return None
    if wait := WAIT.fullmatch(rest):
        return _waiting(view, text, int(wait[1] or 0))
    if rest.startswith(">"):
        return _aimed(view, text, start, rest[1:].strip())
    return legal_move(view, text, _path_actions(view, text, start, rest))


def _path_actions(view: Viewpoint, text: str, start: list[int], rest: str) -> list[int]:
    """The clicks of a path, perhaps with staying at its end."""
    s, stays = view.state, rest.lower() in (".", "stay") or rest.endswith(".")
    path = "" if rest.lower() == "stay" else rest.rstrip(".")
    actions = [*start, *(_field(view, text, word) for word in re.split(r"[-\s]+", path) if word)]
    own = int(s.fields[s.chosen]) if s.chosen != NOBODY else actions[0]
    return [*actions, actions[-1] if actions else own] if stays else actions


def _field(view: Viewpoint, text: str, word: str) -> int:
    width = int(view.state.width)
    match = re.fullmatch(r"(\d+),(\d+)", word) or (re.fullmatch(r"(\d)(\d)", word) if width <= 10 else None)
    if not match or int(match[1]) >= width or int(match[2]) >= width:
        raise unknown(view, text, f"{word!r} is not a field of the board")
    return int(match[1]) * width + int(match[2])


def _aimed(view: Viewpoint, text: str, start: list[int], word: str) -> NamedMove:
    """The move that ends on a field: with the most harm done, then the least risk, then the shortest."""
    goal = _field(view, text, word)
    count = len(start)
    pairs = [pair for pair in _pairs(view) if [*pair[1].actions[:count]] == start and pair[1].actions[-1] == goal]
    if not pairs:
        raise unknown(view, text, f"no move of it ends at {word}")
    who, danger = _mover(view.state, pairs[0][0].actions), _Danger(view)
    return min(pairs, key=lambda pair: (-_damage(pair[0]), danger.awaits(who, pair[0]), len(pair[1].actions)))[1]


def _damage(result: MoveResult) -> int:
    return sum(event.damage for event in result.events if event.kind == Happening.HIT)


def _waiting(view: Viewpoint, text: str, near: int) -> NamedMove:
    """Staying, move after move, until a blow falls or an enemy is near."""
    match = MOVE.fullmatch(text)
    if view.state.chosen != NOBODY or not match:
        raise unknown(view, text, "waiting is for a character that has not begun its move")
    name = match[1].upper()
    condition = f"an enemy within {near}" if near else "hit"
    field = next(int(view.state.fields[who]) for who in _living(view.state) if name_of(view.state, who) == name)
    words = f"{name} stays, move after move, until {'it or a friend is ' if not near else ''}{condition}."
    course = partial(_stay_on, name=name, near=near)
    return NamedMove(f"{name} stay until {condition}", words, (field, field), condition, course)


def _stay_on(view: Viewpoint, name: str, near: int) -> Steps:
    before = _health(view)
    while not view.position.over:
        who = next((one for one in _living(view.state, view.player) if name_of(view.state, one) == name), NOBODY)
        if _health(view) < before:
            return "a blow has fallen"
        if near and (enemy := _enemy_within(view.state, who, near)):
            return f"{enemy} is within {near}"
        before = _health(view)
        for _ in range(2):  # chosen, and sent to where it stands
            yield int(view.state.fields[who])
    return "the game is over"


def _health(view: Viewpoint) -> int:
    return sum(int(view.state.health[who]) for who in _living(view.state, view.player))


def _enemy_within(s: State, who: int, near: int) -> str:
    """An enemy at most so many steps away; "" for none."""
    own = divmod(int(s.fields[who]), int(s.width))
    for other in _living(s, 1 - int(SIDES[s.kinds[who]])):
        if plain(steps_between)(*own, *divmod(int(s.fields[other]), int(s.width))) <= near:
            return name_of(s, other)
    return ""


# --- Terms


def name_of(s: State, who: int) -> str:
    """The short name of a character."""
    return unpacked(int(s.ids[who]))


def _living(s: State, side: int = NOBODY) -> list[int]:
    return [who for who in range(int(s.count)) if s.health[who] > 0 and side in (NOBODY, int(SIDES[s.kinds[who]]))]


def _place(s: State, field: int) -> str:
    return _place_on(int(s.width), int(field))


@lru_cache(maxsize=LARGEST**2 * 4)
def _place_on(width: int, field: int) -> str:
    row, column = divmod(field, width)
    return f"{row}{column}" if width <= 10 else f"{row},{column}"


def _mover(s: State, actions: Sequence[int]) -> int:
    return int(s.chosen) if s.chosen != NOBODY else int(s.standing[actions[0]]) - 1


def _path(s: State, text: str) -> str:
    """The path of a notation, without who goes it."""
    return text.partition(" ")[2] if s.chosen == NOBODY else text


@dataclass(frozen=True)
class _Enemy:
    """One that could hit back, where it stands before a move of the other side, which does not shift it."""

    who: int
    row: int
    column: int
    far: int  # its steps and its shot: farther away, none is hit


class _Danger:
    """Whether enemies could hit a character where a move has led it; moves that end alike are asked about once."""

    def __init__(self, view: Viewpoint) -> None:
        self.view, self.enemies, self._is_known = view, _enemies(view), dict[tuple[int, bytes], bool]()

    def awaits(self, who: int, result: MoveResult) -> bool:
        """Whether one could, who stands where it stood before the move."""
        key = who, result.state["fields"].tobytes()
        if key not in self._is_known:
            self._is_known[key] = self._is_near(who, result.state)
        return self._is_known[key]

    def _is_near(self, who: int, after: Array) -> bool:
        fields = after["fields"][0].tolist()
        if fields[who] == NOBODY:
            return False
        row, column = divmod(fields[who], int(self.view.state.width))
        near = (enemy for enemy in self.enemies if max(abs(enemy.row - row), abs(enemy.column - column)) <= enemy.far)
        return any(_targets(self.view, after, enemy.who)[row, column] for enemy in near if fields[enemy.who] != NOBODY)


def _enemies(view: Viewpoint) -> list[_Enemy]:
    """Those who could hit whom the player sends somewhere."""
    p, s = view.parameters, view.state
    enemies = []
    for who in _living(s, 1 - view.player):
        kind = int(s.kinds[who])
        far = int(p.steps[kind - 1]) + max(int(plain(final_distance)(p, kind)), 1)
        enemies.append(_Enemy(who, *divmod(int(s.fields[who]), int(s.width)), far))
    return enemies


def _targets(view: Viewpoint, state: Array, who: int) -> Array:
    """Where those stand whom a character could hit, were it chosen now."""
    s, game = state[0], view.game
    planes = np.zeros((1, len(game.facts.reach), *game.facts.board), dtype=np.uint8)
    where = (memory.reference(state), int(SIDES[s.kinds[who]]), int(s.fields[who]), memory.reference(planes))
    game.table.direct["reach"](game.reference, *where)
    targets: Array = planes[0, Plane.TARGETS]
    return targets
