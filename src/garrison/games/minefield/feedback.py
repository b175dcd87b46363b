"""How Minefield's events show and sound."""

from garrison.games.minefield.state import Happening
from garrison.look.feedback import Feedback

FEEDBACK = {
    Happening.TOOK: Feedback("gain", "pickup", "gold", "points", "+"),
    Happening.DROPPED: Feedback(sound="drop"),
    Happening.BLEW_UP_PLAYER: Feedback("blast", "explosion", "red"),
    Happening.RAN_INTO: Feedback("blow", "splat", "red"),
    Happening.ENEMY_ATE: Feedback("puff", "eat", "purple"),
    Happening.ENEMY_BLOWN_UP: Feedback("blast", "explosion", "orange", "points", "+"),
    Happening.CAUGHT: Feedback("blow", "splat", "red"),
    Happening.ENEMY_APPEARED: Feedback("rise", "growl", "red"),
    Happening.TIME_UP: Feedback(sound="bell"),
}
