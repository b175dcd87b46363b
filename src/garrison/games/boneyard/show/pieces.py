"""A board of Boneyard for people: 5 x 5 fields with forest and village around them, and the graveyard above."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from garrison.core.engine.grid import COLUMN_STEP, DIRECTION_NAMES, ROW_STEP
from garrison.core.plain import plain
from garrison.games.boneyard.rules import full_layers
from garrison.games.boneyard.rules.choices import needs_facing
from garrison.games.boneyard.rules.ground import (
    COLOUR_OF,
    COLOURS,
    FIELD_COUNT,
    FIRST_FIELD,
    FIRST_HEADING,
    TOWER,
    WIDTH,
)
from garrison.games.boneyard.rules.phases import step_of
from garrison.games.boneyard.rules.traps import has_palisade
from garrison.games.boneyard.show.graveyard import MARGIN, PALETTE_NAMES, buried
from garrison.games.boneyard.show.words import LEANS, colour_words, stand_words, trap_words
from garrison.games.boneyard.state import FOREST, KIND_COUNT, NOTHING, Trap
from garrison.look.palette import OWNER_COLOURS
from garrison.look.scene import Bar, Board, Piece, Terrain

HEAD = 1  # the graveyard, above the forest
SIDE = WIDTH + 2 * MARGIN
HIGH = SIDE + HEAD
ARROW_SIGNS = "↑→↓←"
NEXT_SIGNS = "△▷▽◁"  # where a skeleton will step: not to be taken for an arrow on the ground
LEGEND = {
    ".": Terrain("grass", "grass", " ", "green"),
    ",": Terrain("grass_dark", "grass", " ", "green"),
    "#": Terrain("forest", "forest", "♣", "dark"),
    "+": Terrain("graves", "the graveyard", "+", "grey"),
    "_": Terrain("village", "the village", " ", "brown"),
    "o": Terrain("crater", "a crater, where no trap can be placed", "o", "grey"),
    **{
        sign: Terrain(f"arrow_{name}", f"an arrow that turns skeletons {name}", sign, "gold")
        for sign, name in zip(ARROW_SIGNS, DIRECTION_NAMES, strict=True)
    },
    **{
        str(number): Terrain(
            f"spawn_{name}", f"forest, where {name} skeletons appear", name[0].upper(), PALETTE_NAMES[number]
        )
        for number, name in enumerate(COLOURS)
    },
}
GLYPHS = {
    Trap.DRAGON: "D",
    Trap.CATAPULT: "C",
    Trap.TREASURE: "$",
    Trap.BOMB: "*",
    Trap.LABYRINTH: "#",
    Trap.HEARSE: "H",
    Trap.PALISADE: "I",
    Trap.SPRING: "~",
    Trap.PORTAL: "O",
    Trap.BALLISTA: "A",
    Trap.FAN: "F",
    Trap.DISTRESS: "&",
}
NEXT_LAYER, TOWER_LAYER, TRAP_LAYER, SHIELD_LAYER, SKELETON_LAYER, HERO_LAYER = range(6)


class Skeleton(NamedTuple):
    """A skeleton as a scene shows it."""

    slot: int  # its index in the arrays of the record
    number: int
    kind: int
    place: int
    heading: int


def board(p: Any, s: Any, who: int, **facts: Any) -> Board:
    """A player's board with everything on it."""
    pieces = [
        *_buildings(p, s, who),
        *_traps(s, who),
        *_next_steps(s, who),
        *_skeletons(s, who),
        *buried(s, who),
        _hero(s, who),
    ]
    ground = _terrain(p, s, who)
    return Board(HIGH, SIDE, ground, LEGEND, tuple(pieces), owner=who, margin=MARGIN, head=HEAD, **facts)


def shown(field: int) -> int:
    """A field's number on the board with its margin."""
    return (field // WIDTH + HEAD + MARGIN) * SIDE + field % WIDTH + MARGIN


def skeletons_of(s: Any, who: int) -> list[Skeleton]:
    """A player's skeletons on the board and in the forest."""
    rows = (s.numbers, s.kinds, s.places, s.headings)
    return [Skeleton(i, *(int(row[who, i]) for row in rows)) for i in range(int(s.counts[who]))]


def spot(skeleton: Skeleton) -> tuple[int, int]:
    """The row and column where a skeleton is shown: a field, or its point in the forest."""
    if skeleton.place < FIELD_COUNT:
        return divmod(shown(skeleton.place), SIDE)
    if skeleton.place == FOREST:
        return divmod(forest_spot(skeleton.kind), SIDE)
    return 0, 0  # it has left at the top and waits for a graveyard


def forest_spot(kind: int) -> int:
    """The field of the margin where skeletons of a kind come out of the forest."""
    back = int(FIRST_HEADING[kind])
    return shown(int(FIRST_FIELD[kind])) - int(ROW_STEP[back]) * SIDE - int(COLUMN_STEP[back])


def will_stay(s: Any, who: int, skeleton: Skeleton) -> str:
    """Why a skeleton stays where it is in the next move, if it does."""
    target = plain(step_of)(s, who, skeleton.slot)
    if target == NOTHING:
        return "lost in the labyrinth"
    return "held by the palisade" if plain(has_palisade)(s, who, target) else ""


def _terrain(p: Any, s: Any, who: int) -> tuple[str, ...]:
    marks = ["#"] * SIDE * HIGH
    marks[MARGIN : MARGIN + WIDTH] = "+" * WIDTH
    marks[-SIDE + MARGIN : -MARGIN] = "_" * WIDTH  # the village
    for kind in range(KIND_COUNT):
        marks[forest_spot(kind)] = str(COLOUR_OF[kind])
    for field in range(FIELD_COUNT):
        marks[shown(field)] = _ground(p, s, who, field)
    return tuple("".join(marks[start : start + SIDE]) for start in range(0, len(marks), SIDE))


def _ground(p: Any, s: Any, who: int, field: int) -> str:
    if int(s.craters[who]) >> field & 1:
        return "o"
    if p.arrows[field] and field != TOWER:
        return ARROW_SIGNS[p.arrows[field] - 1]
    return ".,"[field % 2]


def _buildings(p: Any, s: Any, who: int) -> Iterator[Piece]:
    """The tower with its layers, and the houses left, spread over five places."""
    layers, houses = int(s.layers[who]), int(s.houses[who])
    row, column = divmod(shown(TOWER), SIDE)
    title = "the tower" if layers else "the ruins of the tower"
    words = f"{title}, {layers} layer{'s' if layers != 1 else ''} left" if layers else title
    kind, full = "tower" if layers else "ruin", int(plain(full_layers)(p))
    # The bar stays readable when a ballista stands on the tower.
    facts: dict[str, Any] = {"badge": str(layers), "bar": Bar(layers, full), "layer": TOWER_LAYER, "name": title}
    yield Piece(f"{who}-tower", kind, row, column, words, f"T{layers}" if layers < 10 else "T", "grey", **facts)
    for place in range(min(houses, WIDTH)):
        number = len(range(place, houses, WIDTH))
        badge = str(number) if number > 1 else ""
        name, label = f"{who}-house-{place}", f"{number} houses" if number > 1 else "a house"
        yield Piece(name, "house", HIGH - 1, place + MARGIN, label, "⌂", "orange", badge=badge, layer=TOWER_LAYER)


def _traps(s: Any, who: int) -> Iterator[Piece]:
    for field in range(FIELD_COUNT):
        if s.traps[who, field]:
            yield from _trap(s, who, field)


def _trap(s: Any, who: int, field: int) -> Iterator[Piece]:
    """A trap with its uses, and the shield on it."""
    trap, uses, facing = Trap(int(s.traps[who, field])), int(s.uses[who, field]), int(s.facings[who, field])
    row, column = divmod(shown(field), SIDE)
    is_wall = trap == Trap.WALL
    has_direction = not is_wall and plain(needs_facing)(trap)
    glyph = LEANS[facing] if is_wall else GLYPHS[trap]
    glyph += ARROW_SIGNS[facing] if has_direction else str(uses or "")
    title = trap_words(trap)
    label = title + stand_words(trap, facing)
    label += f", {uses} use{'s' if uses > 1 else ''} left" if uses else ", no limit"
    is_shielded = int(s.shielded[who]) >> field & 1
    label += ", with a shield" if is_shielded else ""
    name, badge = f"{who}-trap-{field}", str(uses or "")
    kind, colour = trap.name.lower(), OWNER_COLOURS[who]
    facts: dict[str, Any] = {"turn": facing, "layer": TRAP_LAYER, "name": title}
    # The tower can be seen around what stands on it, and its own badge stays free.
    facts |= {"inside": True, "tag": badge} if field == TOWER else {"badge": badge}
    yield Piece(name, kind, row, column, label, glyph, colour, **facts)
    if is_shielded:
        yield Piece(f"{who}-shield-{field}", "shield", row, column, "a shield", glyph, colour, layer=SHIELD_LAYER)


def _skeletons(s: Any, who: int) -> Iterator[Piece]:
    """Every skeleton; on top of a stack their number, and a pointer for each direction that any of them face."""
    stacks: dict[tuple[int, int], list[Skeleton]] = {}
    for skeleton in skeletons_of(s, who):
        stacks.setdefault(spot(skeleton), []).append(skeleton)
    for (row, column), stack in stacks.items():
        for heading in sorted({skeleton.heading for skeleton in stack}):
            yield _pointer(who, row, column, heading, stack)
        for place, skeleton in enumerate(stack, 1):
            badge = str(len(stack)) if place == len(stack) > 1 else ""
            yield _skeleton(s, who, skeleton, badge)


def _pointer(who: int, row: int, column: int, heading: int, stack: list[Skeleton]) -> Piece:
    facing = [skeleton for skeleton in stack if skeleton.heading == heading]
    name, label = f"{who}-pointer-{row}-{column}-{heading}", f"{len(facing)} facing {DIRECTION_NAMES[heading]}"
    colour = PALETTE_NAMES[COLOUR_OF[facing[-1].kind]]
    sign = ARROW_SIGNS[heading]
    return Piece(name, "pointer", row, column, label, sign, colour, turn=heading, layer=SKELETON_LAYER)


def _skeleton(s: Any, who: int, skeleton: Skeleton, badge: str) -> Piece:
    colour = int(COLOUR_OF[skeleton.kind])
    row, column = spot(skeleton)
    title = f"a {colour_words(skeleton.kind)}"
    label = f"{title}, facing {DIRECTION_NAMES[skeleton.heading]}"
    label += f", {why}" if skeleton.place <= FOREST and (why := will_stay(s, who, skeleton)) else ""
    glyph = COLOURS[colour][0].upper() + ARROW_SIGNS[skeleton.heading]
    name, kind = f"{who}-skeleton-{skeleton.number}", f"skeleton_{COLOURS[colour]}"
    facts: dict[str, Any] = {"badge": badge, "layer": SKELETON_LAYER, "inside": skeleton.place == TOWER, "name": title}
    return Piece(name, kind, row, column, label, glyph, PALETTE_NAMES[colour], **facts)


def _next_steps(s: Any, who: int) -> Iterator[Piece]:
    """What each skeleton will do next: a faint arrow where it will step, or a mark that it stays."""
    pieces = {}
    for skeleton in skeletons_of(s, who):
        if skeleton.place > FOREST:
            continue
        row, column = spot(skeleton)
        why = will_stay(s, who, skeleton)
        if why:
            pieces[row, column, -1] = Piece(
                f"{who}-stays-{row}-{column}", "stays", row, column, why, "‖", "grey", layer=NEXT_LAYER, faint=True
            )
            continue
        heading = skeleton.heading
        row, column = _spot_ahead(s, who, skeleton)
        name, title = f"{who}-next-{row}-{column}-{heading}", "a skeleton will come here"
        words, sign = f"{title}, going {DIRECTION_NAMES[heading]}", NEXT_SIGNS[heading]
        pieces[row, column, heading] = Piece(
            name, "next", row, column, words, sign, "dark", turn=heading, layer=NEXT_LAYER, faint=True, name=title
        )
    yield from pieces.values()


def _spot_ahead(s: Any, who: int, skeleton: Skeleton) -> tuple[int, int]:
    """The row and column where a skeleton's next step leads: a field, or the margin around the board."""
    target = int(plain(step_of)(s, who, skeleton.slot))
    if target < FIELD_COUNT:
        return divmod(shown(target), SIDE)
    row, column = spot(skeleton)
    return row + int(ROW_STEP[skeleton.heading]), column + int(COLUMN_STEP[skeleton.heading])


def _hero(s: Any, who: int) -> Piece:
    """The hero; on the tower it stands above, so that the tower, its layers and what is on it can be seen."""
    row, column = divmod(shown(int(s.heroes[who])), SIDE)
    kind, words, glyph, layers = "hero", "the hero", "@", int(s.layers[who])
    if s.heroes[who] == TOWER:
        kind, words, glyph = "hero_tower", "the hero, on the tower", f"@{layers if layers < 10 else 'T'}"
    return Piece(f"{who}-hero", kind, row, column, words, glyph, OWNER_COLOURS[who], layer=HERO_LAYER, name="the hero")
