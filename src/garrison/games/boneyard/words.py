"""Boneyard in words: a whole round in one line, `32 C12` for the hero to 3,2 and a catapult on 1,2.

`-` passes, `^12` picks up, `W/14` places a wall, `Fu12` a fan facing up; `D04>u,r` answers ahead what will be asked.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from garrison.core.engine.grid import DIRECTION_NAMES
from garrison.core.plain import plain
from garrison.core.words.moves import Course, NamedMove, Steps
from garrison.core.words.reader import legal_move, steps_of, unknown
from garrison.core.words.viewpoint import Viewpoint
from garrison.errors import UnknownMove
from garrison.games.boneyard import SEATS
from garrison.games.boneyard.rules.choices import needs_facing
from garrison.games.boneyard.rules.ground import COLOUR_OF, COLOURS, LEFT_OF, TOWER, VILLAGE, WIDTH, has, next_place
from garrison.games.boneyard.rules.lures import heading_on, lured_from
from garrison.games.boneyard.rules.points import rounds_in_all
from garrison.games.boneyard.rules.skeletons import fields_with_skeletons
from garrison.games.boneyard.rules.stash import allowed_fields
from garrison.games.boneyard.show.pieces import Skeleton, skeletons_of, will_stay
from garrison.games.boneyard.show.words import trap_words
from garrison.games.boneyard.state import (
    ABOVE,
    FIELD_COUNT,
    FIRST_WAY,
    FOREST,
    NOTHING,
    Ask,
    Phase,
    Press,
    Rules,
    State,
    Trap,
)

LETTERS = dict(zip("WDCTBLHPSOAFEV", Trap, strict=True))
LETTER_OF = {trap: letter for letter, trap in LETTERS.items()}
WAYS = "urdl"  # the directions, in their order
ARROWS = "^>v<"
TRAP = re.compile(rf"([{''.join(LETTERS)}])([/\\urdl]?)(\d\d|-)?", re.IGNORECASE)
REST = re.compile(r"([/\\urdl]?)(\d\d|-)?", re.IGNORECASE)  # of a trap that is chosen already
TOWER_WORD = "TOWER"  # where ways end
FAR = 8  # rounds that are foretold
FATES = {
    Trap.WALL: "reflects",
    Trap.DRAGON: "puts them on fields beside it",
    Trap.CATAPULT: "hurls them to a graveyard",
    Trap.TREASURE: "turns those beside it towards it",
    Trap.BOMB: "kills, leaves a crater",
    Trap.LABYRINTH: "holds them for a round",
    Trap.HEARSE: "takes them to a graveyard",
    Trap.PALISADE: "keeps them out",
    Trap.SPRING: "throws them ahead",
    Trap.PORTAL: "sends them back to the forest",
    Trap.BALLISTA: "on the tower, kills those from the side it faces",
    Trap.FAN: "pushes those in front of it",
    Trap.DISTRESS: "lures as a treasure does",
    Trap.SHIELD: "saves the next use of a trap",
}


def rules(view: Viewpoint) -> list[str]:
    """A round, the traps of this game and how it ends."""
    p = view.parameters
    kinds = sorted({int(trap) for trap in p.traps if trap})
    each = (f"{LETTER_OF[Trap(trap)]} {trap_words(trap)}{_uses(p, trap)} {FATES[Trap(trap)]}" for trap in kinds)
    return [
        "Rules: all choose at once. First each hero moves one field and kills the skeletons that it meets; then each "
        "player places a trap, picks one up or passes; then all skeletons walk one field, and traps act on those that "
        "come. Arrows turn them. On the tower one costs a layer, in the village a house; leaving at a side it goes to "
        "that neighbour's graveyard, at the top to a graveyard of your choice, and rises there. "
        f"{_new_skeletons(p)} come every round.",
        f"Traps (letter, uses): {'; '.join(each)}. The hero on a field keeps its trap from acting.",
        _ending(p),
    ]


def _uses(p: Rules, trap: int) -> str:
    return f" ({p.uses[trap - 1]})" if p.uses[trap - 1] else ""


def _new_skeletons(p: Rules) -> str:
    return f"{p.spawns} new ones"


def _ending(p: Rules) -> str:
    if p.players == 1:
        return f"Survive {plain(rounds_in_all)(p)} rounds."
    return (
        "When a tower or village is gone, the game ends: the most points of those that stand win. A layer counts "
        f"{p.layer_points}, a house {p.house_points}, a trap that is left 1 to 3."
    )


# --- What is to be seen


def lines(view: Viewpoint) -> list[str]:
    """One's own board as lists, each of the others in a line."""
    p, s, own = view.parameters, view.state, view.player
    arrow_fields = [field for field in range(FIELD_COUNT) if p.arrows[field]]
    arrows = " ".join(f"{_field(field)}{ARROWS[p.arrows[field] - 1]}" for field in arrow_fields)
    others = [(own + step) % int(p.players) for step in range(1, int(p.players))]
    stash = ", ".join(
        f"{trap_words(trap)}{f' x{s.stash[own, trap]}' if s.stash[own, trap] > 1 else ''}"
        for trap in Trap
        if s.stash[own, trap]
    )
    return [
        f"Round {s.turn} of at most {plain(rounds_in_all)(p)}. Fields are row and column, 00 to 44; tower 22, village "
        f"below row 4, forest N W E. Arrows {arrows}.",
        f"Yours: {_state(s, own)}, stash: {stash or 'nothing'}; {_board(s, own)}.",
        f"Skeletons (where, facing): {_skeletons(s, own)}.",
        *(_other(s, other) for other in others),
        view.scene.prompt,
    ]


def _other(s: State, who: int) -> str:
    stash, board = _stash_size(s, who), _board(s, who)
    return f"{SEATS[who]}: {_state(s, who)}, {stash}; {board}; skeletons {_skeletons(s, who)}."


def _state(s: State, who: int) -> str:
    return f"tower {s.layers[who]}, village {s.houses[who]}, hero {_field(s.heroes[who])}"


def _stash_size(s: State, who: int) -> str:
    count = sum(int(s.stash[who, trap]) for trap in Trap)
    return f"stash {count} trap{'' if count == 1 else 's'}"


def _board(s: State, who: int) -> str:
    traps = [_trap(s, who, field) for field in range(FIELD_COUNT) if s.traps[who, field]]
    craters = [_field(field) for field in range(FIELD_COUNT) if plain(has)(s.craters[who], field)]
    graves = int(s.buried[who])
    words = [f"traps {', '.join(traps)}" if traps else "no traps on the board"]
    words += [f"craters {' '.join(craters)}"] if craters else []
    words += [f"{graves} in the graveyard"] if graves else []
    return "; ".join(words)


def _trap(s: State, who: int, field: int) -> str:
    """A trap on the board, as it would be written, with its uses."""
    trap, uses = Trap(int(s.traps[who, field])), int(s.uses[who, field])
    facing = int(s.facings[who, field]) if plain(needs_facing)(trap) else NOTHING
    shield = " with a shield" if plain(has)(s.shielded[who], field) else ""
    return f"{LETTER_OF[trap]}{_facing(trap, facing)}{_field(field)}{f' ({uses})' if uses else ''}{shield}"


def _skeletons(s: State, who: int) -> str:
    """Skeletons of one colour, place and direction together."""
    here = [one for one in skeletons_of(s, who) if one.place <= FOREST]
    groups = Counter((_spot(one), WAYS[one.heading], _colour(one)) for one in here)
    each = sorted(groups.items())
    return ", ".join(f"{f'{n} ' if n > 1 else ''}{colour} {spot}{way}" for (spot, way, colour), n in each) or "none"


def _colour(one: Skeleton) -> str:
    return str(COLOURS[COLOUR_OF[one.kind]])


def _spot(one: Skeleton) -> str:
    """A field, or the place in the forest: N2 is above column 2, W1 and E1 are beside row 1."""
    return _field(one.place) if one.place < FIELD_COUNT else f"{'NWE'[one.kind // WIDTH]}{one.kind % WIDTH}"


def _field(field: int) -> str:
    row, column = divmod(int(field), WIDTH)
    return f"{row}{column}"


# --- What is certain to come


class Walk(NamedTuple):
    """Where a skeleton goes if nobody stops it: its fields by round, and in how many rounds that ends where."""

    arrival: int  # more than FAR: not so soon
    colour: str
    start: str
    fields: tuple[int, ...]
    end: str


def forecasts(view: Viewpoint) -> list[str]:
    """When and where each of one's own skeletons arrives if nobody stops it, and where several meet."""
    if view.state.over:
        return []
    walks = _walks(view)
    return [
        f"Their ways, a field a round, if nobody stops them: {_by_arrival(walks) or 'none'}.",
        f"Where several meet: {_meetings(walks) or 'nowhere'}.",
    ]


def attackers(view: Viewpoint, field: int) -> list[str]:
    """Which skeletons come to a field, and when, if nobody stops them."""
    comings = Counter(
        (number, walk.colour)
        for walk in _walks(view)
        for number, place in enumerate([*walk.fields, *[TOWER] * (walk.end == TOWER_WORD)], 1)
        if place == field
    )
    return [f"{count} {colour} in {number}" for (number, colour), count in sorted(comings.items())]


def _walks(view: Viewpoint) -> list[Walk]:
    """The ways of one's own skeletons."""
    return [_walk(view, one) for one in skeletons_of(view.state, view.player) if one.place <= FOREST]


def _by_arrival(walks: Sequence[Walk]) -> str:
    """Ways by the round in which they end, those of one colour together; last those that don't end soon."""
    rounds: dict[int, list[str]] = {}
    for walk, count in sorted(Counter(walks).items()):
        fields = "".join(f"{_field(field)} " for field in walk.fields)
        rounds.setdefault(walk.arrival, []).append(f"{count} {walk.colour} {walk.start} {fields}{walk.end}")
    return "; ".join(f"{_when(arrival)}: {' | '.join(ways)}" for arrival, ways in sorted(rounds.items()))


def _when(arrival: int) -> str:
    return f"in {arrival}" if arrival <= FAR else "later"


def _meetings(walks: Sequence[Walk]) -> str:
    """Fields to which several come in the same round, with their colours."""
    colours: dict[tuple[int, int], Counter[str]] = {}
    for walk in walks:
        for number, field in enumerate(walk.fields, 1):
            colours.setdefault((number, field), Counter())[walk.colour] += 1
    several = [(key, kinds) for key, kinds in sorted(colours.items()) if kinds.total() > 1]
    return "; ".join(
        f"{_field(field)} in {number} ({', '.join(f'{count} {colour}' for colour, count in kinds.items())})"
        for (number, field), kinds in several
    )


def _walk(view: Viewpoint, one: Skeleton) -> Walk:
    """B8: straight on, turned by arrows and lures that stand; it ends at a trap."""
    p, s, own = view.parameters, view.state, view.player
    place, heading, fields = one.place, one.heading, list[int]()
    if why := will_stay(s, own, one):
        return Walk(1, _colour(one), _spot(one), (), f"stays ({why})")
    for number in range(1, FAR + 1):
        place = int(plain(next_place)(one.kind, place, heading))
        if place >= FIELD_COUNT or place == TOWER:
            return Walk(number, _colour(one), _spot(one), tuple(fields), _end(view, place))
        fields.append(place)
        if s.traps[own, place]:
            return Walk(number, _colour(one), _spot(one), tuple(fields), f"({_trap(s, own, place)})")
        lure = int(plain(lured_from)(p, s, own, place))
        heading = lure if lure != NOTHING else int(plain(heading_on)(p, place, heading))
    return Walk(FAR + 1, _colour(one), _spot(one), tuple(fields), "still on the board")


def _end(view: Viewpoint, place: int) -> str:
    count, own = int(view.parameters.players), view.player
    if place == TOWER:
        return TOWER_WORD
    if place == VILLAGE:
        return "VILLAGE"
    if place == ABOVE:
        return "out at the top"
    neighbour = (own + (-1 if place == LEFT_OF else 1)) % count
    return f"to {SEATS[neighbour]}"


# --- What may be answered


def answers(view: Viewpoint) -> list[str]:
    """The hero's fields and the traps' part of the round, or the question."""
    s, own = view.state, view.player
    if s.asks[own]:
        return [f"Answer with one of: {' '.join(move.notation for move in view.moves)}."]
    if s.phase == Phase.HERO:
        heroes = " ".join(move.notation for move in view.moves)
        return [
            f"Hero to one of: {heroes}. Then, in the same line or when asked: {_options(view)}",
            f"Answer: {view.moves[0].notation} -   or the hero's part alone.",
        ]
    if s.chosen_traps[own]:
        return [f"{view.scene.prompt} One of: {' '.join(move.notation for move in view.moves)}."]
    return [f"Answer: {_options(view)}"]


def _options(view: Viewpoint) -> str:
    """What may be done with traps, as it stands."""
    s, own = view.state, view.player
    standing = int(plain(fields_with_skeletons)(s, own))
    by_fields: dict[str, list[str]] = {}
    for trap in Trap:
        if s.stash[own, trap]:
            bits = int(plain(allowed_fields)(s, own, int(trap), standing))
            fields = " ".join(_field(field) for field in range(FIELD_COUNT) if plain(has)(bits, field))
            by_fields.setdefault(fields or "no field", []).append(f"{LETTER_OF[trap]}{_ways(trap)}")
    places = [f"{'/'.join(letters)} on {fields}" for fields, letters in by_fields.items()]
    pick_ups = [f"^{_field(field)}" for field in range(FIELD_COUNT) if s.traps[own, field]]
    return "; ".join(["- (pass)", *places, *([f"{' '.join(pick_ups)} (pick up)"] if pick_ups else [])]) + "."


def _ways(trap: int) -> str:
    if not plain(needs_facing)(trap):
        return ""
    return "/ or \\" if trap == Trap.WALL else "[urdl]"


# --- Notation


def notation(view: Viewpoint, actions: Sequence[int]) -> str:
    """One action, or a trap with how it stands and its field."""
    s, own = view.state, view.player
    trap = 0 if s.asks[own] else int(s.chosen_traps[own])
    if actions[0] == Press.PASS:
        return "-"
    takes = s.phase == Phase.TRAPS and not s.asks[own] and not trap and actions[0] < FIELD_COUNT
    words = "^" if takes else ""
    for action in actions:
        trap = action - Press.PASS if Press.PASS < action < Press.RISING else trap
        words += _word(trap, action)
    return words


def _word(trap: int, action: int) -> str:
    """One action; of a trap that is being placed, if there is one."""
    if action < FIELD_COUNT:
        return _field(action)
    if action == Press.PASS:
        return "-"
    if action < Press.RISING:
        return LETTER_OF[Trap(trap)]
    if action < Press.GRAVEYARD_1:
        return _facing(trap, action - int(FIRST_WAY[trap] if trap else Press.UP))
    return SEATS[action - Press.GRAVEYARD_1]


def _facing(trap: int, way: int) -> str:
    if way == NOTHING:
        return ""
    return "/\\"[way] if trap == Trap.WALL else WAYS[way]


def read(view: Viewpoint, text: str) -> NamedMove | None:
    """A round, or the part of it that is asked for now."""
    plan, _, later = text.partition(">")
    replies = [reply for reply in re.split(r"[\s,]+", later.strip()) if reply]
    words = plan.split()
    if view.state.phase == Phase.HERO and len(words) == 2 and re.fullmatch(r"\d\d", words[0]):
        return _whole_round(view, text, words, replies)
    actions = _actions(view, text, words[0]) if len(words) == 1 else None
    if actions is None:
        return None
    move = legal_move(view, text, actions)
    course = partial(_with_replies, move=move, replies=replies)
    return _course(_with(move.notation, replies), move.words, move.actions, course) if replies else move


def _whole_round(view: Viewpoint, text: str, words: list[str], replies: list[str]) -> NamedMove:
    """The hero, and what is done with traps when that is asked."""
    hero, second = legal_move(view, text, [_place_of(view, text, words[0])]), _tidy(words[1])
    if not (second in ("-", "Pass") or re.fullmatch(r"\^\d\d", second) or TRAP.fullmatch(second)):
        raise unknown(view, text, f"{second!r} is no trap with a field, such as C12, no ^12 and no -")
    course = partial(_round, hero=hero, second=second, replies=replies)
    return _course(f"{hero.notation} {_with(second, replies)}", f"{hero.words} Then {second}.", hero.actions, course)


def _course(notation: str, words: str, actions: tuple[int, ...], course: Course) -> NamedMove:
    return NamedMove(notation, words, actions, "a question without an answer", course)


def _with(notation: str, replies: Sequence[str]) -> str:
    return f"{notation}>{','.join(replies)}" if replies else notation


def _tidy(word: str) -> str:
    """A trap's letter is a capital, its direction is not."""
    return word[:1].upper() + word[1:].lower()


def _actions(view: Viewpoint, text: str, word: str) -> list[int] | None:
    """The actions of one word; None if it is not of this notation."""
    s, own = view.state, view.player
    if s.asks[own]:
        return _reply(view, word)
    if re.fullmatch(r"\d\d", word) and (s.phase == Phase.HERO or s.chosen_traps[own]):
        return [_place_of(view, text, word)]
    if s.phase == Phase.HERO:
        return None
    if word.lower() in ("-", "pass"):
        return [int(Press.PASS)]
    if re.fullmatch(r"\^\d\d", word):
        return [_place_of(view, text, word[1:])]
    trap = int(s.chosen_traps[own])
    if trap and (rest := REST.fullmatch(word)):
        return _trap_actions(view, text, trap, rest[1], rest[2])
    if not trap and (match := TRAP.fullmatch(word)):
        kind = LETTERS[match[1].upper()]
        return [int(Press.PASS + kind), *_trap_actions(view, text, kind, match[2], match[3])]
    return None


def _trap_actions(view: Viewpoint, text: str, trap: int, way: str, place: str | None) -> list[int]:
    actions = []
    if way:
        ways = "/\\" if trap == Trap.WALL else WAYS
        if not plain(needs_facing)(trap) or way.lower() not in ways:
            raise unknown(view, text, f"{way!r} is no way for a {trap_words(trap)} to stand")
        actions.append(int(FIRST_WAY[trap]) + ways.index(way.lower()))
    if place == "-":
        return [*actions, int(Press.PASS)]
    return [*actions, _place_of(view, text, place)] if place else actions


def _place_of(view: Viewpoint, text: str, word: str) -> int:
    row, column = int(word[0]), int(word[1])
    if row >= WIDTH or column >= WIDTH:
        raise unknown(view, text, f"{word} is not a field of the board")
    return row * WIDTH + column


def _reply(view: Viewpoint, word: str) -> list[int] | None:
    """B13: an answer: a direction, or a player by the first letter."""
    if view.state.asks[view.player] == Ask.DIRECTION:
        names = [*WAYS, *DIRECTION_NAMES]
        return [int(Press.UP) + names.index(word.lower()) % len(WAYS)] if word.lower() in names else None
    seats = [who for who in range(int(view.parameters.players)) if SEATS[who].lower().startswith(word.lower())]
    return [int(Press.GRAVEYARD_1) + seats[0]] if len(seats) == 1 else None


# --- Carrying out


def _round(view: Viewpoint, hero: NamedMove, second: str, replies: list[str]) -> Steps:
    """The hero, then the trap, then what is asked."""
    number = int(view.state.turn)
    yield from steps_of(hero, view)
    if view.position.over or int(view.state.turn) != number:
        return f"the round is over, without {second}"
    try:
        move = read(view, second)
    except UnknownMove as error:
        return f"{second} was left out: {error}"
    if move is None:
        return f"{second} was left out: something else is asked"
    return (yield from _with_replies(view, move, replies))


def _with_replies(view: Viewpoint, move: NamedMove, replies: list[str]) -> Steps:
    """A move, and answers to the questions that follow from it in this round."""
    number, left = int(view.state.turn), [*replies]
    if why := (yield from steps_of(move, view)):
        return why
    while not view.position.over and int(view.state.turn) == number and view.may_act and view.state.asks[view.player]:
        actions = _reply(view, left.pop(0)) if left else None
        if not actions:
            return "a question is open"
        yield actions[0]
    return f"not asked for: {', '.join(left)}" if left else ""
