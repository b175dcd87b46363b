"""How Loop's events show and sound. Whoever fights is where the Character is."""

from garrison.core.engine.events import Event
from garrison.core.feedback import named_place
from garrison.games.loop.state import Rules, State
from garrison.games.loop.state.happenings import Happening
from garrison.look.feedback import Feedback

FEEDBACK = {
    Happening.CYCLE: Feedback(sound="bell"),
    Happening.APPEARED: Feedback("rise", "growl", "red"),
    Happening.FOUND_GOLD: Feedback("gain", "clink", "gold", "gold", "+"),
    Happening.FOUND_POTION: Feedback("spark", "pickup", "pink"),
    Happening.RESTED: Feedback("heal", "heal", "green", "gain", "+"),
    Happening.RECRUITED: Feedback("rise", "rise", "blue"),
    Happening.TRAPPED: Feedback("spark", "snap", "orange", "damage", "-"),
    Happening.BATTLE: Feedback("spark", "critical", "red"),
    Happening.DAZED: Feedback("puff", "miss", "grey"),
    Happening.CRITICAL: Feedback("spark", "critical", "gold", "extra", "+"),
    Happening.TURNED: Feedback("spark", "magic", "purple"),
    Happening.TRANCED: Feedback("spark", "magic", "purple"),
    Happening.AWOKE: Feedback("puff", "growl", "grey"),
    Happening.STUNNED: Feedback("puff", "block", "grey"),
    Happening.HEALED: Feedback("heal", "heal", "green", "gain", "+"),
    Happening.HURT: Feedback("blow", "blow", "red", "damage", "-"),
    Happening.DIED: Feedback("puff", "death", "dark"),
    Happening.SAVED: Feedback("heal", "magic", "gold"),
    Happening.BATTLE_WON: Feedback("gain", "clink", "gold", "gold", "+"),
    Happening.GOT_CARD: Feedback(sound="card"),
    Happening.LOST_CARD: Feedback(sound="drop"),
    Happening.GOT_ITEM: Feedback("spark", "pickup", "teal"),
    Happening.LOST_ITEM: Feedback(sound="drop"),
    Happening.BUILT: Feedback("rise", "build", "brown"),
    Happening.FELL_DOWN: Feedback("crumble", "crash", "brown"),
    Happening.WORE: Feedback("spark", "equip", "teal"),
    Happening.DRANK: Feedback("heal", "gulp", "pink", "gain", "+"),
    Happening.SHOP: Feedback(sound="bell"),
    Happening.BOUGHT: Feedback("gain", "pay", "gold", "price", "-"),
    Happening.SOLD: Feedback("gain", "clink", "gold", "price", "+"),
}


def place(p: Rules, s: State, event: Event) -> tuple[int, int]:
    """Where an event happens: where it says, or else at the Character."""
    field, origin = named_place(p, s, event)
    at = int(s.place)
    return (field if field >= 0 else int(p.path_y[at]) * int(p.width) + int(p.path_x[at])), origin
