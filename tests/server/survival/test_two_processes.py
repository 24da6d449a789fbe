"""Two processes serve the same tables: races have one winner, and both tell the same."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from itertools import combinations, product
from random import Random

import pytest

from misterx.server.store import open_store
from tests.server.client import Guest, Refused
from tests.server.postgres import PostgresServer
from tests.server.survival.ledger import Ledger, Wish, logs
from tests.server.survival.pair import Pair, at_both, deafen, pair_of_servers, same_number
from tests.server.survival.swarm import SeatPlayer, TablePlan, assert_no_errors, open_game

_PLAN = TablePlan("modern-2013", 2, ["X", "H1"])

_DROP = " "
"""In the notation of the moves that somebody may make several of in his turn."""
_RIDE = re.compile(r"([BD][0-9]):[A-Z]?([0-9]+)")
"""A hunter's move: the piece and where it goes."""

Wishes = list[tuple[SeatPlayer, Wish]]
Twins = tuple[SeatPlayer, SeatPlayer]
"""The same seat at the one process and at the other."""


@pytest.fixture(scope="module")
def pair(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    with pair_of_servers(postgres.new_database(), tmp_path_factory.mktemp("pair")) as both:
        yield both
        assert_no_errors(both.log)


# --- races ---------------------------------------------------------------------------------

_RACED = (
    TablePlan("modern-2013", 3, ["X", "H1", "H2"]),
    TablePlan("cards-2017", 3, ["P1", "P2", "P3"]),
    TablePlan("classic-1983", 4, ["H1", "X", "H2", "H3"]),
    TablePlan("cards-2017", 4, ["P1", "P2", "P3", "P4"]),
)


async def _race(pair: Pair, races: int) -> Ledger:
    """Let people move against themselves and each other, at both processes at once."""
    ledger, dice = Ledger(), Random()
    tables: list[str] = []

    async def keep_racing(plan: TablePlan, guests: Sequence[Guest]) -> None:
        while ledger.figures["races for one move"] < races:
            table = await open_game(plan, guests[: len(plan.people)])
            tables.append(table)
            twins = [
                await at_both(pair, guest, table, seat, ledger)
                for guest, seat in zip(guests, plan.people, strict=False)
            ]
            await _race_through(twins, ledger, dice)

    async with AsyncExitStack() as stack:
        guests = [
            await stack.enter_async_context(Guest(pair.first.url, name))
            for name in ("Ada", "Bob", "Cem", "Dot")
        ]
        await asyncio.gather(*(keep_racing(plan, guests) for plan in _RACED * 2))
    await ledger.check(pair.database, tables)
    return ledger


async def _race_through(twins: Sequence[Twins], ledger: Ledger, dice: Random) -> None:
    """Play a game in which every move is raced for."""
    everybody = [player for both in twins for player in both]
    await same_number(everybody)
    while not everybody[0].is_over:
        turns = [both for both in twins if both[0].moves]
        together = len(turns) > 1 and dice.random() < 0.5
        if together and (wishes := _apart(turns, dice)):
            await _both_succeed(dice.sample(wishes, 2), ledger)
        elif wishes := _against(dice.choice(turns), dice):
            await _one_succeeds(dice.sample(wishes, 2), ledger)
        else:
            player = dice.choice(dice.choice(turns))
            await player.settle(player.want(dice.choice(player.moves)))
        await same_number(everybody)
    for player in everybody:
        await player.close()


def _against(both: Twins, dice: Random) -> Wishes:
    """Two moves of which only one can be made: of the same piece, in the same turn."""
    moves = dice.sample(list(both[0].moves), len(both[0].moves))
    for one, other in combinations(moves, 2):
        if _DROP not in one + other and one.partition(":")[0] == other.partition(":")[0]:
            return [(both[0], both[0].want(one)), (both[1], both[1].want(other))]
    return []


def _apart(turns: Sequence[Twins], dice: Random) -> Wishes:
    """Rides of different pieces to different places, by different people, at both processes."""
    (one, _), (_, other) = dice.sample(list(turns), 2)
    for move, answer in product(one.moves, other.moves):
        ours, theirs = _RIDE.fullmatch(move), _RIDE.fullmatch(answer)
        if ours and theirs and ours[1] != theirs[1] and ours[2] != theirs[2]:
            return [(one, one.want(move)), (other, other.want(answer))]
    return []


async def _one_succeeds(wishes: Wishes, ledger: Ledger) -> None:
    seen: dict[str, int] = {}
    for player, wish in wishes:
        await player.send_wish(wish)
    async with asyncio.TaskGroup() as together:
        for player, wish in wishes:
            together.create_task(_hear(player, wish, seen))
    won = [(player, wish) for player, wish in wishes if wish.saved is not None]
    lost = [wish for _, wish in wishes if wish.refused is not None]
    assert len(won) == len(lost) == 1, wishes
    # Who is refused has been shown by then what he was too late for.
    assert seen[lost[0].id] >= seen[won[0][1].id] > won[0][1].at
    ledger.figures["races for one move"] += 1
    ledger.figures[f"won at {won[0][0].url}"] += 1


async def _hear(player: SeatPlayer, wish: Wish, seen: dict[str, int]) -> None:
    """Hear the answer, and note what the player had been shown in that moment."""
    await player.hear(wish)
    seen[wish.id] = player.at if wish.saved is None else wish.saved


async def _both_succeed(wishes: Wishes, ledger: Ledger) -> None:
    for player, wish in wishes:
        await player.send_wish(wish)
    await asyncio.gather(*(player.hear(wish) for player, wish in wishes))
    if not any(wish.refused == "game_over" for _, wish in wishes):  # Mister X was caught by one
        assert all(wish.saved is not None for _, wish in wishes), wishes
        ledger.figures["moves of two at once"] += 1


def _race_so_often(pair: Pair, races: int) -> Ledger:
    ledger = asyncio.run(_race(pair, races))
    assert ledger.figures["races for one move"] >= races
    assert ledger.figures["moves of two at once"] > 0
    for url in pair.urls:
        assert ledger.figures[f"won at {url}"] > races // 10
    return ledger


@pytest.mark.timeout(300)
def test_of_two_moves_at_once_one_is_made_and_the_other_refused(
    pair: Pair, record_property: Callable[[str, object], None]
) -> None:
    record_property("figures", _race_so_often(pair, 250).report())


@pytest.mark.soak
def test_of_two_moves_at_once_one_is_made_a_thousand_times(
    pair: Pair, record_property: Callable[[str, object], None]
) -> None:
    record_property("figures", _race_so_often(pair, 1_000).report())


# --- a process that has not heard yet what another one did ---------------------------------


async def _late_news(pair: Pair) -> bool:
    """Go to a process that has not heard of the last moves; False if it was quicker than that."""
    ledger = Ledger()
    async with Guest(pair.first.url, "Ada") as ada, Guest(pair.first.url, "Bob") as bob:
        table = await open_game(_PLAN, [ada, bob])
        x, _ = await at_both(pair, ada, table, "X", ledger)
        h, there = await at_both(pair, bob, table, "H1", ledger)
        await same_number([x, h, there])

        await deafen(pair.database)
        await x.settle(x.want(x.moves[0]))
        await h.until_turn()
        wish = h.want(h.moves[0])
        await h.settle(wish)
        was_late = there.at < wish.at
        h.url = pair.second.url  # he goes there
        await h.resume()
        await h.settle(wish)
        assert wish.saved == wish.at + 1
        following = h.want(h.moves[0])
        await h.settle(following)
        assert following.saved == wish.at + 2
    await ledger.check(pair.database, [table], ended=False)
    return was_late


def test_a_process_that_has_not_heard_the_news_asks_before_it_says_no(pair: Pair) -> None:
    assert any(asyncio.run(_late_news(pair)) for _ in range(10))


# --- who is where --------------------------------------------------------------------------


async def _presence(pair: Pair) -> None:
    ledger = Ledger()
    async with Guest(pair.first.url, "Ada") as ada, Guest(pair.first.url, "Bob") as bob:
        table = await open_game(_PLAN, [ada, bob])
        x = SeatPlayer(ada, table, "X", ledger, Random(), [pair.first.url])
        h = SeatPlayer(bob, table, "H1", ledger, Random(), [pair.second.url])
        await x.resume()
        await h.resume()
        await x.until_here("H1", "X")
        await h.until_here("H1", "X")
        await h.close()
        await x.until_here("X")


def test_who_is_at_one_process_is_seen_at_the_other(pair: Pair) -> None:
    asyncio.run(_presence(pair))


async def _moved_seat(pair: Pair) -> None:
    first, second = pair.urls
    async with (
        Guest(first, "Ada") as ada,
        Guest(first, "Bob") as bob,
        Guest(second, "Ada's telephone") as telephone,
    ):
        table = await open_game(_PLAN, [ada, bob])
        here = await ada.watch(table, "X")
        link = await ada.post(f"/api/tables/{table}/seats/X/link")
        taken = await telephone.post("/api/link", {"token": link["token"]})
        assert taken == {"table": table, "seat": "X"}
        await here.until(lambda: bool(here.byes))
        assert here.byes[0]["code"] == "not_seated"
        with pytest.raises(Refused, match="not_seated"):
            await here.move("X:T1")
        there = await telephone.watch(table, "X")
        await there.until(lambda: bool(there.moves))
        assert await there.move(there.moves[0]) == there.at
        with pytest.raises(Refused, match="bad_link"):
            await ada.post("/api/link", {"token": link["token"]})


def test_a_seat_that_is_moved_at_one_process_is_told_goodbye_at_the_other(pair: Pair) -> None:
    asyncio.run(_moved_seat(pair))


# --- a turn that a dead process had taken on -----------------------------------------------

_BOT_FIRST = TablePlan("modern-2013", 2, ["H1"], {"X": "random"})
_LEASE_S = 2.0


async def _taken_over(pair: Pair) -> None:
    """Mister X's first turn is a dead process's for a while; then one of the two plays it."""
    async with Guest(pair.first.url, "Ada") as ada:
        table = await ada.open_table(_BOT_FIRST.edition, _BOT_FIRST.players, **_BOT_FIRST.body)
        store = open_store(pair.database)
        await store.open()
        begun, now = time.monotonic(), time.time_ns() // 1_000_000
        turn = 2  # after the entries that open the table and start the game
        assert await store.claim(table, turn, "dead", now, now + int(_LEASE_S * 1000))
        await store.close()
        ledger = Ledger()
        seats = [SeatPlayer(ada, table, "H1", ledger, Random(), [url]) for url in pair.urls]
        for seat in seats:
            await seat.resume()  # so that both processes have the table, and want to play the turn
        await ada.post(f"/api/tables/{table}/start")
        for seat in seats:
            await seat.until_turn()
        assert time.monotonic() - begun >= _LEASE_S
        await asyncio.sleep(1.5)  # the other would have tried again by now
    log = (await logs(pair.database, [table]))[table]
    assert [(entry.kind, entry.body.get("seat")) for entry in log] == [
        ("open", None),
        ("start", None),
        ("move", "X"),
    ]
    await ledger.check(pair.database, [table], ended=False)


def test_a_turn_that_a_dead_process_had_taken_on_is_played_once(pair: Pair) -> None:
    asyncio.run(_taken_over(pair))
