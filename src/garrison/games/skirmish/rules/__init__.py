"""Skirmish's rules. The numbers S1 .. S9 are those of the rulebook in README.md; S18's armies are in armies.py."""

from garrison.core.engine.events import finish, log
from garrison.core.engine.record import Array
from garrison.core.engine.rule import rule
from garrison.games.skirmish.rules.armies import draw_armies, place_armies
from garrison.games.skirmish.rules.clashes import clash as clash
from garrison.games.skirmish.rules.fire import burn
from garrison.games.skirmish.rules.observation import measure as measure
from garrison.games.skirmish.rules.observation import observe as observe
from garrison.games.skirmish.rules.reach import reach as reach
from garrison.games.skirmish.rules.sides import (
    NEXT_TO,
    die,
    final_distance,
    final_power,
    mark_steps,
    side,
    square_around,
    steps_left,
)
from garrison.games.skirmish.state import NOBODY, Happening, Reason, Rules, State


@rule
def new(p: Rules, s: State) -> None:
    """S10, S18: the armies as the set-up has them, or drawn from the seed."""
    s.chosen = NOBODY
    if p.width == 0:
        draw_armies(p, s)
    else:
        place_armies(p, s)
    s.waiting = 1 << p.first_side
    if p.alternate == 0:
        s.waiting = 3


@rule
def legal(p: Rules, s: State, player: int, mask: Array) -> None:
    """S2: click one of your living characters, then a neighbouring field for each step, its own field included."""
    if s.chosen == NOBODY:
        for who in range(s.count):
            if s.health[who] > 0 and side(s, who) == player:
                mask[s.fields[who]] = 1
        return
    mark_steps(s, s.fields[s.chosen], mask)


@rule
def step(p: Rules, s: State, player: int, action: int) -> None:
    """A click: on a character, then on a field for each of its steps."""
    if s.chosen == NOBODY:
        choose(s, player, action)
    else:
        heal_around(p, s)
        take_step(p, s, action)


@rule
def score(p: Rules, s: State, out: Array) -> None:
    """1 for the winner, 0 for the loser, a half each for a draw and during the game."""
    for player in range(2):
        out[player] = 0.5
        if s.winners != 0:
            out[player] = (s.winners >> player) & 1


# --- A move


@rule
def choose(s: State, player: int, field: int) -> None:
    """S2: this character moves now; in a game without turns the other side waits until it is done."""
    s.chosen = s.standing[field] - 1
    s.steps_made = 0
    s.waiting = 1 << player
    log(s, Happening.CHOSEN, s.ids[s.chosen])


@rule
def heal_around(p: Rules, s: State) -> None:
    """S6: before its first step the Ork heals itself and its neighbours, never above the default health."""
    kind = s.kinds[s.chosen]
    if s.steps_made > 0 or p.heals[kind - 1] == 0:
        return
    own = side(s, s.chosen)
    top, bottom, left, right = square_around(s, s.fields[s.chosen], NEXT_TO)
    for row in range(top, bottom):
        for column in range(left, right):
            who = s.standing[row * s.width + column] - 1
            if who != NOBODY and side(s, who) == own:
                heal(p, s, who)


@rule
def heal(p: Rules, s: State, who: int) -> None:
    """S6: by 10, never above the default health."""
    before = s.health[who]
    s.health[who] = min(before + p.healing, p.health[s.kinds[who] - 1])
    if s.health[who] > before:
        log(s, Happening.HEALED, s.ids[who], s.health[who] - before, s.health[who])


@rule
def take_step(p: Rules, s: State, field: int) -> None:
    """S2, S3, S7: onto an empty field, a friend or an enemy."""
    other = s.standing[field] - 1
    if other == NOBODY:
        walk(s, s.chosen, field)
        s.steps_made += 1
        attack_after_step(p, s)
        if steps_left(p, s, s.chosen) == 0:
            end_move(p, s)
        return
    if side(s, other) == side(s, s.chosen):
        log(s, Happening.STOPPED, s.ids[s.chosen], s.fields[s.chosen])
    else:
        fight_to_the_death(p, s, s.chosen, other)
    end_move(p, s)


@rule
def attack_after_step(p: Rules, s: State) -> None:
    """S1: after every step or after the final one. S5: the Elf's final attack is a shot instead."""
    kind = s.kinds[s.chosen]
    if steps_left(p, s, s.chosen) == 0:
        hit_around(s, s.chosen, final_distance(p, kind), final_power(p, kind))
    elif p.strikes_each_step[kind - 1] == 1:
        hit_around(s, s.chosen, NEXT_TO, p.attack[kind - 1])


@rule
def hit_around(s: State, attacker: int, distance: int, power: int) -> None:
    """S4, S5: every enemy within the distance, corners included, loses the power; at 0 it dies."""
    own = side(s, attacker)
    top, bottom, left, right = square_around(s, s.fields[attacker], distance)
    for row in range(top, bottom):
        for column in range(left, right):
            who = s.standing[row * s.width + column] - 1
            if who != NOBODY and side(s, who) != own:
                hit(s, attacker, who, power)
                if s.health[who] == 0:
                    die(s, who)


@rule
def fight_to_the_death(p: Rules, s: State, attacker: int, defender: int) -> None:
    """S7: one blow at the defender, then the higher health wins and loses the other's; equal health kills both."""
    log(s, Happening.FOUGHT, s.ids[attacker], s.ids[defender])
    hit(s, attacker, defender, p.attack[s.kinds[attacker] - 1])
    ours, theirs = s.health[attacker], s.health[defender]
    field = s.fields[defender]
    if theirs > ours:
        s.health[defender] = theirs - ours
    else:
        die(s, defender)
        s.health[attacker] = ours - theirs
        if ours > theirs:
            walk(s, attacker, field)
    if ours <= theirs:
        die(s, attacker)


@rule
def end_move(p: Rules, s: State) -> None:
    """S8, S9, S19: after the whole move, and what burns, the game may be over; else the other side is next."""
    mover = side(s, s.chosen)
    s.chosen = NOBODY
    s.moves += 1
    s.turn = s.moves
    burn(p, s, mover)
    s.waiting = 3
    if p.alternate == 1:
        s.waiting = 2 >> mover
    if s.living[0] == 0 or s.living[1] == 0:
        end_by_elimination(s)
    elif p.max_moves > 0 and s.moves >= p.max_moves:
        log(s, Happening.DRAWN)
        finish(s, Reason.MOVES, 0)


@rule
def end_by_elimination(s: State) -> None:
    """S8: the side that is left has won; if none is, it is a draw."""
    winners = 0
    for player in range(2):
        if s.living[player] > 0:
            winners = 1 << player
            log(s, Happening.WON, player)
    if winners == 0:
        log(s, Happening.DRAWN)
    finish(s, Reason.ELIMINATION, winners)


# --- Terms of the rules


@rule
def hit(s: State, attacker: int, who: int, power: int) -> None:
    """S4, S7: the power is lost, but health is never below 0."""
    s.health[who] = max(s.health[who] - power, 0)
    log(s, Happening.HIT, s.ids[attacker], s.ids[who], power, s.health[who])


@rule
def walk(s: State, who: int, field: int) -> None:
    """S2: from field to field."""
    log(s, Happening.STEPPED, s.ids[who], s.fields[who], field)
    s.standing[s.fields[who]] = 0
    s.standing[field] = who + 1
    s.fields[who] = field
