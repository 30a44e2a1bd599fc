"""Typed lines as orders: what the verb is, and what stands behind IF and WHEN."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from engine.inwo import orders as od
from engine.inwo.state import InwoState
from pbem.games.inwo.adjudication.clauses import LineText
from pbem.games.inwo.adjudication.conditions import least_need, opposite, read_conditions
from pbem.games.inwo.adjudication.names import Guesses, NoSuchLine, cards_called
from pbem.games.inwo.adjudication.verb import ReadLine
from pbem.games.inwo.adjudication.whens import read_trigger
from pbem.games.inwo.verbs import VERBS
from pbem.grammar.orders.spelling import slips_problem


@dataclass
class ReadOrder:
    """An order, the window that it names, how its cards were typed, by id, and what was guessed."""

    order: od.InwoOrder | od.InwoPolicy
    window: str = ""
    typed: dict[str, str] = field(default_factory=dict)
    conditions: tuple[od.InwoCondition, ...] = ()
    guesses: Guesses = field(default_factory=Guesses)


_IF = re.compile(r"IF\s+(?P<asked>[^:]+):\s*(?P<order>.+)", re.IGNORECASE)
_WHEN = re.compile(r"WHEN\s+(.+)", re.IGNORECASE)
_AM_TO_DISCARD = re.compile(r"WHEN\s+I\s+AM\s+TO\s+DISCARD\s*:\s*(SHED\b.+)", re.IGNORECASE)
"""The SHED order by itself: it waits for nothing else."""
_ARTICLE = re.compile(r"(?<=^buy )an?\s+|(?<=^draw )an?\s+|(?<=^remove )an?\s+", re.IGNORECASE)
"""BUY A PLOT is BUY PLOT."""
_ELSE = re.compile(r"ELSE\s*[:,]?\s+(?P<order>.+)", re.IGNORECASE)


def _readers() -> Iterator[tuple[re.Pattern[str], ReadLine]]:
    """What reads a line by its first words, the longest first."""
    rows = [
        (f"{name} {words}".strip(), read)
        for verb in VERBS
        for name in (verb.name, *verb.aliases)
        for words, read in verb.reads.items()
    ]
    for words, read in sorted(rows, key=lambda row: -len(row[0])):
        yield re.compile(rf"{words}(?![\w-])", re.IGNORECASE), read


_READERS = tuple(_readers())


_OF_HAND = (
    *("TAKEOVER", "TAKE OVER", "BRING", "DISCARD", "RETURN", "EXPOSE", "SHOW", "GIVE", "STORE"),
)
"""Verbs behind which ANY of a kind is a card of the hand."""


_IF_NEED = re.compile(
    r"(?P<attack>(?:ATTACK|CONTROL|TAKE|CAPTURE|GRAB|DESTROY|KILL)\s.*?\s)(?:,\s*)?"
    r"(?:(?:BUT\s+)?ONLY\s+)?IF\s+(?P<asked>(?:THE\s+)?NEED\s.+)",
    re.IGNORECASE,
)


def _with_own_need(text: str, state: InwoState, seat: str) -> str:
    """ATTACK ... ONLY IF THE NEED IS 7 OR MORE is ONLY IF NEED >= 7; the rest stays as it is."""
    typed = _IF_NEED.fullmatch(text)
    if typed is None:
        return text
    try:
        least = least_need(read_conditions(typed["asked"], state, seat))
    except NoSuchLine:
        least = None
    return text if least is None else f"{typed['attack'].rstrip(' ,')} ONLY IF NEED >= {least}"


_OURS = tuple(
    (re.compile(spoken, re.IGNORECASE), ours)
    for spoken, ours in (
        (r"\s+into play$", ""),
        (
            r"^((?:attack|control|take|capture|destroy|kill|play|use|aid|oppose|defend)\s.*?)"
            r"[\s,]+(?:once\s+)?again!*$",
            r"\1",
        ),
        (r"^(oppose|defend|aid)\s+(?:the\s+)?(?:attack|raid)\s+(?:on|by|from|against)\s+", r"\1 "),
        (
            r"\bif (?:it|that|this|he|she|they|the attack) (?:works|worked|succeeded|wins)\b",
            "IF IT SUCCEEDS",
        ),
        (r"\bif (?:that|this|he|she|they|the attack) (succeeds|fails)\b", r"IF IT \1"),
        (r"(?<=^defend)(.*)\s+with (?:everything|all|everybody)(?: (?:i|we) have)?$", r"\1 ALL IN"),
        (r"\s+(?:\()?from (?:my|the) hand(?:\))?(?=[\s,]|$)", " FROM HAND"),
        (r"\s*,?\s+(?:helped|backed|supported|aided|assisted) by\s+", " AID "),
        (r"(?<=\w)\s*,?\s+using\s+(?!no\s)", " WITH "),
        (r"(?<!\bat)\s+w\s+(?!at\s)(?=\w)", " WITH "),
        (
            r"\s+(?:at|on)\s+(?:the\s+|its\s+)?([nesw])(?:orth|ast|outh|est)?(?:ern)?"
            r"(?:\s+(?:arrow|side))?$",
            r" AT \1",
        ),
    )
)
"""How people say parts of an order, and the words that it has for them."""


def _in_our_words(text: str) -> str:
    for spoken, ours in _OURS:
        text = spoken.sub(ours, text)
    return _UNDER.sub(_with_side, text)


_UNDER = re.compile(
    r"(?P<under>\bunder\s+)(?P<card>.+?)\s+(?P<side>[nesw])(?:orth|ast|outh|est)$", re.IGNORECASE
)


def _with_side(typed: re.Match[str]) -> str:
    """UNDER CIA EAST; of a card that is called so nothing is cut off."""
    is_name = cards_called(typed[0].partition(" ")[2])
    return typed[0] if is_name else f"{typed['under']}{typed['card']} AT {typed['side'].upper()}"


_SAY_AGAIN = (
    "each attack and each play is a line of its own: write it once more, with a Group that still "
    "has a token. Another game is offered by PLAY AGAIN, once this one is over"
)
_AGAIN = re.compile(
    r"(?:(?:ATTACK|CONTROL|TAKE|CAPTURE|DESTROY|PLAY|USE)\s+)?(?:IT\s+)?(?:ONCE\s+)?AGAIN\b",
    re.IGNORECASE,
)


_FULL_STOP = re.compile(r"(?<!\.\w)\.$")
"""At the end of a line, but not of C.I.A."""


def read_line(
    text: str, state: InwoState, seat: str, before: tuple[od.InwoCondition, ...] = ()
) -> ReadOrder:
    """The order of a line with what its IF asks; ELSE turns the IF `before` round."""
    text = text.strip()
    chain: tuple[od.InwoCondition, ...] = ()
    if otherwise := _ELSE.fullmatch(text):
        if len(before) != 1:
            raise NoSuchLine("ELSE needs an IF with one condition in the line before it")
        text, chain = otherwise["order"], (opposite(before[0]),)
    if asked := _IF.fullmatch(text):
        text, chain = asked["order"], (*chain, *read_conditions(asked["asked"], state, seat))
    read = read_order(text, state, seat)
    if problem := slips_problem(read.guesses.slips, read.guesses.assumed):
        raise NoSuchLine(problem, "ambiguous")
    read.conditions = chain
    return read


def read_order(text: str, state: InwoState, seat: str, *, is_waiting: bool = False) -> ReadOrder:
    """The order of a line, or of one that is waiting for a WHEN; NoSuchLine where there is none."""
    text = _FULL_STOP.sub("", _ARTICLE.sub("", " ".join(text.split())))
    if _AGAIN.match(text):
        raise NoSuchLine(_SAY_AGAIN)
    text = _in_our_words(_with_own_need(text, state, seat))
    if match := _AM_TO_DISCARD.fullmatch(text):
        text = match[1]
    if match := _WHEN.fullmatch(text.strip()):
        return ReadOrder(
            read_trigger(match[1], state, seat, lambda part: _waiting(part, state, seat))
        )
    for words, read in _READERS:
        found = words.match(text)
        if found is not None:
            line = LineText(text[found.end() :], state, seat, is_waiting=is_waiting)
            line.pool = "hand" if found[0].upper().startswith(_OF_HAND) else "mine"
            order = read(line)
            line.end()
            return ReadOrder(order, line.window, line.typed, guesses=line.guesses)
    verb = text.strip().partition(" ")[0].upper()
    if verb in _CLASSIC:
        raise NoSuchLine(_absent(verb), "illegal", "other-game", _CLASSIC[verb][1])
    raise NoSuchLine(_how_to_say(verb))


def _how_to_say(word: str) -> str:
    """What stands behind a verb that is followed by nothing it can be followed by."""
    verb = next((one for one in VERBS if word in (one.name, *one.aliases)), None)
    if verb is None:
        return "does not begin like an order"
    return f"write {verb.name} in one of these forms: {' | '.join(verb.forms)}"


def _waiting(text: str, state: InwoState, seat: str) -> od.InwoOrder | od.InwoPolicy:
    """The order behind a WHEN, which is no WHEN itself."""
    if _WHEN.fullmatch(text.strip()):
        raise NoSuchLine("one WHEN cannot be inside another")
    return read_order(text, state, seat, is_waiting=True).order


_NO_MONEY = "nobody has money here; a Group acts by its token"
_CLASSIC: Mapping[str, tuple[str, str]] = {
    **dict.fromkeys(("TRANSFER", "SPREAD"), ("tokens are not given to others", "I21.3")),
    **dict.fromkeys(("SPEND", "UPKEEP"), (_NO_MONEY, "I6.1")),
    "RESERVE": ("unspent tokens stay where they are", "I6.3"),
    "PAY": ("what a card costs comes after PAYING in the line that plays it", "I6.8"),
    "NEUTRALIZE": ("attacks are to control or to destroy", "I11.1"),
    "DROP": ("a Group leaves a structure only by an attack, a card, a move or a gift", "I9.8"),
    "ABOLISH": ("privilege ends by a card that negates it", "I16.3"),
    "CHEAT": ("the Cheating Game is not offered", "I30.6"),
    "ACCUSE": ("no Illuminati is hidden", "I4.1"),
    "COPY": ("no Illuminati copies another", "I4.1"),
}
"""Orders of the classic game, with what stands in their place and its rule."""


def _absent(verb: str) -> str:
    why, rule = _CLASSIC[verb]
    return f"{verb} is an order of the other game: {why} ({rule})"


ABSENT: Mapping[str, str] = {
    **{verb.casefold(): _absent(verb) for verb in _CLASSIC},
    "again": _SAY_AGAIN[:1].upper() + _SAY_AGAIN[1:],
    "point": "Nothing is to be pointed out: slips in texts to all are found by the referee (I33.5)",
}
"""What who writes such an order is told."""
