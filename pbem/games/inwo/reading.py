"""How a line of INWO is read: what its words may name, and the order they make."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

from engine.inwo.cards import card_id
from engine.inwo.orders import InwoCondition, PlayPlot
from engine.inwo.state import InwoState
from pbem.games.inwo.adjudication.conditions import format_conditions, opposite, read_conditions
from pbem.games.inwo.adjudication.lines import ABSENT, read_order
from pbem.games.inwo.adjudication.names import (
    Guesses,
    NoSuchLine,
    card_named,
    is_like_name,
    is_near_name,
    is_whole_name,
    may_name,
)
from pbem.games.inwo.adjudication.verb import InwoVerb
from pbem.games.inwo.formats import TypedOrder, format_order
from pbem.games.inwo.labels import NOBODY, label
from pbem.games.inwo.look_commands import LOOKS
from pbem.games.inwo.verbs import DECIDING, INNER, MENDED, ORDER_WORDS
from pbem.grammar.orders.language import Names, OnFile, OrderVerb
from pbem.grammar.orders.parsed import ParsedLine, ParseError, ParseStatus
from pbem.grammar.orders.reader import Reader
from pbem.values import changed

CLEAR_STANDING = "CLEAR STANDING"
_SIGNS = {"w/": "WITH", "W/": "WITH", "+": "AND"}


@dataclass(frozen=True)
class InwoNames(Names):
    """What one seat may name: the cards of the game as it stands."""

    state: InwoState = field(default=NOBODY, kw_only=True, repr=False)

    def is_name(self, word: str) -> bool:
        """Whether a card is called so."""
        return is_whole_name(word)

    def is_like_name(self, word: str) -> bool:
        """Whether a card or a player is called so, or one at hand nearly so."""
        return super().is_like_name(word) or is_like_name(word, self.state, self.me or "")

    def may_be_name(self, word: str) -> bool:
        """Whether a word is one slip away from the name of a player, or of a card at hand."""
        return super().may_be_name(word) or is_near_name(word, self.state, self.me or "")


class EndStanding(NamedTuple):
    """A standing order taken back, by its number among those on file; 0 for all."""

    number: int


def _parse(verb: str) -> Callable[[Reader[Any]], TypedOrder | EndStanding]:
    def parse(reader: Reader[Any]) -> TypedOrder | EndStanding:
        names = reader.names
        if verb == CLEAR_STANDING:
            reader.take("standing")
            reader.take("orders", "order")
            return EndStanding(0)
        words = _spelt_out(reader)
        if verb == "CANCEL" and reader.take("order"):
            return EndStanding(reader.number())
        reader.at = len(reader.tokens)
        names.demand(len(reader.tokens))
        me = names.me if names.state is not NOBODY else ""
        try:
            read = read_order(f"{verb} {words}", names.state, me or "")
        except NoSuchLine as why:
            status: ParseStatus = "ambiguous" if why.status == "ambiguous" else "unreadable"
            raise ParseError(_sentence(why), status) from None
        reader.assumed += read.guesses.assumed
        reader.slips += read.guesses.slips
        return TypedOrder(read.order, read.window)

    return parse


def _spelt_out(reader: Reader[Any]) -> str:
    """The words behind the verb, where signs stand for some."""
    return " ".join(_SIGNS.get(token.text, token.text) for token in reader.tokens[reader.at :])


def read_card(reader: Reader[Any]) -> str:
    """The id of any card there is, by any clear part of its name."""
    words, names, guesses = reader.text(reader.at), reader.names, Guesses()
    reader.at = len(reader.tokens)
    try:
        found = card_named(words, names.state, names.me or "", guesses)
    except NoSuchLine as why:
        raise ParseError(_sentence(why)) from None
    reader.assumed += guesses.assumed
    return card_id(found.partition("#")[0])


def _sentence(why: NoSuchLine) -> str:
    problem = str(why)
    return problem[:1].upper() + problem[1:]


def read_if(reader: Reader[Any]) -> tuple[InwoCondition, ...]:
    """The conditions up to the colon, or up to a verb where none stands."""
    start, names, ends = reader.at, reader.names, [*_ends(reader)]
    unread = ParseError("I expected a colon after the condition")
    for end, behind in ends:
        try:
            found = read_conditions(reader.text(start, end), names.state, names.me or "")
        except NoSuchLine as why:
            unread = ParseError(_sentence(why)) if len(ends) == 1 else unread
            continue
        reader.at = behind
        return found
    raise unread


_BEFORE_VERB = (",", "then")
MOST_ENDS = 6


def _ends(reader: Reader[Any]) -> Iterator[tuple[int, int]]:
    """Where a condition may end and its order begin: at the colon, else before a verb."""
    keys = [token.key or token.text for token in reader.tokens]
    if ":" in keys[reader.at :]:
        colon = keys.index(":", reader.at)
        yield colon, colon + 1
        return
    verbs: frozenset[str] = reader.names.language.acting_words
    places = (at for at in range(reader.at + 1, len(keys)) if keys[at] in verbs)
    for verb in islice(places, MOST_ENDS):
        end = verb
        while end > reader.at and keys[end - 1] in _BEFORE_VERB:
            end -= 1
        yield end, verb


def format_if(conditions: Any, _names: object) -> str:
    return format_conditions(conditions, label)


def _format(order: TypedOrder | EndStanding, _names: object) -> str:
    if isinstance(order, EndStanding):
        return f"CANCEL ORDER {order.number}" if order.number else CLEAR_STANDING
    return format_order(order)


MOST_BARE = 80
"""Letters of a line that may be a Plot without its PLAY."""


def with_verb(line: ParsedLine, state: InwoState, seat: str) -> ParsedLine:
    """A line that begins with the whole name of a Plot in the hand: PLAY may be missing."""
    if line.status != "ignored" or len(line.text) > MOST_BARE or line.text.endswith("?"):
        return line
    held = {card_id(copy) for copy in state.seat(seat).plots}
    if not may_name(line.text, held):
        return line
    try:
        read = read_order(f"PLAY {line.text}", state, seat)
    except NoSuchLine:
        return line
    is_held = isinstance(read.order, PlayPlot) and read.order.card in held
    if not is_held or read.guesses.assumed:
        return line
    text = format_order(TypedOrder(read.order, read.window))
    problem = "A Plot is played by PLAY."
    return changed(line, status="ambiguous", problem=problem, suggestions=(text,))


def order_verb(verb: InwoVerb) -> OrderVerb:
    """A verb as the grammar has it."""
    return OrderVerb(
        verb.name,
        verb.kind,
        verb.about,
        verb.forms,
        verb.examples,
        verb.rule,
        gloss=verb.gloss,
        parse=_parse(verb.name),
        makes=(TypedOrder, EndStanding),
        format=_format,
        aliases=verb.aliases,
        is_attack=verb.is_attack,
        guarded=verb.guarded,
    )


ON_FILE = OnFile(
    lines=frozenset({"attack", "attacks", "takeover", "script", "move", "play"}),
    policies=frozenset({"support", "oppose", "guard", "policy", "policies", "standing"}),
    idle="PASS",
)
WORDS: Mapping[str, Any] = {
    "looks": LOOKS,
    "harmless": MENDED,
    "costly": DECIDING,
    "inner_words": INNER,
    "order_words": ORDER_WORDS,
    "absent": ABSENT,
    "on_file": ON_FILE,
    "any_card": read_card,
    "label": label,
    "read_if": read_if,
    "format_if": format_if,
    "opposite": opposite,
}
"""How cards and conditions are read and told in any line."""
