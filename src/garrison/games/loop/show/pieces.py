"""Loop's world for people: the ground, and everything that stands, lies or walks on it."""

from collections import Counter
from collections.abc import Iterator

from garrison.core.engine.events import touched_fields
from garrison.core.engine.grid import COLUMN_STEP, ROW_STEP
from garrison.core.plain import plain
from garrison.games.loop.rules.enemies import attack_of, full_health
from garrison.games.loop.show.tips import Reach, range_fields, tips
from garrison.games.loop.show.words import BUILDINGS, named, use
from garrison.games.loop.state import Rules, State
from garrison.games.loop.state.constants import BUILT, NOTHING, Building, Enemy, Road, Stand
from garrison.games.loop.state.happenings import Happening
from garrison.look.scene import Bar, Board, Piece, Terrain

LEGEND = {
    ".": Terrain("grass", "grass", " ", "green"),
    ",": Terrain("grass_dark", "grass", "·", "green"),
    "─": Terrain("road_across", "path", "─", "brown"),
    "│": Terrain("road_down", "path", "│", "brown"),
    "┌": Terrain("road_right_down", "path", "┌", "brown"),
    "┐": Terrain("road_left_down", "path", "┐", "brown"),
    "└": Terrain("road_up_right", "path", "└", "brown"),
    "┘": Terrain("road_up_left", "path", "┘", "brown"),
}
# The road's glyph by the two directions that leave a tile, as steps (x, y).
UP, RIGHT, DOWN, LEFT = ((int(x), int(y)) for x, y in zip(COLUMN_STEP, ROW_STEP, strict=True))
ROADS = {
    frozenset((LEFT, RIGHT)): "─",
    frozenset((UP, DOWN)): "│",
    frozenset((RIGHT, DOWN)): "┌",
    frozenset((LEFT, DOWN)): "┐",
    frozenset((UP, RIGHT)): "└",
    frozenset((UP, LEFT)): "┘",
}
BUILDING_LOOKS: dict[int, tuple[str, str]] = {  # glyph and colour
    Building.ZOMBIE_PIT: ("P", "green"),
    Building.VAMPIRE_CASTLE: ("C", "purple"),
    Building.TOWER: ("T", "grey"),
    Building.VILLAGE: ("h", "orange"),
    Building.BARRACKS: ("B", "blue"),
    Building.TRAP: ("x", "grey"),
    Building.CAMPFIRE: ("f", "red"),
}
ENEMY_LOOKS: dict[int, tuple[str, str]] = {
    Enemy.SLUG: ("s", "teal"),
    Enemy.ZOMBIE: ("z", "green"),
    Enemy.VAMPIRE: ("v", "purple"),
    Enemy.DOGGIE: ("D", "gold"),
    Enemy.ELAN: ("E", "red"),
}
STANDS: dict[int, str] = {Stand.ROAMING: "", Stand.FIGHTING: ", in battle", Stand.TRANCED: ", in a trance"}
ON_GROUND, ON_TILE, WALKING, HERO = 0, 1, 2, 3  # layers


def board(p: Rules, s: State, reach: Reach) -> Board:
    """The world with everything in it."""
    pieces = [_castle(p), *_buildings(p, s), *_pickups(p, s), *_enemies(p, s), _hero(p, s)]
    return Board(
        int(p.height),
        int(p.width),
        _terrain(p),
        LEGEND,
        tuple(pieces),
        marked_fields=touched_fields(s, Happening),
        range_fields=tuple(range_fields(p, s, reach)),
        footprint=(1, 1) if s.chosen != NOTHING else (),
        tips=tuple(tips(p, s, reach)),
    )


def _path(p: Rules) -> list[tuple[int, int]]:
    length = int(p.path_length)
    return [(int(x), int(y)) for x, y in zip(p.path_x[:length], p.path_y[:length], strict=True)]


def _terrain(p: Rules) -> tuple[str, ...]:
    rows = [[".,"[(x + y) % 2] for x in range(int(p.width))] for y in range(int(p.height))]
    path = _path(p)
    for index, (x, y) in enumerate(path):
        ways = frozenset((a - x, b - y) for a, b in (path[index - 1], path[(index + 1) % len(path)]))
        rows[y][x] = ROADS[ways]
    return tuple("".join(row) for row in rows)


def _castle(p: Rules) -> Piece:
    x, y = _path(p)[0]
    name, label = "the Hero's Castle", "the Hero's Castle, where a cycle ends"
    return Piece("castle", "hero_castle", y, x, label, "H", "gold", layer=ON_GROUND, name=name)


def _buildings(p: Rules, s: State) -> Iterator[Piece]:
    for field in range(int(p.width * p.height)):
        building = int(s.tiles[field]) - BUILT
        if building > 0:
            glyph, colour = BUILDING_LOOKS[building]
            row, column = divmod(field, int(p.width))
            name = BUILDINGS[building]
            label, sprite = f"{name}: {use(p, building)}", _sprite(building)
            yield Piece(f"building-{field}", sprite, row, column, label, glyph, colour, layer=ON_GROUND, name=name)


def _sprite(building: int) -> str:
    return Building(building).name.lower()


def _pickups(p: Rules, s: State) -> Iterator[Piece]:
    for place, (x, y) in enumerate(_path(p)):
        if s.road[place] & Road.GOLD:
            yield Piece(f"gold-{place}", "gold", y, x, f"{p.gold_tile_gold} gold", "$", "gold", layer=ON_TILE)
        elif s.road[place] & Road.POTION:
            yield Piece(f"potion-{place}", "potion", y, x, "a potion", "!", "pink", layer=ON_TILE)


def _enemies(p: Rules, s: State) -> Iterator[Piece]:
    """Enemies stacked on one tile; the last to arrive is on top and shows their number."""
    path, here = _path(p), Counter(int(s.enemy_places[index]) for index in living(s))
    for index in living(s):
        kind, place, health = int(s.enemy_kinds[index]), int(s.enemy_places[index]), int(s.enemy_health[index])
        x, y = path[place]
        glyph, colour = ENEMY_LOOKS[kind]
        full, attack = int(plain(full_health)(p, kind)), int(plain(attack_of)(p, kind))
        name = named(kind, int(s.enemy_serials[index]))
        label = f"{name}, {health} of {full} health, attack {attack}"
        label += STANDS[int(s.enemy_stands[index])]
        badge = str(here[place]) if here[place] > 1 else ""
        serial, sprite = f"enemy-{s.enemy_serials[index]}", Enemy(kind).name.lower()
        bar = Bar(health, full) if health < full else None
        yield Piece(serial, sprite, y, x, label, glyph, colour, badge=badge, bar=bar, layer=WALKING, name=name)


def living(s: State) -> list[int]:
    """The enemies that have not fallen, by index in the record."""
    return [index for index in range(int(s.enemy_count)) if s.enemy_stands[index] != Stand.FALLEN]


def _hero(p: Rules, s: State) -> Piece:
    x, y = _path(p)[int(s.place)]
    health, full = int(s.health), int(p.hero_health)
    is_dead = health == 0
    name, glyph, bar = "the Character", "☠" if is_dead else "@", Bar(health, full)
    label = f"{name}, {health} of {full} health{', in battle' if s.fighting else ''}"
    return Piece("hero", "hero", y, x, label, glyph, "blue", owner=0, bar=bar, layer=HERO, faint=is_dead, name=name)
