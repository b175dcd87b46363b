"""The laboratory: what many games show about rules, and how fast they run."""
