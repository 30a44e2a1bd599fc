"""Why what the rules of money, pace, trades and the advanced game forbid is refused."""

from __future__ import annotations

PACE_TEXTS: dict[str, tuple[str, ...]] = {
    "after-more": (
        "The script stopped at MORE before this line came up.",
        "Send it again with the rest of your turn.",
    ),
    "runs-last": (
        "Transfers, special powers and cards for the victory check come at the end of a turn, "
        "and your turn goes on.",
        "Send it again with the rest of your turn.",
    ),
    "too-many-parts": (
        "A turn takes at most {parts|so many} scripts, and this is the last.",
        "MORE is left out; what follows it is run now.",
    ),
    "no-more": (
        "All scripts of a round are run in one go, so none can stop on the way.",
        "IF and ELSE say what depends on how earlier lines went.",
    ),
    "one-action": (
        "In this game a script has one action, and an earlier line was it.",
        "You are asked again after it; send this line then.",
    ),
    "attack-announced": (
        "{seat} has announced attacks, and this would take what they count on.",
        "It is done right after they have been made.",
    ),
    "trade-announced": (
        "{seat} has announced attacks, and until they are made this trade would take what they "
        "count on.",
        "The offer stays open: accept it in a turn of one of you when no attack is announced.",
    ),
    "spoils-announced": (
        "The attack of line {line} is announced, and after this line it could not be made.",
        "Send this line again in your next turn.",
    ),
    "card-cancelled": ("The Special that allows it was cancelled.",),
    "not-announced": (
        "This attack was not announced with the script, so nobody could answer it.",
        "It could not be made when the script came in; send it again in your next turn.",
    ),
}
"""Sentences of each reason, as in `reasons.TEXTS`."""


MONEY_TEXTS: dict[str, tuple[str, ...]] = {
    "not-enough-to-transfer": (
        "There is not enough money on {card|that card}.",
        "It has {money} MB.",
        "{needed} MB are asked for.",
        "TRANSFER a smaller amount.",
    ),
    "not-enough-for-fee": (
        "There is not enough money on {card|your Illuminati} to pay for privilege.",
        "It has {money} MB.",
        "{needed} MB are asked for, the stake included.",
        "TRANSFER money there first, or attack without privilege.",
    ),
    "not-enough-to-give": (
        "There is not enough money on {card|your Illuminati}, and gifts come from there.",
        "It has {money} MB.",
        "{needed} MB are asked for.",
        "GIVE a smaller amount.",
    ),
    "not-enough-to-buy": (
        "{card|That card} pays {needed} MB from its own treasury.",
        "It has {money} MB.",
        "TRANSFER money to it first, in an earlier turn or AS ACTION.",
    ),
}


ADVANCED_TEXTS: dict[str, tuple[str, ...]] = {
    "target-powerful": (
        "{target|That group} has Power of its own; the Special is for groups of Power 0.",
        "Leave BY out and attack it to destroy as usual.",
    ),
    "no-paid-privilege": (
        "{card|Your Illuminati} cannot pay MB for a privilege; only Bavaria can.",
        "PRIVILEGED BY and a Special from your hand would do.",
    ),
    "privilege-used": (
        "{card|Your Illuminati} has paid for a privilege in this turn.",
        "PRIVILEGED BY and a Special from your hand would do.",
    ),
    "not-hidden": (
        "The Illuminati of {seat|that player} is not hidden.",
        "ACCUSE is for one that is; POWER and INCOME are for your own while it is.",
    ),
    "no-such-illuminati": (
        "{card|That Illuminati} is not dealt in this game.",
        "Name one of the eight, or of those the game was begun with.",
    ),
    "states-too-much": (
        "Your Illuminati cannot show that much.",
        "At most {most} is possible.",
    ),
    "no-cheating": ("Nobody may cheat in this game, so there is nothing to catch either.",),
    "no-such-cheat": (
        "There is no such cheat.",
        "HELP CHEAT lists them and what each needs.",
    ),
    "catch-used": (
        "You have named a line of turn {turn|of that number} already, and it was not a cheat.",
        "Another turn may still be looked at.",
    ),
    "cannot-copy": (
        "{card|That Illuminati} cannot be copied by you.",
        "Only Anonymous copies, and only an Illuminati that another player has in play.",
    ),
    "lends-too-much": (
        "That card cannot lend so many points of aid.",
        "LEND is for Anonymous, aiding its own attack with what is left of its points.",
    ),
}
"""Sentences of each reason, as in `reasons.TEXTS`."""


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
        "That offers nothing for nothing.",
        "Name MB, Specials or groups before or after FOR.",
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
