"""What a letter says to all, where the game reads it: trademarks, and a Plot's sentence."""

from __future__ import annotations

import pytest

from engine.core.dice import SecretDice
from engine.inwo import events as ev
from engine.inwo.placing import place
from engine.inwo.state import InwoState
from pbem.games.contract.orders import GameInput, Judgement, LetterInput
from pbem.games.inwo.adjudication.said import named_loosely
from pbem.games.inwo.language import LANGUAGE
from tests.support.each import each
from tests.support.inwo_cases import position_of

LETTER = Judgement[InwoState, ev.InwoEvent]
LAWYERS = "the-first-thing-we-do-lets-kill-all-the-lawyers"
MARKED = place(
    position_of(
        {
            "seats": {
                "ann": f"ufos +1 | c-i-a N {{regi-tered-trademark}} | plots: {LAWYERS}, hoax",
                "bob": "the-network +1 | lawyers N +1 | plots: jihad, martyrs",
            }
        }
    )
)


def judged(seat: str, text: str, *standing: str) -> LETTER:
    names = LANGUAGE.vocabulary(MARKED, seat)
    game = GameInput(MARKED, lambda _: names, {seat: standing}, SecretDice(b"talk"))
    return LANGUAGE.judge(game, LetterInput(seat, text))


@each(
    ("text", "found"),
    [
        ("I fear the CIA", ["c-i-a"]),
        ("I fear the cia's men", ["c-i-a"]),
        ("I fear the C.I.A. and Canada", []),
        ("the Smugglers, or the-mafia", ["international-cocaine-smugglers", "the-mafia"]),
        ("we hold some in reserve, smugglers that we are", []),
        ("The Mafia is strong", []),
    ],
)
def test_what_names_a_card_by_less_than_its_full_name(text: str, found: list[str]) -> None:
    assert list(named_loosely(text)) == found


@pytest.mark.parametrize("verb", ["SAY TO ALL", "RUMOUR"])
def test_a_slip_costs_a_plot_as_its_letter_is_read(verb: str) -> None:
    """I33.5."""
    letter = judged("bob", f"{verb}: the CIA is weak", "SHED Jihad")
    assert letter.done is not None
    assert [letter.done.state.seat("bob").plots[0].partition("@")[0]] == ["martyrs"]
    assert "I33.5" in letter.lines[0].note and letter.lines[0].talk is not None


def test_other_letters_and_full_names_are_free() -> None:
    for text in ("SAY TO ann: the CIA is weak", "SAY TO ALL: the C.I.A. is weak", "DIARY: CIA!"):
        assert judged("bob", text).done is None


def test_a_plot_whose_sentence_is_not_said_is_not_filed() -> None:
    """I33.6."""
    play = "DESTROY Lawyers WITH C.I.A. PLAY The First Thing"
    bare = judged("ann", play)
    assert bare.script.text is None and "lawyers" in bare.lines[0].note
    said = judged("ann", f"SAY TO ALL: let us kill all the lawyers\n\n{play}")
    assert said.script.text and "lawyers" in said.script.text
