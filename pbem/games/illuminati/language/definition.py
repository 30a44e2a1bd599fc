"""The language of this game, for whatever reads letters: its verbs, words and forms."""

from __future__ import annotations

from collections.abc import Iterable

from engine.illuminati.orders import Attack, Condition, Not, Order
from pbem.games.illuminati.language.forms.conditions import conditions, format_conditions
from pbem.games.illuminati.language.forms.patterns import is_line
from pbem.games.illuminati.language.names.slots import GameReader, any_card, any_special, label
from pbem.games.illuminati.language.names.vocabulary import Vocabulary, is_code
from pbem.games.illuminati.language.reading.changes import change_meant
from pbem.games.illuminati.language.reading.ifs import mended_if, unread_if
from pbem.games.illuminati.language.reading.sheets import may_be_script
from pbem.games.illuminati.language.reading.suggestions import suggestions
from pbem.games.illuminati.language.reading.warnings import is_to_himself
from pbem.games.illuminati.language.verbs.foreign_words import SPOKEN
from pbem.games.illuminati.language.verbs.keywords import COSTLY, HARMLESS, ORDER_WORDS
from pbem.games.illuminati.language.verbs.table import ATTACKS, CLAUSE_WORDS, VERBS
from pbem.games.illuminati.language.verbs.topics import HELP
from pbem.grammar.orders.foreign_verbs import orders_spoken, spoken_hint
from pbem.grammar.orders.help import help_on
from pbem.grammar.orders.language import Language


def _opposite(condition: Condition) -> Condition:
    return condition.condition if isinstance(condition, Not) else Not(condition)


def _any_card(reader: GameReader) -> str:
    return reader.name_of((any_card(reader.names), any_special(reader.names)))[1]


LANGUAGE = Language(
    verbs=VERBS,
    label=label,
    is_code=is_code,
    harmless=HARMLESS,
    costly=COSTLY,
    clause_words=CLAUSE_WORDS,
    order_words=ORDER_WORDS,
    read_if=conditions,
    opposite=_opposite,
    format_if=format_conditions,
    is_attack=lambda order: isinstance(order, Attack),
    is_attack_verb=lambda verb: verb.name in ATTACKS,
    is_to_himself=is_to_himself,
    may_be_script=may_be_script,
    suggestions=suggestions,
    change_meant=change_meant,
    unread_if=unread_if,
    mended_if=mended_if,
    is_line=is_line,
    any_card=_any_card,
    spoken=SPOKEN,
    help=HELP,
)
# Forms need names and names their language, so it is told to them once all of it is there.
Vocabulary.language = LANGUAGE


def format_order(order: Order, names: Vocabulary) -> str:
    """The order in canonical words; read again it is the same order."""
    return LANGUAGE.format_order(order, names)


def help_text(verb: str | None = None) -> str:
    """Help on one verb or topic, or on all for None, "" and other words; 72 columns at most."""
    return help_on(LANGUAGE, verb)


def hint_for(ignored: Iterable[str]) -> str:
    """One sentence that names the English verb for a word of these lines, "" without any."""
    return spoken_hint(ignored, LANGUAGE)


def spoken_orders(ignored: Iterable[str]) -> tuple[str, ...]:
    """Those of the first lines whose writers say that they do what an order is for."""
    return orders_spoken(ignored, LANGUAGE)
