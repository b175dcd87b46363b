"""The loop of decoupled UCT: trees of numbered nodes and branches, in arrays that are made beforehand.

Node number n is player n's root while there are players; each node begins a chain of branches, each of them an action.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from garrison.bots.search.imagine import imagine, play_by_policy
from garrison.bots.search.mind import weigh
from garrison.bots.search.scratch import DICE_OF_OTHERS, DICE_OF_PLAN, ORIGIN
from garrison.core.engine import rng
from garrison.core.engine.kernel import kernel
from garrison.core.engine.kernels import first_waiting
from garrison.core.engine.masks import find_mark, marks_in
from garrison.core.engine.memory import at, header
from garrison.core.engine.rule import rule

CHAIN, TIMES, TREES = 0, 1, 2  # a node: its first branch, how often it was met; the number of columns
NEXT, ACTION, VISITS, CHILD, EDGES = 0, 1, 2, 3, 4  # a branch: the next of the chain; the number of columns
LOWEST, HIGHEST = 0, 1  # the span of values that a player has met
CURIOSITY, DOUBT = 0, 1
NARROW = 1e-6


@rule
def edge_for(nodes: Any, edges: Any, node: Any, action: Any) -> Any:
    """The branch of an action; 0 if it was never tried."""
    edge = nodes[node, CHAIN]
    while edge > 0 and edges[edge, ACTION] != action:
        edge = edges[edge, NEXT]
    return edge


@rule
def untried(nodes: Any, edges: Any, node: Any, mask: Any, tally: Any, dice: Any) -> Any:
    """A legal action that was never tried, each as likely as the others; -1 if there is none."""
    found, count = -1, 0
    for number in range(marks_in(tally)):
        action = find_mark(mask, tally, number)
        if edge_for(nodes, edges, node, action) == 0:
            count += 1
            if rng.pick(dice, count) == 0:
                found = action
    return found


@rule
def best_edge(nodes: Any, edges: Any, totals: Any, span: Any, node: Any, player: Any, mask: Any, weights: Any) -> Any:
    """The legal branch that promises most, and its promise: what came of it, and more if it was tried seldom."""
    width = max(span[player, HIGHEST] - span[player, LOWEST], NARROW)
    logarithm = np.log(np.float64(nodes[node, TIMES]) + 1.0)
    best, found, edge = -1e9, np.int64(0), nodes[node, CHAIN]
    while edge > 0:
        if mask[edges[edge, ACTION]] == 1:
            visits = np.float64(edges[edge, VISITS])
            mean = (totals[edge, 0] / visits - span[player, LOWEST]) / width
            promise = mean + weights[0, CURIOSITY] * np.sqrt(logarithm / visits)
            if promise > best:
                best, found = promise, edge
        edge = edges[edge, NEXT]
    return found, best


@rule
def average(nodes: Any, edges: Any, totals: Any, span: Any, node: Any, player: Any) -> Any:
    """What came of a node on average, on the scale of what was seen."""
    total, visits, edge = 0.0, 0, nodes[node, CHAIN]
    while edge > 0:
        total += totals[edge, 0]
        visits += edges[edge, VISITS]
        edge = edges[edge, NEXT]
    width = max(span[player, HIGHEST] - span[player, LOWEST], NARROW)
    return (total / max(visits, 1) - span[player, LOWEST]) / width


@rule
def grow_edge(nodes: Any, edges: Any, node: Any, action: Any) -> Any:
    """A new branch with a new node behind it; edges[0, ACTION] counts the branches, nodes[0, ...] are in order."""
    edge = edges[0, ACTION] + 1
    if edge >= edges.shape[0]:
        return 0
    edges[0, ACTION] = edge
    edges[edge, NEXT] = nodes[node, CHAIN]
    edges[edge, ACTION] = action
    edges[edge, CHILD] = edge + edges[0, CHILD]
    nodes[node, CHAIN] = edge
    return edge


@rule
def chosen_edge(
    policy: Any,
    parameters: Any,
    state: Any,
    mask: Any,
    tally: Any,
    dice: Any,
    nodes: Any,
    edges: Any,
    totals: Any,
    span: Any,
    node: Any,
    player: Any,
    weights: Any,
) -> Any:
    """The branch that a player takes from a node: the most promising one, or a new one where that promises more."""
    edge, promise = best_edge(nodes, edges, totals, span, node, player, mask[0], weights)
    if nodes[node, CHAIN] == 0:
        action = policy(parameters, state, player, at(mask, 0), tally, at(dice, DICE_OF_PLAN), 0)
        return grow_edge(nodes, edges, node, action)
    hope = average(nodes, edges, totals, span, node, player) - weights[0, DOUBT]
    hope += weights[0, CURIOSITY] * np.sqrt(np.log(np.float64(nodes[node, TIMES]) + 1.0))
    if edge == 0 or hope > promise:
        action = untried(nodes, edges, node, mask[0], tally, dice[DICE_OF_PLAN])
        if action >= 0:
            return grow_edge(nodes, edges, node, action)
    return edge


@kernel(
    "legal step value policy hide ref rows rows masks dice scores counts counts scores scores counts wholes scores "
    "ref seed",
    ORIGIN,
)
def simulate(
    legal: Any,
    step: Any,
    value: Any,
    policy: Any,
    hide: Any,
    parameters: Any,
    root: Any,
    states: Any,
    mask: Any,
    dice: Any,
    out: Any,
    nodes: Any,
    edges: Any,
    totals: Any,
    span: Any,
    path: Any,
    limits: Any,
    weights: Any,
    mind: Any,
    seed: Any,
) -> None:
    """Grow everybody's tree by simulations.

    `limits` holds the player who thinks, how many turns are looked ahead, at most how many steps a simulation has,
    which simulation is the first, and before which it ends. A row of `path` is how many branches a player has taken,
    and these; a player who has come to the end of their tree goes on by the policy.
    """
    rules, tree = (legal, step, policy, parameters), (nodes, edges, totals, span, path)
    edges[0, CHILD] = path.shape[0] - 1  # behind branch number 1 is the first node after the roots
    for number in range(limits[3], limits[4]):
        chance = rng.derived(seed, number)
        imagine(hide, parameters, states, 0, root, limits[0], chance)
        dice[DICE_OF_PLAN].rng = rng.seeded(rng.derived(chance, 1))
        dice[DICE_OF_OTHERS].rng = rng.seeded(rng.derived(chance, 2))
        walk(rules, tree, at(states, 0), mask, dice, limits, weights)
        weigh(value, mind, parameters, at(states, 0), out)
        for who in range(path.shape[0]):
            note_value(edges, totals, span, path, who, out[0, who], number)


@rule
def walk(rules: Any, tree: Any, state: Any, mask: Any, dice: Any, limits: Any, weights: Any) -> None:
    """Play a simulation: everybody goes down their tree, and on by the policy when they have left it."""
    legal, step, policy, parameters = rules
    path = tree[4]
    for who in range(path.shape[0]):
        path[who, 0] = 0
    s = header(state)
    turn, played, done = s.turn, 0, 0  # done: the players (bits) who have left their trees
    while s.over == 0 and s.turn - turn < limits[1] and played < limits[2] and s.waiting != 0:
        who, played = first_waiting(s.waiting), played + 1
        if (done >> who) & 1 == 1 or path[who, 0] >= path.shape[1] - 1:
            play_by_policy(legal, step, policy, parameters, state, mask, dice, DICE_OF_OTHERS, 0)
        elif takes_last_branch(rules, tree, state, mask, dice, who, weights):
            done |= 1 << who


@rule
def takes_last_branch(rules: Any, tree: Any, state: Any, mask: Any, dice: Any, who: Any, weights: Any) -> Any:
    """Take the branch that a player chooses, if there is one; whether they have left their tree with it."""
    legal, step, policy, parameters = rules
    nodes, edges, totals, span, path = tree
    tally = legal(parameters, state, who, at(mask, 0))
    node = who if path[who, 0] == 0 else edges[path[who, path[who, 0]], CHILD]
    edge = chosen_edge(policy, parameters, state, mask, tally, dice, nodes, edges, totals, span, node, who, weights)
    if edge == 0:
        return True
    is_new = edges[edge, VISITS] == 0
    path[who, 0] += 1
    path[who, path[who, 0]] = edge
    nodes[node, TIMES] += 1
    step(parameters, state, who, edges[edge, ACTION])
    return is_new


@rule
def note_value(edges: Any, totals: Any, span: Any, path: Any, who: Any, worth: Any, number: Any) -> None:
    """A simulation is over: what came of it is noted at every branch that a player took."""
    if number == 0:
        span[who, LOWEST], span[who, HIGHEST] = worth, worth
    span[who, LOWEST] = min(span[who, LOWEST], worth)
    span[who, HIGHEST] = max(span[who, HIGHEST], worth)
    for place in range(1, path[who, 0] + 1):
        edges[path[who, place], VISITS] += 1
        totals[path[who, place], 0] += worth
