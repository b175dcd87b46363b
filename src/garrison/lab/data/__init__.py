"""Data sets of games that bots played."""
