"""The way in: routes, pages, connections, and the server as a whole."""
