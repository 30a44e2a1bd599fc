"""The bulletin: what a script is about to do, and what each reader may do about it (R12.2)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.illuminati import abilities as ab
from engine.illuminati.cards import SPECIALS
from engine.illuminati.odds import ways
from engine.illuminati.turn.announcing import Announcement
from engine.illuminati.view import View
from pbem.reports.paper.about import About, Mail
from pbem.reports.paper.cast import Person, card_name, listed, person, short_name
from pbem.reports.paper.letterhead import letterhead
from pbem.reports.paper.plain import one_line
from pbem.reports.paper.render import render
from pbem.reports.parts.choices import Choice
from pbem.reports.parts.sums import Term, percent, terms

ON_THE_GROUP = 2
"""Points a MB of a group's own treasury is worth against an attack on it (R5.7)."""


@dataclass(frozen=True, slots=True)
class Told:
    """An announced attack as its reader may know it, and its conditions in words."""

    attack: Announcement
    conditions: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One attack, ready to be printed; `need` and `opening` are before and with his stake."""

    number: int
    attacker: str
    form: str
    target: str
    owner: Person
    is_free: bool
    is_own: bool
    conditions: str
    only_if_need: int | None
    aid: str
    by: str
    terms: tuple[Term, ...]
    need: int
    chance: int
    stake: int
    opening: int
    opening_chance: int
    privilege: str | None
    privilege_card: str
    lines: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Purse:
    """MB the reader could spend: from his Illuminati, and from the group if it is his."""

    illuminati: int
    group: int = 0


def bulletin_mail(
    about: About, told: Sequence[Told], waited_for: Sequence[str], view: View
) -> Mail:
    """For a seat that may answer; it tells of its reader's hand what nobody else is told."""
    rows = [_row(item, about.seat, _purse(view, item.attack)) for item in told]
    kept = [line for item in told for line in _from_hand(item.attack, view)]
    return render(
        "bulletin",
        {
            "head": letterhead(about),
            "is_mine": False,
            "attacks": len(rows),
            "rows": rows,
            "has_privilege": any(row.privilege for row in rows),
            "waited_for": listed([str(person(seat, about.seat)) for seat in waited_for]),
            "purse": _purse(view, None).illuminati,
            "kept": list(dict.fromkeys([*kept, *_at_any_time(view)])),
            "script": [],
        },
    )


def announced_mail(
    about: About, told: Sequence[Told], waited_for: Sequence[str], script: Sequence[str]
) -> Mail:
    """For whoever has announced: what the others read, and what he can still do."""
    rows = [_row(item, about.seat, None) for item in told]
    return render(
        "bulletin",
        {
            "head": letterhead(about),
            "is_mine": True,
            "attacks": len(rows),
            "rows": rows,
            "has_privilege": any(row.privilege for row in rows),
            "waited_for": listed([str(person(seat, about.seat)) for seat in waited_for]),
            "purse": 0,
            "kept": [],
            "script": [one_line(line) for line in script],
        },
    )


def bulletin_again(about: About, mail: Mail, attacks: int) -> Mail:
    """A bulletin once more: what is announced stays as it was told, the deadline is that of now.

    `attacks` counts what is announced.
    """
    is_mine = about.seat == about.to_move
    context = {"head": letterhead(about), "is_mine": is_mine, "attacks": attacks}
    now = render("bulletin_head", context)
    return replace(mail, subject=now.subject, text=now.text + below_head(mail.text))


def below_head(text: str) -> str:
    """A bulletin's text below its box, by which copies of it are known."""
    box = re.match(r"\+-+\+\n(?:\|.*\n)*\+-+\+\n", text)
    return text[box.end() :] if box else text


def _row(told: Told, reader: str, purse: Purse | None) -> Row:
    attack = told.attack
    opening = attack.need + attack.stake
    return Row(
        number=attack.line,
        attacker=card_name(attack.attacker),
        form=attack.form,
        target=card_name(attack.target),
        owner=person(attack.owner, reader),
        is_free=attack.owner is None,
        is_own=attack.owner == attack.seat,
        conditions=one_line(told.conditions),
        only_if_need=attack.only_if_need,
        aid=listed([card_name(card) for card in attack.aid]),
        by=card_name(attack.by) if attack.by else "",
        terms=tuple(terms(attack.parts, reader)),
        need=attack.need,
        chance=percent(ways(attack.need)),
        stake=attack.stake,
        opening=opening,
        opening_chance=percent(ways(opening)),
        privilege=attack.privilege,
        privilege_card=card_name(attack.privilege_card) if attack.privilege_card else "",
        lines=() if purse is None else tuple(_stances(attack, reader, purse)),
    )


def _stances(attack: Announcement, reader: str, purse: Purse) -> Iterator[Choice]:
    """What the reader's money could do, as lines he may send; need and chance are with it all."""
    opening = attack.need + attack.stake
    number = attack.line
    if attack.owner == reader:
        most = _least_for(opening - 1, purse)
        bought = min(most, purse.group) * ON_THE_GROUP + max(0, most - purse.group)
        if most:
            yield _choice(f"GUARD {number} UNTIL 1 MAX {most}", opening - bought)
        return
    if attack.privilege:
        return
    against = min(purse.illuminati, max(opening - 1, 0))
    if against:
        yield _choice(f"OPPOSE {number} UNTIL 1 MAX {against}", opening - against)
    wanted = min(purse.illuminati, max(10 - opening, 0))
    if wanted:
        yield _choice(f"SUPPORT {number} UNTIL 10 MAX {wanted}", opening + wanted)


def _least_for(points: int, purse: Purse) -> int:
    """The fewest MB that take so many points off, the group's own money first; or all there is."""
    if points <= 0:
        return 0
    own = min(purse.group, -(-points // ON_THE_GROUP))
    return own + min(purse.illuminati, max(0, points - own * ON_THE_GROUP))


def _choice(line: str, need: int) -> Choice:
    return Choice(line, need, percent(ways(need)))


def _purse(view: View, attack: Announcement | None) -> Purse:
    mine = next(seat for seat in view.seats if seat.name == view.seat)
    money = {card.card: card.money or 0 for card in mine.cards}
    group = money.get(attack.target, 0) if attack and attack.owner == view.seat else 0
    return Purse(money.get(mine.illuminati, 0), group)


def _from_hand(attack: Announcement, view: View) -> Iterator[str]:
    """Lines that keep a card of the reader's hand for this attack (R12.6)."""
    number = attack.line
    for card in dict.fromkeys(view.hand):
        effect, name = SPECIALS[card].effect, short_name(card)
        if isinstance(effect, ab.SetRoll):
            helps = effect.total <= 10
            yield f"PLAY {name} ON {number} IF IT {'FAILS' if helps else 'SUCCEEDS'}"
        elif isinstance(effect, ab.AbolishPrivilege) and attack.privilege:
            yield f"ABOLISH PRIVILEGE ON {number} WITH {name}"
        elif isinstance(effect, ab.Interfere) and attack.privilege and attack.owner != view.seat:
            yield f"PLAY {name} ON {number}"
    if attack.privilege and len(view.hand) > 1:
        names = ", ".join(short_name(card) for card in view.hand[:2])
        yield f"ABOLISH PRIVILEGE ON {number} WITH {names}"


def _at_any_time(view: View) -> Iterator[str]:
    """Lines that play a card of the hand against other cards, or for money at once."""
    for card in dict.fromkeys(view.hand):
        effect, name = SPECIALS[card].effect, short_name(card)
        if isinstance(effect, ab.CancelSpecial):
            yield f"PLAY {name} ON ANY Special AGAINST ME"
        elif isinstance(effect, ab.Gain):
            yield f"PLAY {name}"
