"""A hint for letters that are no orders yet: the English verb for what was written."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.language.names.spelling import key, tokens_of
from pbem.language.verbs.table import BY_WORD

MOST_LINES = 40
MOST_WORDS = 8

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
    + ("will", "want", "to", "would", "like")
)
"""Words before a verb by which people say what they are going to do."""
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


def _spoken(text: str) -> tuple[str, str] | None:
    """`I resign`: a verb of ours behind who does it, and that verb."""
    tokens = tokens_of(text)[:MOST_WORDS]
    at = next((n for n, token in enumerate(tokens) if token.key not in _SPEAKING), 0)
    verb = BY_WORD.get(tokens[at].key) if at else None
    return (" ".join(token.text for token in tokens[: at + 1]), verb.name) if verb else None


def _foreign(text: str) -> Iterable[tuple[str, str]]:
    for token in tokens_of(text)[:MOST_WORDS]:
        if token.key in _BY_WORD:
            yield token.text, _BY_WORD[token.key]
        for verb, signs in _SIGNS.items():
            for sign in signs:
                if sign in token.text.casefold():
                    yield sign, verb
