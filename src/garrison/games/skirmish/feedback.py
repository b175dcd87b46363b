"""How Skirmish's events show and sound."""

from garrison.core.engine.events import Event
from garrison.games.skirmish.state import NOBODY, Happening, Rules, State
from garrison.look.feedback import Feedback

FEEDBACK = {
    Happening.STEPPED: Feedback(sound="step"),
    Happening.HEALED: Feedback("heal", "heal", "green", "amount", "+"),
    Happening.HIT: Feedback("blow", "blow", "red", "damage", "-"),
    Happening.BURNT: Feedback("blow", "blow", "orange", "damage", "-"),
    Happening.DIED: Feedback("puff", "death", "dark"),
    Happening.FOUGHT: Feedback(sound="critical"),
    Happening.DRAWN: Feedback(sound="bell"),
}


def place(p: Rules, s: State, event: Event) -> tuple[int, int]:
    """Where an event happens, and where it comes from: characters are named, not their fields."""
    if event.kind == Happening.DIED:
        return event.field, NOBODY
    attacker = _field_of(s, event.attacker) if "attacker" in event.kind.names else NOBODY
    return (_field_of(s, event.who) if "who" in event.kind.names else NOBODY), attacker


def _field_of(s: State, name: int) -> int:
    """Where a character stands, or stood when it died in this step."""
    places = [who for who in range(int(s.count)) if s.ids[who] == name]
    field = int(s.fields[places[0]]) if places else NOBODY
    return field if field != NOBODY else _grave_of(s, name)


def _grave_of(s: State, name: int) -> int:
    rows = s.events[: int(s.event_count)].tolist()
    return next((row[2] for row in rows if row[0] == Happening.DIED and row[1] == name), NOBODY)
