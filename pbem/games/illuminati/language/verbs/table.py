"""The one table of verbs: reading, writing, help and suggestions are made from it."""

from __future__ import annotations

from dataclasses import replace

from pbem.games.illuminati.language.verbs.advanced import ADVANCED_SCRIPT_VERBS, ADVANCED_VERBS
from pbem.games.illuminati.language.verbs.attacks import ATTACK_VERBS
from pbem.games.illuminati.language.verbs.deeds import DEED_VERBS, REBUILDING_VERBS
from pbem.games.illuminati.language.verbs.plays import PLAY_VERBS
from pbem.games.illuminati.language.verbs.stances import STANCE_VERBS
from pbem.games.illuminati.language.verbs.standing import ACT_VERBS, RESERVE_VERBS, STANDING_VERBS
from pbem.games.illuminati.language.verbs.trades import DEAL_VERBS, GIFT_VERBS
from pbem.games.illuminati.language.verbs.waiting import WAITING_VERBS
from pbem.grammar.commands.players import PLAYERS
from pbem.grammar.commands.spec import Verb
from pbem.grammar.orders.language import OrderVerb, with_examples
from pbem.grammar.orders.talk import TALK_VERBS

_RULES = {"READY": "R12.3", "ASK": "R12.5", "WAIT": "R12.3", "STAY": "R10.3", "STANDBY": "R12.7"}
"""The rules that words to the referee are from."""
_EXAMPLES = {"CARD": ("CARD Mafia", "CARD Slush Fund")}
"""Examples that name cards of this game."""

_AHEAD_VERBS: tuple[OrderVerb, ...] = (
    OrderVerb(
        "TURN",
        "ahead",
        "Keeps an order for a turn of yours to come; TURN 18: none takes the orders for turn 18 "
        "back. Before READY it says which turn you mean, so that a late letter is refused.",
        ("TURN n: order", "TURN n: READY"),
        ("TURN 18: PASS", "TURN 18: IF MONEY >= 10: ATTACK Yuppies WITH Mafia"),
        "R12.1",
        guarded=True,
        gloss="an order for a later turn",
    ),
    OrderVerb(
        "REPEAT",
        "ahead",
        "Puts an order into the script of each of your turns until you write REPEAT: none.",
        ("REPEAT: order", "@order"),
        ("REPEAT: PASS", "@PASS", "REPEAT: IF MONEY >= 10: ATTACK Yuppies WITH Mafia"),
        "R12.1",
        guarded=True,
        gloss="an order for all your turns",
    ),
)

VERBS: tuple[Verb, ...] = (
    *ATTACK_VERBS,
    *DEED_VERBS,
    *GIFT_VERBS,
    *PLAY_VERBS,
    *REBUILDING_VERBS,
    *ADVANCED_SCRIPT_VERBS,
    *_AHEAD_VERBS,
    *STANCE_VERBS,
    *WAITING_VERBS,
    *RESERVE_VERBS,
    *DEAL_VERBS,
    *STANDING_VERBS,
    *ADVANCED_VERBS,
    *ACT_VERBS,
    *(replace(row, rule=_RULES.get(row.name, "")) for row in with_examples(PLAYERS, _EXAMPLES)),
    *TALK_VERBS,
)
ATTACKS = ("ATTACK", "TAKE", "NEUTRALIZE", "DESTROY")
"""The verbs whose order is an attack."""
CLAUSE_WORDS = frozenset({"aid", "spend", "ship", "overshoot", "privileged"})
"""Words that begin a clause of an attack and nothing else."""
