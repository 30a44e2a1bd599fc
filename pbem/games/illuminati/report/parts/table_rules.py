"""What a table plays by: a sentence for each option that is set (R1 to R12)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.illuminati.state import GameOptions, Pace
from pbem.documents.layout.cast import listed
from pbem.games.illuminati.report.parts.names import short_name

_PACES: dict[Pace, str] = {
    "announce": "Attacks are announced before they are made, and everybody may answer them.",
    "policies": (
        "Attacks are made as soon as a turn is run, without an announcement: your standing "
        "orders (GUARD, OPPOSE, SUPPORT) answer for you."
    ),
    "conclave": (
        "All players write their scripts by the same deadline. The scripts run one after the "
        "other, and another player begins each round."
    ),
    "table": (
        "A script has one action. Its attack is announced, everybody may answer, and you are "
        "asked again after it."
    ),
}
_VERY_LONG = (
    "Nobody wins by a goal. The game ends when no group is uncontrolled and none is left in the "
    "deck; the highest score wins: your total Power, and 1 for each card."
)
_HIDDEN_ILLUMINATI = (
    "Illuminati are hidden: nobody is told which one you play until an accusation is right "
    "(ACCUSE bob OF Cthulhu, an action). With POWER 6 or INCOME 5 yours claims less than it has."
)
_HIDDEN_GOALS = "Everybody chooses a special goal in secret, and the UFOs have Power 7/7."
_OVERSTATE = "A hidden Illuminati may also claim 1 Power or Income more than it has."
_OPEN = "Treasuries are open: everybody sees how much money lies on every card."
_CHOOSE = "You could name Illuminati that you would like; lots decided between players."
_LANDSCAPE = "Cards lie as they do on a table, 7 by 5, and none may overlap another."
_CHEATING = (
    "Cheating is allowed (HELP CHEAT). A cheat shows in the figures of a report and nowhere else; "
    "CATCH TURN 14 LINE 7 undoes it, if it comes before the cheat's next turn."
)


def table_rules(options: GameOptions) -> tuple[str, ...]:
    """The pace, and a sentence for every option that is not as in the standard game."""
    return (_PACES[options.pace], *_more(options))


def _more(options: GameOptions) -> Iterator[str]:
    is_long, is_hidden = options.length == "very-long", options.hidden_illuminati
    extras = listed([short_name(card) for card in options.extras])
    goal = f"The basic goal is at least {options.basic_goal} groups, your Illuminati counted."
    rows = (
        (is_long, _VERY_LONG),
        (options.basic_goal is not None and not is_long, goal),
        (options.hidden_goals and not is_long, _HIDDEN_GOALS),
        (is_hidden, _HIDDEN_ILLUMINATI),
        (is_hidden and options.overstate, _OVERSTATE),
        (options.cheating, _CHEATING),
        (options.treasuries == "open", _OPEN),
        (not options.neutralize_needs_arrow, "An attack to neutralize needs no open arrow."),
        (options.deal == "choose", _CHOOSE),
        (options.cards == "landscape", _LANDSCAPE),
        (options.extras, f"Besides the eight Illuminati, {extras} may be in the game."),
        (options.own_cards, "The deck has cards of this table's own; the first report lists them."),
    )
    yield from (sentence for is_set, sentence in rows if is_set)
