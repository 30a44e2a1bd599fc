"""The help mail, made from the table of verbs, so that it cannot be out of date."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from pbem.games.illuminati.language.verbs.script_verbs import OrderVerb, VerbKind
from pbem.games.illuminati.language.verbs.table import HELP_WORDS, VERBS
from pbem.games.illuminati.language.verbs.topics import TOPICS

WIDTH = 72
_EXAMPLE = 38
"""Columns of the example beside its gloss."""
_LEFT, _RIGHT = 12, 14
"""Columns of a word to the referee in its two columns."""
_INTRODUCTION = (
    "One order a line, the verb first; capitals do not matter, # begins a comment. Cards and "
    "players go by name, code or a clear part of the name. Lines without numbers replace the "
    "whole script; 3: PASS changes line 3 alone, 3: none removes it. Conditions: IF 1 FAILS:, "
    "IF Yuppies IS FREE: (MINE, BOB'S), IF MONEY >= 10:, IF NEED 2 < 6:, and ELSE:."
)
_HEADINGS: tuple[tuple[tuple[VerbKind, ...], str], ...] = (
    (("script", "ahead"), "IN YOUR TURN, run in their order"),
    (("answer",), "IN THE TURNS OF OTHERS; with a line's number an answer to it"),
    (("standing",), "STANDING INSTRUCTIONS"),
    (("deal",), "DEALS, done as your letter is read"),
    (("act",), "ONCE IN A GAME"),
    (("talk",), "TEXTS, up to a blank line or END"),
    (("control",), "WORDS TO THE REFEREE"),
)
GLOSSES: dict[str, str] = {
    "ATTACK": "control; a MB is a point",
    "TAKE": "attack to control",
    "NEUTRALIZE": "attack to set it free",
    "DESTROY": "attack to destroy",
    "TRANSFER": "move money between neighbours",
    "MOVE": "hang a group elsewhere",
    "DROP": "let a group go",
    "PASS": "no action: 5 MB instead",
    "MORE": "pause, see, then go on",
    "GIVE": "money, a Special or a group",
    "SHOW": "let somebody see a Special",
    "PLAY": "use a Special",
    "USE": "use the power of a group",
    "ARRANGE": "the Bermuda Triangle rebuilds",
    "SPREAD": "the Gnomes move their money",
    "ACCUSE": "name a hidden Illuminati",
    "CHEAT": "only where the table allows it",
    "GUARD": "defend what is yours",
    "OPPOSE": "spend against an attack",
    "SUPPORT": "spend for somebody's attack",
    "STAND": "spend nothing",
    "ABOLISH": "end an attack's privilege",
    "RESERVE": "money never spent for you",
    "PAY": "from where tax and upkeep go",
    "FOREGO": "whom you do not tax",
    "POWER": "what a hidden one passes for",
    "INCOME": "the same of its income",
    "COPY": "whose power you copy",
    "OFFER": "a trade",
    "COUNTER": "another trade instead",
    "ACCEPT": "an offer, as you number it",
    "DECLINE": "an offer, as you number it",
    "CATCH": "say that somebody cheated",
    "GOAL": "the UFOs choose in secret",
    "RESIGN": "leave; you are asked again",
    "SAY": "to players, in your name",
    "RUMOUR": "in the news, unsigned",
    "DIARY": "for yourself",
    "PROMISE": "kept in words, not in deed",
    "TURN": "an order for a later turn",
    "REPEAT": "an order for all your turns",
    "READY": "nobody need wait",
    "ASK": "about which attacks",
    "WAIT": "run at the deadline",
    "CLEAR": "empty your script",
    "STATUS": "how things stand",
    "UNDO": "back, also to a number",
    "PREVIEW": "what would be",
    "RESEND": "a report again",
    "HELP": "this list",
    "RULES": "rules about a word",
    "CARD": "all about a card",
    "WHO": "who is waited for",
    "HISTORY": "a line a turn",
    "LOG": "what moderators did",
    "AWAY": "back; see HELP AWAY",
    "DELEGATE": "a sitter for you",
    "STAY": "no, you do not leave",
    "STANDBY": "take over seats",
    "SET": "how you want mails",
    "DISPLAY": "how mails look",
    "TUTORIAL": "learn against robots",
}
"""What a verb does, in the few words that stand beside an example."""


def help_text(verb: str | None = None) -> str:
    """Help on one verb or topic, or on all for None, "" and other words; 72 columns at most."""
    wanted = (verb or "").strip()
    if wanted.upper() in TOPICS:
        return "\n".join(_of_topic(wanted.upper()))
    found = HELP_WORDS.get(wanted.casefold())
    return "\n".join(_of_one(found) if found in VERBS else _of_all())


def _of_all() -> Iterator[str]:
    """Every verb by an example, on about sixty lines."""
    yield from (*wrap(_INTRODUCTION, WIDTH), "")
    for kinds, heading in _HEADINGS:
        verbs = [verb for verb in VERBS if verb.kind in kinds]
        if verbs:
            yield f"{heading}:"
            yield from _pairs(verbs) if "control" in kinds else map(_row, verbs)
    yield ""
    topics = ", ".join(f"HELP {topic}" for topic in TOPICS)
    yield from wrap(f"HELP ATTACK tells all forms of a verb. Also: {topics}.", WIDTH)


def example_of(verb: OrderVerb) -> str:
    """The first example that has room beside its gloss, else the shortest."""
    fitting = [text for text in verb.examples if len(text) < _EXAMPLE]
    return fitting[0] if fitting else min(verb.examples, key=len)


def _row(verb: OrderVerb) -> str:
    example, gloss = example_of(verb), GLOSSES.get(verb.name, "")
    if len(example) >= _EXAMPLE:
        return f"  {example}"
    return f"  {example:<{_EXAMPLE}} {gloss}".rstrip()


def _pairs(verbs: Sequence[OrderVerb]) -> Iterator[str]:
    """Two a line: these are words that stand alone, or nearly so."""
    half = (len(verbs) + 1) // 2
    right = [*(_short(verb, _RIGHT) for verb in verbs[half:]), ""]
    for verb, beside in zip(verbs[:half], right, strict=False):
        yield f"{_short(verb, _LEFT):<36}{beside}".rstrip()


def _short(verb: OrderVerb, width: int) -> str:
    return f"  {min(verb.examples, key=len):<{width}}{GLOSSES.get(verb.name, '')}"


def _of_topic(topic: str) -> Iterator[str]:
    yield f"HELP {topic}"
    for paragraph in TOPICS[topic]:
        yield from ("", *wrap(paragraph, WIDTH))


def _of_one(verb: OrderVerb) -> Iterator[str]:
    rule = f" ({verb.rule})" if verb.rule else ""
    yield from wrap(f"{verb.name}: {verb.about}{rule}", WIDTH)
    if verb.aliases:
        yield from wrap(f"Also: {', '.join(verb.aliases)}", WIDTH)
    for heading, rows in (("Forms", verb.forms), ("Examples", verb.examples)):
        yield from ("", f"{heading}:")
        for row in rows:
            yield from wrap(row, WIDTH, initial_indent="  ", subsequent_indent="      ")
    if verb.rule:
        yield from ("", f"The rule itself: RULES {verb.rule}")
