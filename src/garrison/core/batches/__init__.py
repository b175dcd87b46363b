"""Thousands of positions at once: batches on CPU and GPU, and series of random games."""
