"""The bulletin: what a script is about to do, and what each reader may do about it (R12.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.illuminati import abilities as ab
from engine.illuminati.cards import SPECIALS
from engine.illuminati.odds import HIGHEST, LOWEST, ways
from engine.illuminati.turn.announcing import AnnouncedAttack
from engine.illuminati.view import View
from pbem.documents.layout.cast import NamedPlayer, listed, person
from pbem.documents.layout.letterhead import letterhead
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.plain import one_line
from pbem.documents.layout.render import render
from pbem.documents.marks import below_box
from pbem.games.illuminati.report.parts import danger
from pbem.games.illuminati.report.parts.danger import AttackOutcome
from pbem.games.illuminati.report.parts.names import card_name, short_name
from pbem.games.illuminati.report.parts.suggested_orders import SuggestedOrder
from pbem.games.illuminati.report.parts.sums import SumLine, percent, terms

ON_THE_GROUP = 2
"""Points a MB of a group's own treasury is worth against an attack on it (R5.7)."""
HALF = 6
"""The highest need at which an attack fails more often than not."""
HOPELESS = LOWEST - 1
"""The highest need at which no roll succeeds."""


@dataclass(frozen=True, slots=True)
class KnownAttack:
    """An announced attack as its reader may know it, and its conditions in words."""

    attack: AnnouncedAttack
    conditions: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A line under the sum: the need, and its chance, once so much more is spent."""

    label: str
    need: int

    @property
    def chance(self) -> int:
        return percent(ways(self.need))


@dataclass(frozen=True, slots=True)
class AttackRow:
    """One attack, ready to be printed; `warning` is what it means, in sentences.

    `below` are the groups under the target, `figures` the need now and at worst, `earlier` the
    lines of attacks before it that the same money may pay for; `against` and
    `helping` are lines for money, `cards` lines for the reader's Specials.
    """

    number: int
    attacker: str
    form: str
    target: str
    owner: NamedPlayer
    is_free: bool
    is_own: bool
    conditions: str
    only_if_need: int | None
    aid: str
    by: str
    below: tuple[str, ...]
    outcome: AttackOutcome
    warning: tuple[str, ...]
    terms: tuple[SumLine, ...]
    figures: tuple[Figure, ...]
    earlier: str
    is_counted: bool
    is_safe: bool
    privilege: str | None
    privilege_card: str
    against: tuple[SuggestedOrder, ...] = ()
    helping: tuple[SuggestedOrder, ...] = ()
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Purse:
    """MB the reader could spend: from his Illuminati, and from the group if it is his."""

    illuminati: int
    group: int = 0

    @property
    def points(self) -> int:
        return self.illuminati + ON_THE_GROUP * self.group

    def price_of(self, points: int) -> int:
        """The fewest MB worth so many points, the group's own first."""
        own = min(self.group, -(-points // ON_THE_GROUP))
        return own + max(0, points - own * ON_THE_GROUP)

    def worth_of(self, money: int) -> int:
        """The points of so many MB, the group's own first."""
        own = min(money, self.group)
        return own * ON_THE_GROUP + money - own


@dataclass(frozen=True, slots=True)
class Bulletin:
    """What is announced, who is waited for, and what of it is the reader's own.

    `script` is for whoever has announced it; `reserve` is what his RESERVE keeps on the reader's
    Illuminati; `is_answered` says that his standing orders answer for him, so that nobody waits for
    him.
    """

    attacks: Sequence[KnownAttack]
    waited_for: Sequence[str]
    script: Sequence[str] = ()
    reserve: int = 0
    is_answered: bool = False


def bulletin_mail(context: MailContext, view: View, announced: Bulletin) -> Mail:
    """What is announced, for a seat that may answer or for whoever has announced it.

    It tells of its reader's hand what nobody else is told.
    """
    shown_attacks, reserve = announced.attacks, announced.reserve
    attacks = [item.attack for item in shown_attacks]
    rows = [_row(item, attacks, view, _purse(view, item.attack, reserve)) for item in shown_attacks]
    together = danger.outcome_of(view, [a for a in attacks if not a.conditions] or attacks[:1])
    mover = person(context.to_move, context.seat)
    is_mine = context.seat == context.to_move
    shown = [row.privilege_card for row in attacks if row.privilege_card]
    waiting = sorted(announced.waited_for, key=lambda seat: seat != context.seat)
    return render(
        "illuminati/bulletin",
        {
            "head": letterhead(context),
            "stem": _stem(rows, together, mover),
            "is_mine": is_mine,
            "is_answered": announced.is_answered,
            "attacks": len(rows),
            "rows": rows,
            "wins_together": together.wins and not any(row.outcome.wins for row in rows),
            "together": together.goal,
            "has_secret_goal": danger.has_secret_goal(view, context.to_move),
            "unseen": danger.seat_in(view, context.to_move).hand_size - len(shown),
            "money_cards": danger.money_cards(view, shown),
            "may_cheat": view.options.cheating and view.options.treasuries == "stacked",
            "has_privilege": any(row.privilege for row in rows),
            "waited_for": listed([str(person(seat, context.seat)) for seat in waiting]),
            "purse": _purse(view, None, 0).illuminati,
            "reserve": reserve,
            "any_time": [] if is_mine else list(_at_any_time(view)),
            "script": [one_line(line) for line in announced.script],
        },
    )


def _stem(rows: Sequence[AttackRow], together: AttackOutcome, mover: NamedPlayer) -> str:
    """What the subject says of the worst attack: the reader's own group first."""
    worst = max(rows, key=lambda row: (row.owner.is_you, row.outcome.wins, row.outcome.is_near))
    whose = "YOUR " if worst.owner.is_you else "" if worst.is_free else f"{worst.owner.of} "
    count = len(worst.below)
    deep = f" ({count} group{'' if count == 1 else 's'} below)" if count else ""
    more = f" and {len(rows) - 1} more" if len(rows) > 1 else ""
    wins = " and could win" if together.wins or any(row.outcome.wins for row in rows) else ""
    target = worst.target.removeprefix("The ")
    return f"{mover} attack{mover.s} {whose}{target}{deep}{more}{wins}"


def bulletin_again(
    context: MailContext, mail: Mail, attacks: int, *, is_answered: bool = False
) -> Mail:
    """A bulletin once more: what is announced stays as it was told, the deadline is that of now.

    `attacks` counts what is announced.
    """
    head = letterhead(context)
    stem = mail.subject.removeprefix(f"[{head.game}] ").rpartition(" - ")[0]
    values = {
        "head": head,
        "is_mine": context.seat == context.to_move,
        "is_answered": is_answered,
        "attacks": attacks,
        "stem": stem,
    }
    now = render("illuminati/bulletin_head", values)
    return replace(mail, subject=now.subject, body=now.body + below_box(mail.body))


# --- one attack -------------------------------------------------------------------------


def _row(
    known: KnownAttack, attacks: Sequence[AnnouncedAttack], view: View, purse: Purse
) -> AttackRow:
    attack, reader = known.attack, view.seat
    mover, is_mine = person(attack.seat, reader), attack.seat == reader
    opening = attack.need + attack.stake
    more = danger.could_add(view, attack, attacks)
    worst = opening + (more or 0)
    outcome = danger.outcome_of(view, [attack])
    below = danger.below(view, attack.target)
    row = AttackRow(
        number=attack.line,
        attacker=card_name(attack.attacker),
        form=attack.form,
        target=card_name(attack.target),
        owner=person(attack.owner, reader),
        is_free=attack.owner is None,
        is_own=attack.owner == attack.seat,
        conditions=one_line(known.conditions),
        only_if_need=attack.only_if_need,
        aid=listed([card_name(card) for card in attack.aid]),
        by=card_name(attack.by) if attack.by else "",
        below=below,
        outcome=outcome,
        warning=tuple(_warning(attack, view, below, outcome)),
        terms=tuple(terms(attack.parts, reader)),
        figures=tuple(_figures(attack, mover, more)),
        earlier=_earlier(attack, attacks) if more else "",
        is_counted=more is not None,
        is_safe=more is not None and worst <= HOPELESS,
        privilege=attack.privilege,
        privilege_card=card_name(attack.privilege_card) if attack.privilege_card else "",
    )
    return row if is_mine else _with_choices(row, attack, view, purse, worst)


def _warning(
    attack: AnnouncedAttack, view: View, below: tuple[str, ...], outcome: AttackOutcome
) -> Iterator[str]:
    """What success would mean: for the owner, and for the game."""
    mover, owner = person(attack.seat, view.seat), person(attack.owner, view.seat)
    hangs = f"Below it hang{'s' if len(below) == 1 else ''} {_names(below)}. " if below else ""
    if attack.owner is not None and attack.owner != attack.seat and (below or owner.is_you):
        groups = sum(row.master is not None for row in danger.seat_in(view, attack.owner).cards)
        yield hangs + _loss(owner, len(below) + 1, groups, is_out=outcome.is_out)
    elif outcome.is_last and attack.owner != attack.seat:
        yield hangs + _loss(owner, 1, 1, is_out=outcome.is_out)
    elif below:
        yield hangs.strip()
    if outcome.wins:
        who = "YOU WIN" if mover.is_you else f"{mover} WINS"
        yield f"IF IT SUCCEEDS, {who} THE GAME: {outcome.goal}."
    elif outcome.is_near:
        yield f"If it succeeds, {mover} {mover.be} one group away from winning: {outcome.goal}."


def _loss(owner: NamedPlayer, lost: int, groups: int, *, is_out: bool) -> str:
    """What its owner loses, and whether that is all he has (R10.1)."""
    out = " and be out of the game (R10.1)" if is_out else ""
    if lost < groups:
        return f"{owner.cap} would lose {lost} of {owner.own} {groups} groups."
    last = "only group" if groups == 1 else f"{groups} groups"
    return f"{owner.cap} would lose {'' if groups == 1 else 'all '}{owner.own} {last}{out}."


def _names(cards: Sequence[str]) -> str:
    return listed([short_name(card) for card in cards])


def _figures(attack: AnnouncedAttack, mover: NamedPlayer, more: int | None) -> Iterator[Figure]:
    need = attack.need
    yield Figure("need before any money", need)
    if attack.stake:
        need += attack.stake
        yield Figure(f"{mover} open{mover.s} with {attack.stake} MB", need)
    if more:
        most = "all you have," if mover.is_you else f"all {mover} could, at most"
        yield Figure(f"{mover} add{mover.s} {most} {more} MB more", need + more)


def _earlier(attack: AnnouncedAttack, attacks: Sequence[AnnouncedAttack]) -> str:
    lines = [str(other.line) for other in attacks if other.line < attack.line]
    return f"line{'s' if len(lines) > 1 else ''} {listed(lines)}" if lines else ""


def _with_choices(
    row: AttackRow, attack: AnnouncedAttack, view: View, purse: Purse, worst: int
) -> AttackRow:
    """The row with what its reader can do, and the need if he does all of it."""
    is_owner = row.owner.is_you
    into_it = tuple(_against_privilege(attack, view))
    on_dice = _on_dice(attack, view, is_dangerous=_is_dangerous(row))
    cards = (*on_dice, *into_it)
    if attack.privilege and not is_owner and not into_it:
        return replace(row, cards=cards)
    figures = row.figures
    if purse.points:
        label = f"you add all you have for it, {purse.illuminati + purse.group} MB"
        figures = (*figures, Figure(label, worst - purse.points))
    guard = None if is_owner else danger.could_defend(view, attack)
    if guard is not None and guard[0]:
        label = f"{row.owner} adds all {row.owner} could too, at most {guard[0]} MB"
        figures = (*figures, Figure(label, worst - purse.points - guard[1]))
    helping = () if is_owner or _is_dangerous(row) else tuple(_help(attack, purse))
    against = tuple(_against(attack, purse, worst, is_owner=is_owner))
    if not _is_dangerous(row):
        against = tuple(choice for choice in against if (choice.need or 0) < HIGHEST)
    return replace(row, cards=cards, figures=figures, against=against, helping=helping)


def _is_dangerous(row: AttackRow) -> bool:
    return row.owner.is_you or row.outcome.wins or row.outcome.is_near


def _against(
    attack: AnnouncedAttack, purse: Purse, worst: int, *, is_owner: bool
) -> Iterator[SuggestedOrder]:
    """Money against it, with the need if the attacker adds all he could: what is enough first."""
    verb = f"{'GUARD' if is_owner else 'OPPOSE'} {attack.line}"
    found = []
    for aim in (HOPELESS, HALF):
        points = worst - aim
        if 0 < points <= purse.points:
            money = purse.price_of(points)
            found.append((f"{verb} UNTIL {aim} MAX {money}", worst - purse.worth_of(money)))
    if purse.points and worst - HOPELESS > purse.points:
        found.insert(0, (f"{verb} UNTIL {HOPELESS} ALL IN", worst - purse.points))
    if purse.points and worst <= HOPELESS and is_owner:
        found.append((f"{verb} UNTIL {HOPELESS} ALL IN", worst))
    yield from (_choice(line, need) for line, need in found)


def _help(attack: AnnouncedAttack, purse: Purse) -> Iterator[SuggestedOrder]:
    opening = attack.need + attack.stake
    wanted = min(purse.illuminati, max(10 - opening, 0))
    if wanted and not attack.privilege and opening + wanted >= LOWEST:
        yield _choice(f"SUPPORT {attack.line} UNTIL 10 MAX {wanted}", opening + wanted)


def _choice(line: str, need: int) -> SuggestedOrder:
    return SuggestedOrder(line, need, percent(ways(need)))


def _purse(view: View, attack: AnnouncedAttack | None, reserve: int) -> Purse:
    mine = danger.seat_in(view, view.seat)
    money = {card.card: card.money or 0 for card in mine.cards}
    group = money.get(attack.target, 0) if attack and attack.owner == view.seat else 0
    return Purse(max(0, money.get(mine.illuminati, 0) - reserve), group)


def _on_dice(attack: AnnouncedAttack, view: View, *, is_dangerous: bool) -> Iterator[str]:
    """Lines that keep a card of the reader's hand for the dice of this attack (R12.6)."""
    for card in dict.fromkeys(view.hand):
        effect = SPECIALS[card].effect
        if isinstance(effect, ab.SetRoll):
            helps = effect.total <= 10
            if not (helps and is_dangerous):
                outcome = "FAILS" if helps else "SUCCEEDS"
                yield f"PLAY {short_name(card)} ON {attack.line} IF IT {outcome}"


def _against_privilege(attack: AnnouncedAttack, view: View) -> Iterator[str]:
    """Lines by which cards of the reader's hand let him into this attack (R6.3)."""
    if not attack.privilege:
        return
    number, can_abolish = attack.line, False
    for card in dict.fromkeys(view.hand):
        effect, name = SPECIALS[card].effect, short_name(card)
        if isinstance(effect, ab.AbolishPrivilege):
            can_abolish = True
            yield f"ABOLISH PRIVILEGE ON {number} WITH {name}"
        elif isinstance(effect, ab.Interfere) and attack.owner != view.seat:
            yield f"PLAY {name} ON {number}"
    if len(view.hand) > 1 and not can_abolish:
        names = ", ".join(short_name(card) for card in view.hand[:2])
        yield f"ABOLISH PRIVILEGE ON {number} WITH {names}"


def _at_any_time(view: View) -> Iterator[str]:
    """Lines that play a card of the hand against other cards, or for money at once."""
    for card in dict.fromkeys(view.hand):
        effect, name = SPECIALS[card].effect, short_name(card)
        if isinstance(effect, ab.CancelSpecial):
            yield f"PLAY {name} ON ANY Special AGAINST ME"
        elif isinstance(effect, ab.Gain):
            yield f"PLAY {name}  # {effect.amount} MB more, at once"
