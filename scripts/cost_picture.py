"""The picture of ``scripts/cost``: time and memory as matches, seats and options grow."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from upcard.games import GAMES

Costs = list[tuple[Any, Any]]
"""Points and what they cost, as ``scripts/cost`` has them."""

COLOURS = {"nines": "#0b66a8", "rack-o": "#c2500a", "rat-race": "#0a8060"}
INK, QUIET, FAINT = "#23272e", "#626a75", "#e3e6ea"
TABLES = ("default", "all on")
STYLES = {"random": "-", "greedy": "--", "greedy, Rack-O to 75": ":", "default": "-", "all on": "--"}
MATCHES = {10**3: "1,000", 10**4: "10,000", 10**5: "100,000", 10**6: "1 million", 10**7: "10 million"}
LOOK = {
    "svg.hashsalt": "upcard",  # the same picture has the same bytes
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": "#9aa1ab",
    "axes.titlelocation": "left",
    "axes.titlesize": 12,
    "axes.titleweight": "bold",
    "axes.titlepad": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": FAINT,
    "grid.linewidth": 0.8,
    "legend.frameon": False,
    "legend.fontsize": 9,
    "lines.linewidth": 1.8,
    "lines.markersize": 5,
    "xtick.color": INK,
    "ytick.color": INK,
}


def draw(costs: Costs, path: Path) -> None:
    """Draw the picture: the number of matches above, seats and options below."""
    import matplotlib as mpl

    mpl.use("agg")
    mpl.rcParams.update(LOOK)
    from matplotlib import pyplot as plt

    figure, ((time_axes, memory_axes), (match_axes, decision_axes)) = plt.subplots(
        2, 2, figsize=(11.5, 9), layout="constrained"
    )
    figure.get_layout_engine().set(w_pad=0.2, h_pad=0.2)
    draw_growth(time_axes, memory_axes, costs)
    draw_tables(match_axes, decision_axes, costs)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None, dpi=130)
    plt.close(figure)


def draw_growth(time_axes: Any, memory_axes: Any, costs: Costs) -> None:
    """Draw time and peak memory over the number of matches."""
    grown = [(point, cost) for point, cost in costs if point.series not in TABLES]
    for name in dict.fromkeys(point.series for point, _ in grown):
        mine = [(point, cost) for point, cost in grown if point.series == name]
        point = mine[0][0]
        look = style(point.game, "greedy, Rack-O to 75" if "target" in point.options else point.policy)
        matches = [cost.matches for _, cost in mine]
        time_axes.plot(matches, [cost.cpu for _, cost in mine], **look)
        memory_axes.plot(matches, [cost.peak for _, cost in mine], **look)
    most = max(cost.cpu for _, cost in grown)
    time_axes.set(xscale="log", yscale="log", ylabel="CPU seconds")
    time_axes.set_ylim(top=15 * most)
    time_axes.yaxis.set_major_formatter(lambda number, _: f"{number:,.3f}".rstrip("0").rstrip("."))
    time_axes.set_title("Time grows as the matches do …")
    explain(time_axes, ("random", "greedy", "greedy, Rack-O to 75"))
    memory_axes.set(xscale="log", ylabel="peak memory of the program, MB")
    highest = max(cost.peak for _, cost in grown)
    lowest = min(cost.peak for _, cost in grown)
    memory_axes.set_ylim(0, 1.5 * highest)
    memory_axes.set_title("… memory does not")
    memory_axes.annotate(
        f"all between {lowest:.0f} and {highest:.0f} MB,\nnearly all of it Python, NumPy and Numba",
        (0.03, highest),
        xycoords=("axes fraction", "data"),
        xytext=(0, 14),
        textcoords="offset points",
        color=QUIET,
    )
    ticks = sorted({cost.matches for _, cost in grown})
    for axes in (time_axes, memory_axes):
        axes.set_xticks(ticks, [MATCHES.get(number, f"{number:,}") for number in ticks])
        axes.minorticks_off()
        axes.set_xlabel("matches")


def draw_tables(match_axes: Any, decision_axes: Any, costs: Costs) -> None:
    """Draw the time a match and a decision over the seats, options as they are and all on."""
    for game in COLOURS:
        for name in TABLES:
            mine = [(point, cost) for point, cost in costs if (point.game, point.series) == (game, name)]
            seats = [point.seats for point, _ in mine]
            match_axes.plot(seats, [cost.micros for _, cost in mine], **style(game, name))
            decision_axes.plot(seats, [cost.nanos for _, cost in mine], **style(game, name))
    match_axes.set(xlabel="seats", ylabel="µs a match")
    match_axes.set_title("More seats, more options: greedy players")
    explain(match_axes, TABLES)
    decision_axes.set(xlabel="seats", ylabel="ns a decision")
    decision_axes.set_title("… and what a decision costs")
    for axes in (match_axes, decision_axes):
        axes.set_ylim(0, 1.15 * axes.get_ylim()[1])


def style(game: str, name: str) -> dict[str, Any]:
    """Return how a line is drawn: the game's colour, filled points where the line is whole."""
    colour = COLOURS[game]
    filled = STYLES[name] == "-"
    return {
        "color": colour,
        "linestyle": STYLES[name],
        "marker": "o",
        "markerfacecolor": colour if filled else "white",
    }


def explain(axes: Any, names: Iterable[str]) -> None:
    """Say in the upper left which colour is which game and which line is what."""
    from matplotlib.lines import Line2D

    keys = [Line2D([], [], color=colour, linewidth=5) for colour in COLOURS.values()]
    words = [GAMES[game].title for game in COLOURS]
    for name in names:
        look = style("nines", name) | {"color": QUIET}
        look["markerfacecolor"] = QUIET if STYLES[name] == "-" else "white"
        keys.append(Line2D([], [], **look))
        words.append(name)
    axes.legend(keys, words, ncols=2, loc="upper left", handlelength=3, columnspacing=2.2)
