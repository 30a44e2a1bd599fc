"""Text to orders and back: what players type, and what each line of it became."""

from pbem.language.fates import Control, ReadLine
from pbem.language.help import help_text
from pbem.language.names import Names, card_name, names_for
from pbem.language.reading import read
from pbem.language.reasons import explain
from pbem.language.sheets import Split, merge, script_of, split
from pbem.language.wording import format_line, format_order

__all__ = [
    "Control",
    "Names",
    "ReadLine",
    "Split",
    "card_name",
    "explain",
    "format_line",
    "format_order",
    "help_text",
    "merge",
    "names_for",
    "read",
    "script_of",
    "split",
]
