"""The help mail, made from the table of verbs, so that it cannot be out of date."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from pbem.grammar.commands.spec import Verb
from pbem.grammar.orders.language import Language

WIDTH = 72
_EXAMPLE = 38
"""Columns of the example beside its gloss."""
_LEFT, _RIGHT = 12, 14
"""Columns of a word to the referee in its two columns."""


def help_on(language: Language, verb: str | None = None) -> str:
    """Help on one verb or topic, or on all for None, "" and other words; 72 columns at most."""
    wanted = (verb or "").strip()
    found = language.by_name.get(wanted.upper()) or language.help_words.get(wanted.casefold())
    if wanted.upper() in language.help.topics:
        topic = _of_topic(wanted.upper(), language.help.topics)
        return "\n".join((*_of_one(found), "", *topic) if found in language.verbs else topic)
    return "\n".join(_of_one(found) if found in language.verbs else _of_all(language))


def _of_all(language: Language) -> Iterator[str]:
    """Every verb by an example, on about sixty lines."""
    yield from (*wrap(language.help.introduction, WIDTH), "")
    for kinds, heading in language.help.headings:
        verbs = [verb for verb in language.verbs if verb.kind in kinds]
        if verbs:
            yield f"{heading}:"
            if "control" in kinds:
                yield from _pairs([verb for verb in verbs if verb.gloss])
                yield from _in_rows([example_of(verb) for verb in verbs if not verb.gloss])
            else:
                yield from map(_row, verbs)
    yield ""
    topics = ", ".join(language.help.topics)
    also = f" Also: HELP {topics}." if topics else ""
    yield from wrap(f"HELP {language.verbs[0].name} explains that order.{also}", WIDTH)


def _in_rows(examples: Sequence[str]) -> Iterator[str]:
    """As many a line as there is room for."""
    row = ""
    for example in examples:
        if row and len(row) + 2 + len(example) > WIDTH:
            yield row
            row = ""
        row += f"  {example}"
    yield from [row] if row else []


def example_of(verb: Verb) -> str:
    """The first example that has room beside its gloss, else the shortest."""
    fitting = [text for text in verb.examples if len(text) < _EXAMPLE]
    return fitting[0] if fitting else min(verb.examples, key=len)


def _row(verb: Verb) -> str:
    example, gloss = example_of(verb), verb.gloss
    if len(example) >= _EXAMPLE:
        return f"  {example}"
    return f"  {example:<{_EXAMPLE}} {gloss}".rstrip()


def _pairs(verbs: Sequence[Verb]) -> Iterator[str]:
    """Two a line: these are words that stand alone, or nearly so."""
    half = (len(verbs) + 1) // 2
    right = [*(_short(verb, _RIGHT) for verb in verbs[half:]), ""]
    for verb, beside in zip(verbs[:half], right, strict=False):
        yield f"{_short(verb, _LEFT):<36}{beside}".rstrip()


def _short(verb: Verb, width: int) -> str:
    example = min(verb.examples, key=len)
    return (
        f"  {example:<{width}}{verb.gloss}"
        if len(example) < width - 1
        else f"  {example}  {verb.gloss}"
    )


def _of_topic(topic: str, topics: Mapping[str, Sequence[str]]) -> Iterator[str]:
    yield f"HELP {topic}"
    for paragraph in topics[topic]:
        yield from ("", *wrap(paragraph, WIDTH))


def _of_one(verb: Verb) -> Iterator[str]:
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
