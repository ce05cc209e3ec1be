"""The figures of a server as Prometheus reads them. None tells of a match, a seat, a person or a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from upcard import __version__
from upcard.web.counts import Counts, Histogram, StoreCounts
from upcard.web.room import Room

KIND = CONTENT_TYPE_PLAIN_0_0_4
STAGES = ("gathering", "playing", "over")


class Metrics(Collector):
    """The figures of one server; ``rooms`` answers with its open rooms, ``draining`` with whether it ends."""

    def __init__(
        self,
        counts: Counts,
        stored: StoreCounts,
        rooms: Callable[[], list[Room]],
        draining: Callable[[], bool],
    ) -> None:
        self._counts = counts
        self._stored = stored
        self._rooms = rooms
        self._draining = draining
        self._registry = CollectorRegistry()  # its own: there may be several servers in one program
        self._registry.register(self)
        ProcessCollector(registry=self._registry)

    def text(self) -> bytes:
        """Return all figures in Prometheus' text format."""
        return generate_latest(self._registry)

    def describe(self) -> Iterator[Metric]:
        """Return nothing: the names are known once the figures are asked for."""
        return iter(())

    def collect(self) -> Iterator[Metric]:
        """Return all figures of our own."""
        yield _gauge("info", "The version that runs.", {__version__: 1}, "version")
        yield _gauge("draining", "Whether the server is about to end.", int(self._draining()))
        yield from self._tables()
        yield from self._people()
        yield from self._store()

    def _tables(self) -> Iterator[Metric]:
        counts, rooms = self._counts, self._rooms()
        stages = Counter[str](room.match.stage for room in rooms)
        open_ = {stage: stages[stage] for stage in STAGES}
        yield _gauge("matches_open", "Matches in memory by their stage.", open_, "stage")
        standing = sum(len(room.presence.standing) for room in rooms)
        yield _gauge("seats_stood_in", "Seats of people for whom a bot plays.", standing)
        yield _gauge("bots_deciding", "Bots that choose an action.", counts.deciding)
        yield _counter("bots_failed", "Default moves made because a bot failed.", counts.failed)
        yield _counter("matches_made", "New matches.", counts.made)
        yield _counter("rooms_opened", "Matches taken into memory.", counts.opened)
        yield _counter("rooms_closed", "Matches let go from memory; they stay in the store.", counts.closed)
        yield _counter("actions", "Kept actions by who decided them.", counts.actions, "by")

    def _people(self) -> Iterator[Metric]:
        counts = self._counts
        sockets = {"seat": counts.seated, "watcher": counts.watching}
        yield _gauge("sockets", "Open sockets by whom they are for.", sockets, "for")
        yield _counter("refusals", "Refused requests and messages by code.", counts.refusals, "code")
        told = "Seconds from hearing an action to its answer."
        yield _histogram("acknowledged_seconds", told, counts.acknowledged)
        yield _counter("events_told", "Events sent over sockets.", counts.events)
        skipped = "Versions of a match that a slow socket was never shown."
        yield _counter("views_skipped", skipped, counts.skipped)
        yield _counter("talk_lines", "Lines said at tables.", counts.said)

    def _store(self) -> Iterator[Metric]:
        stored = self._stored
        yield _counter("store_rows", "Rows kept on the disk.", stored.rows)
        yield _counter("store_commits", "Commits.", stored.commits)
        yield _counter("store_refused", "Commits that the disk did not take.", stored.refused)
        yield _histogram("store_batch_rows", "Rows a commit.", stored.together)
        yield _histogram("store_commit_seconds", "Seconds a commit.", stored.seconds)


def _gauge(name: str, what: str, value: int | Mapping[str, int], label: str = "") -> Metric:
    family = GaugeMetricFamily(f"upcard_{name}", what, labels=[label] if label else [])
    for labels, number in _labelled(value):
        family.add_metric(labels, number)
    return family


def _counter(name: str, what: str, value: int | Mapping[str, int], label: str = "") -> Metric:
    family = CounterMetricFamily(f"upcard_{name}", what, labels=[label] if label else [])
    for labels, number in _labelled(value):
        family.add_metric(labels, number)
    return family


def _labelled(value: int | Mapping[str, int]) -> list[tuple[list[str], int]]:
    if isinstance(value, int):
        return [([], value)]
    return [([word], number) for word, number in sorted(value.items())]


def _histogram(name: str, what: str, histogram: Histogram) -> Metric:
    family = HistogramMetricFamily(f"upcard_{name}", what)
    family.add_metric([], list(histogram.buckets()), histogram.total)
    return family
