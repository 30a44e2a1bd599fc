"""The one table of verbs: reading, help and suggestions are made from it."""

from __future__ import annotations

from dataclasses import replace

from pbem.games.illuminati.language.forms import plain
from pbem.games.illuminati.language.verbs.answer_verbs import (
    ADVANCED_SCRIPT_VERBS,
    ADVANCED_VERBS,
    ANSWER_VERBS,
    DEAL_VERBS,
)
from pbem.games.illuminati.language.verbs.script_verbs import AHEAD_VERBS, SCRIPT_VERBS
from pbem.grammar.commands.players import PLAYERS
from pbem.grammar.commands.spec import Verb
from pbem.grammar.orders.language import OrderVerb
from pbem.grammar.orders.talk import TALK_VERBS

_RULES = {"READY": "R12.3", "ASK": "R12.5", "WAIT": "R12.3", "STAY": "R10.3", "STANDBY": "R12.7"}
"""The rules that words to the referee are from."""

VERBS: tuple[Verb, ...] = (
    *SCRIPT_VERBS,
    *ADVANCED_SCRIPT_VERBS,
    *AHEAD_VERBS,
    *ANSWER_VERBS,
    *DEAL_VERBS,
    OrderVerb(
        "PAY",
        "standing",
        "Says from where tax and upkeep are paid, until you say otherwise.",
        (
            "PAY TAX FROM card, card",
            "PAY TAX FROM ANY (the usual order)",
            "PAY POST OFFICE FROM MASTER  |  FROM ILLUMINATI",
        ),
        ("PAY TAX FROM Mafia", "PAY POST OFFICE FROM MASTER"),
        "R2.2",
        guarded=True,
        gloss="from where tax and upkeep go",
        parse=plain.pay,
    ),
    OrderVerb(
        "FOREGO",
        "standing",
        "Says whom you do not tax, until you say otherwise.",
        ("FOREGO TAX ON player, player", "FOREGO TAX ON NOBODY"),
        ("FOREGO TAX ON bob",),
        "R2.2",
        ("FORGO",),
        guarded=True,
        gloss="whom you do not tax",
        parse=plain.forego,
    ),
    *ADVANCED_VERBS,
    OrderVerb(
        "GOAL",
        "act",
        "Chooses your secret goal before the first turn (the UFOs).",
        ("GOAL illuminati",),
        ("GOAL Network",),
        "R1.5",
        gloss="the UFOs choose in secret",
        parse=plain.goal,
    ),
    OrderVerb(
        "RESIGN",
        "act",
        "Leaves the game. The answer tells you a code to confirm it with.",
        ("RESIGN", "RESIGN code"),
        ("RESIGN", "RESIGN K7PX"),
        "R10.3",
        guarded=True,
        gloss="leave; you are asked again",
        parse=plain.resign,
    ),
    *(replace(row, rule=_RULES.get(row.name, "")) for row in PLAYERS),
    *TALK_VERBS,
)
ATTACKS = ("ATTACK", "TAKE", "NEUTRALIZE", "DESTROY")
"""The verbs whose order is an attack."""
CLAUSE_WORDS = frozenset({"aid", "spend", "ship", "overshoot", "privileged"})
"""Words that begin a clause of an attack and nothing else."""
