"""How Boneyard's events show and sound."""

from garrison.games.boneyard.state import Happening
from garrison.look.feedback import Feedback

FEEDBACK = {
    Happening.HERO_KILLED: Feedback("bones", "bones", "white"),
    Happening.PLACED: Feedback("rise", "build", "brown"),
    Happening.TAKEN: Feedback("puff", "pickup", "teal"),
    Happening.REFLECTED: Feedback("spark", "block", "gold"),
    Happening.THROWN: Feedback("shot", "hurl", "orange"),
    Happening.BROKEN: Feedback("bones", "crash", "white"),
    Happening.PUSHED: Feedback("spark", "bump", "teal"),
    Happening.BLOCKED: Feedback("spark", "block", "grey"),
    Happening.SENT_HOME: Feedback("puff", "magic", "purple"),
    Happening.CARRIED: Feedback("spark", "flap", "green"),
    Happening.TRAP_KILLED: Feedback("bones", "bones", "white"),
    Happening.HELD: Feedback("spark", "snap", "orange"),
    Happening.CALLED: Feedback("spark", "magic", "purple"),
    Happening.BURIED: Feedback(sound="thud"),
    Happening.DESTROYED: Feedback("crumble", "crash", "brown"),
    Happening.SHIELDED: Feedback("spark", "block", "blue"),
    Happening.HEARSE_LEFT: Feedback("puff", "roll", "dark"),
    Happening.LAYER_LOST: Feedback("quake", "crash", "brown"),
    Happening.HOUSE_LOST: Feedback("quake", "explosion", "red"),
    Happening.ROSE: Feedback(sound="rise"),
    Happening.VANISHED: Feedback(sound="miss"),
    Happening.FELL: Feedback("quake", "explosion", "red"),
    Happening.DRAWN: Feedback(sound="bell"),
}
