"""The report as a table of Markdown, and the page that keeps it between its marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from upcard.bench.figures import Spread
from upcard.bench.report import Judged, Report

BEGIN = "<!-- measured: written by scripts/bench --write -->"
END = "<!-- measured: end -->"


def with_table(page: str, table: str) -> str:
    """Return the page with the table between its marks; ValueError where it has none."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page has no place for the table: {BEGIN} … {END}")
    return f"{before}{BEGIN}\n\n{table}\n{END}{after}"


def markdown(report: Report) -> str:
    """Return everything that was measured as Markdown."""
    return "\n".join(_sections(report))


def rate_in_words(steps: float) -> str:
    """Return a rate in signs that are quickly read: three digits and a power of a thousand."""
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if steps >= size:
            value = steps / size
            return f"{value:,.{2 if value < 10 else 1 if value < 1000 else 0}f} {unit}"
    return f"{steps:.0f}"


def spread_in_words(rate: Spread) -> str:
    """Return the least and the greatest."""
    return f"{rate_in_words(rate.low)} – {rate_in_words(rate.high)}"


def ratio_in_words(value: float) -> str:
    """Return a ratio with as many digits as it is worth."""
    return f"{value:,.3f}" if value < 10 else f"{value:,.1f}" if value < 100 else f"{value:,.0f}"


def wait_in_words(seconds: float) -> str:
    """Return how long a decision takes, in µs or ms."""
    return f"{seconds * 1e6:,.0f} µs" if seconds < 1e-3 else f"{seconds * 1e3:,.1f} ms"


def value_in_words(judged: Judged) -> str:
    """Return the figure that a goal was judged by."""
    if judged.value is None:
        return "not measured"
    if judged.goal.at_most:
        return wait_in_words(judged.value) if judged.value < 0.01 else f"{judged.value:.2f} s"
    return ratio_in_words(judged.value)


def met_in_words(judged: Judged) -> str:
    """Return whether a goal is met, in a word."""
    return {True: "met", False: "MISSED", None: "–"}[judged.met]


def _sections(report: Report) -> Iterator[str]:
    with_what = "; ".join(f"{name} {version}" for name, version in report.versions.items())
    yield f"{report.day}: {report.contest.rounds} rounds of {report.seconds:g} s for each, in turn."
    yield f"{with_what}.\n"
    yield from _table(
        ("goal", "bound", "here", ""),
        [
            (
                f"{'**Gate:** ' if judged.goal.gate else ''}{judged.goal.what}",
                judged.goal.bound_in_words,
                value_in_words(judged),
                met_in_words(judged),
            )
            for judged in report.goals
        ],
    )
    yield from _table(
        ("ratio (median of the rounds' ratios)", "median", "least – greatest"),
        [
            (
                f"`{ratio.key}`: {ratio.what}",
                ratio_in_words(found.median),
                f"{ratio_in_words(found.low)} – {ratio_in_words(found.high)}",
            )
            for ratio, found in report.ratios
        ],
    )
    yield from _table(
        ("steps a CPU second", "median", "least – greatest", "decisions", "rounds", "by the clock"),
        [
            (
                rate.title,
                rate_in_words(rate.cpu.median),
                spread_in_words(rate.cpu),
                rate_in_words(rate.decisions.median) if rate.decisions.median else "",
                rate_in_words(rate.rounds.median) if rate.rounds.median else "",
                rate_in_words(rate.wall.median),
            )
            for rate in report.rates
        ],
    )
    yield from _table(
        ("a decision, from a view to a choice", "half of them take at most", "95 % take at most"),
        [
            (wait.title, wait_in_words(wait.p50.median), wait_in_words(wait.p95.median))
            for wait in report.waits
        ],
    )
    yield from _table(
        ("from start to the first match", "nothing compiled yet", "from the cache", "peak memory"),
        [
            (
                game.game,
                "" if game.cold is None else f"{game.cold:.1f} s",
                f"{game.cached.median:.2f} s ({game.cached.low:.2f} – {game.cached.high:.2f})",
                memory_in_words(game.memory, game.later, game.matches),
            )
            for game in report.startup
        ],
    )
    for name, why in {**report.contest.left_out, **report.contest.failed}.items():
        yield f"- {name}: {why}"


def memory_in_words(memory: float, later: float, matches: int) -> str:
    """Return the peak of memory after the first match and after more."""
    if not memory:
        return "not told here"
    return f"{memory:.0f} MB" + (f", {later:.0f} MB after {matches:,} matches more" if later else "")


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    if rows:
        yield f"| {' | '.join(heads)} |"
        yield "|" + "|".join(" --- " for _ in heads) + "|"
        for row in rows:
            yield f"| {' | '.join(row)} |"
        yield ""
