"""Talk that its reader does not want: he stops hearing a player, or has his words looked at."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.documents.layout.cast import listed
from pbem.documents.layout.player_texts import PlayerText
from pbem.grammar.commands.spec import Command
from pbem.mails.moderation import talk_reported
from pbem.models import Seat, Talk
from pbem.service.mailing.outbox import is_posted
from pbem.service.notices import add_notice
from pbem.service.orders.talk import FROM, as_text, is_muted, texts_from
from pbem.service.seats.moderators import header_for, is_rival, moderators_of, notify_moderator
from pbem.service.transaction import GameTx
from pbem.service.word_results import WordResult, refused

TALK_WORDS = ("MUTE", "UNMUTE", "REPORT")
MOST_SHOWN = 10
"""Texts that go with a report of somebody's talk, the newest."""


def mute(tx: GameTx, seat: Seat, name: str, *, is_on: bool) -> WordResult:
    """Keep from a seat what bears a name, or let it hear that again."""
    if is_muted(seat, name) == is_on:
        other = f"MUTE {name}" if not is_on else f"UNMUTE {name}"
        what = "You hear nothing" if is_on else "You hear all that comes"
        return refused(f"{what} from {name} as it is. The other way round: {other}")
    others = [one for one in seat.muted if one != f"{FROM}{name}"]
    seat.muted = sorted([*others, f"{FROM}{name}"] if is_on else others)
    tx.session.add(seat)
    if not is_on:
        return WordResult(f"UNMUTE {name}: what {name} says from now on reaches you again.")
    return WordResult(
        f"MUTE {name}: what {name} says no longer reaches you, by mail or in reports; rumours "
        f"still do. Nobody is told. UNMUTE {name} ends it."
    )


def report_talk(tx: GameTx, seat: Seat, word: Command) -> WordResult:
    """Pass on what somebody has said to a seat to who moderates the game and to the operator."""
    name, why = word.value, word.text.rstrip(".")
    rows = texts_from(tx.session, seat, name, MOST_SHOWN)
    if not rows:
        return refused(f"REPORT: {name} has sent you no text that could be looked at.")
    key = f"reported:{tx.id}:{seat.name}:{name}:{tx.now:%Y%m%d}"
    letters = listed([str(number) for number in dict.fromkeys(row.letter_id for row in rows)])
    by = listed(list(dict.fromkeys(row.seat for row in rows)))
    who = name if by == name else f"{name} ({by})"
    report = f"{seat.name} reports {who} in {tx.game.name}{f': {why}' if why else ''}."
    text = f"{report} See letters {letters}."
    if not add_notice(tx, "reported", text, key):
        return refused(f"REPORT: you have reported {name} today; once a day is enough.")
    for moderator, player in moderators_of(tx.session, tx.id):
        is_own = player.id == seat.person_id or is_rival(tx.session, tx.game, player, tx.now)
        shown = _shown(rows, seat.name, is_own)
        header = header_for(tx.game, player, tx.now)
        mail = talk_reported(header, seat.name, (name, why), shown)
        if not is_posted(tx.session, f"{key}:m{moderator.id}"):
            notify_moderator(tx, moderator, player, mail, f"{key}:m{moderator.id}")
    return WordResult(
        f"REPORT {name}: who moderates the game and the operator have your words and the last "
        f"texts that {name} sent you. Nobody else is told. MUTE {name} keeps the next from you."
    )


def _shown(rows: Sequence[Talk], seat: str, is_rival: bool) -> list[tuple[PlayerText, str, int]]:
    """Texts with who wrote them and in which letter; to who plays himself as the seat sees them."""
    if is_rival:
        return [(as_text(row).as_seen_by(seat), "", 0) for row in rows]
    return [(as_text(row), row.seat, row.letter_id) for row in rows]
