"""Practice on a copy of a player's board: no skeletons come, the others do nothing, and the game has no end but a fall.

The copy is small, since one is made of it for everything that is tried: it has the player's board in seat 0 and, unless
the player is alone, an empty one in seat 1, where everything goes that leaves the first. Within the two rounds of a
practice, nothing comes back from there. And no events are logged in it.
"""

from garrison.core.engine.masks import clear_marks
from garrison.core.engine.record import HEADER_NUMBERS, Array, Number, event_log, int64, layout, number_record
from garrison.core.engine.rule import rule
from garrison.games.boneyard.rules import legal, resolve
from garrison.games.boneyard.rules.choices import store
from garrison.games.boneyard.state import EACH, MOST_PARTS, Ask, Phase, Press, Rules, State

OWN, OTHER = 0, 1  # the seats
TOLD = 1  # events that a record has room for at least
ENDLESS = 10**9
PASS = int(Press.PASS)
RULES = Rules.dtype


def _seated(number: Number) -> Number:
    """A number of a position, with room for two players if it has some for each."""
    shape = (2, *number.shape[1:]) if number.shape[:1] == (EACH,) else number.shape
    return Number(number.name, number.low, number.high, number.kind, shape)


NUMBERS = layout(State).numbers
OWN_NUMBERS = NUMBERS[len(HEADER_NUMBERS) + 1 :]  # after the header and the events, which every game's positions have
RECORD = number_record([*HEADER_NUMBERS, event_log(TOLD), *map(_seated, OWN_NUMBERS)])


@rule
def prepare(q: Rules, t: State, s: State, player: int) -> None:
    """A player's board in a record of zeros; the same rules for one or two, without new skeletons and an end."""
    q.players = min(q.players, 2)
    q.spawns, q.max_rounds, q.solo_rounds, q.max_steps = 0, ENDLESS, ENDLESS, ENDLESS
    t.turn, t.phase, t.event_count = s.turn, s.phase, TOLD
    t.layers[OTHER], t.houses[OTHER] = MOST_PARTS, MOST_PARTS
    seat_player(t, s, player)
    seat_traps(t, s, player)
    seat_skeletons(t, s, player)


@rule
def seat_player(t: State, s: State, player: int) -> None:
    """What a player has chosen, is asked and has left."""
    t.choices[OWN], t.stages[OWN], t.asks[OWN] = s.choices[player], s.stages[player], s.asks[player]
    t.chosen_traps[OWN], t.chosen_facings[OWN] = s.chosen_traps[player], s.chosen_facings[player]
    t.at[OWN], t.has_moved[OWN], t.above[OWN] = s.at[player], s.has_moved[player], s.above[player]
    t.passes[OWN], t.due[OWN], t.blocking[OWN] = s.passes[player], s.due[player], s.blocking[player]
    t.heroes[OWN], t.layers[OWN], t.houses[OWN] = s.heroes[player], s.layers[player], s.houses[player]


@rule
def seat_traps(t: State, s: State, player: int) -> None:
    """A player's traps, on the board and in the stash."""
    t.craters[OWN], t.trapped[OWN], t.shielded[OWN] = s.craters[player], s.trapped[player], s.shielded[player]
    t.hearses[OWN] = s.hearses[player]
    for trap in range(t.stash.shape[1]):
        t.where[OWN, trap], t.stash[OWN, trap] = s.where[player, trap], s.stash[player, trap]
    for field in range(t.traps.shape[1]):
        t.traps[OWN, field], t.uses[OWN, field] = s.traps[player, field], s.uses[player, field]
        t.facings[OWN, field] = s.facings[player, field]


@rule
def seat_skeletons(t: State, s: State, player: int) -> None:
    """A player's skeletons, dead and alive."""
    t.counts[OWN], t.buried[OWN] = s.counts[player], s.buried[player]
    t.numbers_given[OWN] = s.numbers_given[player]
    for kind in range(t.graves.shape[1]):
        t.graves[OWN, kind] = s.graves[player, kind]
    for i in range(s.counts[player]):
        t.kinds[OWN, i], t.places[OWN, i] = s.kinds[player, i], s.places[player, i]
        t.headings[OWN, i], t.sides[OWN, i] = s.headings[player, i], s.sides[player, i]
        t.fresh[OWN, i], t.held[OWN, i] = s.fresh[player, i], s.held[player, i]
        t.from_places[OWN, i], t.from_headings[OWN, i] = s.from_places[player, i], s.from_headings[player, i]
        t.numbers[OWN, i] = s.numbers[player, i]


@rule
def mark_legal(q: Rules, t: State, mask: Array) -> None:
    """Mark what is legal, and nothing else."""
    clear_marks(mask)
    legal(q, t, OWN, mask)


@rule
def next_mark(mask: Array, first: int) -> int:
    """The first marked action from one on; -1 if there is none."""
    for action in range(first, mask.shape[0]):
        if mask[action] == 1:
            return action
    return -1


@rule
def end_of_round(q: Rules, t: State, action: int) -> None:
    """An action and everything up to the end of the round: further answers are the same, where that is possible."""
    store(t, OWN, action)
    finish_round(q, t, action)


@rule
def finish_round(q: Rules, t: State, last: int) -> None:
    """The same after a choice that is stored already; it ended with that action."""
    turn = t.turn
    pass_for_other(t)
    resolve(q, t)
    while t.over == 0 and t.turn == turn:
        store(t, OWN, usual(t, last))
        pass_for_other(t)
        resolve(q, t)


@rule
def pass_for_other(t: State) -> None:
    """The other has chosen already: the hero stays, and passes."""
    t.choices[OTHER] = t.heroes[OTHER] if t.phase == Phase.HERO else PASS


@rule
def usual(t: State, last: int) -> int:
    """What to do in practice for the rest of the round."""
    if t.asks[OWN] == Ask.DIRECTION:
        return last if last >= Press.UP and last < Press.UP + 4 else int64(Press.UP)
    return int64(PASS)
