"""Settings: changed by a letter in the player's row, and listed with lines to change them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import select

from pbem.database import Session
from pbem.grammar.player_words import PlayerCommand
from pbem.mails.preferences import SettingRow
from pbem.models import TEXT, Player
from pbem.service.preferences import InvalidPreference, preferences_of, set_preference, zone_for
from pbem.service.word_results import WordResult, refused


def save_preferences(
    session: Session, player: Player, wishes: Sequence[PlayerCommand]
) -> list[WordResult]:
    """Store what a letter has set and say so, of each in turn; what cannot be set is said too.

    `player` was read before and stands beside its row: it is changed alike, so that the answer to
    the letter comes as its writer wishes.
    """
    if not wishes:
        return []
    locked = select(Player).where(Player.id == player.id).with_for_update()
    row = session.exec(locked.execution_options(populate_existing=True)).one()
    said = []
    for wish in wishes:
        try:
            said.append(WordResult(set_preference(row, wish.argument, wish.value)))
        except InvalidPreference as why:
            said.append(refused(f"SET {wish.argument}: nothing changed. {why}."))
    player.zone, player.format = row.zone, row.format
    player.extras, player.settings = row.extras, row.settings
    session.add(row)
    return said


def setting_rows(player: Player, silence: str) -> list[SettingRow]:
    """Every setting as it is, with the lines that change it; `silence` is that of the seat."""
    wishes = preferences_of(player)
    now = {
        "FORMAT": "text" if player.format == TEXT else "html",
        "PICTURES": _switch(wishes.pictures),
        "LENGTH": wishes.length,
        "ZONE": zone_for(player),
        "DATES": wishes.dates,
        "QUIET": wishes.quiet or "off",
        "CALENDAR": _switch(wishes.calendar),
        "LEGEND": _switch(wishes.legend),
        "JSON": _switch("json" in player.extras),
        "SILENCE": silence,
    }
    return [
        SettingRow(name, now[name], about, _lines(name, now[name], values))
        for name, about, values in _SETTINGS
    ]


def _lines(name: str, now: str, values: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"SET {name} {value}" for value in values if value != now)


def _switch(is_on: bool) -> str:
    return "on" if is_on else "off"


_ON_OFF = ("on", "off")
_SETTINGS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("FORMAT", "Text alone, or HTML beside it.", ("text", "html")),
    ("PICTURES", "The power structures, drawn; with HTML.", _ON_OFF),
    ("LENGTH", "How much a report tells.", ("full", "brief", "digest")),
    ("ZONE", "Where your clock stands; a town will do.", ("Europe/Berlin", "America/New_York")),
    ("DATES", "English, German, French, or as 2026-12-24.", ("en", "de", "fr", "iso")),
    (
        "QUIET",
        "Hours of your day in which nothing comes but answers to your letters, unless a deadline "
        "is near.",
        ("22:00-07:00", "off"),
    ),
    ("CALENDAR", "Your deadlines as entries for a calendar.", _ON_OFF),
    ("LEGEND", "The key to the tables and every card's text in each report.", _ON_OFF),
    ("JSON", "Your view of the game, for programs.", _ON_OFF),
    (
        "SILENCE",
        "In this game: what is done in your turn where you send nothing; a pass, or what a "
        "robot would do.",
        ("pass", "bot"),
    ),
)
