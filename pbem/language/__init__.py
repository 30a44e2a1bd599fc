"""Text to orders and back: what players type, and what each line of it became."""

from pbem.language.fates import ALL, Control, ReadLine, Talk
from pbem.language.names.naming import Names, card_name, names_for
from pbem.language.reading.costs import Cost, cost_of, need_at_ceiling
from pbem.language.reading.follies import BARED, follies, idle
from pbem.language.reading.letters import read, read_up_to
from pbem.language.reading.rereading import reread
from pbem.language.reading.sheets import Split, merge, script_of, split
from pbem.language.reading.within import meant_by, meant_in
from pbem.language.reasons.refusals import explain
from pbem.language.verbs.help import help_text
from pbem.language.verbs.tongues import hint_for, spoken_orders
from pbem.language.wording.canonical import format_line, format_order

__all__ = [
    "ALL",
    "BARED",
    "Control",
    "Cost",
    "Names",
    "ReadLine",
    "Split",
    "Talk",
    "card_name",
    "cost_of",
    "explain",
    "follies",
    "idle",
    "format_line",
    "format_order",
    "help_text",
    "hint_for",
    "meant_by",
    "meant_in",
    "merge",
    "names_for",
    "need_at_ceiling",
    "read",
    "read_up_to",
    "reread",
    "script_of",
    "split",
    "spoken_orders",
]
