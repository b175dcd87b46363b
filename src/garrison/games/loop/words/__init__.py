"""Loop in words: `go until card, shop, health < 40`, `buy armour, shield`, `sell 3 sword`, `place village 4,6`.

Every move is one decision: a card with its field, an item, a good, or time that passes.
"""

from garrison.games.loop.words.choices import answers as answers
from garrison.games.loop.words.choices import moves as moves
from garrison.games.loop.words.courses import read as read
from garrison.games.loop.words.outlook import attackers as attackers
from garrison.games.loop.words.outlook import forecasts as forecasts
from garrison.games.loop.words.outlook import rules as rules
from garrison.games.loop.words.terms import notation as notation
