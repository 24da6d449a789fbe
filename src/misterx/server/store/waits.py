"""Metrics of how long work waits for the database."""

from __future__ import annotations

from collections.abc import Callable

from misterx.server.metrics import Registry

__all__ = ["Waits"]


class Waits:
    """Histograms of the waits of one process. They are filled in the event loop's thread."""

    def __init__(self, metrics: Registry, waiting: Callable[[], float]) -> None:
        """Add the metrics.

        Args:
            metrics: Where they are added.
            waiting: How many writes wait for their transaction now.
        """
        metrics.gauge(
            "misterx_database_queue", "Writes that wait for their transaction to begin.", waiting
        )
        self.queued = metrics.histogram(
            "misterx_database_queue_seconds", "From a write until its transaction begins."
        )
        self.written = metrics.histogram(
            "misterx_database_transaction_seconds",
            "Duration of a transaction that saves entries, with its commit.",
        )
        self.connected = metrics.histogram(
            "misterx_database_connection_seconds",
            "Until a connection of the pool was free, for reads and for writes without entries.",
        )
