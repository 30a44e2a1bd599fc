"""The rows of the table of verbs that answer others: attacks, offers, and the advanced game."""

from __future__ import annotations

from pbem.grammar.orders.language import OrderVerb

_HOW_FAR = (
    "UNTIL n (the need at which you stop)",
    "MAX n  |  MAX n EACH, n A ROUND (your MB an attack; from turn to turn of yours)",
    "ALL IN  |  SAVE (all you allow, or nothing, where the aim is out of reach)",
    "UNTIL TURN n  |  FOR n TURNS  |  EXPIRES FRI  |  EXPIRES 24 Apr 20:00",
)
_WHICH = (
    "player TAKING group  |  NEUTRALIZING  |  DESTROYING  |  ATTACKING",
    "ANY alignment  |  player TAKING ANY alignment",
    "ONLY AGAINST player",
)

ANSWER_VERBS: tuple[OrderVerb, ...] = (
    OrderVerb(
        "GUARD",
        "answer",
        "Spends against attacks on your own groups: 2 a MB from the group's own treasury.",
        ("GUARD ALL", "GUARD group, group", "GUARD group AGAINST player", *_HOW_FAR),
        (
            "GUARD ALL UNTIL 5 MAX 4 EACH, 10 A ROUND",
            "GUARD Mafia ALL IN",
            "GUARD Mafia, CIA AGAINST bob DESTROYING UNTIL 3 SAVE",
        ),
        "R12.4",
        ("DEFEND", "PROTECT"),
        ("GAURD", "GARD"),
        gloss="defend what is yours",
    ),
    OrderVerb(
        "OPPOSE",
        "answer",
        "Spends against attacks of others, from your Illuminati.",
        ("OPPOSE n (an announced attack)", "OPPOSE player", *_WHICH, *_HOW_FAR),
        (
            "OPPOSE bob TAKING ANY Weird UNTIL 6 MAX 3",
            "OPPOSE 1 UNTIL 5 MAX 6",
            "OPPOSE ALL MAX 2 FOR 3 TURNS",
        ),
        "R12.4",
        ("INTERFERE", "HINDER", "BLOCK"),
        ("OPOSE", "OPPPOSE"),
        gloss="spend against an attack",
    ),
    OrderVerb(
        "SUPPORT",
        "answer",
        "Spends for attacks of others, from your Illuminati. HELP and a player says the same.",
        (
            "SUPPORT n (an announced attack)",
            "SUPPORT player",
            *_WHICH,
            *_HOW_FAR,
            "OVERSHOOT n (points beyond a need of 10)",
        ),
        ("SUPPORT cat MAX 2 ONLY AGAINST bob", "SUPPORT 1 UNTIL 8 MAX 5 OVERSHOOT 2"),
        "R12.4",
        ("ASSIST",),
        ("SUPORT", "SUPPPORT"),
        gloss="spend for somebody's attack",
    ),
    OrderVerb(
        "STAND",
        "answer",
        "STAND ASIDE spends nothing: the rule for who says nothing, and an end to vaguer policies.",
        ("STAND ASIDE", "STAND ASIDE ON n  |  ON player  |  ON group", "STAND ASIDE FOR n TURNS"),
        ("STAND ASIDE", "STAND ASIDE ON 1", "STAND ASIDE ON bob TAKING Yuppies"),
        "R12.5",
        guarded=True,
        gloss="spend nothing",
    ),
    OrderVerb(
        "ABOLISH",
        "answer",
        "Ends the privilege of an attack: one card made for it, or any two Specials.",
        (
            "ABOLISH PRIVILEGE ON n WITH special",
            "ABOLISH PRIVILEGE ON n WITH special, special",
            "ABOLISH PRIVILEGE ON ANY ATTACK BY player WITH special",
        ),
        (
            "ABOLISH PRIVILEGE ON 1 WITH Deep Agent",
            "ABOLISH PRIVILEGE ON 1 WITH Bribery, Slush Fund",
            "ABOLISH PRIVILEGE ON ANY ATTACK BY bob WITH Deep Agent",
        ),
        "R6.4",
        guarded=True,
        gloss="end an attack's privilege",
    ),
    OrderVerb(
        "RESERVE",
        "standing",
        "Keeps that many MB on your Illuminati, whatever else is raised.",
        ("RESERVE n",),
        ("RESERVE 5",),
        "R12.8",
        guarded=True,
        gloss="money never spent for you",
    ),
)

DEAL_VERBS: tuple[OrderVerb, ...] = (
    OrderVerb(
        "OFFER",
        "deal",
        "Offers a trade; it is carried out whole or not at all.",
        (
            "OFFER player n MB AND special AND group FOR n MB AND special AND group",
            "OFFER player NOTHING FOR group",
            "EXPIRES TURN n  |  EXPIRES IN n TURNS  |  EXPIRES FRI  |  EXPIRES 24 Apr 20:00",
        ),
        (
            "OFFER bob 5 MB AND Bribery FOR Trekkies EXPIRES TURN 16",
            "OFFER bob 5 MB FOR Trekkies EXPIRES FRI",
            "OFFER bob Texas FOR 20 MB EXPIRES IN 2 TURNS",
            "OFFER bob NOTHING FOR Slush Fund",
        ),
        "R9.2",
        guarded=True,
        gloss="a trade",
    ),
    OrderVerb(
        "COUNTER",
        "deal",
        "Answers an offer with another one.",
        ("COUNTER n goods FOR goods", "COUNTER n TO player goods FOR goods EXPIRES TURN n"),
        ("COUNTER 41 3 MB FOR Trekkies", "COUNTER 41 TO bob 3 MB AND Bribery FOR Trekkies"),
        "R9.2",
        guarded=True,
        gloss="another trade instead",
    ),
    OrderVerb(
        "ACCEPT",
        "deal",
        "Accepts an offer, as you number those you made or got, or any group a player gives you.",
        (
            "ACCEPT n",
            "ACCEPT n group UNDER card AT arrow, group UNDER card AT arrow",
            "ACCEPT n group UNDER card AT arrow WITH card AT arrow, card DROPPED",
            "ACCEPT GROUPS FROM player",
        ),
        (
            "ACCEPT 41",
            "ACCEPT 41 Yuppies UNDER CIA AT S WITH Hackers AT E, KGB DROPPED",
            "ACCEPT GROUPS FROM bob",
        ),
        "R9.2",
        guarded=True,
        gloss="an offer, as you number it",
    ),
    OrderVerb(
        "DECLINE",
        "deal",
        "Declines an offer, or takes back one of yours.",
        ("DECLINE n",),
        ("DECLINE 41",),
        "R9.2",
        ("REJECT", "WITHDRAW", "REFUSE"),
        guarded=True,
        gloss="an offer, as you number it",
    ),
)

ADVANCED_SCRIPT_VERBS: tuple[OrderVerb, ...] = (
    OrderVerb(
        "ACCUSE",
        "script",
        "Guesses a hidden Illuminati. An action (advanced game).",
        ("ACCUSE player OF illuminati",),
        ("ACCUSE bob OF Cthulhu",),
        "R11.3",
        guarded=True,
        gloss="name a hidden Illuminati",
    ),
    OrderVerb(
        "CHEAT",
        "script",
        "Cheats; it shows in the figures of the report only (advanced game).",
        (
            "CHEAT DICE DOWN ON n  |  DICE UP ON n",
            "CHEAT BANK n",
            "CHEAT POWER n ON n  |  RESISTANCE n FOR group",
            "CHEAT PEEK n  |  STACK card, card",
        ),
        (
            "CHEAT DICE DOWN ON 1",
            "CHEAT BANK 3",
            "CHEAT POWER 1 ON 1",
            "CHEAT RESISTANCE 1 FOR Mafia",
            "CHEAT PEEK 3",
            "CHEAT STACK Yuppies, Mafia",
        ),
        "R11.5",
        guarded=True,
        gloss="only where the table allows it",
    ),
)

ADVANCED_VERBS: tuple[OrderVerb, ...] = (
    OrderVerb(
        "POWER",
        "standing",
        "Says how much Power your hidden Illuminati shows (advanced game).",
        ("POWER n",),
        ("POWER 6",),
        "R11.3",
        guarded=True,
        gloss="what a hidden one passes for",
    ),
    OrderVerb(
        "INCOME",
        "standing",
        "Says how much income your hidden Illuminati shows (advanced game).",
        ("INCOME n",),
        ("INCOME 5",),
        "R11.3",
        guarded=True,
        gloss="the same of its income",
    ),
    OrderVerb(
        "COPY",
        "standing",
        "Says whose power and income your Illuminati copies (Anonymous).",
        ("COPY illuminati",),
        ("COPY Gnomes",),
        "R11.6",
        gloss="whose power you copy",
    ),
    OrderVerb(
        "CATCH",
        "deal",
        "Uncovers a cheat by its turn and line (advanced game).",
        ("CATCH TURN n LINE n",),
        ("CATCH TURN 14 LINE 7",),
        "R11.5",
        guarded=True,
        gloss="say that somebody cheated",
    ),
)
