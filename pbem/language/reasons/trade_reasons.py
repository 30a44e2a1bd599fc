"""Why an offer, a trade or a gift of a group is refused (R9.2 to R9.4)."""

from __future__ import annotations

TRADE_TEXTS: dict[str, tuple[str, ...]] = {
    "no-consent": (
        "{seat|The other player} has not agreed to take {card|that group}.",
        "OFFER it for nothing, or ask for the line ACCEPT GROUPS FROM you.",
    ),
    "not-their-turn": (
        "Groups change hands in the turn of one of the two only.",
        "It is the turn of {seat}.",
        "The offer stands; accept it in your turn or in that of the other.",
    ),
    "not-theirs": (
        "{card|That group} is not in the structure of {seat|that player}.",
        "Ask for a group of the player to whom the offer goes.",
    ),
    "trades-illuminati": (
        "{card|An Illuminati} is an Illuminati and stays with its player.",
        "Groups, Specials and MB can be traded.",
    ),
    "traded-twice": (
        "{card|A group} is in the trade already, by itself or under a group that takes it along.",
        "Name it once.",
    ),
    "too-many-groups": (
        "{groups|So many} groups can never change hands in one turn.",
        "Each costs one of the {actions|two} actions; make two offers of it.",
    ),
    "not-in-trade": (
        "{card|That card} does not come with this trade.",
        "Say where a group you get goes, how its puppets lie, or what of yours is DROPPED.",
    ),
    "no-goods": (
        "That offer is of nothing for nothing.",
        "Name MB, Specials or groups before FOR or behind it.",
    ),
    "no-such-offer": (
        "There is no open offer {number|of that number} of yours or to you.",
        "STATUS lists the open ones.",
    ),
    "own-offer": (
        "Offer {number|of that number} is your own.",
        "The other accepts it; DECLINE takes it back.",
    ),
    "offer-expired": ("The offer ends with turn {turn|of its choice}, and that is over.",),
    "drops-too-much": (
        "{card|That group} does not overlap what you get, and in another player's turn you may "
        "give up only groups that do.",
        "DROP it in your own turn.",
    ),
    "privileged-open": (
        "{seat|The player to move} has announced a privileged attack, so nothing changes hands "
        "now.",
        "It is done right after the attack has been made.",
    ),
    "policy-over": ("It would be for turns until {turn|one}, and that is over.",),
    "group-dead": (
        "{card|That group} is destroyed, so nobody attacks it.",
        "Leave it out; if it ever comes back, say it again.",
    ),
    "half-missing": (
        "{seat|The other player} no longer has what was offered.",
        "Missing: {card}.",
        "Missing: some of {needed} MB.",
        "Nothing has changed hands; the offer stands.",
    ),
    "throws-game": (
        "By itself this would let {seat|the other} win, and not whoever gives it.",
        "It is shown to the moderator, who may allow it.",
    ),
}
"""Sentences of each reason, as in `reasons.TEXTS`."""

UNMODERATED_TEXTS: dict[str, tuple[str, ...]] = {
    "throws-game": (
        "By itself this would let {seat|the other} win, and not whoever gives it.",
        "This game has no moderator who could allow it; give something that does not win.",
    ),
}
"""The sentences of reasons that differ in a game which nobody moderates."""
