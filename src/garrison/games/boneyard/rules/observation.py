"""What a neural network sees of Boneyard: planes and numbers of each board, the player's own first, and no others'
choices."""

from garrison.core.engine.record import Array, int64
from garrison.core.engine.rule import rule
from garrison.games.boneyard import CRATER, SHIELD_STEP
from garrison.games.boneyard.rules.ground import COLOUR_OF, FIELD_COUNT
from garrison.games.boneyard.rules.points import rounds_in_all, score_of
from garrison.games.boneyard.rules.traps import first_group, is_in_group, is_lost
from garrison.games.boneyard.state import (
    ABOVE,
    FOREST,
    KIND_COUNT,
    MOST_TRAPS,
    NUMBERS_EACH,
    PLANES_EACH,
    Ask,
    Plane,
    Rules,
    State,
    Told,
)

# A board's planes, counted from its first, which shows the traps.
USES, FACINGS = Plane.OWN_USES - Plane.OWN_TRAPS, Plane.OWN_FACINGS - Plane.OWN_TRAPS
LOST, SKELETONS = Plane.OWN_LOST - Plane.OWN_TRAPS, Plane.OWN_PURPLE_UP - Plane.OWN_TRAPS
STASH = Told.OWN_STASH_WALL - Told.OWN_SCORE
FOREST_FIRST = Told.OWN_FOREST_0 - Told.OWN_SCORE
LEAVING_FIRST = Told.OWN_LEAVING_PURPLE_UP - Told.OWN_SCORE
GRAVES_FIRST = Told.OWN_GRAVES_0 - Told.OWN_SCORE


# --- Planes


@rule
def observe(p: Rules, s: State, player: int, planes: Array) -> None:
    """The arrows, then all boards: the player's own, then the others in seat order to the right."""
    flat = planes.reshape(planes.shape[0] * FIELD_COUNT)
    for place in range(flat.shape[0]):  # all of it: a loop that begins further on compiles to much slower code
        flat[place] = 0
    for field in range(FIELD_COUNT):
        flat[field] = p.arrows[field]
    for place in range(p.players):
        who = (player + place) % p.players
        first = FIELD_COUNT * (1 + place * PLANES_EACH)
        show_fields(s, who, flat, first)
        show_skeletons(s, who, flat, first)


@rule
def show_fields(s: State, who: int, flat: Array, first: int) -> None:
    """The trap on each field, its uses, how it faces and whether it has a shield."""
    craters, trap_fields, shield_fields = int64(s.craters[who]), int64(s.trapped[who]), int64(s.shielded[who])
    left = craters | trap_fields
    field = 0
    while left != 0:
        if left & 1 == 1:
            flat[first + field] = CRATER
            if (trap_fields >> field) & 1 == 1:
                flat[first + field] = s.traps[who, field]
                flat[first + USES * FIELD_COUNT + field] = s.uses[who, field]
                shield = SHIELD_STEP * ((shield_fields >> field) & 1)
                flat[first + FACINGS * FIELD_COUNT + field] = int64(s.facings[who, field]) + shield
        left >>= 1
        field += 1


@rule
def show_skeletons(s: State, who: int, flat: Array, first: int) -> None:
    """How many of each colour face each way on each field, and how many are lost there."""
    for i in range(s.counts[who]):
        place = int64(s.places[who, i])
        if place < FIELD_COUNT:
            plane = SKELETONS + 4 * COLOUR_OF[s.kinds[who, i]] + s.headings[who, i]
            flat[first + plane * FIELD_COUNT + place] += 1
            if is_lost(s, who, i):
                flat[first + LOST * FIELD_COUNT + place] += 1


# --- Numbers


@rule
def measure(p: Rules, s: State, player: int, numbers: Array) -> None:
    """The phase, the player's own choice, and then each board's numbers."""
    for place in range(numbers.shape[0]):
        numbers[place] = 0
    numbers[Told.PHASE] = s.phase
    numbers[Told.ROUND] = s.turn
    numbers[Told.ROUNDS_IN_ALL] = rounds_in_all(p)
    numbers[Told.SEAT] = player
    numbers[Told.CHOSEN_TRAP] = s.chosen_traps[player]
    numbers[Told.CHOSEN_FACING] = s.chosen_facings[player] + 1
    numbers[Told.CHOICE] = s.choices[player] + 1
    numbers[Told.REASON] = s.reason
    for place in range(p.players):
        who = (player + place) % p.players
        board = numbers[Told.OWN_SCORE + place * NUMBERS_EACH :]
        tell_board(p, s, who, board)
        tell_question(s, who, board)
        tell_kinds(s, who, board)


@rule
def tell_board(p: Rules, s: State, who: int, board: Array) -> None:
    """What a board's panel says."""
    board[Told.OWN_SCORE - Told.OWN_SCORE] = score_of(p, s, who)
    board[Told.OWN_WON - Told.OWN_SCORE] = (s.winners >> who) & 1
    board[Told.OWN_HERO - Told.OWN_SCORE] = s.heroes[who]
    board[Told.OWN_LAYERS - Told.OWN_SCORE] = s.layers[who]
    board[Told.OWN_HOUSES - Told.OWN_SCORE] = s.houses[who]
    board[Told.OWN_SKELETONS - Told.OWN_SCORE] = s.counts[who]
    board[Told.OWN_BURIED - Told.OWN_SCORE] = s.buried[who]
    board[Told.OWN_HEARSES - Told.OWN_SCORE] = s.hearses[who]
    board[Told.OWN_WAITING - Told.OWN_SCORE] = (s.waiting >> who) & 1
    for trap in range(1, MOST_TRAPS + 1):
        board[STASH + trap - 1] = s.stash[who, trap]


@rule
def tell_question(s: State, who: int, board: Array) -> None:
    """B13: what a board waits for, where, and about how many skeletons of which kind."""
    if s.asks[who] == Ask.NOTHING:
        return
    board[Told.OWN_ASKS - Told.OWN_SCORE] = s.asks[who]
    board[Told.OWN_STAGE - Told.OWN_SCORE] = s.stages[who]
    board[Told.OWN_ASKED_FIELD - Told.OWN_SCORE] = s.at[who] + 1
    board[Told.OWN_LEAVING - Told.OWN_SCORE] = s.above[who]
    if s.asks[who] == Ask.DIRECTION:
        group = first_group(s, who, s.at[who])
        board[Told.OWN_ASKED_COLOUR - Told.OWN_SCORE] = COLOUR_OF[group // 4] + 1
        board[Told.OWN_ASKED_WAY - Told.OWN_SCORE] = group % 4 + 1
        for i in range(s.counts[who]):
            if is_in_group(s, who, i, s.at[who], group):
                board[Told.OWN_ASKED_COUNT - Told.OWN_SCORE] += 1


@rule
def tell_kinds(s: State, who: int, board: Array) -> None:
    """How many of each kind are in the forest, have left at the top, and are in the graveyard."""
    for i in range(s.counts[who]):
        if s.places[who, i] == FOREST:
            board[FOREST_FIRST + s.kinds[who, i]] += 1
        elif s.places[who, i] == ABOVE:
            board[LEAVING_FIRST + 4 * COLOUR_OF[s.kinds[who, i]] + s.headings[who, i]] += 1
    for kind in range(KIND_COUNT):
        board[GRAVES_FIRST + kind] = s.graves[who, kind]
