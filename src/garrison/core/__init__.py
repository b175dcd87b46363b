"""Games, positions, batches and replays, on top of the engine."""
