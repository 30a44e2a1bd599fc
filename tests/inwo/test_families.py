"""Every member of a family does its main effect, and is refused where it does not fit (I35).

The members and their parameters stand here as the rules list them, not as the cards' data say.
"""

from __future__ import annotations

from typing import Any

from tests.support.each import each
from tests.support.inwo_cases import InwoCase, rule, told

GROUPS = {
    "Bank": "wall-street",
    "Church": "tv-preachers",
    "Communist": "clone-arrangers",
    "Computer": "hackers",
    "Conservative": "kkk",
    "Corporate": "madison-avenue",
    "Criminal": "the-mafia",
    "Fanatic": "nephews-of-god",
    "Government": "pentagon",
    "Green": "joggers",
    "Liberal": "democrats",
    "Magic": "stonehenge",
    "Media": "bjorne",
    "Peaceful": "canada",
    "Science": "moonbase",
    "Secret": "rosicrucians",
    "Space": "moonbase",
    "Straight": "congressional-wives",
    "Violent": "c-i-a",
    "Weird": "hackers",
}
"""A Group of each kind; its incoming arrow is what the positions below need."""
BOTTOM = ("the-mafia", "madison-avenue", "bjorne")
"""Their incoming arrow is at the bottom."""
ZAPS = {
    "anarchists-unite": "Government",
    "anything-worth-doing-is-worth-overdoing": "Conservative",
    "bait-and-switch": "Corporate",
    "brushfire-war": "Peaceful",
    "dont-rock-the-boat": "Fanatic",
    "family-values": "Weird",
    "my-karma-ran-over-your-dogma": "Straight",
    "take-the-money-and-run": "Criminal",
    "tanstaafl": "Liberal",
    "the-meek-shall-inherit": "Violent",
}
PARALYSES = {
    "cat-juggling": ("Peaceful", "Violent"),
    "chain-letter": ("Straight", "Weird"),
    "contract-on-america": ("Liberal", "Conservative"),
    "crackdown-on-crime": ("Criminal", "Government"),
    "death-to-all-fanatics": ("Fanatic", "Fanatic"),
    "every-year-is-worse": ("Conservative", "Liberal"),
    "metric-system": ("Corporate", "Government"),
    "vile-secretions": ("Weird", "Straight"),
    "waiting-period": ("Violent", "Peaceful"),
    "whistle-blowers": ("Government", "Corporate"),
}
FREEZES = {
    "backfire": "Magic",
    "bite-the-wax-tadpole": "Media",
    "five-year-plan": "Communist",
    "floating-point-error": "Computer",
    "hubble-trouble": "Space",
    "junk-bonds": "Bank",
    "let-the-sunshine-in": "Secret",
    "pave-the-earth": "Green",
    "school-prayer": "Church",
}
RELOADS = {
    "bank-merger": "Bank",
    "dollars-for-decency": "Straight",
    "flower-power": "Peaceful",
    "freaking-the-mundanes": "Weird",
    "gang-war": "Criminal",
    "new-federal-budget": "Government",
    "pledge-drive": "Liberal",
    "red-scare": "Conservative",
    "reload": "Violent",
    "tax-breaks": "Corporate",
    "dolphins": "Green",
    "may-day": "Communist",
    "witch-hunt": "Church",
}


def laid(seats: dict[str, str], *orders: str, **more: Any) -> dict[str, Any]:
    """What comes of some lines: who was refused, and the fields asked for."""
    row = {"seats": seats, "orders": list(orders), "dice": "6+6,6+6,6+6", **more}
    case = InwoCase("", "", row)
    return told(case, rule(case))


def hung(group: str, tokens: int = 0) -> str:
    """A Group directly under an Illuminati, where it fits."""
    side = "S" if group in BOTTOM else "N"
    return f"{group} {side}" + (f" +{tokens}" if tokens else "")


@each(("card", "word"), ZAPS.items())
def test_a_zap_forbids_to_control_such_groups_alone(card: str, word: str) -> None:
    """I35.5."""
    seats = {
        "ann": f"ufos +2 | trading-card-games E | zaps: {card} | group_hand: {GROUPS[word]}, elvis",
        "bob": "the-network | finland N",
    }
    found = laid(seats, f"ann: ATTACK {GROUPS[word]} WITH ufos", "ann: ATTACK elvis WITH ufos")
    assert found["refused"] == ["ann 1 zapped I35.5"]
    assert found["needs"] == [2]


@each("card", ZAPS)
def test_a_zap_is_laid_on_a_rivals_illuminati_alone(card: str) -> None:
    """I35.5."""
    seats = {
        "ann": f"ufos +1 | eco-guerrillas N | plots: {card}",
        "bob": "the-network | finland N",
    }
    for target in ("ufos", "finland"):
        found = laid(seats, f"ann: PLAY {card} ON {target}")
        assert found["refused"] == ["ann 1 zap-own I35.5"]
    done = laid(seats, f"ann: PLAY {card} ON the-network", master={card: ""}, tokens={"ufos": 0})
    assert (done["refused"], done["tokens"]) == ([], {"ufos": 0})
    assert done["master"] == {card: "the-network"}


@each(("card", "words"), PARALYSES.items())
def test_who_is_paralyzed_spends_no_token(card: str, words: tuple[str, str]) -> None:
    """I35.6: for an Illuminati action, on a Group of the first alignment."""
    victim = GROUPS[words[0]]
    seats = {
        "ann": f"ufos +2 | trading-card-games E | plots: {card}",
        "bob": f"the-network | {hung(victim, 1)} | elvis E",
    }
    orders = (f"ann: PLAY {card} ON {victim}", "ann: ATTACK elvis WITH ufos")
    found = laid(seats, *orders, f"bob@2: OPPOSE 2 WITH {victim}", master={card: ""})
    assert found["refused"] == ["bob 1 paralyzed I35.6"]
    assert found["master"] == {card: victim}


@each(("card", "words"), PARALYSES.items())
def test_no_other_group_is_paralyzed_and_it_costs(card: str, words: tuple[str, str]) -> None:
    """I35.6."""
    seats = {
        "ann": f"ufos +1 | trading-card-games E | plots: {card}",
        "bob": f"the-network | {hung(GROUPS[words[0]])} | elvis E",
    }
    found = laid(seats, f"ann: PLAY {card} ON elvis")
    assert found["refused"] == ["ann 1 target-unfit I34.3"]
    seats["ann"] = seats["ann"].replace(" +1", "")
    found = laid(seats, f"ann: PLAY {card} ON {GROUPS[words[0]]}")
    assert found["refused"] == ["ann 1 cost-not-met I6.8"]


@each(("card", "word"), FREEZES.items())
def test_a_freeze_keeps_such_groups_from_spending_tokens(card: str, word: str) -> None:
    """I35.7: whoever controls them, but for self-defense."""
    frozen = GROUPS[word]
    seats = {
        "ann": f"ufos +2 | trading-card-games E | plots: {card}",
        "bob": f"the-network | {hung(frozen, 1)} | elvis E",
    }
    orders = (f"ann: PLAY {card}", "ann: ATTACK elvis WITH ufos")
    found = laid(seats, *orders, f"bob@2: OPPOSE 2 WITH {frozen}")
    assert found["refused"] == ["bob 1 frozen I35.7"]


@each("card", FREEZES)
def test_a_freeze_costs_an_action(card: str) -> None:
    """I35.7."""
    seats = {"ann": f"ufos | eco-guerrillas N | plots: {card}", "bob": "the-network | finland N"}
    found = laid(seats, f"ann: PLAY {card}")
    assert found["refused"] == ["ann 1 cost-not-met I6.8"]


@each(("card", "word"), RELOADS.items())
def test_a_reload_places_a_token_for_an_illuminati_action(card: str, word: str) -> None:
    """I35.2: on such a Group of anybody that has none."""
    group = GROUPS[word]
    seats = {
        "ann": f"ufos +1 | trading-card-games E | plots: {card}",
        "bob": f"the-network | {hung(group)} | elvis E",
    }
    tokens = {group: 0, "ufos": 0}
    found = laid(seats, f"ann: PLAY {card} ON {group}", tokens=tokens)
    assert (found["refused"], found["tokens"]) == ([], {group: 1, "ufos": 0})


@each(("card", "word"), RELOADS.items())
def test_a_reload_is_for_its_kind_and_for_who_has_none(card: str, word: str) -> None:
    """I35.2."""
    group = GROUPS[word]
    seats = {
        "ann": f"ufos +1 | trading-card-games E | plots: {card}",
        "bob": f"the-network | {hung(group, 1)} | elvis E",
    }
    found = laid(seats, f"ann: PLAY {card} ON elvis", f"ann: PLAY {card} ON {group}")
    assert found["refused"] == ["ann 1 target-unfit I34.3", "ann 2 has-token I35.2"]
