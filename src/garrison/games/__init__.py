"""The games: each a folder, discovered by name; nothing outside a folder names its game."""
