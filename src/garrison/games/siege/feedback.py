"""How Siege's events show and sound."""

from garrison.games.siege.state import Happening
from garrison.look.feedback import Feedback

FEEDBACK = {
    Happening.BUILT: Feedback("rise", "build", "brown"),
    Happening.MADE_UNIT: Feedback("rise", "rise", "green"),
    Happening.MADE_ENGINE: Feedback("rise", "build", "orange"),
    Happening.COINS: Feedback(sound="clink"),
    Happening.STEPPED: Feedback(sound="march"),
    Happening.MOVED: Feedback(sound="roll"),
    Happening.TURNED: Feedback(sound="roll"),
    Happening.STRUCK: Feedback("blow", "blow", "red"),
    Happening.SHOT: Feedback("shot", "shot", "gold", "roll"),
    Happening.RAMMED: Feedback("spark", "slam", "orange", "roll"),
    Happening.HURLED: Feedback("blast", "hurl", "orange"),
    Happening.UNIT_LOST: Feedback("puff", "death", "dark"),
    Happening.ENGINE_LOST: Feedback("crumble", "crash", "brown"),
    Happening.BUILDING_LOST: Feedback("crumble", "crash", "grey"),
    Happening.CAPTURED: Feedback("heal", "capture", "gold"),
    Happening.TURN_ENDED: Feedback(sound="bell"),
    Happening.DRAWN: Feedback(sound="bell"),
}
