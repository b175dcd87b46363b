"""What a neural network sees of Boneyard as a list: a row of numbers for everything that is on a board."""

from garrison.core.engine.record import Array, int64
from garrison.core.engine.rule import rule
from garrison.games.boneyard.rules.ground import COLOUR_OF, FIELD_COUNT, WIDTH, has
from garrison.games.boneyard.rules.traps import is_lost
from garrison.games.boneyard.state import Entity, Part, Rules, State


@rule
def muster(p: Rules, s: State, player: int, entities: Array) -> int:
    """All boards, the player's own first: the hero, traps and craters, skeletons; how many entities these are."""
    count = 0
    for place in range(p.players):
        who = (player + place) % p.players
        put_entity(entities[count], Entity.HERO, place, s.heroes[who])
        count = muster_fields(s, who, place, entities, count + 1)
        count = muster_skeletons(s, who, place, entities, count)
    return count


@rule
def put_entity(entity: Array, kind: int, place: int, field: int) -> None:
    """What all of them have; the rest is 0."""
    for part in range(entity.shape[0]):
        entity[part] = 0
    entity[Part.KIND] = kind
    entity[Part.BOARD] = place
    entity[Part.ROW] = int64(field) // WIDTH
    entity[Part.COLUMN] = int64(field) % WIDTH


@rule
def muster_fields(s: State, who: int, place: int, entities: Array, count: int) -> int:
    """The trap or crater on each field."""
    for field in range(FIELD_COUNT):
        if has(s.trapped[who], field):
            entity = entities[count]
            put_entity(entity, Entity.CRATER + s.traps[who, field], place, field)
            entity[Part.WAY] = s.facings[who, field] + 1
            entity[Part.USES] = s.uses[who, field]
            entity[Part.SHIELD] = has(s.shielded[who], field)
            count += 1
        elif has(s.craters[who], field):
            put_entity(entities[count], Entity.CRATER, place, field)
            count += 1
    return count


@rule
def muster_skeletons(s: State, who: int, place: int, entities: Array, count: int) -> int:
    """The skeletons on the board; those in the forest are among the numbers."""
    for i in range(s.counts[who]):
        if s.places[who, i] < FIELD_COUNT:
            entity = entities[count]
            put_entity(entity, Entity.SKELETON, place, s.places[who, i])
            entity[Part.COLOUR] = COLOUR_OF[s.kinds[who, i]] + 1
            entity[Part.WAY] = s.headings[who, i] + 1
            entity[Part.LOST] = is_lost(s, who, i)
            count += 1
    return count
