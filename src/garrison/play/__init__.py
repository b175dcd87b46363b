"""Playing: matches between people and bots, high scores, and the screens that show scenes."""
