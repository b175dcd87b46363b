"""A server's database: its tables, the thread that writes, and what of a match is on disk."""
