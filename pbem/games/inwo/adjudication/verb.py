"""A verb of INWO: how it is told in the help, and what reads each of its forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.inwo import orders as od
from pbem.games.inwo.adjudication.clauses import LineText
from pbem.grammar.commands.spec import VerbKind

ReadLine = Callable[[LineText], od.InwoOrder | od.InwoPolicy]


@dataclass(frozen=True)
class InwoVerb:
    """`reads` has a function for each word or words that may follow; "" where none need.

    A verb without any is read by what reads the whole line. Of one that is `guarded` no slip is put
    right: who wrote it is asked.
    """

    name: str
    kind: VerbKind
    about: str
    gloss: str
    rule: str
    forms: tuple[str, ...]
    examples: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    is_attack: bool = False
    guarded: bool = False
    reads: Mapping[str, ReadLine] = field(default_factory=dict)


def verb_row(
    name: str, kind: VerbKind, about: str, gloss: str, rule: str, *forms: str, **more: Any
) -> InwoVerb:
    """A row with its forms one after the other."""
    return InwoVerb(name, kind, about, gloss, rule, forms, **more)
