"""What the chosen trap would do in this round, for every field where it may be placed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from garrison.core.plain import plain
from garrison.games.boneyard.rules.choices import needs_facing
from garrison.games.boneyard.rules.ground import FIELD_COUNT, NEXT, has
from garrison.games.boneyard.rules.lures import is_lure, lured_from
from garrison.games.boneyard.rules.skeletons import fields_with_skeletons
from garrison.games.boneyard.rules.stash import allowed_fields, put_on_board
from garrison.games.boneyard.rules.traps import has_palisade, in_front
from garrison.games.boneyard.show.foresight import Deed, Foresight, copied
from garrison.games.boneyard.show.pieces import Skeleton, forest_spot, shown
from garrison.games.boneyard.show.words import colour_words, trap_words
from garrison.games.boneyard.state import FOREST, NOTHING, Happening, Phase, Press, Trap
from garrison.look.scene import FieldTip

HERO_IS_HERE = "Your hero stands here: the trap does nothing until it has gone."
NOBODY_COMES = "Nobody comes here in the next move."
IN_VAIN = "It blows in vain: nobody in front of it can move."
LURED = "Skeletons on the marked fields turn towards it."
DEEDS: dict[int, str] = {  # what becomes of those that come
    Trap.WALL: "turned aside",
    Trap.DRAGON: "put on neighbouring fields of your choice",
    Trap.CATAPULT: "hurled to a graveyard",
    Trap.BOMB: "killed",
    Trap.LABYRINTH: "held for a round",
    Trap.HEARSE: "taken to a graveyard",
    Trap.PALISADE: "kept out",
    Trap.SPRING: "thrown ahead",
    Trap.PORTAL: "sent back to the forest",
    Trap.FAN: "the fan is used",
}
FAR_REACHING = (Trap.TREASURE, Trap.DISTRESS, Trap.FAN, Trap.BALLISTA, Trap.SHIELD)  # not only on their own field
OTHER_FATES: dict[int, str] = {Happening.PUT_BACK: "stopped by a palisade", Happening.BROKEN: "broken by a palisade"}


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
        fields = _fields(int(plain(allowed_fields)(s, who, trap, standing)))
        if trap == Trap.PALISADE:
            yield from _palisade_tips(p, s, who, fields)
        else:
            visit_places = None if trap in FAR_REACHING else {one.place for one in _visits(p, s, who)}
            for field in fields:
                is_quiet = visit_places is not None and field not in visit_places
                yield _quiet_tip(p, s, who, Trap(trap), field) if is_quiet else _tip(p, s, who, Trap(trap), field)


def _fields(bits: int) -> list[int]:
    return [field for field in range(FIELD_COUNT) if plain(has)(bits, field)]


def _tip(p: Any, s: Any, who: int, trap: Trap, field: int) -> FieldTip:
    if trap == Trap.SHIELD:
        return FieldTip(shown(field), f"The next use of the {trap_words(int(s.traps[who, field]))} is not spent.")
    ahead = Foresight(p, s, who, field)
    deeds = [deed for deed in ahead.deeds if deed.is_done]
    words = " ".join(_sentences(trap, ahead, deeds)) or _nothing(s, who, field)
    fields = {*_reach(p, s, who, trap, field), *(spot for deed in deeds for spot in _spots(deed.came, deed.after))}
    return FieldTip(shown(field), words, tuple(sorted(fields - {shown(field)})))


def _quiet_tip(p: Any, s: Any, who: int, trap: Trap, field: int) -> FieldTip:
    """Where nobody comes even without the trap, it changes nothing."""
    fields = {*_reach(p, s, who, trap, field)} - {shown(field)}
    return FieldTip(shown(field), _nothing(s, who, field), tuple(sorted(fields)))


def _nothing(s: Any, who: int, field: int) -> str:
    return HERO_IS_HERE if s.heroes[who] == field else NOBODY_COMES


def _visits(p: Any, s: Any, who: int) -> list[Skeleton]:
    """Everybody, wherever they come in this round if nothing is placed."""
    return Foresight(p, s, who, int(Press.PASS)).visits


def _palisade_tips(p: Any, s: Any, who: int, fields: list[int]) -> Iterator[FieldTip]:
    """Palisade: it keeps those out that would come if it were not there."""
    visits = _visits(p, s, who)
    for field in fields:
        visitors = {one.number: one for one in visits if one.place == field}.values()
        words = f"Next to come here: {_listed([one.kind for one in visitors])}, {DEEDS[Trap.PALISADE]}."
        spots = sorted({*_spots(visitors, Foresight(p, s, who, field).skeletons)}) if visitors else []
        yield FieldTip(shown(field), words if visitors else NOBODY_COMES, tuple(spots))


# --- What a trap does


def _sentences(trap: Trap, ahead: Foresight, deeds: list[Deed]) -> Iterator[str]:
    """What happens at once; whom it lures or pushes; and what becomes of those that come."""
    at_once, later = (deeds[:1], deeds[1:]) if ahead.is_at_once else ([], deeds)
    if at_once:
        yield f"At once: {_fates(trap, at_once)}."
    if plain(is_lure)(trap):
        yield LURED
    if trap == Trap.FAN and later:
        yield from _pushes(later)
    if any(deed.came for deed in later):
        yield f"Next to come here: {_fates(trap, later)}."


def _pushes(deeds: list[Deed]) -> Iterator[str]:
    """Fan: whom it pushes."""
    kinds = [one.kind for deed in deeds for one in deed.moved]
    if kinds:
        yield f"Pushed ahead: {_listed(kinds)}."
    elif not any(deed.came or Happening.PUSHED in (event.kind for event in deed.events) for deed in deeds):
        yield IN_VAIN


def _fates(trap: Trap, deeds: list[Deed]) -> str:
    """What becomes of all that come: "a red skeleton, turned aside; a blue skeleton, stopped by a palisade"."""
    usual = _usual_fate(trap, deeds)
    fates: dict[str, list[int]] = {usual: [one.kind for deed in deeds for one in deed.came]}
    for event in (event for deed in deeds for event in deed.events if event.kind in OTHER_FATES):
        if event.skeleton in fates[usual]:
            fates[usual].remove(event.skeleton)
            fates.setdefault(OTHER_FATES[event.kind], []).append(event.skeleton)
    return "; ".join(f"{_listed(kinds)}, {fate}" for fate, kinds in fates.items() if kinds)


def _usual_fate(trap: Trap, deeds: list[Deed]) -> str:
    if not plain(is_lure)(trap):
        return DEEDS[trap]
    is_gone = any(event.kind == Happening.DESTROYED for deed in deeds for event in deed.events)
    return f"the {trap_words(trap)} {'is destroyed' if is_gone else 'loses a use'}"


def _listed(kinds: list[int]) -> str:
    """Skeletons by their colours: "2 red skeletons and a blue skeleton"."""
    counts = Counter(colour_words(kind) for kind in kinds)
    return " and ".join(f"{count} {name}s" if count > 1 else f"a {name}" for name, count in counts.items())


# --- Where a trap acts


def _spots(some: Iterable[Skeleton], after: Iterable[Skeleton]) -> Iterator[int]:
    """Where some skeletons are afterwards: on the board, or at their points in the forest."""
    numbers = {one.number for one in some}
    for one in after:
        if one.number in numbers and one.place <= FOREST:
            yield shown(one.place) if one.place < FIELD_COUNT else forest_spot(one.kind)


def _reach(p: Any, s: Any, who: int, trap: Trap, field: int) -> list[int]:
    """The fields on which a trap acts from its own, whether anybody stands there or not."""
    places: list[int] = []
    if trap == Trap.DRAGON:
        places = [int(place) for place in NEXT[field]]
    elif trap == Trap.FAN:
        places = _blown(s, who, field, int(s.chosen_facings[who]))
    elif plain(is_lure)(trap):
        places = _lured(p, s, who, trap, field)
    return [shown(place) for place in places if place < FIELD_COUNT]


def _blown(s: Any, who: int, field: int, way: int) -> list[int]:
    """Fan: the field in front of it, and the one onto which it pushes those there, unless a palisade is on it."""
    front = int(plain(in_front)(field, way))
    if front == NOTHING:
        return []
    return [front] + [int(place) for place in (NEXT[front, way],) if not plain(has_palisade)(s, who, place)]


def _lured(p: Any, s: Any, who: int, trap: Trap, field: int) -> list[int]:
    """Treasure: the fields on which skeletons turn towards this lure rather than towards another one."""
    alone, among_others = copied(s), copied(s)
    alone.where[who, Trap.TREASURE] = alone.where[who, Trap.DISTRESS] = 0
    for state in (alone, among_others):
        plain(put_on_board)(p, state, who, trap, field, NOTHING)
    ways = [(place, plain(lured_from)(p, alone, who, place)) for place in range(FIELD_COUNT)]
    return [place for place, way in ways if way != NOTHING and plain(lured_from)(p, among_others, who, place) == way]
