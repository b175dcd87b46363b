"""Minefield in words: `go 3,11` walks there, `stay until an enemy within 3` waits.

`go 3,11 stop if an enemy within 3` stops before it is too late, and `go 3,11 mine` leaves a mine behind on arrival.
"""

from garrison.games.minefield.words.courses import read as read
from garrison.games.minefield.words.outlook import attackers as attackers
from garrison.games.minefield.words.outlook import forecasts as forecasts
from garrison.games.minefield.words.sight import answers as answers
from garrison.games.minefield.words.sight import lines as lines
from garrison.games.minefield.words.sight import rules as rules
