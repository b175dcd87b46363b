"""Work that would hold up moves, done elsewhere, and who may ask for how much of it."""
