"""What a designer asks: what a change does, which settings there are, which of them meet a goal."""
