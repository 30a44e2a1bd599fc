"""What players read while a moment has its window (I23.1)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from engine.core.dice import SecretDice
from engine.inwo import orders as od
from engine.inwo.game import advance
from engine.inwo.placing import place
from engine.inwo.state import InwoState
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.games.contract.orders import GameInput
from pbem.games.contract.reports import Issue
from pbem.games.contract.ruleset import RulesetError
from pbem.games.inwo.options import MOMENTS
from pbem.games.registry import ruleset
from tests.inwo.test_trade_windows import agreed
from tests.support.inwo_cases import position_of

PLAYED = ruleset("inwo")
ABOUT = MailContext(
    *("Fnord-9", "bob", "Bob", "UTC", 2, "bob", datetime(2026, 11, 22, 20, tzinfo=UTC)),
    *(datetime(2026, 11, 21, tzinfo=UTC), "", "1"),
)
SEATS = {
    "ann": "ufos | the-mafia N",
    "bob": "bermuda-triangle | finland N | plot_deck: jihad, hoax | group_deck: texas",
    "cat": "gnomes-of-zurich +1 | canada N | plots: seize-the-time",
}


def begun(*windows: str) -> InwoState:
    """Ann has knocked, and the turn of bob begins."""
    options = {"pace": "announce", "windows": windows}
    state = place(position_of({"seats": SEATS, "options": options}))
    lines = {"ann": (od.InwoLine(1, od.Knock()),)}
    return advance(state, state.asks[0].key, lines, {}, SecretDice(b"moments")).state


def mails_to(state: InwoState, seat: str) -> tuple[Mail, Mail]:
    """The report, and the bulletin."""
    words = PLAYED.language.vocabulary
    given = GameInput(state, lambda who: words(state, who), {}, PLAYED.dice(b"x"))
    about = replace(ABOUT, seat=seat)
    report = PLAYED.reporter.report(given, about, Issue(events=()))
    asked = PLAYED.reporter.asked(given, about, is_answered=False)
    assert report is not None
    assert all(max(map(len, mail.text.split("\n"))) <= 72 for mail in (report, asked))
    return report, asked


def flat(text: str) -> str:
    return " ".join(text.replace("|", " ").split())


def test_who_is_asked_as_a_turn_begins_reads_what_for() -> None:
    for mail in mails_to(begun("M9"), "cat"):
        assert mail.subject == "[Fnord-9] Turn 2 - you answer by Sun 22 Nov 20:00"
        assert "A TURN BEGINS. You may act before bob draws, by Sun 22 Nov" in flat(mail.text)
        assert "# PLAY Seize The Time" in mail.text


def test_who_is_not_reads_that_others_are() -> None:
    for mail in mails_to(begun("M9"), "ann"):
        assert mail.subject.startswith("[Fnord-9] Turn 2 - others")
        assert "before bob draws. You have nothing to do now." in flat(mail.text)


def test_who_may_answer_a_draw_reads_whether_it_has_been_made() -> None:
    state = begun("M5")
    for about in ("A CARD IS ABOUT TO BE DRAWN.", "A CARD HAS BEEN DRAWN."):
        for mail in mails_to(state, "cat"):
            assert f"{about} You may act now, by Sun 22 Nov 2026" in flat(mail.text)
        for mail in mails_to(state, "ann"):
            assert "about a card that" in flat(mail.text)
        assert "jihad" not in mail.text.casefold() and "Jihad" not in mails_to(state, "cat")[0].text
        state = advance(state, state.asks[0].key, {}, {}, SecretDice(b"moments")).state


def test_who_is_asked_about_a_trade_reads_what_silence_means() -> None:
    for mail in mails_to(agreed().state, "bob"):
        text = flat(mail.text)
        assert "YOU CHOOSE by Sun 22 Nov" in text
        assert "If you stay silent, the choice is made for you." in text
        assert "Answer CHOOSE KEEP to give your side of it" in text
        assert "# CHOOSE KEEP" in text and "# CHOOSE LIE" not in text, "he has no such Plot"
        assert "I Lied" not in text
    assert all("Trade 1" not in mail.text for mail in mails_to(agreed().state, "cat"))


def test_the_script_of_the_open_turn_is_still_to_come() -> None:
    state = begun("M9")
    assert PLAYED.rules.status(state).sheets["bob"].turn == state.seat("bob").turns_taken + 1


def test_a_table_names_its_windows() -> None:
    chosen = PLAYED.options_from({"windows": "m9, M2"})
    assert chosen.windows == ("M2", "M9")
    assert PLAYED.options_from({"windows": "all"}).windows == MOMENTS
    told = PLAYED.format_options(PLAYED.codec.encode_options(chosen))
    assert "Before a player draws on his turn, there is time to play cards (I23.1)." in told
    with pytest.raises(RulesetError, match="windows: 'M12' is not one of"):
        PLAYED.options_from({"windows": "M12"})
