"""Boneyard's rules. The numbers B1 .. B18 are those of the rulebook in README.md; phases.py runs phases 2 and 3."""

from garrison.core.engine.events import finish, is_at_limit, log
from garrison.core.engine.record import int64
from garrison.core.engine.rule import rule
from garrison.games.boneyard.rules.choices import forget_choices, store
from garrison.games.boneyard.rules.choices import legal as legal
from garrison.games.boneyard.rules.clashes import clash as clash
from garrison.games.boneyard.rules.entities import muster as muster
from garrison.games.boneyard.rules.ground import TOWER
from garrison.games.boneyard.rules.observation import measure as measure
from garrison.games.boneyard.rules.observation import observe as observe
from garrison.games.boneyard.rules.phases import apply_answer, do_trap, march, run_board
from garrison.games.boneyard.rules.points import has_fallen as has_fallen
from garrison.games.boneyard.rules.points import points_of as points_of
from garrison.games.boneyard.rules.points import rounds_in_all
from garrison.games.boneyard.rules.points import score as score
from garrison.games.boneyard.rules.skeletons import die_on_hero, spawn, spawn_first
from garrison.games.boneyard.state import (
    MERITS,
    MOST_TRAPS,
    NOTHING,
    Ask,
    Happening,
    Merit,
    Phase,
    Reason,
    Rules,
    State,
)


@rule
def new(p: Rules, s: State) -> None:
    """B1-B5: towers, villages, stashes, heroes and the first skeletons."""
    for who in range(p.players):
        s.layers[who] = full_layers(p)
        s.houses[who] = full_houses(p)
        s.heroes[who] = TOWER
        for i in range(MOST_TRAPS):
            if p.traps[i] > 0:
                s.stash[who, p.traps[i]] += 1
        spawn_first(p, s, who)
    forget_choices(s)
    begin_round(p, s)


@rule
def full_layers(p: Rules) -> int:
    """B1, B16: the layers of a tower at the start."""
    return p.solo_layers if p.players == 1 else p.layers


@rule
def full_houses(p: Rules) -> int:
    """B1, B16: the houses of a village at the start."""
    return p.solo_houses if p.players == 1 else p.houses


@rule
def step(p: Rules, s: State, player: int, action: int) -> None:
    """A choice is stored; when the last player has chosen, everything happens, in the order of the seats."""
    if store(s, player, action):
        s.waiting &= ~(1 << player)
    if s.waiting == 0:
        resolve(p, s)
    if s.over == 1 or is_at_limit(p, s):
        forget_choices(s)  # of a phase that was never completed


@rule
def resolve(p: Rules, s: State) -> None:
    """B6-B10: the phase that everybody has chosen for, and everything up to the next choice."""
    if s.phase == Phase.HERO:
        move_heroes(p, s)
        begin_traps(p, s)
        return
    carry_out_choices(p, s)
    run_boards(p, s)
    if s.phase == Phase.TRAPS and not is_anybody_asked(p, s):
        begin_march(p, s)
        run_boards(p, s)
    if is_anybody_asked(p, s):
        wait_for_answers(p, s)
    else:
        end_round(p, s)


# --- The phases


@rule
def begin_round(p: Rules, s: State) -> None:
    """B6: everybody's hero is to move."""
    s.turn += 1
    log(s, Happening.ROUND, s.turn)
    s.phase = Phase.HERO
    wait_for_all(p, s)


@rule
def move_heroes(p: Rules, s: State) -> None:
    """B6: the hero moves and kills the skeletons on the field it enters."""
    for who in range(p.players):
        log(s, Happening.HERO_MOVED, who, s.heroes[who], s.choices[who])
        s.heroes[who] = s.choices[who]
        s.choices[who] = NOTHING
        for i in range(s.counts[who] - 1, -1, -1):
            if s.places[who, i] == s.heroes[who]:
                die_on_hero(s, who, i)


@rule
def begin_traps(p: Rules, s: State) -> None:
    """B7: everybody handles traps."""
    s.phase = Phase.TRAPS
    wait_for_all(p, s)


@rule
def carry_out_choices(p: Rules, s: State) -> None:
    """B7, B13: what the players have chosen, in the order of the seats: answers, or what they do with their traps."""
    is_answering = is_anybody_asked(p, s)
    for who in range(p.players):
        if is_answering:
            apply_answer(p, s, who)
        else:
            do_trap(p, s, who)


@rule
def begin_march(p: Rules, s: State) -> None:
    """B8: on all boards the skeletons move."""
    s.phase = Phase.SKELETONS
    for who in range(p.players):
        march(p, s, who)


@rule
def run_boards(p: Rules, s: State) -> None:
    """B13: every board runs until it is finished or needs an answer."""
    for who in range(p.players):
        run_board(p, s, who)


@rule
def end_round(p: Rules, s: State) -> None:
    """B15: has anybody fallen? B10: if not, skeletons spawn. B16, B17: was it the last round?"""
    if fallen(p, s) != 0:
        end_by_fall(p, s)
        return
    s.rounds += 1
    for who in range(p.players):
        spawn(p, s, who)
    if s.rounds < rounds_in_all(p):
        begin_round(p, s)
    elif p.players == 1:
        end_with(p, s, Reason.SURVIVED, 1)
    else:
        end_with(p, s, Reason.ROUNDS, leaders(p, s))


# --- Waiting


@rule
def wait_for_all(p: Rules, s: State) -> None:
    """Everybody is to choose."""
    s.waiting = (1 << p.players) - 1


@rule
def is_anybody_asked(p: Rules, s: State) -> bool:
    """B13: whether a board needs an answer."""
    for who in range(p.players):
        if s.asks[who] != Ask.NOTHING:
            return True
    return False


@rule
def wait_for_answers(p: Rules, s: State) -> None:
    """B13: those whose boards need an answer are to choose."""
    s.waiting = 0
    for who in range(p.players):
        if s.asks[who] != Ask.NOTHING:
            s.waiting |= 1 << who


# --- The end


@rule
def fallen(p: Rules, s: State) -> int:
    """B15: the players (bits) who have fallen."""
    players = 0
    for who in range(p.players):
        if has_fallen(s, who):
            players |= 1 << who
    return players


@rule
def leaders(p: Rules, s: State) -> int:
    """B15: the players (bits) with the most points; the fallen never win. B19, B20: unless ties are broken."""
    everybody = (1 << p.players) - 1
    players = everybody & ~fallen(p, s)
    if p.tie_breaks == 0:
        return best_by(p, s, players, Merit.POINTS)
    players = players if players != 0 else everybody
    for merit in range(MERITS):
        players = best_by(p, s, players, merit)
    return players


@rule
def best_by(p: Rules, s: State, players: int, merit: int) -> int:
    """B15, B19: those of these players (bits) who are best by one merit."""
    most, best = int64(0), 0
    for who in range(p.players):
        if (players >> who) & 1 == 1:
            worth = int64(merit_of(p, s, who, merit))
            if worth > most or best == 0:
                most, best = worth, 0
            if worth == most:
                best |= 1 << who
    return best


@rule
def merit_of(p: Rules, s: State, who: int, merit: int) -> int:
    """B15, B19: what decides, the first of all the points."""
    if merit == Merit.POINTS:
        return points_of(p, s, who)
    if merit == Merit.LAYERS:
        return s.layers[who]
    return s.houses[who] if merit == Merit.HOUSES else -s.counts[who]


@rule
def end_by_fall(p: Rules, s: State) -> None:
    """B15: the game is over; B16: with one player it is lost."""
    for who in range(p.players):
        if has_fallen(s, who):
            log(s, Happening.FELL, who)
    end_with(p, s, Reason.FALLEN, leaders(p, s))


@rule
def end_with(p: Rules, s: State, reason: int, winners: int) -> None:
    """B15: who has won, if anybody has."""
    for who in range(p.players):
        if (winners >> who) & 1 == 1:
            log(s, Happening.WON, who)
    if winners == 0 and p.players > 1:
        log(s, Happening.DRAWN)
    finish(s, reason, winners)
