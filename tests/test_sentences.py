"""What the program says is plain English, and names no card where it serves every game."""

import re
from functools import cache

from engine.illuminati.cards import CARDS, SPECIALS
from tests.support.each import each
from tests.tools.sentences import ROOT, sentences, template_sentences


@cache
def every() -> tuple[tuple[str, str], ...]:
    """All sentences with their places; what collects tests reads none."""
    return tuple((place, " ".join(text.split())) for place, text in sentences())


ABANDONED = (
    "and, beside it,",
    "as far as you wished",
    "at an end",
    "cannot be had",
    "code has come back",
    "for who says nothing",
    "goes short",
    "good no longer",
    "in running order",
    "is agreed to",
    "is answered to",
    "is awaited until",
    "it is done and needs",
    "lost a letter on the way",
    "nobody need agree",
    "for {target} nothing",
    "one too many",
    "put right, number",
    "reckoned with",
    "said of the same",
    "standing instructions",
    "standing policies",
    "take away",
    "there a mb counts",
    "what stands behind",
    "without the mark",
)
"""Turns of phrase that readers stumbled over, in small letters."""


def test_the_program_says_much() -> None:
    assert len(every()) > 1500
    assert len({text for _, text in every()}) == len(every())


@each("phrase", ABANDONED)
def test_no_sentence_uses_a_phrase_that_readers_stumbled_over(phrase: str) -> None:
    found = [f"{place}: {text[:120]}" for place, text in every() if phrase in text.casefold()]
    assert found == []


SERVICE = ("pbem/grammar/", "pbem/mails/", "pbem/service/", "pbem/web/", "templates/web/")


def test_what_serves_every_game_names_no_card_of_one() -> None:
    names = [
        re.escape(card.name.removeprefix("The ")) for card in (*CARDS.values(), *SPECIALS.values())
    ]
    card = re.compile(rf"\b(?:{'|'.join(names)})(?!\w)")
    mails = [
        (f"templates/email/{path.name}", text)
        for path in (ROOT / "templates/email").glob("*.txt")
        for text in template_sentences(path)
    ]
    served = [(place, text) for place, text in every() if place.startswith(SERVICE)]
    assert [f"{place}: {text[:90]}" for place, text in [*served, *mails] if card.search(text)] == []
