"""Other orders that a line which cannot be read may be meant as; they are asked about only."""

from __future__ import annotations

from collections.abc import Iterator

from engine.illuminati.orders import Goods, Offer
from pbem.games.illuminati.language.forms.conditions import conditions, format_conditions
from pbem.games.illuminati.language.names.slots import label, own_card
from pbem.games.illuminati.language.names.vocabulary import Vocabulary
from pbem.games.illuminati.language.reading.warnings import is_to_himself
from pbem.grammar.commands.spec import Verb
from pbem.grammar.orders.conditions import condition_phrases
from pbem.grammar.orders.meaning import Words, format_meaning, parse
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.orders.reader import Reader
from pbem.grammar.orders.spelling import Token, key, number_in_words, tokens_of

MOST_WORDS = 24
"""Words behind a verb that are looked at."""
LONGEST_NAME = 5
"""Words of a name that are looked for among others."""
_TURNING = frozenset(
    ("unless", "but", "except", "without", "instead", "otherwise", "or", "not", "never", "dont")
    + ("nobody", "noone", "nothing")
)


def is_turned(tokens: tuple[Token, ...], at: int) -> bool:
    """Whether a word stands behind the verb without which the line says something else."""
    return any(token.key in _TURNING for token in tokens[at + 1 :])


def other_orders(
    verb: Verb, tokens: tuple[Token, ...], at: int, names: Vocabulary, attack: int = 0
) -> tuple[str, ...]:
    """GIVE with a price is an OFFER, PASS to somebody a gift, an IF belongs before its order."""
    behind = tokens[at + 1 :][:MOST_WORDS]
    keys = [token.key for token in behind]
    if "if" in keys:
        place = at + 1 + keys.index("if")
        rewritten = condition_phrases(Words((*tokens[place:], Token(",", "")), names, 0, attack))
        chosen = next(rewritten, tokens[place:])
        found = _conditional(verb, tokens[at:place], chosen, names)
    elif verb.name == "GIVE" and "for" in keys:
        found = (_format("offer", words, names) for words in _as_offer(behind, keys))
    elif verb.name == "GIVE":
        found = (_format("give", words, names) for words in _in_digits(behind))
    elif verb.name == "PASS" and "to" in keys:
        found = iter((_format("give", behind, names),))
    elif verb.name == "TRANSFER" and keys[:1] == ["all"]:
        found = (_format("transfer", words, names) for words in _all_there_is(behind, names))
    elif verb.name == "TRANSFER":
        names.demand(len(behind))
        found = (_format("transfer", words, names) for words in _as_transfer(behind, names))
    else:
        found = iter(())
    return tuple(one for one in found if one)[:1]


def _format(verb: str, behind: tuple[Token, ...], names: Vocabulary) -> str:
    try:
        meaning = parse(names.language.by_word[verb], Reader(behind, names))
    except ParseError:
        return ""
    is_gift = isinstance(meaning.order, Offer) and meaning.order.wants == Goods()
    return "" if is_gift or is_to_himself(meaning.order, names) else format_meaning(meaning, names)


def _conditional(
    verb: Verb, order: tuple[Token, ...], condition: tuple[Token, ...], names: Vocabulary
) -> Iterator[str]:
    """The order, with the IF that stands behind it before it."""
    if verb.kind != "script":
        return
    try:
        reader = Reader(condition, names, 1)
        chosen = conditions(reader)
        reader.end()
        meaning = parse(verb, Reader(order, names, 1))
    except ParseError:
        return
    yield format_conditions(chosen, names) + format_meaning(meaning, names)


def _as_offer(behind: tuple[Token, ...], keys: list[str]) -> Iterator[tuple[Token, ...]]:
    """`Trekkies to bob for 5` and `bob Trekkies for 5`, with the player first."""
    price = keys.index("for")
    if "to" in keys[:price]:
        link = keys.index("to")
        yield (*behind[link + 1 : price], *behind[:link], *behind[price:])
    yield behind


def _in_digits(behind: tuple[Token, ...]) -> Iterator[tuple[Token, ...]]:
    numbers = [number_in_words(token.key) for token in behind]
    if any(numbers):
        pairs = zip(behind, numbers, strict=True)
        yield tuple(Token(str(n), str(n)) if n else token for token, n in pairs)


def _all_there_is(behind: tuple[Token, ...], names: Vocabulary) -> Iterator[tuple[Token, ...]]:
    """TRANSFER ALL: with what the card it comes from holds now."""
    if "from" not in (token.key for token in behind):
        return
    at = next(n for n, token in enumerate(behind) if token.key == "from")
    rest = behind[at + 1 :]
    end = next((n for n, token in enumerate(rest) if token.key == "to"), len(rest))
    card = next(_own_cards(rest[:end], names), None)
    if card is not None and names.money.get(card):
        yield (*tokens_of(str(names.money[card])), *behind[at:])


def _as_transfer(behind: tuple[Token, ...], names: Vocabulary) -> Iterator[tuple[Token, ...]]:
    """An amount and two cards of one's own, in whatever order they stand."""
    amounts = [token for token in behind if token.amount is not None]
    cards = tuple(dict.fromkeys(_own_cards(behind, names)))
    if len(amounts) == 1 and len(cards) == 2:
        typed = f"{amounts[0].amount} from {label(cards[0])} to {label(cards[1])}"
        yield tokens_of(typed)


def _own_cards(behind: tuple[Token, ...], names: Vocabulary) -> Iterator[str]:
    """The own cards that are named exactly, from the left."""
    slot, place = own_card(names), 0
    while place < len(behind):
        for end in range(min(place + LONGEST_NAME, len(behind)), place, -1):
            spelt = key(" ".join(token.text for token in behind[place:end]))
            found = next((id_ for id_ in slot.find(1, spelt) if id_ in names.mine), None)
            if found:
                yield found
                place = end - 1
                break
        place += 1
