"""The network of the tests does what it says: it delays, stalls, cuts, and otherwise changes nothing."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from tests.faults.proxy import Proxy, Weather
from tests.faults.server import HOST

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def echo(weather: Weather) -> AsyncIterator[tuple[Proxy, Ends]]:
    """A link through a proxy to somebody who repeats everything."""

    async def repeat(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while piece := await reader.read(1000):
            writer.write(piece)
        writer.close()

    server = await asyncio.start_server(repeat, HOST, 0)
    host, port = server.sockets[0].getsockname()
    async with server, Proxy((host, port), weather) as proxy:
        reader, writer = await asyncio.open_connection(*proxy.where)
        try:
            yield proxy, (reader, writer)
        finally:
            writer.close()


def run(weather: Weather, within: Callable[[Proxy, Ends], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with echo(weather) as (proxy, ends):
            await within(proxy, ends)

    asyncio.run(asyncio.wait_for(whole(), 10))


def test_every_byte_arrives_in_order() -> None:
    async def within(_: Proxy, ends: Ends) -> None:
        reader, writer = ends
        sent = bytes(range(256)) * 1000
        writer.write(sent)
        assert await reader.readexactly(len(sent)) == sent

    run(Weather(jitter=0.005), within)


def test_each_way_takes_its_time() -> None:
    async def within(_: Proxy, ends: Ends) -> None:
        reader, writer = ends
        began = asyncio.get_running_loop().time()
        writer.write(b"there and back")
        await reader.readexactly(14)
        assert 0.1 <= asyncio.get_running_loop().time() - began < 1

    run(Weather(delay=0.05), within)


def test_a_link_is_cut_and_a_part_of_what_was_on_its_way_arrives() -> None:
    async def within(proxy: Proxy, ends: Ends) -> None:
        reader, writer = ends
        writer.write(b"0123456789")
        await asyncio.sleep(0.15)  # repeated, and on its way back
        (link,) = proxy._links
        link.cut(4)
        assert await reader.read() == b"0123"

    run(Weather(delay=0.1), within)


def test_a_direction_stalls_and_goes_on() -> None:
    async def within(proxy: Proxy, ends: Ends) -> None:
        reader, writer = ends
        writer.write(b"a")
        await reader.readexactly(1)
        (link,) = proxy._links
        link.stall(1)
        writer.write(b"bc")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(reader.readexactly(2), 0.2)
        link.mend()
        assert await reader.readexactly(2) == b"bc"

    run(Weather(), within)


def test_bad_weather_cuts_and_stalls_by_itself() -> None:
    async def within(proxy: Proxy, ends: Ends) -> None:
        assert await ends[0].read() == b""
        assert proxy.happened.keys() & {"cut", "cut amid a frame"}

    run(Weather(cuts=20.0), within)


def test_nobody_is_let_through_while_it_is_down() -> None:
    async def within(proxy: Proxy, _: Ends) -> None:
        proxy.weather = Weather(down=True)
        reader, _writer = await asyncio.open_connection(*proxy.where)
        with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
            await reader.readexactly(1)
        _writer.close()

    run(Weather(), within)
