"""What every card counts for as the table lies: words, Power, Global Power, Resistance (I2, I10).

Asked of `facts(state)`, which works each answer out once for a table and keeps it for the states
that share it: most events touch tokens and hands alone.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from engine.inwo import abilities as ab
from engine.inwo.cards import card_id, card_of, is_resource
from engine.inwo.reach import (
    bare_note,
    chosen_words,
    disables,
    is_legal_link,
    is_mad_now,
    like_master,
    may_change,
    printed_steps,
    printed_words,
    reaches,
)
from engine.inwo.selectors import ATTRIBUTES, TEN, Selector, WordSet
from engine.inwo.state import UNCONTROLLED, Change, InwoState, OnTable
from engine.inwo.values import ValueStep, change_words, combine, printed, serves

A = TypeVar("A")
_WORDS = frozenset((*TEN, *ATTRIBUTES))


class Source(NamedTuple):
    """An ability in force: the card that has it, where that lies, and the seat it serves."""

    card: OnTable
    ability: ab.CardAbility


class Facts:
    """Answers about one table; what is not asked is not worked out."""

    def __init__(
        self,
        state: InwoState,
        plain: bool = False,
        of_goals: bool = False,
        has_kin: bool = True,
        links_as_printed: bool = False,
    ) -> None:
        self.state, self.table = state, state.table
        self._is_plain, self._is_of_goals, self._has_kin = plain, of_goals, has_kin
        self._links_as_printed = links_as_printed
        self._words: dict[str, WordSet] = {}
        self._values: dict[tuple[str, str, str], int] = {}

    def shared_by(self, state: InwoState) -> Facts:
        """The same facts for another state of this very table."""
        other = Facts.__new__(Facts)
        other.__dict__.update(self.__dict__)
        other.state = state
        return other

    @cached_property
    def _plain(self) -> Facts:
        """The same but for words that ask for Power, which ask it here (I38.72)."""
        return Facts(self.state, True, self._is_of_goals, self._has_kin)

    @cached_property
    def before_kin(self) -> Facts:
        """The same but for what is disabled beside its like, which is asked here (I37)."""
        return Facts(self.state, self._is_plain, self._is_of_goals, False)

    @cached_property
    def before_links(self) -> Facts | None:
        """The same but for links, which ask it for the words of their Groups (I20.4)."""
        if self._links_as_printed:
            return None
        return Facts(self.state, self._is_plain, self._is_of_goals, self._has_kin, True)

    @cached_property
    def _goal_facts(self) -> Facts:
        return Facts(self.state, of_goals=True)

    def counting(self) -> Facts:
        """The facts by which Goals are counted: some changes count for none (I26.6, I38.69)."""
        passes = any(note.is_passing_number for note in self.changes) or ab.MadDays in self.sources
        is_plain = not passes and all(rule.for_goals for _, rule in self.of_kind(ab.Identity))
        return self if is_plain else self._goal_facts.shared_by(self.state)

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """The changes in force: one made by a card's ability ends with it (I14.5, I22.3)."""
        return tuple(
            change
            for change in self.state.changes
            if not change.off
            if not change.by or (change.by in self.table and not self.table[change.by].is_off)
        )

    # --- who lies where -----------------------------------------------------------------------

    @cached_property
    def groups(self) -> Mapping[str, list[str]]:
        """The Groups of each seat, its Illuminati first, in the order they joined."""
        found: dict[str, list[str]] = {seat.name: [] for seat in self.state.seats}
        roots = [seat.illuminati for seat in self.state.seats]
        for copy, card in self.table.items():
            if card.master is not None or copy in roots:
                found[card.seat].append(copy)
        return found

    @cached_property
    def puppets(self) -> Mapping[str, list[str]]:
        """The direct puppets of each master, in the order they joined."""
        found: dict[str, list[str]] = {}
        for copy, card in self.table.items():
            if card.master is not None:
                found.setdefault(card.master, []).append(copy)
        return found

    @cached_property
    def linked(self) -> Mapping[str, list[str]]:
        """What is linked to each card, in the order it was."""
        found: dict[str, list[str]] = {}
        for copy, card in self.table.items():
            if card.host is not None and not card.is_off:
                found.setdefault(card.host, []).append(copy)
        return found

    def branch(self, copy: str) -> list[str]:
        """A Group and all under it, masters first (I1.3)."""
        cards = [copy]
        for card in cards:
            cards.extend(self.puppets.get(card, ()))
        return cards

    def distance(self, copy: str) -> int:
        """Masters between a Group and its Illuminati (I9.3)."""
        steps = -1
        at: str | None = copy
        while at is not None:
            at = self.table[at].master
            steps += 1
        return steps - 1

    def is_group(self, copy: str) -> bool:
        """Whether it is a Group in a structure, Illuminati not included."""
        return copy in self.table and self.table[copy].master is not None

    def is_devastated(self, copy: str) -> bool:
        """Whether it or a master above it is (I19.1)."""
        at: str | None = copy
        while at is not None:
            if self.table[at].devastated:
                return True
            at = self.table[at].master
        return False

    def is_paralyzed(self, copy: str) -> bool:
        """Whether it does nothing: a Group, or a Resource linked to one (I35.6)."""
        card = self.table.get(copy)
        if card is None or card_of(copy).family == "plot":
            return False
        at = (card.host or copy) if is_resource(copy) else copy
        return any(card_of(plot).ability(ab.Paralyze) for plot in self.linked.get(at, ()))

    def is_idle(self, copy: str) -> bool:
        """Whether its abilities are out of force: paralyzed or disabled (I35.6, I35.39)."""
        return self.is_paralyzed(copy) or any(
            card_of(copy).family != "plot" and disables(self, rule, copy, printed=True)
            for rule in self.disabling
        )

    @cached_property
    def disabling(self) -> tuple[ab.Disabled, ...]:
        """What takes Groups their abilities."""
        return tuple(
            one
            for copy, card in self.table.items()
            if card.counts
            for one in card_of(copy).abilities
            if isinstance(one, ab.Disabled) and not one.while_token
            if self._has_kin or not one.kin
        )

    # --- abilities in force -------------------------------------------------------------------

    @cached_property
    def sources(self) -> Mapping[type, list[Any]]:
        """Every ability in force by its kind, in the order the cards joined (I24.2)."""
        found: dict[type, list[Any]] = {}
        for copy, card in self.table.items():
            if not card.counts or card.host is not None and not is_legal_link(self, card):
                continue
            is_idle = self.is_idle(copy)
            for ability in card_of(copy).abilities:
                is_told = isinstance(ability, ab.AttackBonus) and ability.scope == "against"
                if is_told or not is_idle:
                    found.setdefault(type(ability), []).append(Source(card, ability))
        return found

    def of_kind(self, kind: type[A]) -> Iterator[tuple[OnTable, A]]:
        """The abilities of one kind in force, with the cards that have them."""
        return iter(self.sources.get(kind, ()))

    def of_seat(self, seat: str, kind: type[A]) -> Iterator[tuple[OnTable, A]]:
        """The same, of the cards that a seat controls."""
        return (source for source in self.of_kind(kind) if source[0].seat == seat)

    def of_players(self, kind: type[A]) -> Iterator[tuple[OnTable, A]]:
        """The same, of the cards that somebody controls: others act for nobody (I29.7, I30.2)."""
        return (source for source in self.of_kind(kind) if source[0].seat != UNCONTROLLED)

    def of_kinds(self, first: type, second: type) -> list[Source]:
        """The abilities of two kinds in force, in the order their cards joined."""
        if second not in self.sources:
            return self.sources.get(first, [])
        if first not in self.sources:
            return self.sources[second]
        order = {copy: at for at, copy in enumerate(self.table)}
        both = (*self.sources[first], *self.sources[second])
        return sorted(both, key=lambda source: order[source.card.copy])

    def reaches(self, source: OnTable, whom: ab.Whom, copy: str) -> bool:
        """Whether an ability of a card covers another, or itself (`abilities.Whom`)."""
        return reaches(self, source, whom, copy)

    def fits(self, selector: Selector, copy: str, me: str = "") -> bool:
        """Whether a selector means a card as it is now."""
        if not selector.clauses:
            return True
        power = self.power(copy) if selector.asks_power else 0
        return selector.fits(card_id(copy), self.words(copy), power, copy == me)

    def count(self, selector: Selector, seat: str, me: str) -> int:
        """How many such Groups a seat controls; none do the cards that lie uncontrolled."""
        return sum(self.fits(selector, copy, me) for copy in self.groups.get(seat, ())[1:])

    # --- words --------------------------------------------------------------------------------

    def words(self, copy: str) -> WordSet:
        """Alignments, attributes and kinds of a card with all changes (I2.2 to I2.4)."""
        found = self._words.get(copy)
        if found is None:
            found = self._words[copy] = self._work_words(copy)
        return found

    def _work_words(self, copy: str) -> WordSet:
        printed = printed_words(self, copy)
        if "group" not in printed:
            return printed
        words = set(printed)
        change_words(words, chosen_words(self, copy), ())
        for card, ability in self.of_kinds(ab.Identity, ab.ChangeAlignment):
            if isinstance(ability, ab.ChangeAlignment) and card.host == copy:
                change_words(words, (ability.gains,), ())
            elif isinstance(ability, ab.Identity) and self._becomes(card, ability, copy, words):
                gains = (card.value,) if ability.chosen and card.value else ability.gains
                change_words(words, gains, ability.loses)
        for note in self.changes:
            if note.stat in ("alignment", "attribute") and self._is_on(note, copy):
                word = (str(note.value),)
                change_words(words, *((word, ()) if note.op == "gain" else ((), word)))
        if self._is_blank(copy):
            return frozenset(words - _WORDS)
        words = like_master(self, copy, words)
        is_bare = any(note.stat == "no-alignment" and note.on == copy for note in self.changes)
        is_mad = self._is_of_goals and is_mad_now(self, copy)
        return frozenset(words - set(TEN) if is_bare or is_mad else words)

    def _is_blank(self, copy: str) -> bool:
        """Whether it has no alignments and attributes at all (I35.19)."""
        return any(
            rule.blank and self.reaches(card, rule.whom, copy)
            for card, rule in self.of_kind(ab.Identity)
        )

    def _becomes(self, card: OnTable, ability: ab.Identity, copy: str, words: set[str]) -> bool:
        is_for_less = self._is_of_goals and not ability.for_goals
        if is_for_less or (self._is_plain and ability.most_power is not None):
            return False
        is_reached = self.reaches(card, ability.whom, copy)
        is_fit = is_reached and ability.of.fits(card_id(copy), frozenset(words))
        if not is_fit or ability.most_power is None:
            return is_fit
        return self._plain.power(copy) <= ability.most_power

    def _is_on(self, change: Change, copy: str) -> bool:
        if change.on not in (copy, "all") and copy not in self.groups.get(change.on, ()):
            return False
        # A number asks the words as they are; a word cannot, as it is one of them itself.
        is_number = change.stat in ("power", "global", "resistance")
        return is_number or not change.among or change.among in card_of(copy).words

    def alignments(self, copy: str) -> list[str]:
        """Its alignments in the order of the rules."""
        return [word for word in TEN if word in self.words(copy)]

    # --- numbers ------------------------------------------------------------------------------

    def power(self, copy: str, purpose: ab.AttackPurpose = "") -> int:
        return self.value(copy, "power", purpose)

    def value(self, copy: str, stat: ab.StatName, purpose: ab.AttackPurpose = "") -> int:
        """A value with all changes for a purpose (I10.1, I10.6)."""
        key = (copy, stat, purpose)
        found = self._values.get(key)
        if found is None:
            found = combine(printed(copy, stat), self.steps(copy, stat, purpose))
            if stat == "global":
                found = min(found, self.value(copy, "power", purpose))
            self._values[key] = found
        return found

    def is_bare(self, copy: str) -> bool:
        """Whether it has no Resistance of its own, and no loyalty (I35.14)."""
        return bare_note(self, copy) is not None

    def steps(self, copy: str, stat: ab.StatName, purpose: ab.AttackPurpose) -> list[ValueStep]:
        """Every operation on a value, in the order of play."""
        steps = printed_steps(self, copy, stat)
        for card, ability in self.of_kinds(ab.StatChange, ab.RaisePower):
            if isinstance(ability, ab.StatChange):
                if not may_change(self, card, ability, copy, stat):
                    continue
                if stat in ability.stats and self._applies(card, ability, copy, purpose):
                    amount = self._amount(card, ability, copy)
                    if ability.apart:
                        amount = max(0, amount - self._from_resources(copy, stat, purpose))
                    steps.append(ValueStep(ability.op, amount))
            elif isinstance(ability, ab.RaisePower) and stat == "power" and card.host == copy:
                steps += [ValueStep("raise", ability.to)] * self.fits(ability.of, copy)
        steps += [
            ValueStep(note.op, note.value)
            for note in self.changes
            if note.stat == stat and serves(note.purpose, purpose) and self._is_on(note, copy)
            if not note.among or note.among in self.words(copy)
            if isinstance(note.value, int) and note.op != "gain" and note.op != "lose"
            if not (self._is_of_goals and note.is_passing_number)
        ]
        return steps

    def _from_resources(self, copy: str, stat: ab.StatName, purpose: ab.AttackPurpose) -> int:
        """What Resources add to a value that stand beside each other (I35.14)."""
        return sum(
            self._amount(card, ability, copy)
            for card, ability in self.of_kind(ab.StatChange)
            if is_resource(card.copy) and not ability.apart
            if ability.op == "add" and stat in ability.stats
            if self._applies(card, ability, copy, purpose)
        )

    def _applies(
        self, card: OnTable, ability: ab.StatChange, copy: str, purpose: ab.AttackPurpose
    ) -> bool:
        if not serves(ability.purpose, purpose) or not self.reaches(card, ability.whom, copy):
            return False
        if ability.placed and (copy not in self.table or self.table[copy].seat == UNCONTROLLED):
            return False
        if ability.whom == "all" and "group" not in card_of(copy).words:
            return False
        if ability.while_mine and not self.count(ability.while_mine, card.seat, card.copy):
            return False
        if ability.while_any and not any(
            self.count(ability.while_any, seat, card.copy) for seat in self.groups
        ):
            return False
        words = card_of(copy).words if ability.printed else self.words(copy)
        return ability.of.fits(card_id(copy), words, 0, copy == card.copy)

    def _amount(self, card: OnTable, ability: ab.StatChange, copy: str) -> int:
        if ability.equals is not None:
            return self.value(copy, ability.equals)
        if ability.per is not None:
            seats = self.groups if ability.everybody else (card.seat,)
            return ability.amount * sum(self.count(ability.per, s, card.copy) for s in seats)
        return ability.amount


_KEPT: OrderedDict[tuple[int, int, int], Facts] = OrderedDict()
_MOST_KEPT = 128


def facts(state: InwoState) -> Facts:
    """The facts of a state's table; those of an equal table found lately are shared."""
    key = (id(state.table), id(state.changes), id(state.options))
    found = _KEPT.get(key)
    if found is not None:
        if found.state is not state:
            found = _KEPT[key] = found.shared_by(state)
        return found
    # The table is held as long as its facts are, so that no other takes its id.
    found = _KEPT[key] = Facts(state)
    if len(_KEPT) > _MOST_KEPT:
        _KEPT.popitem(last=False)
    return found
