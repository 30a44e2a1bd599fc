"""The games there are, by name: the only file of the service's side that imports a game."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from pbem.budget import Budget
from pbem.games.contract.values import RulesetError

if TYPE_CHECKING:
    from pbem.games.contract.ruleset import Ruleset
    from pbem.grammar.commands.passages import PassageVerb

RULESETS = {
    "illuminati": "pbem.games.illuminati.game:RULESET",
    "inwo": "pbem.games.inwo.game:RULESET",
}
"""Our own games, each with its record, which is loaded when the game is asked for."""
DEFAULT = "illuminati"
OUTSIDE = "pbem.rulesets"
"""The entry points by which packages outside this repository add games of theirs."""


def ruleset_names() -> tuple[str, ...]:
    """The games there are, ours first."""
    return (*RULESETS, *(name for name in names_outside() if name not in RULESETS))


@cache
def names_outside() -> tuple[str, ...]:
    """The games that other packages add, by the alphabet."""
    return tuple(sorted(entry_points(group=OUTSIDE).names))


@cache
def ruleset(name: str) -> Ruleset[Any, Any]:
    """The game of that name; RulesetError where there is none."""
    if name in RULESETS:
        found: Ruleset[Any, Any] = _at(RULESETS[name])
    else:
        outside = [entry for entry in entry_points(group=OUTSIDE, name=name)]
        if not outside:
            known = ", ".join(ruleset_names())
            raise RulesetError(f"{name!r} is no game that is installed; there are {known}")
        found = outside[0].load()
    assert found.name == name, "a game is registered under its own name"
    return found


def _at(path: str) -> Any:
    module, _, attribute = path.partition(":")
    return getattr(import_module(module), attribute)


def rulesets() -> tuple[Ruleset[Any, Any], ...]:
    """All games there are."""
    return tuple(ruleset(name) for name in ruleset_names())


@cache
def passage_verbs() -> tuple[PassageVerb, ...]:
    """The words of all games that begin what is said to them before they start."""
    return tuple(verb for game in rulesets() if game.joining for verb in game.joining.verbs)


def has_order(text: str) -> bool:
    """Whether a line of the text begins as orders of any game do, whatever comes of it."""
    return any(game.language.has_order(text) for game in rulesets())


def carries_order(text: str, budget: Budget | None = None) -> bool:
    """Whether nobody but a player of one of the games writes so."""
    return any(game.language.carries_order(text, budget) for game in rulesets())
