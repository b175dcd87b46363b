"""What the chosen trap would do in this round, for every field where it may be placed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from garrison.core.plain import plain
from garrison.games.boneyard.rules.boards import acts_at_once
from garrison.games.boneyard.rules.choices import needs_facing
from garrison.games.boneyard.rules.ground import FIELD_COUNT, NEXT, REFLECTED, has, next_place
from garrison.games.boneyard.rules.lures import is_lure
from garrison.games.boneyard.rules.skeletons import fields_with_skeletons
from garrison.games.boneyard.rules.stash import allowed_fields
from garrison.games.boneyard.rules.traps import in_front, thrown_from
from garrison.games.boneyard.show.pieces import Skeleton, forest_spot, shown, skeletons_of, will_stay
from garrison.games.boneyard.show.words import colour_words, trap_words
from garrison.games.boneyard.state import FOREST, NOTHING, Phase, Trap
from garrison.look.scene import FieldTip

HERO_IS_HERE = "Your hero stands here: the trap does nothing until it has gone."
DEEDS: dict[int, str] = {  # what becomes of those that come
    Trap.WALL: "turned aside",
    Trap.DRAGON: "put on neighbouring fields of your choice",
    Trap.CATAPULT: "hurled to a graveyard",
    Trap.TREASURE: "the treasure is destroyed",
    Trap.BOMB: "killed",
    Trap.LABYRINTH: "held for a round",
    Trap.HEARSE: "taken to a graveyard",
    Trap.PALISADE: "kept out",
    Trap.SPRING: "thrown ahead",
    Trap.PORTAL: "sent back to the forest",
    Trap.FAN: "the fan is used",
    Trap.DISTRESS: "the skeleton in distress is destroyed",
}


def tips(p: Any, s: Any, who: int) -> Iterator[FieldTip]:
    """B7: for a trap that only lacks its field; for traps on the board, that choosing one picks it up."""
    if s.phase != Phase.TRAPS or s.asks[who] or not (int(s.waiting) >> who) & 1:
        return
    trap = int(s.chosen_traps[who])
    if not trap:
        for field in _fields(int(s.trapped[who])):
            yield FieldTip(
                shown(field), f"Choosing it puts the {trap_words(int(s.traps[who, field]))} back into your stash."
            )
    elif not plain(needs_facing)(trap) or s.chosen_facings[who] != NOTHING:
        standing = plain(fields_with_skeletons)(s, who)
        for field in _fields(int(plain(allowed_fields)(s, who, trap, standing))):
            yield _tip(p, s, who, Trap(trap), field)


def _fields(bits: int) -> list[int]:
    return [field for field in range(FIELD_COUNT) if plain(has)(bits, field)]


def _tip(p: Any, s: Any, who: int, trap: Trap, field: int) -> FieldTip:
    if trap == Trap.SHIELD:
        return FieldTip(shown(field), f"The next use of the {trap_words(int(s.traps[who, field]))} is not spent.")
    here = [one for one in skeletons_of(s, who) if one.place == field] if plain(acts_at_once)(trap) else []
    coming = [] if here else [one for one in skeletons_of(s, who) if _comes(s, who, one, field)]
    if s.heroes[who] == field and not here and not _acts_despite_hero(trap):
        return FieldTip(shown(field), HERO_IS_HERE)
    return FieldTip(shown(field), _words(trap, here, coming), tuple(_acts_on(p, s, who, trap, field, coming)))


def _acts_despite_hero(trap: Trap) -> bool:
    """B12: the others do nothing while the hero is on them."""
    return bool(plain(is_lure)(trap)) or trap == Trap.PALISADE


def _comes(s: Any, who: int, one: Skeleton, field: int) -> bool:
    """B8: whether a skeleton steps onto a field in the next move."""
    return one.place <= FOREST and not will_stay(s, who, one) and _target(one) == field


def _target(one: Skeleton) -> int:
    return int(plain(next_place)(one.kind, one.place, one.heading))


def _words(trap: Trap, here: list[Skeleton], coming: list[Skeleton]) -> str:
    if here:
        return f"At once: {_listed(here)}, {DEEDS[trap]}."
    lured = "Skeletons on the marked fields turn towards it. " if plain(is_lure)(trap) else ""
    if not coming:
        return lured.strip() or "Nobody comes here in the next move."
    return f"{lured}Next to come here: {_listed(coming)}, {DEEDS[trap]}."


def _listed(some: list[Skeleton]) -> str:
    """Skeletons by their colours: "2 red skeletons and a blue skeleton"."""
    counted = Counter(colour_words(one.kind) for one in some)
    return " and ".join(f"{count} {name}s" if count > 1 else f"a {name}" for name, count in counted.items())


# --- Where a trap acts


def _acts_on(p: Any, s: Any, who: int, trap: Trap, field: int, coming: list[Skeleton]) -> Iterator[int]:
    """B12: the fields where those that come would be afterwards, or on which the trap acts from its own."""
    if trap == Trap.DRAGON or plain(is_lure)(trap):
        steps = int(p.distress_reach) if trap == Trap.DISTRESS else 1
        yield from _on_board([place for way in range(4) for place in _ahead(field, way, steps)])
    elif trap == Trap.FAN:
        yield from _on_board(_blown(field, int(s.chosen_facings[who])))
    elif trap == Trap.WALL:
        yield from _on_board([int(NEXT[field, REFLECTED[int(s.chosen_facings[who]), one.heading]]) for one in coming])
    elif trap == Trap.SPRING:
        yield from _on_board([int(plain(thrown_from)(p, field, one.heading)) for one in coming])
    elif trap == Trap.PORTAL:
        yield from sorted({forest_spot(one.kind) for one in coming})
    elif trap == Trap.PALISADE:
        yield from _on_board([one.place for one in coming])


def _blown(field: int, way: int) -> list[int]:
    """The field in front of a fan, and where it pushes those that stand there."""
    front = int(plain(in_front)(field, way))
    return [] if front == NOTHING else [front, int(NEXT[front, way])]


def _ahead(field: int, way: int, steps: int) -> list[int]:
    """The places that many steps from a field, as far as the board goes."""
    found = [field]
    while len(found) <= steps and found[-1] < FIELD_COUNT:
        found.append(int(NEXT[found[-1], way]))
    return found[1:]


def _on_board(places: list[int]) -> list[int]:
    return sorted({shown(place) for place in places if place < FIELD_COUNT})
