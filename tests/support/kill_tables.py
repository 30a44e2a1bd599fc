"""Games at which letters are written while everything is killed, and what is counted afterwards."""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from sqlmodel import select

from engine.illuminati.state import State
from pbem.database import Database, StorageError
from pbem.models import Person
from pbem.service.context import ServiceContext
from pbem.service.moderating.actors import OPERATOR
from pbem.service.moderating.running import run_commands
from pbem.settings import Settings
from pbem.transports.mailbox import Mailbox
from tests.support.killing import (
    PATIENCE,
    Writers,
    check_letters,
    check_mails,
    check_turns,
    end_leases,
    found_game,
    halt,
    wait_until_settled,
)
from tests.support.post_office import Outside, addresses, outbox_of, parsed, state_of, turns_of
from tests.support.servers import wait_for

KILLS = int(os.environ.get("KILLS", "50"))
SEED = int(os.environ.get("KILLS_SEED", "20261126"))
WITHOUT_GNOMES = (1, 2, 4)
"""Seeds of games that nobody wins by doing nothing; the Gnomes would."""
MAILS = (0, 0, 1, 1, 2, 3, 5, 12)
"""One of these many come between two kills, before the last wait."""
TURNS = 4
"""Played in each game at least."""
LEASES_RUN_OUT_EVERY = 8
"""Kills: after one of so many what was hinted at waits until it is hinted at again; after the
others that is at once, as to wait would be most of what a kill takes."""
DEATHS_FOR_ONE_TWICE, MORE_TWICE = 10, 3
"""A kill of the one process soon after a mail came, as most are, doubles one in 17 times on an idle
machine; a bound that is as near would fail now and then by chance alone."""
IN_HAND = 2.0
"""Seconds from a mail's being taken to its being noted, on a machine that does much else."""
TOLD = {"PBEM_CLOCK__GRACE_SECONDS": "0", "PBEM_CLOCK__SWEEP_SECONDS": "0.5"}
"""Orders that came in time count however long it takes to come to them; sweepers, which look in
vain most of the time, leave it to the others."""


def waiting_for_a_processor() -> float:
    """How many want each processor, at least one: from a mail's being taken to its being noted two
    processes wake up, each when its turn comes."""
    return max(1.0, max(os.getloadavg()) / (os.cpu_count() or 1))


class TimedMailbox(Mailbox):
    """Knows when it took each of its mails, in the seconds of time.monotonic."""

    def __init__(self) -> None:
        super().__init__()
        self.taken_at: list[float] = []

    def receive(self, raw: bytes, mail_from: str, rcpts: tuple[str, ...]) -> str:
        self.taken_at.append(time.monotonic())
        return super().receive(raw, mail_from, rcpts)


class Tables:
    """A few games that never end, and who writes to them."""

    def __init__(
        self, database: Database, settings: Settings, world: Outside, port: int, senders: int
    ) -> None:
        self.database, self._world, self._senders = database, world, senders
        self._deaths: list[tuple[float, float]] = []
        self._kills, self._usual = 0, 0.0
        self._service = ServiceContext(database, settings, database.now)
        self.games = [
            found_game(database, settings, f"Fnord-{seed}", seed) for seed in WITHOUT_GNOMES
        ]
        self.begun = [self._with_groups(game) for game in self.games]
        self._have_text_alone()
        self.writers = [
            Writers(world, port, addresses(database, game), f"{game}-") for game in self.games
        ]

    def _with_groups(self, game: int) -> State:
        """A Group for everybody, so that nobody is out after his third turn (R13.1)."""
        state = state_of(self.database, game)
        for seat, group in zip(state.seats, state.uncontrolled, strict=False):
            edit = f"EDIT GIVE {group} TO {seat.name} UNDER {seat.illuminati} AT N BECAUSE of luck"
            (done,) = run_commands(self._service, game, edit, OPERATOR)
            assert done.is_done, done.answer
        return state_of(self.database, game)

    def _have_text_alone(self) -> None:
        """Nobody but ann gets HTML and pictures: they take more time than all else together."""
        with self.database.write() as session:
            for person in session.exec(select(Person).where(Person.name != "ann")).all():
                person.preferences = {"format": "text"}

    @property
    def turns(self) -> list[int]:
        return [len(turns_of(self.database, game)) for game in self.games]

    def wait_for_mails(self, count: int, supervise: Callable[[], None] | None = None) -> None:
        """Until so many more came: a slow machine gets as far between two kills as a fast one."""
        wanted = len(self._world.box.mails) + count

        def have_come() -> bool:
            if supervise:
                supervise()
            return len(self._world.box.mails) >= wanted

        wait_for(have_come, "mails", PATIENCE, 0.02)

    def wait_for_a_while(
        self, chance: random.Random, supervise: Callable[[], None] | None = None
    ) -> None:
        """Some mails, and half as long again at most: mails come in bursts, and kills at any
        moment; where no mail is waited for, as long as one took at most."""
        began, mails = time.monotonic(), chance.choice(MAILS)
        self.wait_for_mails(mails, supervise)
        if mails:
            self._usual = time.monotonic() - began
        time.sleep(chance.uniform(0.0, max(0.2, self._usual * (0.5 if mails else 1.0))))

    def kill_senders(self, kill: Callable[[], None], within: float = 0.0) -> None:
        """Do what kills all that send mails, at once or within some seconds."""
        began = time.monotonic()
        self.kill(kill)
        self._deaths.append((began, time.monotonic() + within))

    def kill(self, kill: Callable[[], None]) -> None:
        """Do it, and mostly have what it broke off, or made forgotten, found again at once."""
        kill()
        self._kills += 1
        if self._kills % LEASES_RUN_OUT_EVERY:
            with suppress(StorageError):
                end_leases(self.database)

    def start(self) -> None:
        for some in self.writers:
            some.start()

    def give_up(self) -> None:
        for some in self.writers:
            some.give_up()

    def finish(self, supervise: Callable[[], None] | None = None) -> None:
        """Let everybody finish, the clocks stop, and all settle."""

        def have_played() -> bool:
            if supervise:
                supervise()
            return min(self.turns) >= TURNS

        wait_for(have_played, "turns", PATIENCE, 0.5)
        for some in self.writers:
            some.stop()
        halt(self.database)
        end_leases(self.database)
        wait_until_settled(self.database)

    def check(self) -> None:
        check_letters(self.database, *self.writers)
        used = [
            line
            for game, some, begun in zip(self.games, self.writers, self.begun, strict=True)
            for line in check_turns(self.database, game, some, begun)
        ]
        assert used
        self._check_doubles()
        mails = len(outbox_of(self.database))
        share = len(self._deaths) / DEATHS_FOR_ONE_TWICE * waiting_for_a_processor()
        most_twice = int(share) + MORE_TWICE
        check_mails(self.database, self._world, most_twice)
        letters = sum(len(some.taken) for some in self.writers)
        twice = len(self._world.box.mails) - mails
        print(
            f"{KILLS} kills: {letters} letters, each answered once; {mails} mails, {twice} of them "
            f"twice; {sum(self.turns)} turns, none twice"
        )

    def _check_doubles(self) -> None:
        """Only what a sender had in hand as he was killed went out again: one mail for each."""
        box = self._world.box
        assert isinstance(box, TimedMailbox)
        taken_at: dict[str, list[float]] = {}
        for mail, at in zip(box.mails, box.taken_at, strict=True):
            taken_at.setdefault(str(parsed(mail.raw)["Message-ID"]), []).append(at)
        firsts = [first for found in taken_at.values() for first in found[:-1]]
        killed = Counter(self._nearest_death(first) for first in firsts)
        for (began, ended), mails in killed.items():
            assert mails <= self._senders, f"{mails} mails twice of the kill at {began:.3f}"
            late = [at for at in firsts if self._nearest_death(at) == (began, ended)]
            assert began - IN_HAND <= min(late) and max(late) <= ended + IN_HAND

    def _nearest_death(self, at: float) -> tuple[float, float]:
        return min(self._deaths, key=lambda death: max(death[0] - at, at - death[1], 0.0))
