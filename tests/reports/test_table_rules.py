"""Every option of a game is told where players look, and no mail contradicts one that is set."""

from __future__ import annotations

from html import unescape

import pytest

from engine.illuminati.state import GameOptions
from pbem.database import Database
from pbem.service.clocks import simple_clock
from pbem.service.context import ServiceContext
from pbem.service.turns.founding import Newcomer, NewGame, create_game
from pbem.settings import Settings
from pbem.web.app import create_app
from tests.support.service_rows import CAST, TURN, Hands, Table, one_line, random_bytes

GOALS = ("of the 12 groups you need", "special goal", "groups, or", "/12 ")
ANNOUNCED = ("are announced", "is announced", "what is announced")
OPTIONS: tuple[tuple[GameOptions, str, tuple[str, ...]], ...] = (
    (GameOptions(), "Attacks are announced before they are made", ()),
    (GameOptions(pace="policies"), "without an announcement", ("attacks are announced to",)),
    (GameOptions(pace="conclave"), "All players write their scripts by the same deadline", ()),
    (GameOptions(pace="table"), "A script has one action", ()),
    (GameOptions(deal="choose"), "You could name Illuminati that you would like", ()),
    (GameOptions(cards="landscape"), "7 by 5", ()),
    (GameOptions(neutralize_needs_arrow=False), "An attack to neutralize needs no open arrow", ()),
    (GameOptions(basic_goal=15), "at least 15 groups", ("of the 12 groups", "12 groups, or")),
    (GameOptions(treasuries="open"), "Treasuries are open", ("not yours to count",)),
    (GameOptions(length="very-long"), "the highest score wins", GOALS),
    (GameOptions(hidden_goals=True), "chooses a special goal in secret", ("or your special goal",)),
    (GameOptions(hidden_illuminati=True), "Illuminati are hidden", ("everywhere",)),
    (
        GameOptions(hidden_illuminati=True, overstate=True),
        "may also claim 1 Power or Income more",
        ("everywhere",),
    ),
    (GameOptions(cheating=True), "Cheating is allowed", ()),
    (GameOptions(extras=("anonymous",)), "Anonymous may be in the game", ()),
)
"""Options, what is told of them, and what no mail of such a game may say."""
MAILS = ("WHO", "STATUS", "ATTACK\nREADY", "PREVIEW\nPASS")


def refuse(*_letter: object, **_more: object) -> bool:
    return False


knows = refuse


def table_with(database: Database, settings: Settings, options: GameOptions) -> Table:
    clock = Hands()
    service = ServiceContext(database, settings, clock)
    newcomers = [Newcomer(seat, f"{seat}@example.org") for seat in CAST]
    seed = random_bytes()
    game_id = create_game(
        service, NewGame("Fnord-7", newcomers, seed, options=options, clock=simple_clock(TURN))
    )
    return Table(service, clock, game_id)


@pytest.mark.long
@pytest.mark.parametrize(("options", "told", "never"), OPTIONS, ids=lambda one: str(one)[:40])
def test_every_option_is_told_and_never_contradicted(
    sqlite_database: Database,
    settings: Settings,
    options: GameOptions,
    told: str,
    never: tuple[str, ...],
) -> None:
    table = table_with(sqlite_database, settings, options)
    for seat in CAST:
        assert told in one_line(table.report(seat).text)
    assert told in one_line(table.write("ann", "WHO"))
    page = create_app(table.service, refuse, knows).test_client().get("/")
    assert told in " ".join(unescape(page.text).split())
    for line in MAILS:
        table.write("bob", line)
    table.run_turn()
    for mail in table.mails():
        flat = one_line(mail.text)
        for words in never:
            assert words not in flat, (mail.subject, words)


def test_no_option_is_forgotten() -> None:
    """Each field of the options is another than the default in one of the cases."""
    default = GameOptions()
    changed = {
        name
        for name in default.__struct_fields__
        for options, _, _ in OPTIONS
        if getattr(options, name) != getattr(default, name)
    }
    missing = set(default.__struct_fields__) - changed
    assert missing == {"own_cards"}, "cards of a table's own have a list in the welcome"
