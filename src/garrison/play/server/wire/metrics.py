"""What a server counts about itself, in Prometheus format. Every store has its own counters, since everything that
counts something has the store at hand, and several servers may live in one process."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # seconds


class Metrics:
    """Counters, and values that are read when somebody asks."""

    def __init__(self) -> None:
        own = self._registry = CollectorRegistry()
        ProcessCollector(registry=own)
        self.moves = Counter("garrison_moves", "History entries written: moves, ticks, undos.", registry=own)
        self.acknowledgements = Histogram(
            "garrison_acknowledgement_seconds",
            "Time from playing a move to acknowledging it, once it is on disk.",
            registry=own,
            buckets=QUICK,
        )
        self.bots = Histogram(
            "garrison_bot_seconds", "Time bots take to choose an action.", registry=own, buckets=QUICK
        )
        self._errors = Counter("garrison_errors", "Errors, by where they happened.", ["where"], registry=own)
        for where in ("bot", "read", "request", "socket", "write"):
            self._errors.labels(where)

    def failed(self, where: str) -> None:
        """Count something that went wrong; it is logged as well."""
        self._errors.labels(where).inc()

    def watch(self, name: str, about: str, value: Callable[[], float]) -> None:
        """Report a number that is kept elsewhere."""
        Gauge(name, about, registry=self._registry).set_function(value)

    def text(self) -> str:
        """Everything, as Prometheus reads it."""
        return generate_latest(self._registry).decode()
