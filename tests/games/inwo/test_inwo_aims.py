"""A card aimed at nothing, or wrongly, is answered with what it could be aimed at."""

from __future__ import annotations

from engine.inwo.placing import place
from tests.support.each import each
from tests.support.inwo_cases import position_of
from tests.support.inwo_judged import judged_line, with_attack

SEATS = {
    "ann": "ufos +1 | the-mafia N +1 | texas E +1 | resources: weather-satellite | group_hand: "
    "hackers | plot_deck: hoax | plots: jihad, hurricane, tornado, good-polls",
    "bob": "the-network +1 | trekkies N | new-york E +1 | nuclear-power-companies W +1 | plots: "
    "earthquake",
    "cat": "discordian-society +1 | canada N | liquor-companies E +1 | plots: seize-the-time",
}
ROW = {"seats": SEATS, "options": {"pace": "announce"}, "players_began": 3, "turn_number": 7}
STATE = place(position_of(ROW))
WINDOW = with_attack(STATE, "ATTACK new-york WITH ufos")


@each(
    ("typed", "told"),
    [
        ("PLAY Hurricane", "PLAY Hurricane ON New York"),
        ("PLAY Tornado ON Trekkies", "This would be taken: PLAY Tornado ON New York."),
        ("PLAY Jihad", "It is named where a Group acts, as in ATTACK ... BOOST Jihad."),
        ("PLAY Good Polls", "CARD Good Polls tells what it costs."),
        (
            "USE Weather Satellite",
            "there is no attack that it could be for (I12.1). When an attack is announced, answer "
            "USE Weather Satellite ON 1",
        ),
    ],
)
def test_a_line_of_a_script_is_told_what_would_do(typed: str, told: str) -> None:
    line = judged_line(STATE, "ann", typed)
    assert line.status == "WARNING" and told in line.note


@each(
    ("seat", "typed", "told"),
    [
        ("bob", "USE Nuclear Power Companies", "taken: USE Nuclear Power Companies ON 1.1."),
        ("bob", "PLAY Earthquake", "This would be taken: PLAY Earthquake ON Texas; "),
        ("cat", "USE Liquor Companies", "refused: no rival is about to draw a card (I38.26)."),
        ("cat", "PLAY Seize The Time", "only at the very start of a turn (I5.1)."),
    ],
)
def test_an_answer_is_told_what_would_do(seat: str, typed: str, told: str) -> None:
    line = judged_line(WINDOW, seat, typed)
    assert line.status == "WARNING" and told in line.note


@each(
    ("typed", "told"),
    [
        ("BOOST Weather Satellite", "BOOST Weather Satellite would be left out."),
        (", Trekkies", "ON Trekkies would be left out."),
    ],
)
def test_what_a_disaster_cannot_use_is_told(typed: str, told: str) -> None:
    """I18.9."""
    line = judged_line(STATE, "ann", f"PLAY Hurricane ON New York {typed}")
    assert told in " ".join(line.forecast)


def test_who_could_buy_a_plot_is_told() -> None:
    line = judged_line(STATE, "ann", "BUY PLOT WITH UFOs, Texas")
    assert line.note.endswith(
        "it costs one token of your Illuminati, or two tokens of your other Groups (I6.6). "
        "This would be taken: BUY PLOT WITH UFOs; BUY PLOT WITH The Mafia, Texas."
    )


def test_who_is_to_pay_for_what_costs_nothing_is_told() -> None:
    line = judged_line(STATE, "ann", "PLAY Good Polls: Government PAYING Texas")
    assert line.status == "OK" and line.forecast == (
        "PAYING Texas would be left out. The card costs no action, so nobody pays (I6.8).",
    )
