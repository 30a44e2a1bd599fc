"""Lines near to one that cannot be read, and that can be read."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from engine.illuminati.orders import Attack, Goods, Offer
from pbem.games.illuminati.language.names.slots import label
from pbem.games.illuminati.language.names.vocabulary import Vocabulary, card_index, group_index
from pbem.games.illuminati.language.reading.other_orders import (
    LONGEST_NAME,
    MOST_WORDS,
    is_turned,
    other_orders,
)
from pbem.games.illuminati.language.reading.phrases import in_keywords
from pbem.games.illuminati.language.reading.warnings import is_to_himself
from pbem.games.illuminati.language.verbs.table import ATTACKS, CLAUSE_WORDS
from pbem.grammar.commands.spec import Verb
from pbem.grammar.orders.meaning import Words, format_meaning, parse
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.orders.reader import MONEY_WORDS
from pbem.grammar.orders.spelling import Token, key, tokens_of
from pbem.values import changed

_WORD = re.compile(r"\w+")
_DASH = re.compile(r"\s?-{1,2}\s?(?=[A-Za-z])")
_MONEY = ("spend", "up")
_SHORTEST_NAME = 3
"""Letters of a name that is not looked for with a slip in it."""
_UNGUESSED = ("DROP", "GIVE", "TRANSFER")
"""Verbs whose line is told back with all that was typed, or not at all."""
_PAYING = frozenset(("spend", "spending", "pay", "paying", "to", "max", "ship", "until"))
_OF_OWN_GROUPS = ("TRANSFER", "MOVE", "DROP", "GIVE", "PAY", "SPREAD")
_OF_HAND = ("SHOW", "OFFER", "COUNTER")


def suggestions(verb: Verb, words: Words, why: ParseError) -> tuple[str, ...]:
    """Lines near to what was typed that can be read, at most four."""
    other = other_orders(verb, words.tokens, words.at, words.names, words.attack)
    if other or is_turned(words.tokens, words.at):
        return other or (f"HELP {verb.name}",)
    tokens = _aided(verb, in_keywords(verb, words.tokens, words.at), words)
    if tokens != words.tokens:
        words = changed(words, tokens=tokens)
        try:
            parse(verb, words.behind_verb())
            return tuple(_readable(verb, words)) or (f"HELP {verb.name}",)
        except ParseError as still:
            why = still
    if verb.name in _UNGUESSED and len(words.tokens) > words.at + 1:
        near = _undashed(verb, words) or _replaced(verb, words, why, why.instead)
        is_of_player = bool(set(why.otherwise) & set(words.names.others))
        near = near or (_replaced(verb, words, why, why.otherwise) if is_of_player else [])
        near = near or (_shortened(verb, words) if verb.name != "GIVE" else [])
        return tuple(dict.fromkeys(near)) or (f"HELP {verb.name}",)
    is_lossless = verb.name in ATTACKS and not why.is_lossy
    typed = words.tokens[words.at + 1 :] if is_lossless else ()
    kept = set(_parts_of(typed, words.names))
    replaced = set(_parts_of(words.tokens[slice(*(why.span or (0, 0)))], words.names))
    but_one = kept - replaced if len(replaced) == 1 else kept
    found = (
        _undashed(verb, words)
        or _with_all(but_one, _replaced(verb, words, why, why.instead), words.names)
        or _with_all(kept, _shortened(verb, words), words.names)
        or _with_all(kept, _named(verb, words), words.names)
        or _with_all(but_one, _replaced(verb, words, why, why.otherwise), words.names)
        or _with_all(kept, _fitting(verb, words.names), words.names)
    )
    if not found and len(kept) > 1:
        return (f"HELP {verb.name}",)
    return tuple(dict.fromkeys(found)) or _examples(verb, words.names)


def _aided(verb: Verb, tokens: tuple[Token, ...], words: Words) -> tuple[Token, ...]:
    """With AID in front of a second card of one's own behind WITH: `using Mafia, CIA`."""
    keys = [token.key for token in tokens]
    behind = next((at for at, word in enumerate(keys) if word in ("with", "using")), len(keys))
    if verb.name not in ATTACKS or "aid" in keys:
        return tokens
    for at in range(behind + 2, len(tokens) - 1):
        if keys[at] in CLAUSE_WORDS or keys[at] in ("up", "until", "all", "save", "with"):
            break
        if (keys[at] or tokens[at].text) in (",", "and", "plus", "-"):
            helper = next(_parts_of(tokens[at + 1 : at + 1 + LONGEST_NAME], words.names), None)
            if helper in words.names.mine:
                more = (Token("and", "and") if t.key == "plus" else t for t in tokens[at + 1 :])
                return (*tokens[:at], *tokens_of("aid"), *more)
    return tokens


def _with_all(kept: set[str], texts: Sequence[str], names: Vocabulary) -> list[str]:
    """Of these lines those in which nothing is missing that was typed."""
    return [one for one in texts if kept <= set(_parts_of(tokens_of(one)[1:], names))]


def _parts_of(tokens: Sequence[Token], names: Vocabulary) -> Iterator[str]:
    """What a line names, by ids, and the money in it: exactly, or by a part or slip of one only."""
    tokens, place = tokens[:MOST_WORDS], 0
    names.demand(2 * len(tokens))
    while place < len(tokens):
        found, end = _longest_name(tokens, place, names)
        if found:
            yield found
        elif tokens[place].amount is not None and _is_money(tokens, place):
            yield str(tokens[place].amount)
        place = end


def _longest_name(tokens: Sequence[Token], place: int, names: Vocabulary) -> tuple[str, int]:
    """The id of the longest name that begins there, "" for none, and where it ends."""
    legal = (*names.targets, *names.mine)
    index, seats = card_index(names.own_cards), names.plain_seat_index
    for end in range(min(place + LONGEST_NAME, len(tokens)), place, -1):
        if all(token.key for token in tokens[place:end]):
            spelt = key(" ".join(token.text for token in tokens[place:end]))
            every = (*index.exact(spelt), *seats.exact(spelt))
            if len(every) == 1:
                return every[0], end
    word = tokens[place].key
    if len(word) > _SHORTEST_NAME and word not in names.language.keywords:
        near = [id_ for id_ in index.parts(word) if id_ in legal] or index.beside(word, legal)
        if len(near) == 1:
            return near[0], place + 1
    return "", place + 1


def _is_money(tokens: Sequence[Token], place: int) -> bool:
    """2mb, 2 MB, SPEND 2, paying 2; a bare number may count anything."""
    behind = tokens[place + 1].key if place + 1 < len(tokens) else ""
    before = tokens[place - 1].key if place else ""
    return not tokens[place].text.isdecimal() or behind in MONEY_WORDS or before in _PAYING


def _examples(verb: Verb, names: Vocabulary) -> tuple[str, ...]:
    """Examples of the verb as this player could send them, whatever the players are called."""
    most = 2 if verb.kind == "answer" else 1
    stand_ins = _stand_ins(verb, names)
    own = (_WORD.sub(lambda word: stand_ins.get(word[0], word[0]), one) for one in verb.examples)
    read = [one for text in own for one in _readable(verb, Words(tokens_of(text), names, 0))]
    return tuple(dict.fromkeys(read))[:most] or verb.examples[:1]


def _stand_ins(verb: Verb, names: Vocabulary) -> dict[str, str]:
    """What stands for the players and cards of the examples."""
    found = {}
    if names.others:
        found = {"bob": names.others[0], "cat": names.others[:2][-1]}
    own = [label(card) for card in names.mine if card in group_index(names.own_cards)]
    if verb.name in _OF_OWN_GROUPS and own:
        found |= {"Mafia": own[0], "Hackers": own[-1], "Trekkies": own[-1], "CIA": "Illuminati"}
    if verb.name in _OF_HAND and names.hand:
        found |= {"Bribery": label(names.hand[0])}
    return found


def _replaced(verb: Verb, words: Words, why: ParseError, instead: Sequence[str]) -> list[str]:
    """The line with what could not be read replaced."""
    start, end = why.span or (0, 0)
    found: list[str] = []
    missing = [label(id_) for id_ in instead[:4]] or ([""] if why.lead else [])
    for name in missing:
        named = tokens_of(f"{why.lead} {name}")
        tokens = (*words.tokens[:start], *named, *words.tokens[end:])
        found += _readable(verb, changed(words, tokens=tokens))
    return found


def _undashed(verb: Verb, words: Words) -> list[str]:
    """The line without the dashes that part its words; one before a number stays."""
    typed = " ".join(token.text for token in words.tokens)
    apart = _DASH.sub(" ", typed)
    return _readable(verb, changed(words, tokens=tokens_of(apart))) if apart != typed else []


def _named(verb: Verb, words: Words) -> list[str]:
    """An attack of this verb with the cards that are named, whatever stands between them."""
    tokens, names = words.tokens[words.at + 1 :], words.names
    last = min(len(tokens), MOST_WORDS)
    runs = dict.fromkeys(
        key(" ".join(token.text for token in tokens[start:end]))
        for start in range(last)
        for end in range(min(start + LONGEST_NAME, len(tokens)), start, -1)
    )
    names.demand(2 * len(runs))
    target, own = _first_named(runs, names.targets, names), _first_named(runs, names.mine, names)
    if target is None or own is None:
        return []
    form = " ".join(token.text for token in tokens[:2]) if tokens[0].key == "to" else ""
    plain = tokens_of(f"{verb.name} {form} {label(target)} WITH {label(own)}")
    spent = next((at for at, token in enumerate(tokens) if token.key in _MONEY), len(tokens))
    whole = _readable(verb, Words((*plain, *tokens[spent:]), names, 0))
    return whole or _readable(verb, Words(plain, names, 0))


def _first_named(runs: Collection[str], among: Sequence[str], names: Vocabulary) -> str | None:
    """The first of these cards that is named, else the only one that a slip parts from a name."""
    index = card_index(names.own_cards)
    exact = next((id_ for run in runs for id_ in index.exact(run) if id_ in among), None)
    if exact is not None:
        return exact
    long = (run for run in runs if len(run) > _SHORTEST_NAME)
    near = dict.fromkeys(id_ for run in long for id_ in index.beside(run, among))
    return next(iter(near)) if len(near) == 1 else None


def _fitting(verb: Verb, names: Vocabulary) -> list[str]:
    """An attack of this verb that the table allows, for a line that says too little."""
    if not (names.targets and names.mine):
        return []
    text = f"{verb.name} {label(names.targets[0])} WITH {label(names.mine[0])}"
    return _readable(verb, Words(tokens_of(text), names, 0))


def _readable(verb: Verb, words: Words) -> list[str]:
    """The line told back if it has a meaning; an offer for nothing in return is not suggested."""
    try:
        meaning = parse(verb, words.behind_verb())
    except ParseError:
        return []
    if isinstance(meaning.order, Offer) and meaning.order.wants == Goods():
        return []
    return (
        [] if is_to_himself(meaning.order, words.names) else [format_meaning(meaning, words.names)]
    )


def _shortened(verb: Verb, words: Words) -> list[str]:
    """The longest beginning of the line that can be read, for a clause that is not understood."""
    if verb.kind != "script":
        return []
    shortest = max(words.at + 1, len(words.tokens) - 8)
    for end in range(len(words.tokens) - 1, shortest, -1):
        shorter = changed(words, tokens=words.tokens[:end])
        found = _readable(verb, shorter)
        if found and not _spends_all(verb, shorter):
            return found
    return []


def _spends_all(verb: Verb, words: Words) -> bool:
    """Whether an attack would have no ceiling any more; that is not suggested."""
    order = parse(verb, words.behind_verb()).order
    if not isinstance(order, Attack) or order.ceiling is not None:
        return False
    return order.aim is not None or order.style == "all-in"
