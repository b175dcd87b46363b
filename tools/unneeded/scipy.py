"""In place of SciPy where nothing needs it: Numba imports that wherever it is installed, which takes a quarter of a
second each time, and hundreds of processes start while everything is tested. Whoever only plays has no SciPy either."""

raise ImportError("nothing needs it here")
