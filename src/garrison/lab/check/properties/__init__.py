"""The properties that every game must have, each a sentence and a function that looks for what contradicts it."""
