"""What a designer asks: what a game is like, what a change does, which settings meet a goal."""
