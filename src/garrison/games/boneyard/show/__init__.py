"""Boneyard for people: a record becomes a scene, an event a sentence."""

from collections import Counter
from collections.abc import Callable

from garrison.core.engine.events import LIMIT, Event, events_of
from garrison.core.engine.grid import DIRECTION_NAMES
from garrison.core.position import players_in
from garrison.games.boneyard import SEATS
from garrison.games.boneyard.rules.ground import COLOUR_OF, COLOURS, FIELD_COUNT
from garrison.games.boneyard.show.pieces import TRAP_NAMES, board, colour_words, place_words, shown, skeletons_of
from garrison.games.boneyard.state import KIND_COUNT, Ask, Fresh, Happening, Phase, Reason, Stage, Trap
from garrison.look.scene import Bar, Line, Panel, Scene

H = Happening
SENTENCES: dict[int, Callable[[Event], str]] = {
    H.HERO_MOVED: lambda e: f"{SEATS[e.a]}'s hero goes to {place_words(e.c)}.",
    H.HERO_KILLED: lambda e: f"{SEATS[e.a]}'s hero kills a {colour_words(e.b)}.",
    H.PLACED: lambda e: f"{SEATS[e.a]} places a {_trap(e.b)} on {place_words(e.c)}.",
    H.TAKEN: lambda e: f"{SEATS[e.a]} picks up the {_trap(e.b)} from {place_words(e.c)}.",
    H.PASSED: lambda e: f"{SEATS[e.a]} passes.",
    H.REFLECTED: lambda e: f"{SEATS[e.a]}: a wall turns a {colour_words(e.b)} {DIRECTION_NAMES[e.d]}.",
    H.THROWN: lambda e: f"{SEATS[e.a]}: a spring throws a {colour_words(e.b)} {DIRECTION_NAMES[e.d]}.",
    H.BROKEN: lambda e: f"{SEATS[e.a]}: a {colour_words(e.b)} is thrown at the palisade and breaks.",
    H.PUSHED: lambda e: f"{SEATS[e.a]}: a fan pushes a {colour_words(e.b)} {DIRECTION_NAMES[e.d]}.",
    H.BLOCKED: lambda e: f"{SEATS[e.a]}: the palisade on {place_words(e.b)} holds.",
    H.PUT_BACK: lambda e: f"{SEATS[e.a]}: a {colour_words(e.b)} is back where it came from.",
    H.SENT_HOME: lambda e: f"{SEATS[e.a]}: a portal sends a {colour_words(e.b)} back to the forest.",
    H.CARRIED: lambda e: f"{SEATS[e.a]}: the dragon carries a {colour_words(e.b)} {DIRECTION_NAMES[e.d]}.",
    H.TRAP_KILLED: lambda e: f"{SEATS[e.a]}: the {_trap(e.d)} kills a {colour_words(e.b)}.",
    H.HELD: lambda e: f"{SEATS[e.a]}: a {colour_words(e.b)} is lost in the labyrinth.",
    H.CALLED: lambda e: f"{SEATS[e.a]}: a {colour_words(e.b)} answers the call of distress.",
    H.BURIED: lambda e: f"{SEATS[e.a]}: a {colour_words(e.b)} goes to the graveyard of {SEATS[e.c]}.",
    H.SPENT: lambda e: f"{SEATS[e.a]}: the {_trap(e.b)} on {place_words(e.c)} has {e.d} left.",
    H.DESTROYED: lambda e: f"{SEATS[e.a]}: the {_trap(e.b)} on {place_words(e.c)} is destroyed.",
    H.SHIELDED: lambda e: f"{SEATS[e.a]}: the shield on the {_trap(e.b)} is gone.",
    H.HEARSE_LEFT: lambda e: f"{SEATS[e.a]}: the hearse drives to the graveyard of {SEATS[e.c]}.",
    H.HEARSE_CAME: lambda e: f"{SEATS[e.a]} gets a hearse.",
    H.LURED: lambda e: f"{SEATS[e.a]}: a {colour_words(e.b)} turns {DIRECTION_NAMES[e.d]}, to the lure.",
    H.LAYER_LOST: lambda e: f"{SEATS[e.a]}: a {colour_words(e.b)} destroys a layer of the tower; {e.c} left.",
    H.HOUSE_LOST: lambda e: f"{SEATS[e.a]}: a {colour_words(e.b)} destroys a house; {e.c} left.",
    H.SPAWNED: lambda e: f"{SEATS[e.a]}: a {colour_words(e.b)} appears.",
    H.ROSE: lambda e: f"{SEATS[e.a]}: a {colour_words(e.b)} rises from the graveyard.",
    H.VANISHED: lambda e: f"{SEATS[e.a]}: a {colour_words(e.b)} is one too many and vanishes.",
    H.FELL: lambda e: f"{SEATS[e.a]} has fallen.",
    H.WON: lambda e: f"{SEATS[e.a]} wins.",
    H.DRAWN: lambda e: "Nobody wins.",
    H.ROUND: lambda e: f"Round {e.a} begins.",
}
UNTOLD = (H.HERO_MOVED, H.PASSED, H.SPENT, H.LURED, H.SPAWNED, H.ROUND)  # what can be seen and need not be told
AT_FIELD = {  # events that touch a field: which of their numbers it is
    H.HERO_KILLED: 2,
    H.PLACED: 2,
    H.TAKEN: 2,
    H.REFLECTED: 2,
    H.THROWN: 2,
    H.BROKEN: 2,
    H.PUSHED: 2,
    H.BLOCKED: 1,
    H.SENT_HOME: 2,
    H.CARRIED: 2,
    H.TRAP_KILLED: 2,
    H.CALLED: 2,
    H.SPENT: 2,
    H.DESTROYED: 2,
    H.SHIELDED: 2,
    H.HEARSE_LEFT: 1,
}
PLURAL = {1: "a skeleton leaves", 2: "two skeletons leave"}


def scene(p, s, player) -> Scene:
    """The own board large, the others small, as the seats go around; a panel for each."""
    count, first = int(p.players), max(player, 0)
    order = [(first + place) % count for place in range(count)]
    boards = tuple(
        board(
            p,
            s,
            who,
            title=SEATS[who],
            small=who != first,
            marked_fields=_marked(s, who),
            chosen_fields=_chosen(s, who) if who == player else (),
        )
        for who in order
    )
    panels = tuple(_panel(p, s, who, who == first) for who in order)
    return Scene(boards=boards, panels=panels, prompt=_prompt(p, s, player))


def describe(event: Event) -> str:
    """An event as a sentence."""
    return SENTENCES[event.kind](event)


def _trap(number: int) -> str:
    return TRAP_NAMES[Trap(number)]


def _marked(s, who) -> tuple[int, ...]:
    """The fields of a board that the last step touched."""
    places = [event[1 + AT_FIELD[H(event.kind)]] for event in events_of(s) if event.a == who and event.kind in AT_FIELD]
    return tuple(sorted({shown(place) for place in places if 0 <= place < FIELD_COUNT}))


def _chosen(s, who) -> tuple[int, ...]:
    """What the player has chosen in this phase, or the field that a question is about."""
    if s.asks[who] == Ask.DIRECTION or (s.asks[who] and s.stages[who] != Stage.LEAVING):
        return (shown(int(s.at[who])),)
    if not s.asks[who] and 0 <= s.choices[who] < FIELD_COUNT:
        return (shown(int(s.choices[who])),)
    return ()


# --- Panels


def _panel(p, s, who, full) -> Panel:
    layers, houses = (p.solo_layers, p.solo_houses) if p.players == 1 else (p.layers, p.houses)
    lines = [
        Line("Tower", str(s.layers[who]), Bar(int(s.layers[who]), int(layers)), sprite="tower"),
        Line("Village", str(s.houses[who]), Bar(int(s.houses[who]), int(houses)), "orange", sprite="house"),
        Line("Graveyard", _graveyard(s, who), sprite="graveyard"),
    ]
    return Panel(SEATS[who], (*lines, *(_stash_lines(s, who) if full else _stash_words(s, who))), owner=who)


def _graveyard(s, who) -> str:
    """Who is in a graveyard: how many of each colour."""
    colours: Counter[str] = Counter()
    for kind in range(KIND_COUNT):
        colours[COLOURS[COLOUR_OF[kind]]] += int(s.graves[who, kind])
    words = [f"{number} {colour}" for colour, number in colours.items() if number]
    words += [f"{s.hearses[who]} hearse"] if s.hearses[who] else []
    return ", ".join(words) or "empty"


def _stash_lines(s, who) -> list[Line]:
    """The own stash, a line for each kind of trap."""
    return [
        *_stash_words(s, who),
        *(
            Line(TRAP_NAMES[trap].capitalize(), str(s.stash[who, trap]), sprite=trap.name.lower())
            for trap in Trap
            if s.stash[who, trap]
        ),
    ]


def _stash_words(s, who) -> list[Line]:
    """A stash in one line."""
    count = sum(int(s.stash[who, trap]) for trap in Trap)
    return [Line("Stash", f"{count} trap{'s' if count != 1 else ''}")]


# --- Prompts


def _prompt(p, s, player) -> str:
    if s.over:
        return _ending(p, s)
    start = f"Round {s.turn}" + (f" of {p.solo_rounds}" if p.players == 1 else "")
    waiting = players_in(int(s.waiting))
    if player not in waiting:
        names = " and ".join(SEATS[who] for who in waiting)
        return f"{start}: waiting for {names}, {_business(s)}."
    if s.asks[player]:
        return f"{start}. {_question(s, player)}"
    if s.phase == Phase.HERO:
        return f"{start}: move your hero to one of the fields around it."
    return f"{start}: {_placing(s, player)}"


def _business(s) -> str:
    """What everybody is busy with."""
    if any(s.asks):
        return "who must decide about skeletons"
    return "whose hero moves" if s.phase == Phase.HERO else "who sees to the traps"


def _placing(s, player) -> str:
    trap = int(s.chosen_traps[player])
    if not trap:
        return "choose a trap to place, click one on the board to pick it up, or pass."
    if trap in (Trap.WALL, Trap.BALLISTA, Trap.FAN) and s.chosen_facings[player] < 0:
        words = "how is it to stand" if trap == Trap.WALL else "which way does it face"
        return f"{_trap(trap).capitalize()}: {words}?"
    return f"{_trap(trap).capitalize()}: click its field."


def _question(s, player) -> str:
    """B13: what the owner of a board is asked."""
    if s.asks[player] == Ask.DIRECTION:
        return _dragon_question(s, player)
    place = place_words(int(s.at[player]))
    if s.stages[player] == Stage.ACTING:
        return f"The catapult on {place} hurls: to whose graveyard?"
    if s.stages[player] == Stage.HEARSES:
        return f"The hearse on {place} leaves: for whose graveyard?"
    count = int(s.above[player])
    return f"{PLURAL.get(count, f'{count} skeletons leave').capitalize()} above: to whose graveyard?"


def _dragon_question(s, player) -> str:
    field = int(s.at[player])
    groups = Counter(
        (skeleton.kind, skeleton.heading)
        for i, skeleton in enumerate(skeletons_of(s, player))
        if skeleton.place == field and s.fresh[player, i] == Fresh.CAME
    )
    kind, heading = min(groups)
    count = groups[kind, heading]
    who = f"the {colour_words(kind)}" if count == 1 else f"the {count} {colour_words(kind)}s"
    return f"The dragon on {place_words(field)}: where does it put {who} facing {DIRECTION_NAMES[heading]}?"


def _ending(p, s) -> str:
    if p.players == 1:
        words = {Reason.SURVIVED: "You have survived", Reason.FALLEN: "You have fallen in round"}
        if int(s.reason) in words:
            number = s.rounds if s.reason == Reason.SURVIVED else s.turn
            return f"{words[Reason(int(s.reason))]} {number}{' rounds' if s.reason == Reason.SURVIVED else ''}."
    if s.reason == LIMIT:
        return "The game has reached its limit."
    winners = [SEATS[who] for who in players_in(int(s.winners))]
    if not winners:
        return "Everybody has fallen: a draw."
    return f"{' and '.join(winners)} win{'s' if len(winners) == 1 else ''}."
