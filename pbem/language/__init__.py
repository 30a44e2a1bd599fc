"""Text to orders and back: what players type, and what each line of it became."""

from pbem.language.costs import Cost, cost_of, need_at_ceiling
from pbem.language.fates import ALL, Control, ReadLine, Talk
from pbem.language.follies import follies
from pbem.language.help import help_text
from pbem.language.names import Names, card_name, names_for
from pbem.language.reading import read
from pbem.language.reasons import explain
from pbem.language.rereading import reread
from pbem.language.sheets import Split, merge, script_of, split
from pbem.language.tongues import hint_for
from pbem.language.wording import format_line, format_order

__all__ = [
    "ALL",
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
    "format_line",
    "format_order",
    "help_text",
    "hint_for",
    "merge",
    "names_for",
    "need_at_ceiling",
    "read",
    "reread",
    "script_of",
    "split",
]
