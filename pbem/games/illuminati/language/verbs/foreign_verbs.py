"""A hint for letters that are no orders yet: the English verb for what was written."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.games.illuminati.language.names.spelling import Token, key, tokens_of
from pbem.games.illuminati.language.verbs.table import BY_WORD

MOST_LINES = 40
MOST_WORDS = 8
MOST_TOLD = 60
"""Letters of a line that are told back."""

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
_SPEAKING = frozenset(
    ("i", "we", "i'll", "we'll", "i'd", "ill", "id", "lets", "let", "us", "me")
    + ("will", "want", "to", "would", "like", "im", "am", "were", "are")
    + ("also", "then", "now", "just", "rather", "therefore")
)
"""Words before a verb by which people say what they are going to do."""
_SPEAKERS = frozenset(("i", "we", "ill", "id", "lets"))
_DOUBTING = frozenset(
    ("if", "when", "whether", "unless", "should", "could", "might", "may", "had", "that", "what")
)
MOST_BEFORE = 3
"""Words before the one who speaks: `Hmm, then I attack`."""
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
_BY_WORD = {key(word): verb for verb, words in _WORDS.items() for word in words.split()}


def hint_for(ignored: Iterable[str]) -> str:
    """One sentence that names the English verb for a word of these lines, "" without any."""
    for _, text in zip(range(MOST_LINES), ignored, strict=False):
        for typed, verb in _foreign(text):
            return f'Orders are read in English only; for "{typed}" write {verb}.'
        if spoken := _spoken(text):
            typed, verb = spoken
            return f'If "{typed}" is meant as an order, begin the line with {verb}.'
    return ""


def spoken_orders(ignored: Iterable[str]) -> tuple[str, ...]:
    """Those of the first lines whose writers say that they do what an order is for."""
    found = ((text, _spoken(text)) for _, text in zip(range(MOST_LINES), ignored, strict=False))
    return tuple(
        text
        for text, spoken in found
        if spoken and BY_WORD[spoken[1].casefold()].kind not in ("control", "talk")
    )


def _spoken(text: str) -> tuple[str, str] | None:
    """`I resign`, `trade`: a verb of ours behind who does it, or another word for it; and ours."""
    if text.rstrip().endswith("?"):
        return None
    tokens = _from_speaker(tokens_of(text)[:MOST_WORDS])
    at = next((n for n, token in enumerate(tokens) if token.key not in _SPEAKING), 0)
    alone = "".join(token.key for token in tokens[at:])
    if alone in _OTHER_WORDS:
        return text.strip()[:MOST_TOLD], _OTHER_WORDS[alone]
    verb = BY_WORD.get(tokens[at].key) if at else None
    name = verb.name if verb else _OTHER_WORDS.get(tokens[at].key) if tokens else None
    return (" ".join(token.text for token in tokens[: at + 1]), name) if name else None


def _from_speaker(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """`I would oppose` of `Hmm, I would oppose`; behind an `if` nobody says what he does."""
    before = [token.key for token in tokens[: MOST_BEFORE + 1]]
    at = next((n for n, word in enumerate(before) if word in _SPEAKERS), 0)
    return tokens if _DOUBTING.intersection(before[:at]) else tokens[at:]


def _foreign(text: str) -> Iterable[tuple[str, str]]:
    for token in tokens_of(text)[:MOST_WORDS]:
        if token.key in _BY_WORD:
            yield token.text, _BY_WORD[token.key]
        for verb, signs in _SIGNS.items():
            for sign in signs:
                if sign in token.text.casefold():
                    yield sign, verb
