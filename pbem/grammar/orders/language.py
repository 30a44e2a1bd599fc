"""What a language of orders is: its verbs, its words, what it knows of names and orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Self

from pbem.budget import Budget
from pbem.grammar.commands.spec import Verb, VerbKind
from pbem.grammar.orders.index import Index
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.orders.spelling import key

_MOST_KNOWN = 300
"""Orders that are kept told back."""


@dataclass(frozen=True, slots=True)
class OrderVerb(Verb):
    """A verb of a game's orders; `parse` makes an order of the words behind it.

    `format` tells an order of one of the types that it `makes` back in canonical words: read again
    it is the same order. `is_attack` where it succeeds or fails, as a later line may ask.
    """

    parse: Callable[[Any], Any] | None = None
    makes: tuple[type, ...] = ()
    format: Callable[[Any, Any], str] | None = None
    is_attack: bool = False


def with_examples(
    verbs: Sequence[Verb], examples: Mapping[str, tuple[str, ...]]
) -> tuple[Verb, ...]:
    """The rows of verbs that any game has, some by examples of this one."""
    return tuple(replace(row, examples=examples.get(row.name, row.examples)) for row in verbs)


@dataclass(frozen=True)
class SpokenWords:
    """Words of other tongues and of plain speech for verbs: `signs` are beginnings of words."""

    words: Mapping[str, str]
    signs: Mapping[str, Sequence[str]]
    others: Mapping[str, str]

    @cached_property
    def by_word(self) -> dict[str, str]:
        """Our verb for each word of another tongue."""
        return {key(word): verb for verb, words in self.words.items() for word in words.split()}


@dataclass(frozen=True)
class HelpTexts:
    """What help says beside the table of verbs; each heading with the kinds that stand under it."""

    introduction: str
    headings: Sequence[tuple[tuple[VerbKind, ...], str]]
    topics: Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class OnFile:
    """What players call what they have on file, who want to take it back.

    `lines` are words for lines of a script, `policies` for standing orders, which the order
    `ends_policy` ends; `idle` is the order that does nothing.
    """

    lines: frozenset[str] = frozenset()
    policies: frozenset[str] = frozenset()
    ends_policy: str = ""
    idle: str = ""


def _no_card(reader: Any) -> str:
    raise ParseError("There are no cards in this game")


@dataclass(frozen=True, eq=False)
class Language:
    """The language of one game.

    `harmless` are keywords put right where they are misspelt, `costly` those that are asked about.
    `clause_words` begin a clause and nothing else, `inner_words` an order or a clause, so that no
    sentence is taken to end before them; `order_words` stand in orders rather than in sentences.
    `absent` are first words that begin no order here, though players may think so, each with what
    they are told.
    `read_if` reads the conditions behind an IF, `opposite` turns one round. `is_to_himself` tells
    an order that its writer cannot want. `suggestions` are lines near to one that cannot be read.
    """

    verbs: tuple[Verb, ...]
    help: HelpTexts
    label: Callable[[str], str] = str
    is_code: Callable[[str, str], bool] = lambda id_, spelt: False
    any_card: Callable[[Any], str] = _no_card
    harmless: frozenset[str] = frozenset()
    costly: frozenset[str] = frozenset()
    clause_words: frozenset[str] = frozenset()
    inner_words: frozenset[str] = frozenset()
    order_words: frozenset[str] = frozenset()
    absent: Mapping[str, str] = field(default_factory=dict)
    read_if: Callable[[Any], tuple[Any, ...]] | None = None
    opposite: Callable[[Any], Any] = lambda condition: condition
    format_if: Callable[[Any, Any], str] = lambda conditions, names: ""
    is_to_himself: Callable[[Any, Any], bool] = lambda order, names: False
    may_be_script: Callable[[Any], bool] = lambda order: order is not None
    is_line: Callable[[Any], bool] = lambda reader: False
    suggestions: Callable[..., tuple[str, ...]] = lambda verb, words, why: ()
    spoken: SpokenWords = SpokenWords({}, {}, {})
    on_file: OnFile = OnFile()

    @cached_property
    def rows(self) -> tuple[OrderVerb, ...]:
        """The verbs of orders."""
        return tuple(verb for verb in self.verbs if isinstance(verb, OrderVerb))

    @cached_property
    def _formats(self) -> dict[type, Callable[[Any, Any], str]]:
        return {kind: row.format for row in self.rows if row.format for kind in row.makes}

    @cached_property
    def attacks(self) -> tuple[type, ...]:
        """The orders that a later line may mean by IT."""
        return tuple(kind for row in self.rows if row.is_attack for kind in row.makes)

    @cached_property
    def attacking(self) -> dict[str, str]:
        """The verb by each word that says that somebody attacks: `attack`, `attacks`."""
        rows = (row for row in self.rows if row.is_attack)
        every = (word.casefold() for row in rows for word in (row.name, *row.aliases))
        return {form: word for word in every for form in (word, f"{word}s")}

    def format_order(self, order: Any, names: Names) -> str:
        """The order in canonical words; read again it is the same order."""
        # One line of a letter is told back several times.
        known = names.known_orders
        if order not in known:
            if len(known) >= _MOST_KNOWN:
                known.clear()
            known[order] = self._formats[type(order)](order, names)
        return known[order]

    @cached_property
    def help_words(self) -> dict[str, Verb]:
        """Verbs by their names and aliases, in small letters; the game's own come first."""
        rows = reversed(self.verbs)
        return {word.casefold(): v for v in rows for word in (*reversed(v.aliases), v.name)}

    @cached_property
    def by_name(self) -> dict[str, Verb]:
        """Verbs by their names alone."""
        return {verb.name: verb for verb in self.verbs}

    @cached_property
    def in_two_words(self) -> tuple[str, ...]:
        """The names of verbs of two words."""
        return tuple(name for name in self.by_name if name.count(" ") == 1)

    @cached_property
    def by_word(self) -> dict[str, Verb]:
        """The same without what only stands before an order."""
        return {word: verb for word, verb in self.help_words.items() if verb.kind != "ahead"}

    @cached_property
    def in_two_parts(self) -> dict[tuple[str, str], str]:
        """Other words for a verb that are two, as TAKE OVER is for TAKEOVER, in small letters."""
        parted = ((alias.casefold().split(), row) for row in self.verbs for alias in row.aliases)
        return {(one[0], one[1]): row.name.casefold() for one, row in parted if len(one) == 2}

    @cached_property
    def by_misspelling(self) -> dict[str, Verb]:
        """Verbs by their usual misspellings."""
        return {word.casefold(): verb for verb in self.verbs for word in verb.misspelt}

    @cached_property
    def talk_words(self) -> frozenset[str]:
        """Words followed by a text, up to a blank line or END, in which no order is looked for."""
        return frozenset(word for word, verb in self.help_words.items() if verb.kind == "talk")

    @cached_property
    def first_words(self) -> frozenset[str]:
        """The words with which an order begins, in small letters."""
        return frozenset((*self.by_word, *self.by_misspelling, "if", "else"))

    @cached_property
    def order_verbs(self) -> frozenset[str]:
        """First words but for those of texts."""
        return self.first_words - self.talk_words

    @cached_property
    def acting_words(self) -> frozenset[str]:
        """First words of an order, a condition not among them."""
        return self.first_words - {"if", "else"}

    @cached_property
    def keywords(self) -> tuple[str, ...]:
        """All words of clauses, in their order."""
        return tuple(sorted(self.harmless | self.costly))

    @cached_property
    def longest_keyword(self) -> int:
        """Letters of the longest of them."""
        return max(map(len, self.keywords), default=0)


@dataclass(frozen=True)
class Names:
    """The names of one game as one seat may use them; a game's own class has its cards beside.

    `turn` is the number of the turn now open; `budget` bounds the work of reading with these names;
    `is_moderated` says whether anybody may allow what the rules refuse.
    """

    language: ClassVar[Language]

    seats: tuple[str, ...] = ()
    me: str | None = None
    turn: int | None = field(default=None, kw_only=True)
    budget: Budget | None = field(default=None, compare=False, repr=False, kw_only=True)
    is_moderated: bool = field(default=True, kw_only=True)

    def demand(self, steps: int) -> None:
        """Take so many steps of reading. Raises Exhausted where they are not there."""
        if self.budget is not None:
            self.budget.demand(steps)

    def with_budget(self, budget: Budget) -> Self:
        """The same names, to be read with in so many steps."""
        # What was found of them goes along: it does not hang on the budget.
        same = copy(self)
        same.__dict__["budget"] = budget
        return same

    @property
    def others(self) -> tuple[str, ...]:
        """The other seats, in order of play."""
        return tuple(seat for seat in self.seats if seat != self.me)

    @cached_property
    def known_orders(self) -> dict[Any, str]:
        """Orders that were told back with these names, and how."""
        return {}

    @cached_property
    def known_texts(self) -> dict[str, Any]:
        """Texts that were read with these names, and what they say."""
        return {}

    @cached_property
    def seat_index(self) -> Index:
        """Seats by all that they may be called."""
        return self.plain_seat_index

    @cached_property
    def plain_seat_index(self) -> Index:
        """Seats by name only, for places where what they play is a card."""
        return Index({seat: (seat,) for seat in self.seats}, shortest_part=2)

    def is_own(self, id_: str) -> bool:
        """Whether it is a card of his."""
        return False

    def is_name(self, word: str) -> bool:
        """Whether a card is called so."""
        return False

    def is_like_name(self, word: str) -> bool:
        """Whether a card or a player is called so, or nearly so."""
        index = self.plain_seat_index
        return bool(index.exact(word) or index.parts(word))

    def may_be_name(self, word: str) -> bool:
        """Whether a word is one slip away from a name that is legal somewhere."""
        return bool(self.plain_seat_index.beside(word, self.others))
