"""Players' preferences in their rows: set by letters and commands, and listed with their lines."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta

from sqlmodel import select

from pbem.database import Session
from pbem.documents.layout.clock import Zone, zone_of
from pbem.grammar.commands.spec import Command
from pbem.grammar.preferences import (
    ALL_PREFERENCES,
    DATES,
    DUTIES,
    MINE,
    PREFERENCES,
    QUIET,
    SILENCE,
    ZONE,
    InvalidPreference,
    Preference,
)
from pbem.mails.preferences import SettingRow
from pbem.models import Person
from pbem.service.word_results import WordResult, refused

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


def zone_for(player: Person, otherwise: str = "UTC") -> Zone:
    """Where a player reads his clock, and how he wants dates written.

    `otherwise` is the zone where he has none of his own.
    """
    return Zone(player.zone or otherwise, DATES.of(player.preferences))


def set_preference(player: Person, key: str, typed: str) -> str:
    """Change one preference in the player's row; the sentence that says so.

    Raises InvalidPreference.
    """
    row = ALL_PREFERENCES[key]
    value = row.value_of(typed)
    if row is ZONE:
        player.zone = value
    else:
        player.preferences = row.changed(player.preferences, value)
    if row in (ZONE, MINE, DUTIES):
        arrange_lists(player)
    return row.confirmation(value)


def arrange_lists(player: Person, *, moderates: bool = False) -> None:
    """Have a sweeper find out when a person's next daily mail is due, by his clock as it is now.

    Whoever `moderates` from now on gets the one that says what needs him, unless he has it off.
    """
    is_wanted = MINE.of(player.preferences) != MINE.default
    player.listed_on = "" if is_wanted else None
    if moderates or player.duties_on is not None:
        player.duties_on = ""
    has_any = is_wanted or player.duties_on is not None
    player.list_at = LONG_AGO if has_any else None


def save_preferences(
    session: Session, player: Person, commands: Sequence[Command]
) -> list[WordResult]:
    """Store what a letter has set and say so, of each in turn; what cannot be set is said too.

    `player` was read before and stands beside its row: it is changed alike, so that the answer to
    the letter comes as its writer wishes.
    """
    if not commands:
        return []
    locked = select(Person).where(Person.id == player.id).with_for_update()
    row = session.exec(locked.execution_options(populate_existing=True)).one()
    results = []
    for word in commands:
        try:
            results.append(WordResult(set_preference(row, word.key, word.value)))
        except InvalidPreference as why:
            results.append(refused(f"SET {word.key}: nothing changed. {why}."))
    player.zone, player.preferences = row.zone, row.preferences
    player.list_at, player.listed_on = row.list_at, row.listed_on
    player.duties_on = row.duties_on
    session.add(row)
    return results


def setting_rows(player: Person, silence: str) -> list[SettingRow]:
    """Every preference as it is, with the lines that change it; `silence` is that of the seat."""
    now = {name: row.of(player.preferences) for name, row in PREFERENCES.items()}
    now |= {ZONE.name: zone_for(player), SILENCE.name: silence}
    return [
        SettingRow(name, now[name], row.about, _lines(row, now[name]))
        for name, row in PREFERENCES.items()
        if row.choices or not row.of_seat
    ]


def _lines(row: Preference, now: str) -> tuple[str, ...]:
    return tuple(f"SET {row.name} {value}" for value in row.values if value != now)


def after_quiet(player: Person, at: datetime) -> datetime:
    """The moment itself, or the end of the player's quiet hours if it lies within them."""
    quiet = QUIET.of(player.preferences)
    if quiet == QUIET.default:
        return at
    start, end = (time.fromisoformat(hour) for hour in quiet.split("-"))
    here = at.astimezone(zone_of(zone_for(player)))
    now = here.time().replace(tzinfo=None)
    is_quiet = start <= now < end if start < end else now >= start or now < end
    if not is_quiet:
        return at
    day = here.date() if now < end else here.date() + timedelta(days=1)
    return datetime.combine(day, end, here.tzinfo).astimezone(at.tzinfo)
