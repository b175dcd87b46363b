"""Skirmish for people: a record becomes a scene, an event a sentence."""

from garrison.core.discovery import find
from garrison.core.events import Event, events_of
from garrison.core.scene import Bar, Board, Line, Panel, Piece, Scene, Terrain
from garrison.games.skirmish.state import NOBODY, Happening, Kind, Reason, side_of, unpacked

LEGEND = {".": Terrain("meadow", "meadow", "·", "green"), ",": Terrain("meadow_dark", "meadow", " ", "green")}
COLOURS = ("blue", "red")
SENTENCES = {
    Happening.CHOSEN: "{who} gets ready.",
    Happening.STEPPED: "{who} moves.",
    Happening.STOPPED: "{who} stops.",
    Happening.HEALED: "{who} is healed by {b} and has {c}.",
    Happening.HIT: "{who} hits {other} for {c}; {d} left.",
    Happening.DIED: "{who} dies.",
    Happening.FOUGHT: "{who} fights {other} to the death.",
    Happening.WON: "{winner} wins.",
    Happening.DRAWN: "It is a draw.",
}
ABOUT_TWO = (Happening.HIT, Happening.FOUGHT)
SILENT = (Happening.CHOSEN, Happening.STEPPED)  # can be seen, need not be told
WAYS = {  # how each kind fights, for those who point at it
    Kind.ORK: "1 step; heals its neighbours, then attacks",
    Kind.TROLL: "1 step, then attacks",
    Kind.GOBLIN: "4 steps, attacks after each",
    Kind.HUMAN: "3 steps, then attacks",
    Kind.ELF: "4 steps, attacks after each, shoots after the last",
    Kind.DWARF: "2 steps, attacks after each",
}


def scene(p, s, player, legal) -> Scene:
    """The board and a panel for each side."""
    facts = find("skirmish").facts
    return Scene(
        game="skirmish",
        title=facts.title,
        player=player,
        boards=(_board(p, s, legal),),
        panels=tuple(_panel(p, s, side) for side in range(2)),
        prompt=_prompt(p, s, facts.seats),
        log=tuple(describe(event) for event in events_of(s) if event.kind not in SILENT),
        seats=facts.seats,
        waiting=tuple(side for side in range(2) if int(s.waiting) >> side & 1),
        scores=tuple(float(int(s.winners) >> side & 1) if s.winners else 0.5 for side in range(2)),
        over=bool(s.over),
        steps=int(s.steps),
    )


def describe(event: Event) -> str:
    """An event as a sentence."""
    return SENTENCES[event.kind].format(
        who=unpacked(event.a),
        other=unpacked(event.b) if event.kind in ABOUT_TWO else "",
        b=event.b,
        c=event.c,
        d=event.d,
        winner=find("skirmish").facts.seats[event.a % 2],
    )


def _board(p, s, legal) -> Board:
    size = int(s.width)
    terrain = tuple("".join(".,"[(row + column) % 2] for column in range(size)) for row in range(size))
    pieces = [_piece(p, s, who) for who in range(int(s.count)) if s.health[who] > 0]
    steps = [event for event in events_of(s) if event.kind == Happening.STEPPED]
    dead = [event.b for event in events_of(s) if event.kind == Happening.DIED]
    return Board(
        size,
        size,
        terrain,
        LEGEND,
        tuple(pieces),
        legal_fields=tuple(sorted(legal)),
        marked_fields=tuple([field for event in steps for field in (event.b, event.c)] + dead),
        chosen_fields=() if s.chosen == NOBODY else (int(s.fields[s.chosen]),),
    )


def _piece(p, s, who) -> Piece:
    kind, side = Kind(int(s.kinds[who])), side_of(s.kinds[who])
    row, column = divmod(int(s.fields[who]), int(s.width))
    name, health, full = unpacked(int(s.ids[who])), int(s.health[who]), int(p.health[kind - 1])
    label = f"{name}, {kind.name.capitalize()}, {health} of {full} health, attack {p.attack[kind - 1]}, {WAYS[kind]}"
    bar = Bar(health, full)
    sprite = kind.name.lower()
    return Piece(name, sprite, row, column, label, name, COLOURS[side], owner=side, badge=str(health), bar=bar)


def _panel(p, s, side) -> Panel:
    """Everybody of a side, the dead too, with their health."""
    lines = []
    for who in range(int(s.count)):
        if side_of(s.kinds[who]) == side:
            kind, health = Kind(int(s.kinds[who])), int(s.health[who])
            name = f"{unpacked(int(s.ids[who]))} {kind.name.capitalize()}"
            bar = Bar(health, int(p.health[kind - 1]))
            lines.append(Line(name, str(health) if health else "dead", bar, COLOURS[side], sprite=kind.name.lower()))
    return Panel(find("skirmish").facts.seats[side], tuple(lines), owner=side)


def _prompt(p, s, seats) -> str:
    if s.over:
        return _ending(s, seats)
    if s.chosen == NOBODY:
        who = " or ".join(seats[side] for side in range(2) if int(s.waiting) >> side & 1)
        moves = f" (move {int(s.moves) + 1} of {int(p.max_moves)})" if p.max_moves else ""
        return f"{who} to move{moves}: choose a character."
    name, kind = unpacked(int(s.ids[s.chosen])), Kind(int(s.kinds[s.chosen]))
    return f"{name}: step {int(s.steps_made) + 1} of {p.steps[kind - 1]}. Its own field, or a friend's, ends the move."


def _ending(s, seats) -> str:
    if s.winners:
        return f"{seats[int(s.winners) >> 1]} wins."
    reasons = {Reason.ELIMINATION: "nobody is left", Reason.MOVES: "the moves are used up"}
    return f"A draw: {reasons.get(int(s.reason), 'the game has reached its limit')}."
