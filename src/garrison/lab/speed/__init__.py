"""How fast the games run: on a CPU, from Python, and on a GPU."""
