"""*Illuminati* (1999) as the service knows it."""

from __future__ import annotations

from engine.core.dice import SecretDice
from engine.illuminati import RULES_VERSION
from engine.illuminati.events import Event
from engine.illuminati.state import State
from engine.illuminati.turn.setup import SEATS
from pbem.games.contract.ruleset import Robots, Ruleset, Tutorial
from pbem.games.contract.tools import Tools, lazy
from pbem.games.illuminati import codec, judging, reporter, rules, secrecy
from pbem.games.illuminati.edit_forms import EDITS
from pbem.games.illuminati.options import OPTIONS, format_options, options_from
from pbem.games.illuminati.page_forms import PAGE

_HERE = "pbem.games.illuminati"
_SIMULATION, _VERIFICATION = f"{_HERE}.simulation", f"{_HERE}.verification"

TOOLS = Tools(
    adjudicate=lazy(f"{_HERE}.adjudication:adjudicate_file"),
    parse=lazy(f"{_HERE}.parsing:parse"),
    rules=lazy(f"{_HERE}.rulebook:look_up"),
    cards=lazy(f"{_HERE}.cardfile:show_cards"),
    verify=lazy(f"{_VERIFICATION}:verify"),
    remarks=lazy(f"{_VERIFICATION}:remarks"),
    simulate=lazy(f"{_SIMULATION}.plans:simulate"),
    summary=lazy(f"{_SIMULATION}.figures:summary"),
    simulation_help=lazy(f"{_SIMULATION}:explained"),
    bench_engine=lazy(f"{_HERE}.benchmark:bench_engine"),
    sample=lazy(f"{_HERE}.sample_games:sample"),
    sample_full=lazy(f"{_HERE}.sample_games:sample_full"),
    sample_reports=lazy(f"{_HERE}.sample_reports:sample_reports"),
    bench_options={"pace": "policies"},
)
ROBOTS: Robots[State] = Robots(
    kinds=("random", "greedy", "planner", "cautious"),
    stand_in="greedy",
    writes=lazy(f"{_HERE}.robots:writes"),
    letter=lazy(f"{_HERE}.robots:letter"),
    costly=("planner",),
)
ABOUT = (
    "Everybody leads a conspiracy that means to rule the world: the Bavarian Illuminati, the "
    "Gnomes of Zurich, the UFOs. Each turn you attack groups, such as the CIA, the Boy Sprouts or "
    "the Yuppies, to bring them under your control, and those you control attack for you in turn.",
    "Two dice decide, and money moves the odds: yours, and that of anybody who helps you or would "
    "rather see you fail. So you bargain, promise, betray. The first who reaches the goal of his "
    "Illuminati wins; some goals are plain, others are odd.",
    "Two to eight can play, robots among them. On your turn you send a few lines, such as ATTACK "
    "Yuppies WITH Mafia SPEND 3. You are told at once what was understood, what it costs and what "
    "your chance is, and may change it until the deadline.",
)
"""What a stranger is told."""
RULESET: Ruleset[State, Event] = Ruleset(
    name="illuminati",
    title="Illuminati",
    version=RULES_VERSION,
    players=SEATS,
    rules=rules,
    codec=codec,
    dice=SecretDice,
    options=OPTIONS,
    options_from=options_from,
    format_options=format_options,
    language=judging,
    secrecy=secrecy,
    reporter=reporter,
    robots=ROBOTS,
    edits=EDITS,
    tools=TOOLS,
    tutorial=Tutorial(2, "cautious", lazy(f"{_HERE}.teaching:teaches")),
    page=PAGE,
    about=ABOUT,
    passed="your turn is a PASS: 5 MB and no attack (R12.7)",
    lost=(
        "the groups become uncontrolled, the money goes to the bank, and the Illuminati withdraws "
        "(R10.3)"
    ),
)
