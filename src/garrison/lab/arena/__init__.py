"""The arena: bots play each other, and what comes out says how strong they are."""
