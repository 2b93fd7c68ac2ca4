"""What a request costs is counted for its address: whoever used up a share waits, and nobody else does."""

from __future__ import annotations

import asyncio

import pytest
from starlette.types import Message, Receive, Scope, Send

from continental.table.refusal import TableRefused
from continental.web.guard.middleware import Guard
from continental.web.guard.reckoner import Reckoner
from continental.web.guard.shares import ASKING, Metered, ProcessorShares, Turns

HERE, THERE = "192.0.2.1", "192.0.2.2"


class Clock:
    """Seconds by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_an_address_uses_its_share_and_gets_it_back_with_time() -> None:
    clock = Clock()
    shares = ProcessorShares(0.25, 1.0, clock)
    assert shares.wait_s(HERE) == 0
    shares.charge(HERE, 1.0)
    assert shares.wait_s(HERE) == 0, "so much may be used at once"
    shares.charge(HERE, 0.5)
    assert shares.wait_s(HERE) == pytest.approx(2.0), "half a second at a quarter"
    assert shares.wait_s(THERE) == 0
    assert shares.wait_s(None) == 0
    clock.now += 2
    assert shares.wait_s(HERE) == 0


async def test_what_is_awaited_comes_to_the_same_and_its_steps_are_charged() -> None:
    shares, met = ProcessorShares(1.0, 0.0), []

    async def work() -> None:
        met.append(await asyncio.wait_for(asyncio.sleep(0, "slept"), 20))
        try:
            await asyncio.get_running_loop().create_future()
        except asyncio.CancelledError:
            met.append("cancelled")
            raise

    async def run() -> None:
        await Metered(work(), shares, HERE)

    task = asyncio.create_task(run())
    while not met:  # noqa: ASYNC110 - it says so itself
        await asyncio.sleep(0)
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert met == ["slept", "cancelled"]

    async def fails() -> None:
        await asyncio.sleep(0)
        raise KeyError("seat")

    with pytest.raises(KeyError):
        await Metered(fails(), shares, HERE)


@pytest.mark.parametrize("kind", ["http", "websocket"])
async def test_a_request_and_a_frame_wait_for_the_share_of_their_address_alone(kind: str) -> None:
    clock, served = Clock(), asyncio.Event()
    shares = ProcessorShares(1.0, 1.0, clock)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        assert ASKING.get() == scope["client"][0]
        served.set()

    async def receive() -> Message:
        return {"type": f"{kind}.receive" if kind == "websocket" else "http.request"}

    async def send(message: Message) -> None:
        del message

    async def ask(host: str) -> None:
        await Guard(app, turns=Turns(shares))(
            {"type": kind, "method": "GET", "client": (host, 1), "headers": [], "path": "/"}, receive, send
        )

    shares.charge(HERE, 3_600)
    waits = asyncio.create_task(ask(HERE))
    await ask(THERE)
    assert served.is_set()
    assert not waits.done()
    waits.cancel()
    await asyncio.wait([waits])


async def test_of_many_who_come_at_once_from_one_address_one_begins_in_each_round_and_others_between() -> None:
    clock, rounds = Clock(), 0
    shares = ProcessorShares(0.5, 1.0, clock)
    turns, begun = Turns(shares), list[tuple[str, int]]()

    async def ask(address: str) -> None:
        await turns.wait(address)
        begun.append((address, rounds))
        shares.charge(address, 0.001)

    asked = [asyncio.create_task(ask(HERE)) for _ in range(50)]
    await asyncio.sleep(0)
    asked.append(asyncio.create_task(ask(THERE)))
    while not all(task.done() for task in asked):
        rounds += 1
        await asyncio.sleep(0)
    of_one = [at for address, at in begun if address == HERE]
    assert len(set(of_one)) == 50, "no two in one round"
    assert begun.index((THERE, 1)) <= 2, "who comes later from elsewhere is not behind them"
    assert turns._waiting == {}, "nothing is kept of who is done"


async def test_who_waits_for_a_turn_goes_on_when_the_share_is_back_and_those_who_left_hold_nobody_up() -> None:
    clock, begun = Clock(), list[int]()
    shares = ProcessorShares(1.0, 0.0, clock)
    turns = Turns(shares)
    shares.charge(HERE, 0.001)

    async def ask(number: int) -> None:
        await turns.wait(HERE)
        begun.append(number)

    asked = [asyncio.create_task(ask(number)) for number in range(3)]
    await asyncio.sleep(0)
    assert begun == []
    asked[1].cancel()
    clock.now += 1
    await asyncio.wait(asked)
    assert begun == [0, 2], "first come, first served"


async def test_what_is_reckoned_is_bounded_by_its_cost_for_an_address_and_not_for_others() -> None:
    clock = Clock()
    shares = ProcessorShares(0.5, 1.0, clock)
    reckoner = Reckoner(1, 8, shares)
    ASKING.set(HERE)
    assert [await reckoner.work_out(int, "7") for _ in range(20)] == [7] * 20, "many that cost nothing are no cost"
    shares.charge(HERE, 2.0)
    with pytest.raises(TableRefused) as refused:
        await reckoner.work_out(int, "7")
    assert refused.value.code == "too_much_to_reckon"
    ASKING.set(THERE)
    assert await reckoner.work_out(int, "7") == 7
    ASKING.set(HERE)
    clock.now += 10
    assert await reckoner.work_out(sum, range(2_000_000)) > 0
    assert shares.used_s(HERE) > 0, "its own time was charged"
