"""The server: matches in a database, played through WebSockets."""
