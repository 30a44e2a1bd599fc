"""*Illuminati: New World Order* as the service knows it."""

from __future__ import annotations

from engine.core.dice import SecretDice
from engine.inwo import events as ev
from engine.inwo.state import InwoState
from pbem.games.contract.ruleset import Robots, Ruleset, Tutorial
from pbem.games.contract.tools import Tools, lazy
from pbem.games.inwo import rules
from pbem.games.inwo.decks import JOINING, TUTORIAL_DECKS
from pbem.games.inwo.edit_forms import EDITS
from pbem.games.inwo.language import LANGUAGE
from pbem.games.inwo.look_mails import SHOWN
from pbem.games.inwo.options import OPTIONS, format_options, options_from, players_for
from pbem.games.inwo.page_forms import PAGE
from pbem.games.inwo.reporter import InwoReporter
from pbem.games.inwo.secrecy import SECRECY, InwoCodec

RULES_VERSION = "1995.1"
ABOUT = (
    "New World Order is the Illuminati game in which everybody plays from a deck of his own: an "
    "Illuminati, Groups to lead, and Plots that change everything at the worst moment.",
    "Each turn you draw a Plot and a Group card, may take over one Group without a roll, and "
    "attack with your Groups, one action token for each action. When you attack, everybody is "
    "asked, and may aid, oppose, defend, or play a Plot; others may answer that in turn.",
    "Two to eight can play, robots among them, each with a deck of his own or one of five that are "
    "ready. You send a few lines, such as ATTACK Trekkies WITH Mafia AID CIA, and are told at once "
    "what was understood.",
)
"""What a stranger is told."""


_HERE = "pbem.games.inwo"
TOOLS = Tools(
    rules=lazy(f"{_HERE}.rulebook:look_up"),
    adjudicate=lazy(f"{_HERE}.adjudication:adjudicate_file"),
    parse=lazy(f"{_HERE}.parsing:parse"),
    verify=lazy(f"{_HERE}.verification:verify"),
    remarks=lazy(f"{_HERE}.verification:remarks"),
    simulate=lazy(f"{_HERE}.simulation:simulate"),
    summary=lazy(f"{_HERE}.simulation:summary"),
    simulation_help=lazy(f"{_HERE}.simulation:explained"),
    bench_engine=lazy(f"{_HERE}.benchmark:bench_engine"),
    sample_full=lazy(f"{_HERE}.benchmark:sample_full"),
    bench_options={"pace": "policies"},
)
RULESET: Ruleset[InwoState, ev.InwoEvent] = Ruleset(
    name="inwo",
    title="Illuminati: New World Order",
    version=RULES_VERSION,
    players=players_for(None),
    players_for=players_for,
    rules=rules,
    codec=InwoCodec(InwoState, ev.InwoEvent),  # type: ignore[arg-type]
    dice=SecretDice,
    language=LANGUAGE,
    secrecy=SECRECY,
    reporter=InwoReporter(SECRECY.seen),
    robots=Robots(
        ("random", "greedy", "planner", "easy"),
        "greedy",
        lazy(f"{_HERE}.robots:writes"),
        lazy(f"{_HERE}.robots:letter"),
        costly=("planner",),
    ),
    edits=EDITS,
    joining=JOINING,
    tutorial=Tutorial(1, "easy", lazy(f"{_HERE}.tutorial_deals:works_out"), TUTORIAL_DECKS),
    tools=TOOLS,
    looks=SHOWN,
    page=PAGE,
    options=OPTIONS,
    options_from=options_from,
    format_options=format_options,
    about=ABOUT,
    passed="your turn is a PASS: cards, tokens and no attack (I31.15)",
    lost=(
        "the Illuminati, its Groups, the hand and the decks leave the game; what others control "
        "stays (I27.5)"
    ),
)
