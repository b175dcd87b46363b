"""What the lab writes down about each game that it plays: who was ahead, what was offered and what was used."""
