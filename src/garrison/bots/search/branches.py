"""The loop of decoupled UCT: trees of numbered nodes and branches, in memory that is made beforehand.

Node number n is player n's root while there are players; each node begins a chain of branches, each of them an action.
Branch number 1 is the first, and behind it is the first node after the roots.
"""

from __future__ import annotations

import numpy as np

from garrison.bots.search.mind import mixed
from garrison.bots.search.simulation import imagine, play_by_policy
from garrison.bots.search.trial import ORIGIN, OTHERS, OWN, TRIAL, Trial, act, consult, dice_of, evaluate, game_of, mark
from garrison.core.engine import rng
from garrison.core.engine.arguments import Arguments, Seed
from garrison.core.engine.curves import logarithm
from garrison.core.engine.kernel import kernel
from garrison.core.engine.kernels import first_waiting
from garrison.core.engine.masks import find_mark, marks_in
from garrison.core.engine.memory import Address, array_at, header, record_at, row
from garrison.core.engine.record import Array, Record, float64, int64, number
from garrison.core.engine.rule import rule

NARROW = 1e-6


class Node(Record):
    """What a player has chosen so far."""

    chain: int = number()  # the first branch
    times: int = number()  # how often it was met


class Branch(Record):
    """An action from a node."""

    following: int = number()  # the next of the chain
    action: int = number()
    visits: int = number()
    child: int = number()  # the node behind it
    total: float = number(kind=np.float64)  # what came of it in all


class Span(Record):
    """The values that a player has met."""

    lowest: float = number(kind=np.float64)
    highest: float = number(kind=np.float64)


NODE, BRANCH, SPAN = Node.dtype, Branch.dtype, Span.dtype
NODE_SIZE, BRANCH_SIZE, SPAN_SIZE = NODE.itemsize, BRANCH.itemsize, SPAN.itemsize


class Tree(Arguments):
    """Everybody's tree for one decision."""

    nodes: Address
    branches: Address
    room: int  # for branches
    count: int = 0  # of branches so far
    spans: Address
    paths: Address  # for each player how many branches were taken in a simulation, and these
    deepest: int  # how many there can be
    players: int
    curiosity: float
    doubt: float
    seed: Seed


TREE = Tree.dtype


@rule
def node_at(tree: Tree, place: int) -> Node:
    """A node."""
    return record_at(row(tree.nodes, place, NODE_SIZE), NODE)


@rule
def branch_at(tree: Tree, place: int) -> Branch:
    """A branch."""
    return record_at(row(tree.branches, place, BRANCH_SIZE), BRANCH)


@rule
def span_of(tree: Tree, player: int) -> Span:
    """The span of values that a player has met."""
    return record_at(row(tree.spans, player, SPAN_SIZE), SPAN)


@rule
def path_of(tree: Tree, player: int) -> Array:
    """How many branches a player has taken, and these."""
    size = 1 + tree.deepest
    return array_at(row(tree.paths, player, 8 * size), size, np.int64)


@rule
def branch_for(tree: Tree, node: int, action: int) -> int:
    """The branch of an action; 0 if it was never tried."""
    branch = node_at(tree, node).chain
    while branch > 0 and branch_at(tree, branch).action != action:
        branch = branch_at(tree, branch).following
    return branch


@rule
def marks_of(t: Trial) -> Array:
    """What is marked in the mask."""
    return array_at(t.mask, game_of(t).actions, np.uint8)


@rule
def untried(t: Trial, tree: Tree, node: int, tally: int) -> int:
    """A legal action that was never tried, each as likely as the others; -1 if there is none."""
    choice, count = -1, 0
    for place in range(marks_in(tally)):
        action = find_mark(marks_of(t), tally, place)
        if branch_for(tree, node, action) == 0:
            count += 1
            if rng.pick(dice_of(t, OWN), count) == 0:
                choice = action
    return choice


@rule
def scaled(tree: Tree, player: int, worth: float) -> float:
    """A value on the scale of what a player has met."""
    span = span_of(tree, player)
    return (worth - span.lowest) / max(span.highest - span.lowest, NARROW)


@rule
def best_branch(t: Trial, tree: Tree, node: int, player: int) -> tuple[int, float]:
    """The legal branch that promises most, and its promise: what came of it, and more if it was tried seldom."""
    marks, often = marks_of(t), logarithm(node_at(tree, node).times + 1)
    best, leader, place = -1e9, int64(0), node_at(tree, node).chain
    while place > 0:
        branch = branch_at(tree, place)
        if marks[branch.action] == 1:
            visits = float64(branch.visits)
            promise = scaled(tree, player, branch.total / visits) + tree.curiosity * np.sqrt(often / visits)
            if promise > best:
                best, leader = promise, place
        place = branch.following
    return leader, best


@rule
def average(tree: Tree, node: int, player: int) -> float:
    """What came of a node on average, on the scale of what was seen."""
    total, visits, place = 0.0, 0, node_at(tree, node).chain
    while place > 0:
        branch = branch_at(tree, place)
        total += branch.total
        visits += branch.visits
        place = branch.following
    return scaled(tree, player, total / max(visits, 1))


@rule
def grow_branch(tree: Tree, node: int, action: int) -> int:
    """A new branch with a new node behind it; 0 if there is no room for one."""
    place = tree.count + 1
    if place >= tree.room:
        return 0
    branch, start = branch_at(tree, place), node_at(tree, node)
    branch.following, branch.action, branch.child = start.chain, action, place + tree.players - 1
    tree.count, start.chain = place, place
    return place


@rule
def chosen_branch(t: Trial, tree: Tree, node: int, player: int, tally: int) -> int:
    """The branch that a player takes from a node: the most promising one, or a new one where that promises more."""
    branch, promise = best_branch(t, tree, node, player)
    if node_at(tree, node).chain == 0:
        return grow_branch(tree, node, consult(t, player, tally, OWN, 0))
    hope = average(tree, node, player) - tree.doubt
    hope += tree.curiosity * np.sqrt(logarithm(node_at(tree, node).times + 1))
    if branch == 0 or hope > promise:
        action = untried(t, tree, node, tally)
        if action >= 0:
            return grow_branch(tree, node, action)
    return branch


@kernel("ref ref whole whole", ORIGIN)
def simulate(trial: Address, trees: Address, first: int, last: int) -> None:
    """Grow everybody's tree by simulations first .. last-1.

    A player who has come to the end of their tree goes on by the policy.
    """
    t, tree = record_at(trial, TRIAL), record_at(trees, TREE)
    for simulation in range(first, last):
        chance = rng.derived(tree.seed, simulation)
        imagine(t, chance)
        dice_of(t, OWN).rng = rng.seeded(rng.derived(chance, 1))
        dice_of(t, OTHERS).rng = rng.seeded(rng.derived(chance, 2))
        walk(t, tree)
        evaluate(t, t.state)
        for who in range(tree.players):
            note_value(tree, who, mixed(t, t.state, who), simulation == 0)


@rule
def walk(t: Trial, tree: Tree) -> None:
    """Play a simulation: everybody goes down their tree, and on by the policy when they have left it."""
    for who in range(tree.players):
        path_of(tree, who)[0] = 0
    s = header(t.state)
    turn, steps, leavers = s.turn, 0, 0  # done: the players (bits) who have left their trees
    while s.over == 0 and s.turn - turn < t.turns and steps < t.steps and s.waiting != 0:
        who, steps = first_waiting(s.waiting), steps + 1
        if (leavers >> who) & 1 == 1 or path_of(tree, who)[0] >= tree.deepest:
            play_by_policy(t, OTHERS, 0)
        elif takes_last_branch(t, tree, who):
            leavers |= 1 << who


@rule
def takes_last_branch(t: Trial, tree: Tree, who: int) -> bool:
    """Take the branch that a player chooses, if there is one; whether they have left their tree with it."""
    path, tally = path_of(tree, who), mark(t, who)
    node = who if path[0] == 0 else branch_at(tree, path[path[0]]).child
    place = chosen_branch(t, tree, node, who, tally)
    if place == 0:
        return True
    branch = branch_at(tree, place)
    is_new = branch.visits == 0
    path[0] += 1
    path[path[0]] = place
    node_at(tree, node).times += 1
    act(t, who, branch.action)
    return is_new


@rule
def note_value(tree: Tree, who: int, worth: float, is_first: bool) -> None:
    """A simulation is over: what came of it is noted at every branch that a player took."""
    span, path = span_of(tree, who), path_of(tree, who)
    if is_first:
        span.lowest, span.highest = worth, worth
    span.lowest = min(span.lowest, worth)
    span.highest = max(span.highest, worth)
    for place in range(1, path[0] + 1):
        branch = branch_at(tree, path[place])
        branch.visits += 1
        branch.total += worth
