"""The engine: what machine code is made from, and where it is kept. Only this and a game's rules are compiled."""
