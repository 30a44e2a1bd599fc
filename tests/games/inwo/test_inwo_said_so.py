"""Orders of INWO in the words of players: read where one thing is meant, else told what works."""

from __future__ import annotations

from engine.inwo.placing import place
from tests.support.each import each
from tests.support.inwo_cases import position_of
from tests.support.inwo_judged import judged_line, with_attack

SEATS = {
    "ann": "ufos +1 | the-mafia N +1 | texas E +1 | pentagon S | plots: jihad, hurricane, hoax | "
    "resources: weather-satellite | group_hand: hackers, silicon-valley",
    "bob": "the-network +1 | trekkies N +1 | new-york E +1 | nuclear-power-companies W +1 | "
    "plots: hoax, murphys-law, martial-law, earthquake",
}
STATE = place(position_of({"seats": SEATS, "options": {"pace": "announce"}, "turn_number": 7}))
WINDOW = with_attack(STATE, "ATTACK new-york WITH ufos AID the-mafia")


@each(
    ("typed", "told"),
    [
        ("attack hackers w the mafia", "ATTACK Hackers WITH The Mafia"),
        (
            "Attack the Hackers from my hand, using the Mafia",
            "ATTACK Hackers FROM HAND WITH The Mafia",
        ),
        ("take hackers with texas helped by mafia", "ATTACK Hackers WITH Texas AID The Mafia"),
        ("grab hackers with ufos", "ATTACK Hackers WITH UFOs"),
        ("kill trekkies with mafia", "DESTROY Trekkies WITH The Mafia"),
        ("destroy bobs new york with ufos", "DESTROY New York WITH UFOs"),
        ("play hurricane against new york", "PLAY Hurricane ON New York"),
        ("takeover silicon valley or hackers", "TAKEOVER Silicon Valley ELSE Hackers"),
        ("takeover hackers under texas north", "TAKEOVER Hackers UNDER Texas AT N"),
        ("takeover hackers under texas on the south side", "TAKEOVER Hackers UNDER Texas AT S"),
        ("move pentagon to mafia", "MOVE Pentagon UNDER The Mafia"),
        ("move pentagon to bob", "OFFER bob Pentagon"),
        ("move pentagon under mafia at the west arrow", "MOVE Pentagon UNDER The Mafia AT W"),
        ("draw group card", "DRAW GROUP"),
        ("guard everything until 3", "GUARD ALL UNTIL 3"),
    ],
)
def test_an_order_of_a_turn_is_read_as_it_is_said(typed: str, told: str) -> None:
    assert judged_line(STATE, "ann", typed).understood == told


@each(
    ("typed", "told"),
    [
        ("oppose ufos with trekkies until 3", "OPPOSE WITH Trekkies UNTIL 3"),
        ("oppose the attack on new york with trekkies", "OPPOSE WITH Trekkies"),
        ("oppose it with trekkies", "OPPOSE WITH Trekkies"),
        ("defend new york", "DEFEND"),
        ("defend new york with trekkies", "DEFEND WITH Trekkies"),
        ("defend with everything i have", "DEFEND ALL IN"),
        ("aid ann with trekkies", "AID WITH Trekkies"),
        ("pass until the need is above 7", "PASS UNTIL NEED > 7"),
        ("play murphy's law on 1 if it works", "PLAY Murphy's Law ON 1 IF IT SUCCEEDS"),
        (
            "cancel mafia in 1 with nuclear power companies",
            "CANCEL The Mafia IN 1 WITH Nuclear Power Companies",
        ),
    ],
)
def test_an_answer_is_read_as_it_is_said(typed: str, told: str) -> None:
    assert judged_line(WINDOW, "bob", typed).understood == told


@each(
    ("seat", "typed", "told"),
    [
        ("ann", "attack bob with ufos", "Name a card; bob is a player."),
        ("ann", "draw a plot", "write BUY PLOT WITH Illuminati."),
        ("ann", "attack hackers with mafia, ufos, jihad", "WITH The Mafia BOOST Jihad AID UFOs."),
        ("ann", "use ufos to attack hackers", "an attack is ATTACK Hackers WITH CIA."),
        ("ann", "hurricane on new york", "Try: PLAY Hurricane ON New York"),
        ("bob", "martial law", "Try: PLAY Martial Law"),
        ("bob", "defend trekkies", "No attack on Trekkies is announced."),
        ("bob", "defend with martial law", "write PLAY Martial Law ON New York."),
        ("ann", "again!", "Another game is offered by PLAY AGAIN, once this one is over."),
        ("ann", "attack again", "PLAY AGAIN, once this one is over."),
        ("ann", "Attack again with UFOs!", "PLAY AGAIN, once this one is over."),
        ("ann", "again with ufos", "PLAY AGAIN, once this one is over."),
        ("bob", "cancel 1, 2 with supreme court", "No card is called '1 , 2'."),
        ("ann", "play jake day on hackers: liberal", "what it is aimed at follows ON."),
        ("bob", "support 1", "An attack is joined by AID 1 WITH and the Groups that join."),
    ],
)
def test_what_is_not_read_is_told_as_it_works(seat: str, typed: str, told: str) -> None:
    line = judged_line(STATE if seat == "ann" else WINDOW, seat, typed)
    assert line.status == "ASK" and line.note.endswith(told)


@each(
    ("typed", "told"),
    [
        ("play silicon valley", "It comes into play by TAKEOVER Silicon Valley, or ATTACK"),
        ("use hoax", "It is a Plot in your hand: write PLAY for USE, as in PLAY Hoax."),
        (
            "play weather satellite",
            "It is in play: write USE for PLAY, as in USE Weather",
        ),
    ],
)
def test_a_card_with_the_wrong_verb_is_told_its_own(typed: str, told: str) -> None:
    line = judged_line(STATE, "ann", typed)
    assert line.status == "WARNING" and told in line.note


def test_an_order_that_is_to_be_made_again_is_that_order() -> None:
    for typed in ("attack hackers with mafia again!", "attack hackers with mafia, once again"):
        assert judged_line(STATE, "ann", typed).understood == "ATTACK Hackers WITH The Mafia"


def test_talk_about_a_plot_is_no_order() -> None:
    again = "Again, thanks for all of it"
    for typed in ("hoax is a funny card", "Hoax! Again?", "I hold no jihad", again):
        assert judged_line(STATE, "ann", typed).status == "IGNORED", typed
