"""Learning by playing: lessons and puzzles. Both are data in the games' folders; nothing here knows a game."""
