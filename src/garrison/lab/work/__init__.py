"""Who plays: threads, processes that are watched, and the machines of a cluster."""
