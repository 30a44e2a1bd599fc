"""The rows of the table of verbs that are lines of a script, and what a row is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

VerbKind = Literal["script", "ahead", "standing", "answer", "deal", "act", "control", "talk"]
"""What a line is about; what is `ahead` stands before a line of a script."""


@dataclass(frozen=True, slots=True)
class OrderVerb:
    """One verb of the language.

    `misspelt` are usual misspellings, read and told; `guarded` verbs are never guessed from a
    misspelt word; `forms` are shown in help; every one of `examples` is read without a word
    assumed; `rule` is a number of the rules, "" for words to the referee.
    """

    name: str
    kind: VerbKind
    about: str
    forms: tuple[str, ...]
    examples: tuple[str, ...]
    rule: str = ""
    aliases: tuple[str, ...] = ()
    misspelt: tuple[str, ...] = ()
    guarded: bool = False


_BRANCH = "AT arrow WITH card AT arrow, card DROPPED (how its branch is laid)"
_CLAUSES = (
    "AID card, card",
    "SPEND n  |  SPEND n FROM card, n FROM card",
    "UP TO n  |  UNTIL n (MB in all; the need at which you stop)",
    "ALL IN  |  SAVE (all you allow, or nothing, where the aim is out of reach)",
    "OVERSHOOT n (points beyond a need of 10)",
    "ONLY IF NEED >= n (else it is withdrawn)",
    "PRIVILEGED BY special  |  PRIVILEGED FOR 5 MB (Bavaria)",
    "AT arrow (N, E, S or W: where the captive goes)",
    _BRANCH,
    "SHIP n (money from the attacker to the captive)",
    "LEND n (points of aid; Anonymous)",
)

SCRIPT_VERBS: tuple[OrderVerb, ...] = (
    OrderVerb(
        "ATTACK",
        "script",
        "Attacks a group; to control it unless you say otherwise. An action.",
        (
            "ATTACK group WITH card",
            "ATTACK TO NEUTRALIZE group WITH card",
            "ATTACK TO DESTROY group WITH card",
            *_CLAUSES,
        ),
        (
            "ATTACK Yuppies WITH Mafia AID CIA, FBI SPEND 3",
            "ATTACK Yuppies WITH Mafia SPEND 3",
            "ATTACK TO NEUTRALIZE Hackers WITH CIA",
            "ATTACK Yuppies WITH Mafia SPEND 2 FROM Mafia, 3 FROM Illuminati",
            "ATTACK Trekkies WITH Texas AT N SHIP 4",
            "ATTACK Hackers WITH Texas AT N WITH Yuppies AT S, KGB DROPPED",
            "ATTACK Yuppies WITH Mafia SPEND 3 UP TO 9 UNTIL 8 SAVE",
            "ATTACK Yuppies WITH Mafia UP TO 9 OVERSHOOT 4 ONLY IF NEED >= 7",
            "ATTACK Yuppies WITH Mafia PRIVILEGED BY Deep Agent",
            "ATTACK Yuppies WITH Mafia PRIVILEGED FOR 5 MB",
        ),
        "R4",
        ("ASSAULT",),
        ("ATACK", "ATTAK", "ATTCK", "ATTACH", "ATTTACK", "ATTACKE"),
    ),
    OrderVerb(
        "TAKE",
        "script",
        "Attacks a group to control it. An action.",
        ("TAKE group WITH card", *_CLAUSES),
        ("TAKE Hackers WITH CIA", "CONTROL Hackers WITH CIA SPEND 5 MB"),
        "R4.4",
        ("CONTROL", "CAPTURE", "SEIZE"),
        ("CONTROLL", "CONTOL"),
    ),
    OrderVerb(
        "NEUTRALIZE",
        "script",
        "Attacks another player's group to make it uncontrolled. An action.",
        ("NEUTRALIZE group WITH card", *_CLAUSES[:7]),
        ("NEUTRALIZE Hackers WITH CIA AID FBI",),
        "R4.5",
        ("NEUTRALISE",),
        ("NEUTRALISZE", "NUETRALIZE", "NEUTRALZE"),
    ),
    OrderVerb(
        "DESTROY",
        "script",
        "Attacks a group to destroy it. An action.",
        (
            "DESTROY group WITH card",
            *_CLAUSES[:7],
            "BY Whispering Campaign (a group of Power 0)",
        ),
        (
            "DESTROY Hackers WITH CIA SPEND 3",
            "DESTROY Trekkies WITH CIA BY Whispering Campaign",
        ),
        "R4.6",
        ("KILL",),
        guarded=True,
    ),
    OrderVerb(
        "TRANSFER",
        "script",
        "Moves money to an adjacent card: two after your actions, or AS ACTION.",
        ("TRANSFER n FROM card TO card", "TRANSFER n FROM card TO card AS ACTION"),
        (
            "TRANSFER 5 FROM Mafia TO Illuminati",
            "TRANSFER 5 MB FROM Mafia TO CIA AS ACTION",
        ),
        "R2.9",
        misspelt=("TRANFER", "TRANSFERE", "TRASFER"),
    ),
    OrderVerb(
        "MOVE",
        "script",
        "Moves a group with its branch to another card of yours. An action.",
        ("MOVE group UNDER card", "MOVE group UNDER card AT arrow", _BRANCH),
        (
            "MOVE Hackers UNDER CIA AT S",
            "MOVE Hackers UNDER CIA AT S WITH Yuppies AT E, KGB DROPPED",
        ),
        "R8.5",
        ("REORGANIZE", "REORGANISE", "RELOCATE"),
    ),
    OrderVerb(
        "DROP",
        "script",
        "Lets a group and its branch go; their money goes to the bank. Free.",
        ("DROP group",),
        ("DROP Trekkies",),
        "R8.6",
        ("RELEASE", "ABANDON"),
        guarded=True,
    ),
    OrderVerb(
        "PASS",
        "script",
        "Does nothing this turn and brings you 5 MB.",
        ("PASS",),
        ("PASS",),
        "R2.11",
        ("SKIP",),
    ),
    OrderVerb(
        "MORE",
        "script",
        "Stops the script here: you are told how it went, and asked for the rest of your turn.",
        ("MORE (transfers and special powers come with the rest)",),
        ("MORE",),
        "R12.1",
        guarded=True,
    ),
    OrderVerb(
        "GIVE",
        "script",
        "Gives money or a Special at any time, free; a group as an action, if it is wanted.",
        ("GIVE n TO player", "GIVE special TO player", "GIVE group TO player"),
        ("GIVE 10 TO bob", "GIVE Bribery TO bob", "GIVE Trekkies TO bob"),
        "R9.1",
        ("SEND", "DONATE"),
        guarded=True,
    ),
    OrderVerb(
        "SHOW",
        "script",
        "Shows a Special of your hand. Free, at any time.",
        ("SHOW special TO player, player", "SHOW special TO ALL"),
        ("SHOW Bribery TO bob, cat", "SHOW Bribery TO ALL"),
        "R9.5",
        ("REVEAL",),
    ),
    OrderVerb(
        "PLAY",
        "script",
        "Plays a Special, or says when it is to be played.",
        (
            "PLAY special",
            "PLAY special ON group  |  ON player",
            "PLAY Bribery ON group UNDER card AT arrow",
            "PLAY White Collar Crime: n ON card, n ON card",
            "PLAY special ON n  |  BEFORE DICE ON n  |  AFTER DICE ON n  |  AFTER RESULT ON n",
            "PLAY special BEFORE VICTORY",
            "PLAY Murphys Law ON n IF IT SUCCEEDS  |  ON ANY ATTACK BY player IF IT FAILS",
            "PLAY Interference ON n",
            "PLAY Secrets ON ANY Special AGAINST ME  |  ON special BY player",
            "PLAY Senate ON player",
        ),
        (
            "PLAY Bribery ON Texas UNDER Mafia AT E",
            "PLAY Slush Fund",
            "PLAY Media Campaign ON KGB",
            "PLAY Computer Espionage ON bob",
            "PLAY White Collar Crime: 10 ON Mafia, 5 ON CIA",
            "PLAY Slush Fund BEFORE DICE ON 1",
            "PLAY Slush Fund BEFORE VICTORY",
            "PLAY Murphys Law ON 1 IF IT SUCCEEDS",
            "PLAY Assassination ON ANY ATTACK BY bob IF IT FAILS",
            "PLAY Interference ON 1",
            "PLAY Secrets ON ANY Special AGAINST ME",
            "PLAY Secrets ON Murphys Law BY bob",
            "PLAY Senate ON bob ON HIS NEXT TURN",
        ),
        "R9.6",
    ),
    OrderVerb(
        "USE",
        "script",
        "Uses the power of one of your groups. Free, once a turn.",
        (
            "USE Lasers TO ADD alignment TO group",
            "USE Lasers TO REMOVE alignment FROM group",
            "USE Lasers TO REVERSE alignment OF group",
            "USE Recyclers",
        ),
        (
            "USE Lasers TO ADD Weird TO Texas",
            "USE Lasers TO REMOVE Violent FROM Texas",
            "USE Lasers TO REVERSE Straight OF Pentagon",
            "USE Recyclers",
        ),
        "R2.8",
    ),
    OrderVerb(
        "ARRANGE",
        "script",
        "Lays your structure anew (the Bermuda Triangle, after its actions).",
        ("ARRANGE group UNDER card AT arrow, group UNDER card AT arrow",),
        ("ARRANGE CIA UNDER Mafia AT E, KGB UNDER Illuminati AT N",),
        "R2.10",
        ("REARRANGE",),
    ),
    OrderVerb(
        "SPREAD",
        "script",
        "Spreads your money anew (the Gnomes of Zurich, after their actions).",
        ("SPREAD n ON card, n ON card (the rest goes to the Illuminati)",),
        ("SPREAD 10 ON Mafia, 5 ON CIA",),
        "R2.10",
        guarded=True,
    ),
)

AHEAD_VERBS: tuple[OrderVerb, ...] = (
    OrderVerb(
        "TURN",
        "ahead",
        "Keeps an order for a turn of yours to come; TURN 18: none takes the orders for turn 18 "
        "back. Before READY it says which turn you mean, so that a late letter is refused.",
        ("TURN n: order", "TURN n: READY"),
        ("TURN 18: PASS", "TURN 18: IF MONEY >= 10: ATTACK Yuppies WITH Mafia"),
        "R12.1",
        guarded=True,
    ),
    OrderVerb(
        "REPEAT",
        "ahead",
        "Puts an order into the script of each of your turns until you write REPEAT: none.",
        ("REPEAT: order", "@order"),
        ("REPEAT: PASS", "@PASS", "REPEAT: IF MONEY >= 10: ATTACK Yuppies WITH Mafia"),
        "R12.1",
        guarded=True,
    ),
)
