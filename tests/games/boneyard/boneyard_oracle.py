"""Phase 3 once more, written from the rulebook in plain Python: slow, with objects and sets, and nothing in common with
the engine's way. Property tests compare the two on boards that nobody would think of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

STEPS = {0: (-1, 0), 1: (0, 1), 2: (1, 0), 3: (0, -1)}  # up, right, down, left
RISING = {1: 0, 0: 1, 3: 2, 2: 3}  # a skeleton moving right leaves / upwards
FALLING = {1: 2, 2: 1, 3: 0, 0: 3}
ARROWS = {(0, 2): 2, (1, 2): 2, (2, 1): 1, (2, 3): 3, (3, 2): 0, (4, 2): 2}
TOWER = (2, 2)
Place = tuple[int, int] | str  # a field, "forest", or where it went: "up", "right", "village", "left"


def entrance(kind: int) -> tuple[tuple[int, int], int]:
    """The first field and direction of a kind."""
    number = kind % 5
    return [((0, number), 2), ((number, 0), 1), ((number, 4), 3)][kind // 5]


@dataclass
class Bones:
    """A skeleton."""

    kind: int
    place: Place
    heading: int
    held: bool = False
    came: bool = False  # onto its field, in the move or the pass before
    moved: bool = False  # in this pass
    silent: bool = False  # it was placed and will not have come
    by: int = 0  # the direction in which it was displaced
    start: tuple[Place, int] = ("forest", 0)


@dataclass
class Trap:
    """A trap on the board."""

    name: str
    uses: int
    facing: int = 0
    shield: bool = False


@dataclass
class Yard:
    """A player's board, and what has left it."""

    hero: tuple[int, int]
    traps: dict[tuple[int, int], Trap]
    bones: list[Bones]
    craters: set[tuple[int, int]] = field(default_factory=set)
    layers: int = 90
    houses: int = 90
    left: list[tuple[str, int]] = field(default_factory=list)  # which way, and the kind
    answers: Callable[[], int] = lambda: 0  # the dragon's directions
    passes: int = 0
    blocked: set[tuple[int, int]] = field(default_factory=set)

    def march(self) -> None:
        """The whole of phase 3."""
        self.move()
        self.fray()
        self.passes = 0
        while True:
            self.passes += 1
            if not self.one_pass():
                break
        self.hearses()
        self.settle()

    def move(self) -> None:
        for one in list(self.bones):
            here = self.traps.get(one.place) if one.place != "forest" else None
            stays = one.held and here is not None and here.name == "labyrinth"
            one.held = False
            target = entrance(one.kind)[0] if one.place == "forest" else beside(one.place, one.heading)
            if stays or self.is_palisade(target):
                continue
            one.start = (one.place, one.heading)
            self.displace(one, target, one.heading)
        self.age()

    def age(self) -> None:
        for one in self.bones:
            one.came, one.moved, one.silent = one.moved and not one.silent, False, False

    def is_palisade(self, target: Place) -> bool:
        trap = self.traps.get(target)
        if trap is not None and trap.name == "palisade":
            self.blocked.add(target)
            return True
        return False

    def fray(self) -> None:
        for place in sorted(self.blocked):
            self.spend(place)
        self.blocked.clear()

    def displace(self, one: Bones, target: Place, way: int) -> None:
        one.by, one.moved, one.held = way, True, False
        one.place = target
        if isinstance(target, str):
            self.bones.remove(one)
            if target == "village":
                self.houses -= 1
            else:
                self.left.append((target, one.kind))

    def spend(self, place: tuple[int, int]) -> bool:
        trap = self.traps[place]
        if trap.shield:
            trap.shield = False
            return False
        trap.uses -= 1
        if trap.uses == 0:
            del self.traps[place]
        return trap.uses == 0

    def arrivals(self, place: tuple[int, int]) -> list[Bones]:
        return [one for one in self.bones if one.place == place and one.came and not one.moved]

    def one_pass(self) -> bool:
        """Whether anything moved."""
        self.anything = False
        for place in [(row, column) for row in range(5) for column in range(5)]:
            trap = self.traps.get(place)
            if trap is not None and self.hero != place:
                getattr(self, f"act_{trap.name}", lambda *_: None)(place, trap, self.arrivals(place))
        self.fray()
        self.age()
        return self.anything

    def act_wall(self, place, trap, came) -> None:
        for one in came:
            heading = (FALLING if trap.facing else RISING)[one.heading]
            target = beside(place, heading)
            self.anything = True
            if self.is_palisade(target):
                one.place, one.heading = one.start
                one.moved = one.silent = True
                one.held = False
            else:
                one.heading = heading
                self.displace(one, target, heading)
        if came:
            self.spend(place)

    def act_spring(self, place, trap, came) -> None:
        for one in came:
            target = beside(place, one.heading)
            if not isinstance(target, str):
                target = beside(target, one.heading)
            if self.is_palisade(target):
                self.bones.remove(one)
            else:
                self.anything = True
                one.start = (place, one.heading)
                self.displace(one, target, one.heading)
        if came:
            self.spend(place)

    def act_portal(self, place, trap, came) -> None:
        for one in came:
            one.place, one.heading = "forest", entrance(one.kind)[1]
            one.moved = one.silent = self.anything = True
        if came:
            self.spend(place)

    def act_catapult(self, place, trap, came) -> None:
        for one in came:
            self.bones.remove(one)
            self.left.append(("catapult", one.kind))
            self.anything = True
        if came:
            self.spend(place)

    def act_bomb(self, place, trap, came) -> None:
        for one in came:
            self.bones.remove(one)
        if came and self.spend(place):
            self.craters.add(place)

    def act_ballista(self, place, trap, came) -> None:
        hit = [one for one in came if (one.by + 2) % 4 == trap.facing]
        for one in hit:
            self.bones.remove(one)
        if hit:
            self.spend(place)

    def act_treasure(self, place, trap, came) -> None:
        if came:
            self.spend(place)

    def act_distress(self, place, trap, came) -> None:
        if came and self.spend(place):
            row = "PYRBG GBRYP PYRBG".replace(" ", "")
            colour = row[min(one.kind for one in came)]
            self.bones.append(Bones("PYRBG".index(colour), place, 2))

    def act_labyrinth(self, place, trap, came) -> None:
        for one in came:
            one.held = True

    def act_dragon(self, place, trap, came) -> None:
        groups = {(one.kind, one.heading): list[Bones]() for one in came}
        for one in came:  # before any is carried: a lure may turn it there, into another group
            groups[one.kind, one.heading].append(one)
        for group in sorted(groups):
            way = self.answers()
            for one in groups[group]:
                self.carry(one, beside(place, way), way)
        if came:
            self.anything = True
            self.spend(place)

    def carry(self, one: Bones, target: Place, way: int) -> None:
        if target in (self.hero, TOWER):
            self.bones.remove(one)
            self.layers -= target == TOWER != self.hero
        else:
            self.displace(one, target, way)
            one.silent = True
            self.lure(one)

    def act_fan(self, place, trap, came) -> None:
        front = beside(place, trap.facing)
        used = bool(came)
        for one in list(self.bones):
            if one.place == front != TOWER and not one.moved and one.place != "forest":
                used = True
                target = beside(front, trap.facing)
                if not self.is_palisade(target):
                    self.anything = True
                    one.start = (one.place, one.heading)
                    self.displace(one, target, trap.facing)
        if used:
            self.spend(place)

    def hearses(self) -> None:
        for place in sorted(self.traps):
            standing = [one for one in self.bones if one.place == place]
            if self.traps[place].name == "hearse" and standing and place != self.hero:
                for one in standing:
                    self.bones.remove(one)
                    self.left.append(("hearse", one.kind))
                self.left.append(("hearse", -1))
                del self.traps[place]

    def lure(self, one: Bones) -> None:
        for way in reversed(range(4)):
            trap = None if isinstance(one.place, str) else self.traps.get(beside(one.place, way))
            if trap is not None and trap.name in ("treasure", "distress"):
                one.heading = way

    def settle(self) -> None:
        for one in list(self.bones):
            if one.place == self.hero:
                self.bones.remove(one)
            elif one.place == TOWER:
                self.bones.remove(one)
                self.layers -= 1
            elif one.place != "forest":
                one.heading = ARROWS.get(one.place, one.heading)
                self.lure(one)

    def rows(self) -> Iterator[str]:
        """Everything that can be compared, as lines."""
        yield f"hero {self.hero} layers {self.layers} houses {self.houses} craters {sorted(self.craters)}"
        yield f"left {sorted(self.left)}"
        for place, trap in sorted(self.traps.items()):
            yield f"{trap.name} {place} uses {trap.uses} facing {trap.facing} shield {trap.shield}"
        yield from sorted(f"kind {b.kind} at {b.place} heading {b.heading} held {b.held}" for b in self.bones)


def beside(place: Place, way: int) -> Place:
    """The next place in a direction."""
    row, column = place[0] + STEPS[way][0], place[1] + STEPS[way][1]
    if 0 <= row < 5 and 0 <= column < 5:
        return row, column
    return ("up", "right", "village", "left")[way]
