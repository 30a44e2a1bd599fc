"""Whole games of robots played by letters through the service's functions, with a clock by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pprint import pformat

from msgspec import to_builtins

from engine.core.dice import SecretDice
from engine.illuminati.events import Event
from engine.illuminati.robots import chooser, random_goal, random_script
from engine.illuminati.state import GameOptions, Pace
from engine.illuminati.view import view
from pbem.database import Database
from pbem.games.illuminati.codec import decode_events
from pbem.games.illuminati.language import Vocabulary, format_order, vocabulary_for
from pbem.service.clocks import simple_clock
from pbem.service.context import ServiceContext
from pbem.service.snapshots import hash_of
from pbem.service.turns.founding import NewGame, create_game, robot_newcomer
from pbem.settings import Settings
from tests.support.service_rows import CAST, TURN, Hands, Table, random_bytes

MOST_TURNS = 200


def play_game(table: Table, key: bytes, watch: Callable[[Table], None] | None = None) -> None:
    """Robots write letters until the game is over; `watch` looks after every change."""
    dice = SecretDice(key)
    look = watch or (lambda _table: None)
    look(table)
    for seat in CAST:
        goal = random_goal(table.state(), seat, chooser(dice, f"goal:{seat}"))
        if goal is not None:
            table.write(seat, format_order(goal, names_of(table, seat)))
            look(table)
    while table.game().phase == "running" and table.game().turn <= MOST_TURNS:
        play_turn(table, dice)
        look(table)


def play_turn(table: Table, dice: SecretDice) -> None:
    """One turn: the mover's letter, now and then a gift of a rival, and the deadline or READY."""
    state, mover = table.state(), table.mover()
    choose = chooser(dice, f"turn:{state.turn.number}")
    names = names_of(table, mover)
    lines = [format_order(line.order, names) for line in random_script(state, mover, choose)]
    is_ready = bool(choose(3))
    table.clock.on(minutes=1)
    told = table.write(mover, "\n".join([*lines, "READY" if is_ready else "# no hurry"]))
    if "READY is held back" in told:
        table.write(mover, "READY ANYWAY")
    rivals = [seat.name for seat in table.state().seats_after(mover)]
    if not choose(4) and rivals and not is_ready:
        giver = rivals[choose(len(rivals))]
        table.write(giver, f"GIVE 1 TO {mover}")
    if not is_ready:
        table.to_deadline()
    assert table.adjudicate()


def names_of(table: Table, seat: str) -> Vocabulary:
    """What a seat may name now."""
    return vocabulary_for(table.state(), seat)


def transcript(table: Table) -> str:
    """Every record with its events, and what each seat may know in the end."""
    return "\n".join(_told(table)) + "\n"


def _told(table: Table) -> Iterator[str]:
    for record in table.records():
        yield f"{record.kind} {record.turn} {record.seat or ''}".rstrip()
        yield from (f"    orders: {line}" for line in record.orders)
        yield from (f"    {_event(event)}" for event in decode_events(record.events))
    state = table.state()
    yield f"winners: {', '.join(state.winners) or 'nobody'}"
    for seat in CAST:
        yield f"\nwhat {seat} may know"
        yield pformat(to_builtins(view(state, seat)), width=99, compact=True, sort_dicts=False)


def _event(event: Event) -> str:
    told = " ".join(f"{name}={getattr(event, name)!r}" for name in event.__struct_fields__)
    return f"{type(event).__name__} {told}"


# --- games in which robots write every letter ------------------------------------------------


def robots_table(database: Database, settings: Settings, pace: Pace, seed: int = 1) -> Table:
    """A game of four robots; nobody gets mail."""
    clock = Hands()
    service = ServiceContext(database, settings, clock)
    newcomers = [robot_newcomer(seat, "random") for seat in CAST]
    options = GameOptions(pace=pace)
    game_id = create_game(
        service,
        NewGame(
            f"Robots-{seed}",
            newcomers,
            random_bytes(seed),
            options=options,
            clock=simple_clock(TURN),
        ),
    )
    return Table(service, clock, game_id)


def run_to(table: Table, turn: int) -> None:
    """Let sweeper and workers work until that turn is open, or the game over."""
    for _ in range(2000):
        game = table.game()
        if game.turn >= turn or game.phase == "finished":
            return
        table.clock.on(seconds=30)
        if not table.sweep() and game.deadline_at is not None:
            table.clock.now = max(table.clock.now, game.deadline_at)
    raise AssertionError(f"turn {turn} never came")


def check_line(table: Table) -> None:
    """The log replays to the stored state along the records that count, and only along them."""
    records, game = table.records(), table.game()
    by_seq = {record.seq: record for record in records}
    assert sorted(by_seq) == list(range(1, game.seq + 1))
    line, seq = [], game.seq
    while seq:
        line.append(seq)
        record = by_seq[seq]
        seq = record.orders["to"] if record.kind == "rollback" else seq - 1
    assert {record.seq for record in records if not record.undone} == set(line)
    assert hash_of(game.state) == by_seq[game.seq].state_hash
    counting = [turn for turn in table.turns() if not turn.undone]
    assert {turn.record_seq for turn in counting} == {s for s in line if by_seq[s].kind == "turn"}
    order = [(turn.number, turn.part) for turn in sorted(counting, key=lambda t: t.record_seq)]
    assert order == sorted(set(order))
    for turn in table.turns():
        assert hash_of(turn.state) == by_seq[turn.record_seq].state_hash
