"""A land unit's turn as an order: `k1 26,16` goes there, `k1 26,16x26,15` then attacks, `k1 .` stays (G16)."""

from __future__ import annotations

from garrison.core.words.notation import FIELD
from garrison.games.siege.rules.pieces import owner_of
from garrison.games.siege.show.refusals import refusal
from garrison.games.siege.state import FIELD_CAPACITY, NOBODY, Phase, Plane, Press, Threat, Unit
from garrison.games.siege.words.draft import Draft, Refusal
from garrison.games.siege.words.engines import ask_to_be_next, is_inside, tire
from garrison.games.siege.words.names import Thing, kind_words, name_of
from garrison.games.siege.words.ways import Ways

STAYS = (".", "done", "stay", "stays")


def play_unit(draft: Draft, thing: Thing, words: list[str]) -> None:
    """G16: steps, the action, and then its turn is over."""
    begin_unit(draft, thing)
    while words:
        word = words.pop(0)
        if FIELD.fullmatch(word):
            walk(draft, thing, field_of(draft, word))
        elif word == "x" and words and FIELD.fullmatch(words[0]):
            attack(draft, thing, field_of(draft, words.pop(0)))
        elif word not in ("-", *STAYS):
            raise Refusal(f"after {name_of(thing)} come a field to go to, x and a field to attack, or a point to stay")
    if is_playing(draft, thing):
        draft.click(Press.DONE)


def field_of(draft: Draft, word: str) -> int:
    """The field that a word stands for."""
    row, column = map(int, word.split(","))
    if row >= draft.s.rows or column >= draft.s.columns:
        raise Refusal(f"the map has no field {word}")
    return row * int(draft.s.columns) + column


def is_playing(draft: Draft, thing: Thing) -> bool:
    """Whether a land unit is in its turn."""
    return draft.phase == Phase.LAND and int(draft.s.unit) == thing.slot and bool(draft.legal)


def begin_unit(draft: Draft, thing: Thing) -> None:
    """G16, G18: it is chosen, unless it is already; of those inside the ship whose turn it is, without ending that."""
    if is_playing(draft, thing):
        return
    field = int(draft.s.unit_field[thing.slot])
    if draft.phase == Phase.MOVED and draft.s.engine == NOBODY and is_inside(draft.s, draft.s.ship, field):
        tire(draft, (thing.slot,))
    ask_to_be_next(draft, field)
    draft.try_click(field, refusal(draft.p, draft.s, draft.player, field) or f"{name_of(thing)} is not asked now")
    if draft.phase == Phase.WHICH:
        draft.try_click(Press.PLAY_UNIT, f"the {kind_words(thing)} is exhausted for this turn")


def walk(draft: Draft, thing: Thing, goal: int) -> None:
    """G6: the shortest way to a field."""
    name = name_of(thing)
    if not is_playing(draft, thing):
        raise Refusal(f"the turn of {name} is over before {draft.place(goal)}")
    ways = Ways(draft.position, draft.player, int(draft.s.unit_field[thing.slot]))
    if goal != ways.start and goal not in ways.goals:
        others = [f"{name} {draft.place(field)}" for field in draft.near(goal, ways.goals)]
        raise Refusal(f"{name} can't come to {draft.place(goal)} in this turn", others)
    for field in ways.to(goal):
        draft.click(field)


def attack(draft: Draft, thing: Thing, target: int) -> None:
    """G11, G12: an enemy, from where the unit is or else from the nearest field to which it can still go."""
    name, s = name_of(thing), draft.s
    if not s.unit_at[target] or owner_of(int(s.unit_at[target]) - 1) == draft.player:
        raise Refusal(f"no enemy is on {draft.place(target)}", _targets(draft, thing))
    if target not in draft.legal and is_playing(draft, thing):
        stand = nearest_stand(draft, thing, target)
        if stand is None:
            raise Refusal(f"{name} can't attack {draft.place(target)} in this turn", _targets(draft, thing))
        walk(draft, thing, stand)
    draft.try_click(target, f"the turn of {name} is over before it attacks {draft.place(target)}")


def nearest_stand(draft: Draft, thing: Thing, target: int) -> int | None:
    """The field from which a unit in its turn attacks somebody after the fewest steps; None if it can't."""
    s, field = draft.s, int(draft.s.unit_field[thing.slot])
    ways, bit = Ways(draft.position, draft.player, field), threat_of(int(s.unit_kind[thing.slot]))
    plane = draft.position.reach(draft.player, target)[Plane.THREATS]
    columns = int(s.columns)
    stands = [one for one in (field, *ways.goals) if plane[divmod(one, columns)] & bit]
    return min(stands, key=lambda one: (len(ways.to(one)), one), default=None)


def threat_of(kind: int) -> int:
    """G11, G12: how a land unit attacks, as a bit of the plane of threats."""
    return int(Threat.SHOT if kind == Unit.ARCHERS else Threat.STRIKE)


def _targets(draft: Draft, thing: Thing) -> list[str]:
    """Orders to attack whom the unit reaches from where it is."""
    s = draft.s
    enemies = [action for action in draft.legal if action < FIELD_CAPACITY and s.unit_at[action]]
    return [f"{name_of(thing)} x{draft.place(field)}" for field in enemies[:3]]
