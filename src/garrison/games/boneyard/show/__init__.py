"""Boneyard for people: a record becomes a scene, an event a sentence."""

from collections import Counter

from garrison.core.engine.events import LIMIT, touched_fields
from garrison.core.engine.grid import DIRECTION_NAMES
from garrison.core.plain import plain
from garrison.core.position import players_in
from garrison.games.boneyard import SEATS
from garrison.games.boneyard.rules import full_houses, full_layers
from garrison.games.boneyard.rules.choices import needs_facing
from garrison.games.boneyard.rules.ground import COLOUR_OF, COLOURS, FIELD_COUNT
from garrison.games.boneyard.rules.points import rounds_in_all
from garrison.games.boneyard.rules.traps import first_group, is_in_group
from garrison.games.boneyard.show.outlook import outlook
from garrison.games.boneyard.show.pieces import board, shown, skeletons_of
from garrison.games.boneyard.show.tips import tips
from garrison.games.boneyard.show.words import colour_words, field_words, seat_words, stand_words, trap_words
from garrison.games.boneyard.show.words import describe as describe
from garrison.games.boneyard.state import KIND_COUNT, NOTHING, Ask, Happening, Phase, Reason, Rules, Stage, State, Trap
from garrison.look.scene import Bar, Line, Panel, Scene

SENDING: dict[int, str] = {Trap.CATAPULT: "hurls: to", Trap.HEARSE: "leaves: for"}
PLURAL = {1: "a skeleton leaves", 2: "two skeletons leave"}


def scene(p: Rules, s: State, player: int) -> Scene:
    """The player's own board large, the others small, in seat order; a panel for each."""
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
            tips=tuple(tips(p, s, who)) if who == player else (),
        )
        for who in order
    )
    panels = tuple(_panel(p, s, who, who == first, outlook(p, s, who) if who == player else "") for who in order)
    return Scene(boards=boards, panels=panels, prompt=_prompt(p, s, player), ending=_fall(p, s))


def _marked(s: State, who: int) -> tuple[int, ...]:
    """The fields of a board that the last step touched."""
    return tuple(sorted(shown(field) for field in touched_fields(s, Happening, who=who)))


def _chosen(s: State, who: int) -> tuple[int, ...]:
    """What the player has chosen in this phase, or the field that a question is about."""
    field = _asking_field(s, who) if s.asks[who] else int(s.choices[who])
    return (shown(field),) if 0 <= field < FIELD_COUNT else ()


def _asking_field(s: State, who: int) -> int:
    """B13: the field whose trap asks; NOTHING if it is about those that left at the top."""
    return NOTHING if s.stages[who] == Stage.LEAVING else int(s.at[who])


def click_name(p: Rules, s: State, player: int, action: int) -> str:
    """B6, B7: what a click on a field means: it moves the hero, places a trap or picks one up."""
    if action >= FIELD_COUNT or s.asks[player]:
        return ""
    if s.phase == Phase.HERO:
        return f"hero {field_words(int(s.heroes[player]))} to {field_words(action)}"
    trap = int(s.chosen_traps[player])
    if trap:
        return f"{trap_words(trap)}{stand_words(trap, int(s.chosen_facings[player]))} on {field_words(action)}"
    return f"pick up the {trap_words(int(s.traps[player, action]))} on {field_words(action)}"


# --- Panels


def _panel(p: Rules, s: State, who: int, full: bool, loss: str) -> Panel:
    layers, houses = plain(full_layers)(p), plain(full_houses)(p)
    lines = [
        Line("Tower", str(s.layers[who]), Bar(int(s.layers[who]), int(layers)), sprite="tower"),
        Line("Village", str(s.houses[who]), Bar(int(s.houses[who]), int(houses)), "orange", sprite="house"),
        Line("Graveyard", _graveyard(s, who), sprite="graveyard"),
    ]
    if loss:
        lines.append(Line("You lose this round", loss, note="as it stands", always=True))
    return Panel(SEATS[who], (*lines, *(_stash_lines(s, who) if full else _stash_words(s, who))), owner=who)


def _graveyard(s: State, who: int) -> str:
    """Who is in a graveyard: how many of each colour."""
    colours: Counter[str] = Counter()
    for kind in range(KIND_COUNT):
        colours[COLOURS[COLOUR_OF[kind]]] += int(s.graves[who, kind])
    words = [f"{number} {colour}" for colour, number in colours.items() if number]
    words += [f"{s.hearses[who]} hearse{'s' if s.hearses[who] > 1 else ''}"] if s.hearses[who] else []
    return ", ".join(words) or "empty"


def _stash_lines(s: State, who: int) -> list[Line]:
    """The player's own stash, a line for each kind of trap."""
    return [
        *_stash_words(s, who),
        *(
            Line(trap_words(trap).capitalize(), str(s.stash[who, trap]), sprite=trap.name.lower())
            for trap in Trap
            if s.stash[who, trap]
        ),
    ]


def _stash_words(s: State, who: int) -> list[Line]:
    """A stash in one line."""
    count = sum(int(s.stash[who, trap]) for trap in Trap)
    return [Line("Stash", f"{count} trap{'s' if count != 1 else ''}")]


# --- Prompts


def _prompt(p: Rules, s: State, player: int) -> str:
    if s.over:
        return _ending(p, s)
    start = f"Round {s.turn}" + (f" of {plain(rounds_in_all)(p)}" if p.players == 1 else "")
    waiting = players_in(int(s.waiting))
    if player not in waiting:
        return f"{start}: waiting for {seat_words(waiting)} {_business(p, s)}."
    if s.asks[player]:
        return f"{start}. {_question(s, player)}"
    if s.phase == Phase.HERO:
        return f"{start}: move your hero to one of the fields around it."
    return f"{start}: {_placing(s, player)}"


def _business(p: Rules, s: State) -> str:
    """What the players who are waited for have to do."""
    if any(s.asks[: p.players]):
        return "to decide about skeletons"
    return "to move" if s.phase == Phase.HERO else "to see to the traps"


def _placing(s: State, player: int) -> str:
    trap = int(s.chosen_traps[player])
    if not trap:
        return "choose a trap to place, or one on the board to pick it up, or pass."
    if plain(needs_facing)(trap) and s.chosen_facings[player] == NOTHING:
        words = "how should it stand" if trap == Trap.WALL else "which way should it face"
        return f"{trap_words(trap).capitalize()}: {words}?"
    return f"{trap_words(trap).capitalize()}: choose its field."


def _question(s: State, player: int) -> str:
    """B13: what the owner of a board is asked."""
    if s.asks[player] == Ask.DIRECTION:
        return _dragon_question(s, player)
    field = _asking_field(s, player)
    if field != NOTHING:
        trap = int(s.traps[player, field])
        return f"The {trap_words(trap)} on {field_words(field)} {SENDING[trap]} whose graveyard?"
    count = int(s.above[player])
    return f"{PLURAL.get(count, f'{count} skeletons leave').capitalize()} at the top: to whose graveyard?"


def _dragon_question(s: State, player: int) -> str:
    """B13: which of those on the dragon the question is about."""
    field = int(s.at[player])
    group = plain(first_group)(s, player, field)
    riders = [bones for bones in skeletons_of(s, player) if plain(is_in_group)(s, player, bones.slot, field, group)]
    colour, heading = colour_words(riders[0].kind), DIRECTION_NAMES[riders[0].heading]
    who = f"the {colour}" if len(riders) == 1 else f"the {len(riders)} {colour}s"
    return f"The dragon on {field_words(field)}: where does it put {who} facing {heading}?"


def _fall(p: Rules, s: State) -> str:
    """How it ended where one player has won, to follow who; "" otherwise."""
    winners, everybody = players_in(int(s.winners)), range(int(p.players))
    losers = [who for who in everybody if not (s.layers[who] and s.houses[who])]
    if len(winners) != 1 or not losers or winners[0] in losers:
        return ""
    best = f", and {SEATS[winners[0]]} stands best" if len(losers) < p.players - 1 else ""
    return f"{seat_words(losers)} ha{'s' if len(losers) == 1 else 've'} fallen{best}."


def _ending(p: Rules, s: State) -> str:
    if p.players == 1:
        words = {Reason.SURVIVED: "You have survived", Reason.FALLEN: "You have fallen in round"}
        if int(s.reason) in words:
            number = s.rounds if s.reason == Reason.SURVIVED else s.turn
            return f"{words[Reason(int(s.reason))]} {number}{' rounds' if s.reason == Reason.SURVIVED else ''}."
    if s.reason == LIMIT:
        return "The game has reached its limit."
    winners = players_in(int(s.winners))
    if not winners:
        return "Everybody has fallen: a draw."
    return f"{seat_words(winners)} win{'s' if len(winners) == 1 else ''}."
