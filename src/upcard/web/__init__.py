"""The table in the browser: one server, its rooms, and the page that it serves.

app        routes, and every refusal in one shape
guard      Host and Origin, the headers that keep a page to itself
rooms      which matches are open; making, finding, closing them
room       one match: its table, its seats, its bots, its open connections
minds      where bots decide (moments: how long they take; preparing: what is compiled for them)
connection one socket: what it may ask, and a sender that carries the newest view
journal    what is kept of a match, and a match set up again from it
store      where it is kept: one append-only table
protocol   the only module that knows JSON
typescript the page's types, written from the protocol
cookies    the seats that a browser holds
server     uvicorn as it serves us: its limits, and an end that cuts nothing off
health     whether it is well, and its figures (counts, metrics)
log        what is written down, and what never is
serve      a free port, a browser, and the server that runs until it is stopped
"""

from upcard.web.serve import run

__all__ = ["run"]
