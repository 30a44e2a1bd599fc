"""The table of the moderator's commands, from which grammar, help and documentation are made."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.grammar.commands.game_verbs import GAME_VERBS
from pbem.grammar.commands.people_verbs import PEOPLE_VERBS
from pbem.grammar.commands.verb import CommandSpec

VERBS: tuple[CommandSpec, ...] = (*GAME_VERBS, *PEOPLE_VERBS)
BY_NAME: Mapping[str, CommandSpec] = {verb.name: verb for verb in VERBS}
BY_WORDS: Mapping[str, CommandSpec] = {
    words: verb for verb in VERBS for words in (verb.name, *verb.aliases)
}
"""Every name and alias; those of two words must be looked for first."""
