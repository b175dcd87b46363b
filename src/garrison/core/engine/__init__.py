"""The engine: all that machine code is made of, and where it is kept. Nothing else but a game's rules is compiled."""
