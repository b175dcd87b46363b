"""Live matches: who sits there, what happens in them, and what everybody is told."""
