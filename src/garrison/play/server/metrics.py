"""What a server counts about itself, in Prometheus' format. Every store has counters of its own, since whatever is
counted happens to things that have the store at hand, and several servers may live in one process."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # seconds


class Metrics:
    """Counters, and things that are looked at when somebody asks."""

    def __init__(self) -> None:
        own = self._registry = CollectorRegistry()
        ProcessCollector(registry=own)
        self.moves = Counter(
            "garrison_moves", "Entries of histories that were written: moves, ticks, undos.", registry=own
        )
        self.acknowledged = Histogram(
            "garrison_acknowledgement_seconds",
            "From playing a move to acknowledging it, when it is on disk.",
            registry=own,
            buckets=QUICK,
        )
        self.bots = Histogram(
            "garrison_bot_seconds", "What bots take to choose an action.", registry=own, buckets=QUICK
        )
        self._errors = Counter("garrison_errors", "What went wrong, by where it did.", ["where"], registry=own)
        for where in ("bot", "read", "request", "socket", "write"):
            self._errors.labels(where)

    def failed(self, where: str) -> None:
        """Something went wrong; it is logged as well."""
        self._errors.labels(where).inc()

    def watch(self, name: str, about: str, value: Callable[[], float]) -> None:
        """Tell a number that somebody else keeps."""
        Gauge(name, about, registry=self._registry).set_function(value)

    def text(self) -> str:
        """Everything, as Prometheus reads it."""
        return generate_latest(self._registry).decode()
