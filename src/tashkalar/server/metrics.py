"""What is counted, for Prometheus."""

from __future__ import annotations

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

# Several workers on one address write into a common folder, see run.py.
SHARED = "PROMETHEUS_MULTIPROC_DIR"
registry = CollectorRegistry()

EVENTS = Counter("tashkalar_events", "Events stored", ["kind"], registry=registry)
REFUSALS = Counter(
    "tashkalar_refusals", "Messages and requests refused", ["error"], registry=registry
)
SOCKETS = Gauge(
    "tashkalar_sockets", "Open websockets", registry=registry, multiprocess_mode="livesum"
)
TABLES = Gauge(
    "tashkalar_tables", "Tables in memory", registry=registry, multiprocess_mode="livesum"
)
DROPPED = Counter("tashkalar_dropped_sockets", "Websockets that read too slowly", registry=registry)
ACKNOWLEDGED = Histogram(
    "tashkalar_acknowledge_seconds",
    "From a message to its acknowledgement, stored",
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
    registry=registry,
)
SCENES = Histogram(
    "tashkalar_scene_seconds",
    "Making a scene; one of sixteen is timed",
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1),
    registry=registry,
)
THINKING = Histogram(
    "tashkalar_bot_seconds",
    "One answer of a bot, waiting included",
    ["bot"],
    buckets=(0.01, 0.1, 0.5, 1, 2, 5, 10, 30),
    registry=registry,
)
QUARANTINED = Counter(
    "tashkalar_quarantined_tables",
    "Tables set aside that cannot be played on",
    ["error"],
    registry=registry,
)
NOTICES = Counter(
    "tashkalar_notices",
    "Notices of games over days, by way and outcome",
    ["way", "outcome"],
    registry=registry,
)
BOT_FAILURES = Counter("tashkalar_bot_failures", "Bots given up", ["bot"], registry=registry)


def told() -> bytes:
    """All figures as text; those of all workers on this address, where there are several."""
    if SHARED not in os.environ:
        return generate_latest(registry)
    gathered = CollectorRegistry()
    MultiProcessCollector(gathered)  # type: ignore[no-untyped-call]
    return generate_latest(gathered)
