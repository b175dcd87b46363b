"""Boneyard's events as sentences, and its things in words."""

from collections.abc import Callable, Iterable

from garrison.core.engine.events import Event
from garrison.core.engine.grid import DIRECTION_NAMES
from garrison.core.plain import plain
from garrison.games.boneyard import SEATS, TRAP_BUTTONS
from garrison.games.boneyard.rules.choices import needs_facing
from garrison.games.boneyard.rules.ground import COLOUR_OF, COLOURS, WIDTH
from garrison.games.boneyard.state import Happening, Trap
from garrison.look.scene import place_words

LEANS = ("/", "\\")  # how a wall stands
SENTENCES: dict[int, str] = {
    Happening.HERO_MOVED: "{who}'s hero goes from {start} to {end}.",
    Happening.HERO_KILLED: "{who}'s hero kills a {skeleton} on {field}.",
    Happening.PLACED: "{who} places a {trap}{facing} on {field}.",
    Happening.TAKEN: "{who} picks up the {trap} from {field}.",
    Happening.PASSED: "{who} passes.",
    Happening.REFLECTED: "{who}: the wall on {field} turns a {skeleton} {direction}.",
    Happening.THROWN: "{who}: the spring on {field} throws a {skeleton} {direction}.",
    Happening.BROKEN: "{who}: a {skeleton} is thrown at the palisade on {field} and breaks.",
    Happening.PUSHED: "{who}: a fan pushes the {skeleton} on {field} {direction}.",
    Happening.BLOCKED: "{who}: the palisade on {field} holds.",
    Happening.PUT_BACK: "{who}: a {skeleton} is back where it came from.",
    Happening.SENT_HOME: "{who}: the portal on {field} sends a {skeleton} back to the forest.",
    Happening.CARRIED: "{who}: the dragon on {field} carries a {skeleton} {direction}.",
    Happening.TRAP_KILLED: "{who}: the {trap} kills a {skeleton} on {field}.",
    Happening.HELD: "{who}: a {skeleton} is lost in the labyrinth on {field}.",
    Happening.CALLED: "{who}: a {skeleton} answers the distress call and comes to {field}.",
    Happening.BURIED: "{who}: a {skeleton} goes to the graveyard of {whose}.",
    Happening.SPENT: "{who}: the {trap} on {field} has {uses} left.",
    Happening.DESTROYED: "{who}: the {trap} on {field} is destroyed.",
    Happening.SHIELDED: "{who}: the shield on the {trap} on {field} is gone.",
    Happening.HEARSE_LEFT: "{who}: the hearse drives to the graveyard of {whose}.",
    Happening.HEARSE_CAME: "{who} gets a hearse.",
    Happening.LURED: "{who}: a {skeleton} on {field} turns {direction}, towards the lure.",
    Happening.LAYER_LOST: "{who}: a {skeleton} destroys a layer of the tower; {left} left.",
    Happening.HOUSE_LOST: "{who}: a {skeleton} destroys a house; {left} left.",
    Happening.SPAWNED: "{who}: a {skeleton} appears.",
    Happening.ROSE: "{who}: a {skeleton} rises from the graveyard.",
    Happening.VANISHED: "{who}: a {skeleton} is one too many and vanishes.",
    Happening.FELL: "{who} has fallen.",
    Happening.WON: "{who} wins.",
    Happening.DRAWN: "Nobody wins.",
    Happening.ROUND: "Round {number} begins.",
}


def describe(event: Event) -> str:
    """An event as a sentence."""
    numbers = dict(zip(event.kind.names, event.numbers, strict=True))
    words = {name: WORDS.get(name, str)(number) for name, number in numbers.items()}
    if event.kind == Happening.PLACED:
        words["facing"] = stand_words(event.trap, event.facing)
    return SENTENCES[event.kind].format(**words)


def seat_words(players: Iterable[int]) -> str:
    """Players as a list: "Ash, Bramble and Cinder"."""
    *names, last = (SEATS[who] for who in players)
    return f"{', '.join(names)} and {last}" if names else last


def field_words(field: int) -> str:
    """A field as people write it."""
    return place_words(*divmod(field, WIDTH))


def colour_words(kind: int) -> str:
    """A kind of skeleton in words."""
    return f"{COLOURS[COLOUR_OF[kind]]} skeleton"


def stand_words(trap: int, facing: int) -> str:
    """How a trap stands, after its name: a wall leans, and some others face a way."""
    if trap == Trap.WALL:
        return f" {LEANS[facing]}"
    return f" facing {DIRECTION_NAMES[facing]}" if plain(needs_facing)(trap) else ""


def trap_words(trap: int) -> str:
    """A trap in words."""
    return TRAP_BUTTONS[trap - 1].label.lower()


WORDS: dict[str, Callable[[int], str]] = {  # the words for an event's numbers of these names
    "who": SEATS.__getitem__,
    "whose": SEATS.__getitem__,
    "skeleton": colour_words,
    "trap": trap_words,
    "field": field_words,
    "start": field_words,
    "end": field_words,
    "direction": DIRECTION_NAMES.__getitem__,
}
