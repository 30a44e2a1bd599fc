"""Whose cards an ability reaches, seen from the card that has it (`abilities.Whom`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Protocol

from engine.inwo import abilities as ab
from engine.inwo.cards import INWO_CARDS, card_id, card_of
from engine.inwo.selectors import ATTRIBUTES, TEN, Selector, WordSet
from engine.inwo.state import CHIEF_JUSTICE, CONSERVATIVE, HALF, OFF_HOURS, Change, OnTable
from engine.inwo.values import ValueStep, change_words, printed

_CHANGEABLE = frozenset((*TEN, *ATTRIBUTES))
_PLOT: WordSet = frozenset({"plot"})


class Known(Protocol):
    """What is asked of the facts of a table."""

    table: Mapping[str, OnTable]

    def branch(self, copy: str) -> list[str]: ...
    def fits(self, selector: Selector, copy: str, me: str = "") -> bool: ...
    def words(self, copy: str) -> WordSet: ...
    def is_idle(self, copy: str) -> bool: ...
    def alignments(self, copy: str) -> list[str]: ...

    @property
    def changes(self) -> Sequence[Change]: ...
    @property
    def before_kin(self) -> Known: ...
    @property
    def before_links(self) -> Known | None: ...
    @property
    def puppets(self) -> Mapping[str, list[str]]: ...


def reaches(known: Known, source: OnTable, whom: ab.Whom, copy: str) -> bool:
    """Whether an ability of a card covers another, or itself."""
    if whom == "all":
        # A New World Order that was linked to one Group instead is nothing to others.
        return source.host is None or card_of(source.copy).ability(ab.WorldOrder) is None
    if whom == "host" and source.host == copy:
        return True
    target = known.table.get(copy)
    return target is not None and _reaches(known, source, whom, target)


def _reaches(known: Known, source: OnTable, whom: ab.Whom, target: OnTable) -> bool:
    copy = target.copy
    if whom in ("tied", "tenants"):
        one, other = (source, copy) if whom == "tied" else (target, source.copy)
        return one.tied == other and is_tied(known, one)
    if whom == "branch":
        return copy in known.branch(source.copy)
    if whom in ("self", "master", "puppets"):
        near = {"self": source.copy == copy, "master": source.master == copy}
        return near.get(whom, target.master == source.copy)
    if target.seat != source.seat:
        return False
    if whom == "holdings":
        return True
    if whom == "illuminati":
        return target.master is None and target.host is None
    is_group = target.master is not None
    return is_group and (whom == "mine" or (whom == "others" and copy != source.copy))


def is_legal_link(known: Known, card: OnTable) -> bool:
    """Whether a link is legal now; else the linked card has no effect (I20.5, I20.9).

    By the words that its Group has without Resources: those in force may come from the link.
    """
    if card.host is None or card.host not in known.table:
        return card_of(card.copy).family == "plot"
    terms = card_of(card.copy).ability(ab.ResourceTerms)
    if terms is None:
        return True
    plain = known.before_links if terms.to.words & _CHANGEABLE else None
    words = card_of(card.host).words if plain is None else plain.words(card.host)
    return terms.to.fits(card_id(card.host), words)


def tie_of(known: Known, card: str, to: str) -> ab.Tie | None:
    """The text by which a Group may be linked to another: its own, or the other's (I20.1)."""
    own, others = card_of(card).ability(ab.Tie), card_of(to).ability(ab.Tie)
    if own is not None and not own.hosts and known.fits(own.of, to):
        return own
    return others if others is not None and others.hosts and known.fits(others.of, card) else None


def is_tied(known: Known, card: OnTable) -> bool:
    """Whether the link of a Group is legal now (I20.5)."""
    end = known.table.get(card.tied or "")
    tie = tie_of(known, card.copy, end.copy) if end is not None else None
    return end is not None and tie is not None and (tie.whose == "any" or end.seat == card.seat)


def doomed_with(known: Known, target: str) -> list[tuple[str, bool]]:
    """Groups that go with a Place that is destroyed, and whether they are killed by it."""
    found: list[tuple[str, bool]] = []
    for copy, card in known.table.items():
        tie = tie_of(known, copy, target) if card.tied == target else None
        if tie is not None and tie.doom:
            found.append((copy, "personality" in known.words(copy)))
    return found


# --- what cards count as by custom rules: Places, halves, a Chief Justice, Plots (I37) --------


@cache
def _nomination() -> ab.Nomination:
    found = (card.ability(ab.Nomination) for card in INWO_CARDS.values())
    return next(rule for rule in found if rule is not None)


def of_chief(copy: str) -> tuple[Change, Change]:
    """What a Chief Justice has for good: Power and an alignment."""
    rule = _nomination()
    power = Change(copy, "power", "raise", rule.raised, until="good")
    return power, Change(copy, "alignment", "gain", rule.word, until="good")


def printed_words(known: Known, copy: str) -> WordSet:
    """The words on a card: without Huge on a half; a Group card that is linked is a Plot."""
    words, card = card_of(copy).words, known.table.get(copy)
    if card is None or "group" not in words:
        return words
    if card.host is not None:
        return _PLOT
    return words - {"Huge"} if HALF in card.marks else words


def printed_power(known: Known, copy: str) -> int:
    """The Power on a card: half of it, rounded up, where it is a half; a Chief Justice's."""
    power, card = card_of(copy).power, known.table.get(copy)
    marks = card.marks if card is not None else ()
    power = max(power, _nomination().raised) if CHIEF_JUSTICE in marks else power
    return (power + 1) // 2 if HALF in marks else power


# --- abilities and tokens that a card takes others (I35.39, I37) ----------------------------


def disables(known: Known, rule: ab.Disabled, copy: str, *, printed: bool = False) -> bool:
    """Whether a rule is for a card: by its words now, or as printed; beside its like alone."""
    if not rule.kin:
        words = card_of(copy).words
        return rule.of.fits(card_id(copy), words) if printed else known.fits(rule.of, copy)
    plain, card = known.before_kin, known.table.get(copy)
    if card is None or card.master is None or not plain.fits(rule.of, copy):
        return False
    near = (card.master, *known.puppets.get(copy, ()))
    return any(plain.fits(rule.of, one) for one in near)


# --- printed numbers that are rolled or borrowed (I36.1) -------------------------------------


def printed_steps(known: Known, copy: str, stat: str) -> list[ValueStep]:
    """What sets the printed Power of a card whose text says so, or its Resistance to 0 (I2.5)."""
    card = known.table.get(copy)
    if stat == "resistance" and bare_note(known, copy) is not None:
        return [ValueStep("set", 0)]
    if stat != "power" or card is None:
        return []
    if HALF in card.marks:
        return [ValueStep("set", printed_power(known, copy))]
    if card_of(copy).ability(ab.RolledPower) is not None and card.value.isdecimal():
        return [ValueStep("set", int(card.value))]
    rule = card_of(copy).ability(ab.PuppetPower)
    if rule is None or known.is_idle(copy):
        return []
    powers = [printed_power(known, one) for one in known.puppets.get(copy, ())]
    fitting = [
        power
        for one, power in zip(known.puppets.get(copy, ()), powers, strict=True)
        if known.fits(rule.of, one)
    ]
    return [ValueStep("set", max(fitting))] if fitting else []


def is_mad_now(known: Known, copy: str) -> bool:
    """Whether its die has taken it its token and its alignments for this round (I38.23)."""
    rule, card = card_of(copy).ability(ab.MadDays), known.table.get(copy)
    is_rolled = card is not None and card.value.isdecimal()
    return rule is not None and card is not None and is_rolled and int(card.value) <= rule.most


def chosen_words(known: Known, copy: str) -> tuple[str, ...]:
    """The word that its controller has said it has, whatever that brings (I38.22)."""
    choice, card = card_of(copy).ability(ab.OwnChoice), known.table.get(copy)
    is_chosen = choice is not None and card is not None and card.value == CONSERVATIVE
    return (choice.word,) if choice is not None and is_chosen else ()


def like_master(known: Known, copy: str, words: set[str]) -> set[str]:
    """Its words with its master's alignments, if it has those (I36.2)."""
    rule, card = card_of(copy).ability(ab.CopiesMaster), known.table.get(copy)
    if rule is None or card is None or card.master is None or known.is_idle(copy):
        return words
    theirs = [word for word in known.alignments(card.master) if word in TEN]
    kept = words - set(TEN) if rule.exact else words
    change_words(kept, (*theirs, *rule.gains), ())
    return kept


def bare_note(known: Known, copy: str) -> Change | None:
    """What has taken a Group its Resistance and loyalty until the turn ends (I35.14)."""
    return next((one for one in known.changes if one.stat == "bare" and one.on == copy), None)


def is_off_hours(changes: Iterable[Change]) -> bool:
    """Whether it is a free day, or evening (I33.7)."""
    return any(note.stat == OFF_HOURS.stat for note in changes)


def may_change(
    known: Known, card: OnTable, ability: ab.StatChange, copy: str, stat: ab.StatName
) -> bool:
    """Whether a card changes such a value at all.

    Of a Resistance that was set to 0 no ability of a Group or Resource does (I1.8), nor a Plot that
    set it before (I10.2).
    """
    if ability.if_any and not printed(copy, stat):
        return False
    if ability.off_hours and not is_off_hours(known.changes):
        return False
    bare = bare_note(known, copy) if stat == "resistance" else None
    if bare is None:
        return True
    is_older = card.copy in str(bare.value).split() and ability.op in ("set", "raise")
    return card_of(card.copy).is_plot and not is_older
