"""Games in words: a position as text, moves with a notation that is typed and read back, and how moves are carried out.

All of it works for any game, from its scenes and its legal clicks. A game may say more in a module `words` of its own.
"""
