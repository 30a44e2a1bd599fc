"""The rows of the table of verbs that are lines of a script, and what a row is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

VerbKind = Literal["script", "standing", "act", "control"]


@dataclass(frozen=True, slots=True)
class Verb:
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


_CLAUSES = (
    "AID card, card",
    "SPEND n  |  SPEND n FROM card, n FROM card",
    "AT arrow (N, E, S or W: where the captive goes)",
    "AT arrow WITH card AT arrow, card DROPPED (how its branch is laid)",
    "SHIP n (money from the attacker to the captive)",
)

SCRIPT_VERBS: tuple[Verb, ...] = (
    Verb(
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
            "ATTACK TO NEUTRALIZE Hackers WITH CIA",
            "ATTACK Yuppies WITH Mafia SPEND 2 FROM Mafia, 3 FROM Illuminati",
            "ATTACK Trekkies WITH Texas AT N SHIP 4",
            "ATTACK Hackers WITH Texas AT N WITH Yuppies AT S, KGB DROPPED",
        ),
        "R4",
        ("ASSAULT",),
        ("ATACK", "ATTAK", "ATTCK", "ATTACH", "ATTTACK", "ATTACKE"),
    ),
    Verb(
        "TAKE",
        "script",
        "Attacks a group to control it. An action.",
        ("TAKE group WITH card", *_CLAUSES),
        ("TAKE Hackers WITH CIA", "CONTROL Hackers WITH CIA SPEND 5 MB"),
        "R4.4",
        ("CONTROL", "CAPTURE"),
        ("CONTROLL", "CONTOL"),
    ),
    Verb(
        "NEUTRALIZE",
        "script",
        "Attacks another player's group to make it uncontrolled. An action.",
        ("NEUTRALIZE group WITH card", *_CLAUSES[:2]),
        ("NEUTRALIZE Hackers WITH CIA AID FBI",),
        "R4.5",
        ("NEUTRALISE",),
        ("NEUTRALISZE", "NUETRALIZE", "NEUTRALZE"),
    ),
    Verb(
        "DESTROY",
        "script",
        "Attacks a group to destroy it. An action.",
        ("DESTROY group WITH card", *_CLAUSES[:2]),
        ("DESTROY Hackers WITH CIA SPEND 3",),
        "R4.6",
        guarded=True,
    ),
    Verb(
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
    Verb(
        "MOVE",
        "script",
        "Moves a group with its branch to another card of yours. An action.",
        ("MOVE group UNDER card", "MOVE group UNDER card AT arrow", _CLAUSES[3]),
        (
            "MOVE Hackers UNDER CIA AT S",
            "MOVE Hackers UNDER CIA AT S WITH Yuppies AT E, KGB DROPPED",
        ),
        "R8.5",
        ("REORGANIZE", "REORGANISE"),
    ),
    Verb(
        "DROP",
        "script",
        "Lets a group and its branch go; their money goes to the bank. Free.",
        ("DROP group",),
        ("DROP Trekkies",),
        "R8.6",
        ("RELEASE", "ABANDON"),
        guarded=True,
    ),
    Verb(
        "PASS",
        "script",
        "Does nothing this turn and brings you 5 MB.",
        ("PASS",),
        ("PASS",),
        "R2.11",
    ),
    Verb(
        "GIVE",
        "script",
        "Gives money or a Special to another player. Free, at any time.",
        ("GIVE n TO player", "GIVE special TO player"),
        ("GIVE 10 TO bob", "GIVE Bribery TO bob"),
        "R9.1",
        guarded=True,
    ),
    Verb(
        "SHOW",
        "script",
        "Shows a Special of your hand. Free, at any time.",
        ("SHOW special TO player, player", "SHOW special TO ALL"),
        ("SHOW Bribery TO bob, cat", "SHOW Bribery TO ALL"),
        "R9.5",
    ),
    Verb(
        "PLAY",
        "script",
        "Plays a Special.",
        (
            "PLAY special",
            "PLAY special ON group  |  ON player",
            "PLAY Bribery ON group UNDER card AT arrow",
            "PLAY White Collar Crime: n ON card, n ON card",
        ),
        (
            "PLAY Bribery ON Texas UNDER Mafia AT E",
            "PLAY Slush Fund",
            "PLAY Media Campaign ON KGB",
            "PLAY Computer Espionage ON bob",
            "PLAY White Collar Crime: 10 ON Mafia, 5 ON CIA",
        ),
        "R9.6",
    ),
    Verb(
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
    Verb(
        "ARRANGE",
        "script",
        "Lays your structure anew (the Bermuda Triangle, after its actions).",
        ("ARRANGE group UNDER card AT arrow, group UNDER card AT arrow",),
        ("ARRANGE CIA UNDER Mafia AT E, KGB UNDER Illuminati AT N",),
        "R2.10",
        ("REARRANGE",),
    ),
    Verb(
        "SPREAD",
        "script",
        "Spreads your money anew (the Gnomes of Zurich, after their actions).",
        ("SPREAD n ON card, n ON card (the rest goes to the Illuminati)",),
        ("SPREAD 10 ON Mafia, 5 ON CIA",),
        "R2.10",
        guarded=True,
    ),
)
