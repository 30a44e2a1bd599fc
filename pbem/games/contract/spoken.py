"""What people write for verbs of our games, in other tongues and in plain speech."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.grammar.orders.language import SpokenWords

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


def spoken_for(verbs: Iterable[str]) -> SpokenWords:
    """The words for those of these verbs that a game has."""
    known = frozenset(verbs)
    return SpokenWords(
        {verb: words for verb, words in _WORDS.items() if verb in known},
        {verb: signs for verb, signs in _SIGNS.items() if verb in known},
        {word: verb for word, verb in _OTHER_WORDS.items() if verb in known},
    )
