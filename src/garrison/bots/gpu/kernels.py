"""What the search does on a GPU: one thread plays one simulation. Imported only where somebody asks for it.

As in `garrison.core.engine.cuda`, each template is made into a kernel once per game, with that game's globals
(`POLICY`, `VALUE`, ...) in place of this module's. A simulation is made of the same templates as the CPU's, those of
`garrison.bots.search`; what these call a game by is here: references stand for the things themselves, as they do in the
interpreted lane. So the same plans meet the same chance and come to the same positions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
from numba import cuda, float32, float64, int64, uint64

from garrison.bots.search.mind import (
    add_cues,
    add_vector,
    add_what_is_seen,
    mixed,
    opinion,
    place_from_eye,
    see,
    worth,
)
from garrison.bots.search.simulation import NOTHING, follow_plan, imagine, try_plan
from garrison.core.engine.cuda import NOBODY, choose, lowest, mark_legal, play
from garrison.core.engine.record import HEADER
from garrison.core.engine.rng import derived, seeded

if TYPE_CHECKING:
    from collections.abc import Callable

    from garrison.bots.gpu.arguments import DeviceNetwork, DevicePositions, KeptPlans, Observations, PlanArrays, Round
    from garrison.bots.search.scratch import Horizon
    from garrison.core.engine.record import Array

SEEDS = np.uint64(1 << 62)  # the seeds of plans and of chance have nothing in common

# A game's sizes, records and rules, and the sizes of a network.
ACTIONS = STATE_WORDS = MASK_WORDS = PLAYERS = PLANE_BYTES = PLANE_SPACE = 0
NUMBERS = NUMBERS_SPACE = ROWS = COLUMNS = EYE_ROW = EYE_COLUMN = 0
PLANES = (0, 0, 0)
STATE = DICE = HEADER
POLICY = VALUE = HIDE = CUES = OBSERVE = MEASURE = SCORE = cast("Callable[..., int]", None)
SEEN_WORDS = PLANE_PLACES = CUES_COUNT = CUES_SPACE = WIDTH = DEPTH = TELLS = 0


# --- For no game in particular.


def make_plans(plans: PlanArrays, pattern: Array, former: KeptPlans) -> None:
    """Plan number n of a decision is in style pattern[n], with dice of its own; the first is the one that was kept."""
    item = cuda.grid(1)
    if item < plans.styles.size:
        row, plan = item // plans.styles.shape[1], item % plans.styles.shape[1]
        if plan == 0 and former.has_kept[row] != 0:
            plans.styles[row, plan], plans.dice[row, plan] = former.styles[row], former.dice[row]
        else:
            plans.styles[row, plan] = pattern[plan]
            plans.dice[row, plan] = seeded(derived(plans.seeds[row] | SEEDS, plan))


def is_before(totals: Array, visits: Array, first: int, second: int) -> bool:
    """Whether a plan is worth more than another one, on average; of equal ones, the first."""
    one, other = totals[first] / visits[first], totals[second] / visits[second]
    return one > other or (one == other and first < second)


def halve(plans: PlanArrays, values: Array, count: int, each: int) -> None:
    """Add up what the first `count` plans of each row came to in `each` simulations, and put them in order."""
    row = cuda.grid(1)
    if row < plans.alive.shape[0]:
        alive, totals, visits = plans.alive[row], plans.totals[row], plans.visits[row]
        for place in range(count):
            plan = alive[place]
            for number in range(each):
                totals[plan] += values[(row * count + place) * each + number]
            visits[plan] += each
        for place in range(1, count):
            plan, before = alive[place], place - 1
            while before >= 0 and is_before(totals, visits, plan, alive[before]):
                alive[before + 1] = alive[before]
                before -= 1
            alive[before + 1] = plan


# --- What a thread thinks with.


class DeviceMind(NamedTuple):
    """A network with the memory of a thread: what is called `DeviceMind` on a CPU."""

    trust: float
    par: float
    tells: int
    players: int
    bytes: Array
    words: Array
    places: int
    rows: int
    columns: int
    numbers: Array
    numbers_count: int
    eye_row: int
    eye_column: int
    cue_values: Array
    cues_count: int
    points: Array
    links: Array
    plane_places: int
    vectors: Array
    vectors_count: int
    width: int
    cue_vectors: Array
    sums: Array
    middle: Array
    depth: int
    activations: Array
    last: Array


class DeviceTrial(NamedTuple):
    """A position that a player thinks about, with the memory of a thread: what is called `DeviceTrial` on a CPU."""

    parameters: np.void
    root: Array
    player: int
    turns: int
    steps: int
    plan_turns: int
    usual: int
    free: int
    is_asked: bool
    words: Array
    state: np.void
    mask: Array
    dice: Array
    values: Array
    mind: DeviceMind


# --- How the templates of a simulation reach a game.


def header(state: np.void) -> np.void:
    """What every record begins with."""
    return state


def array_at(array: Array, shape: int | tuple[int, ...], kind: type[np.generic]) -> Array:
    """An array."""
    return array


def dice_of(t: DeviceTrial, whose: int) -> np.void:
    """The dice of the player who thinks, or those of everybody else and of those without a plan."""
    return t.dice[whose]


def mind_of(t: DeviceTrial) -> DeviceMind:
    """Whom a trial asks."""
    return t.mind


def copy_root(t: DeviceTrial) -> None:
    """Begin with the position that is thought about."""
    for word in range(STATE_WORDS):
        t.words[word] = t.root[word]


def hide_others(t: DeviceTrial) -> None:
    """Take out what the player cannot know."""
    HIDE(t.parameters, t.state, t.player)


def acting(t: DeviceTrial, waiting: int) -> int:
    """Who acts; who is only asked need not be the lowest who may."""
    return int64(t.player if t.is_asked else lowest(waiting))


def mark(t: DeviceTrial, who: int) -> int:
    """Mark what somebody may do; 0 if nothing is legal."""
    mark_legal(t.parameters, t.state, who, t.mask)
    for word in range(MASK_WORDS):
        if t.mask[word] != 0:
            return 1
    return 0


def draw(t: DeviceTrial, tally: int, whose: int) -> int:
    """Any of the marked actions."""
    return choose(t.mask, t.dice[whose])


def consult(t: DeviceTrial, who: int, tally: int, whose: int, style: int) -> int:
    """What the policy says; any legal action, if it does not know."""
    action = int64(POLICY(t.parameters, t.state, who, t.mask.view(np.uint8)[:ACTIONS], t.dice[whose], style))
    return action if action >= 0 else int64(choose(t.mask, t.dice[whose]))


def act(t: DeviceTrial, who: int, action: int) -> None:
    """Play an action, unless it was only asked for."""
    if not t.is_asked:
        play(t.parameters, t.state, who, action)


def evaluate(t: DeviceTrial, state: np.void) -> None:
    """Ask the game's own value what a position is worth to everybody."""
    VALUE(t.parameters, state, t.values)


def look(t: DeviceTrial, state: np.void, player: int) -> None:
    """Look at a position as a player does."""
    for word in range(SEEN_WORDS):
        t.mind.words[word] = 0
    OBSERVE(t.parameters, state, player, t.mind.bytes[:PLANE_BYTES].reshape(PLANES))
    MEASURE(t.parameters, state, player, t.mind.numbers[:NUMBERS])


def listen(t: DeviceTrial, state: np.void, player: int) -> None:
    """Let the game's skill tell its cues."""
    CUES(t.parameters, state, player, t.mind.cue_values[:CUES_COUNT])


def count_points(t: DeviceTrial, state: np.void) -> None:
    """Take down the score."""
    SCORE(t.parameters, state, t.mind.points)


def see_nothing(t: DeviceTrial, state: np.void, player: int) -> None:
    """A network that only knows cues need not look."""


def alone(t: DeviceTrial, state: np.void, player: int) -> float:
    """Without a network, a position is worth what the game's own value says."""
    return t.values[player]


# --- For a game.


def try_plans(
    batch: DevicePositions,
    plans: PlanArrays,
    horizon: Horizon,
    turn: Round,
    network: DeviceNetwork,
    values: Array,
    steps: Array,
) -> None:
    """Try the plans of a round that are alive in each row, each as often as it says.

    Noted are what each simulation came to, each plan's first action and the dice with which it goes on, and how many
    steps were played in all.
    """
    item = cuda.grid(1)
    if item < plans.which.shape[0] * turn.trying * turn.each:
        row, place, number = item // (turn.trying * turn.each), item // turn.each % turn.trying, item % turn.each
        index, plan = plans.which[row], plans.alive[row, place]
        words, mask = cuda.local.array(STATE_WORDS, uint64), cuda.local.array(MASK_WORDS, uint64)
        dice, worths = cuda.local.array(2, DICE), cuda.local.array(PLAYERS, float64)
        plane_words, numbers = cuda.local.array(SEEN_WORDS, uint64), cuda.local.array(NUMBERS_SPACE, int64)
        cue_values, points = cuda.local.array(CUES_SPACE, float64), cuda.local.array(PLAYERS, float64)
        sums, activations = cuda.local.array(WIDTH, float32), cuda.local.array(DEPTH, float32)
        mind = DeviceMind(
            trust=network.trust,
            par=network.par,
            tells=TELLS,
            players=PLAYERS,
            bytes=plane_words.view(np.uint8),
            words=plane_words,
            places=PLANE_BYTES,
            rows=ROWS,
            columns=COLUMNS,
            numbers=numbers,
            numbers_count=NUMBERS,
            eye_row=EYE_ROW,
            eye_column=EYE_COLUMN,
            cue_values=cue_values,
            cues_count=CUES_COUNT,
            points=points,
            links=network.links,
            plane_places=PLANE_PLACES,
            vectors=network.vectors,
            vectors_count=network.vectors.shape[0],
            width=WIDTH,
            cue_vectors=network.cue_vectors,
            sums=sums,
            middle=network.middle,
            depth=DEPTH,
            activations=activations,
            last=network.last,
        )
        t: Any = DeviceTrial(  # to the templates, one of a CPU
            parameters=batch.parameters[0],
            root=batch.words[index],
            player=batch.players[index],
            turns=horizon.turns,
            steps=horizon.steps,
            plan_turns=horizon.plan_turns,
            usual=horizon.usual,
            free=horizon.free,
            is_asked=turn.is_asked,
            words=words,
            state=words.view(STATE)[0],
            mask=mask,
            dice=dice,
            values=worths,
            mind=mind,
        )
        seed = plans.seeds[row]
        chance = seed if turn.is_asked else derived(seed, turn.first_number + number)
        first, following, count = try_plan(t, plans.styles[row, plan], plans.dice[row, plan], chance)
        if number == turn.each - 1 and first != NOTHING:
            plans.actions[row, plan], plans.next_dice[row, plan] = first, following
        values[item] = worth(t, t.state, t.player)
        cuda.atomic.add(steps, 0, count)


def tell_positions(batch: DevicePositions, about: Observations[Array]) -> None:
    """Who acts in each position, the turn, what is legal, what that player sees and is told, the values and scores."""
    index = cuda.grid(1)
    if index < about.players.shape[0]:
        p, own = batch.parameters[0], cuda.local.array(STATE_WORDS, uint64)
        for word in range(STATE_WORDS):
            own[word] = batch.words[index, word]
        s = own.view(STATE)[0]
        player = lowest(s.waiting)
        about.players[index], about.turns[index] = player, s.turn
        mask = cuda.local.array(MASK_WORDS, uint64)
        mark_legal(p, s, player, mask)
        for word in range(MASK_WORDS):
            about.legal[index, word] = mask[word]
        VALUE(p, s, about.worths[index])
        SCORE(p, s, about.scores[index])
        if player != NOBODY:
            tell_player(p, s, player, about.planes[index], about.numbers[index], about.cues[index])


def tell_player(p: np.void, s: np.void, player: int, planes: Array, numbers: Array, cues: Array) -> None:
    """What a player sees and is told."""
    plane_words = cuda.local.array(PLANE_SPACE, uint64)
    for word in range(PLANE_SPACE):
        plane_words[word] = 0
    OBSERVE(p, s, player, plane_words.view(np.uint8)[:PLANE_BYTES].reshape(PLANES))
    for word in range(PLANE_SPACE):
        planes[word] = plane_words[word]
    MEASURE(p, s, player, numbers)
    CUES(p, s, player, cues)


COMMON = (make_plans, halve)
COMMON_HELPERS = (is_before,)
KERNELS = (try_plans, tell_positions)
REACHING = (header, array_at, dice_of, mind_of, copy_root, hide_others, acting, mark, draw, consult, act, evaluate)
HELPERS = (*REACHING, imagine, follow_plan, try_plan, worth, tell_player)
SEEING = (look, place_from_eye, add_vector, add_what_is_seen, see)
THINKING = (listen, count_points, add_cues, opinion, mixed)
