"""The language of this game, for whatever reads letters: its verbs, words and forms."""

from __future__ import annotations

from collections.abc import Iterable

from engine.illuminati.orders import Condition, Not, Order
from pbem.budget import Budget
from pbem.games.illuminati.language.forms.conditions import conditions, format_conditions
from pbem.games.illuminati.language.forms.patterns import is_line
from pbem.games.illuminati.language.names.slots import GameReader, any_card, any_special, label
from pbem.games.illuminati.language.names.vocabulary import Vocabulary, is_code
from pbem.games.illuminati.language.reading.sheets import may_be_script
from pbem.games.illuminati.language.reading.suggestions import suggestions
from pbem.games.illuminati.language.reading.warnings import is_to_himself
from pbem.games.illuminati.language.verbs.table import CLAUSE_WORDS, VERBS
from pbem.games.illuminati.language.verbs.topics import HELP
from pbem.grammar.orders import overlooked
from pbem.grammar.orders.foreign_verbs import orders_spoken, spoken_hint
from pbem.grammar.orders.help import help_on
from pbem.grammar.orders.language import Language, OnFile, Spoken

# Which words of clauses are put right where they are misspelt, and which sentences lack.
HARMLESS = frozenset(
    (
        *("with", "from", "under", "action", "master", "illuminati", "until", "against", "turn"),
        *("turns", "round", "each", "only", "need", "fails", "succeeds", "attack", "expires"),
        *("before", "after", "dice", "result", "victory", "groups", "line", "aside", "save"),
        *("to", "on", "at", "by", "of", "as", "and", "if", "it", "me", "his", "next", "special"),
        *("privilege", "tax", "add", "remove", "reverse", "test", "off", "length"),
        *("format", "zone", "language", "quiet", "text", "html", "full", "brief", "digest", "mb"),
        *("bulletin", "revision", "silence", "code", "anyway", "attacked", "always", "own"),
    )
)
COSTLY = frozenset(
    (
        *("mon", "tue", "wed", "thu", "fri", "sat", "sun", "today", "tomorrow"),
        *("spend", "ship", "dropped", "destroy", "neutralize", "control", "privileged", "for"),
        *("overshoot", "taking", "destroying", "neutralizing", "attacking", "aid", "aim", "max"),
        *("up", "all", "in", "any", "anyone", "not", "is", "up", "down", "bank", "power", "peek"),
        *(
            "unless",
            "never",
            "resistance",
            "stack",
            "money",
            "mine",
            "free",
            "nothing",
            "nobody",
            "lend",
        ),
        "bot",
    )
)
"""Keywords that cost, destroy or decide: a misspelt one is asked about, never taken."""
ORDER_WORDS = CLAUSE_WORDS | frozenset(
    ("until", "max", "save", "money", "mb", "need", "fails", "succeeds", "privilege", "tax", "mine")
    + (
        "group",
        "groups",
        "attack",
        "attacks",
        "players",
        "cards",
        "overshoot",
        "under",
        "dropped",
        "illuminati",
        "expires",
        "turn",
        "turns",
        "special",
    )
)
# What people write for verbs of ours, in other tongues and in plain speech.
_WORDS = {
    "ATTACK": "angreifen angriff angreife greife greift attackiere attaquer attaque attaquez "
    "atacar ataco ataca ataque attaccare attacco attacca atak atakuj atakuję zaatakuj aanvallen",
    "DESTROY": "zerstören zerstöre vernichten vernichte détruire détruis destruir destruye "
    "distruggere distruggi zniszcz vernietigen",
    "NEUTRALIZE": "neutralisieren neutralisiere neutraliser neutralizar neutralizzare neutralizuj",
    "TRANSFER": "überweisen überweise überweisung transférer transfère transferir transfiere "
    "trasferire trasferisci przelej przelew overmaken",
    "GIVE": "geben gebe gib donner donne dar doy dare dona daj geef",
    "PLAY": "spielen spiele jouer joue jugar juego giocare gioco zagraj speel",
    "MOVE": "bewegen bewege verschieben verschiebe déplacer déplace mover muevo spostare przenieś",
    "PASS": "passen passe passer pasar paso passare passo pas pasuję",
    "READY": "fertig bereit prêt listo pronto gotowe gotowy klaar",
    "HELP": "hilfe aide ayuda aiuto pomoc pomocy hulp",
}
_SIGNS = {
    "ATTACK": ("攻撃", "アタック", "атак", "攻击", "공격"),
    "DESTROY": ("破壊", "уничтож", "摧毁"),
    "GIVE": ("渡す", "あげる", "дать", "给"),
    "PASS": ("パス", "пас", "패스"),
    "HELP": ("ヘルプ", "助け", "помощь", "帮助"),
}
"""Beginnings of words in scripts that are not parted by blanks or have many endings."""
_OTHER_WORDS = {
    **dict.fromkeys(("trade", "swap", "exchange", "sell", "buy"), "OFFER"),
    **dict.fromkeys(("invade", "conquer", "convert"), "ATTACK"),
    **dict.fromkeys(("put", "shift"), "MOVE"),
    **dict.fromkeys(("vacation", "holiday", "holidays", "travelling", "traveling"), "AWAY"),
    **dict.fromkeys(("finished", "endturn", "endmyturn", "endofturn", "nomoreorders"), "READY"),
    **dict.fromkeys(("donothing", "noaction", "noactions"), "PASS"),
    **{"wipe": "DESTROY", "bribe": "PLAY", "quit": "RESIGN"},
}
"""What people say for our verbs, at the beginning of a line or as all of it."""
SPOKEN = Spoken(_WORDS, _SIGNS, _OTHER_WORDS)

ON_FILE = OnFile(
    lines=frozenset({"attack", "attacks", "transfer", "transfers", "gift", "play", "script"}),
    policies=frozenset(
        ("oppose", "opposing", "opposition", "support", "supporting", "guard", "guarding")
        + ("helping", "defending", "protecting", "hindering", "policy", "policies")
    ),
    ends_policy="STAND ASIDE",
    idle="PASS",
)


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
    is_to_himself=is_to_himself,
    may_be_script=may_be_script,
    suggestions=suggestions,
    is_line=is_line,
    any_card=_any_card,
    spoken=SPOKEN,
    on_file=ON_FILE,
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


def has_order(text: str) -> bool:
    """Say whether a line of the text begins as orders do, whatever comes of it."""
    return overlooked.has_order(text, LANGUAGE)


def carries_order(text: str, budget: Budget | None = None) -> bool:
    """Say whether nobody but a player writes so."""
    return overlooked.carries_order(text, Vocabulary(), budget)


def hint_for(ignored: Iterable[str]) -> str:
    """One sentence that names the English verb for a word of these lines, "" without any."""
    return spoken_hint(ignored, LANGUAGE)


def spoken_orders(ignored: Iterable[str]) -> tuple[str, ...]:
    """Those of the first lines whose writers say that they do what an order is for."""
    return orders_spoken(ignored, LANGUAGE)
