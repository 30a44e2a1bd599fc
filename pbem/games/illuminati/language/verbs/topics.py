"""Help on what is no verb: reports, letters and paces."""

from __future__ import annotations

from pbem.grammar.commands.spec import VerbKind
from pbem.grammar.orders.language import HelpTexts

TOPICS: dict[str, tuple[str, ...]] = {
    "REPORT": (
        "Every report says first what is asked of you, by when, and what is on file. Then comes "
        "what happened, your own secrets, the table, how near everyone is to winning, and what "
        "you can do.",
        "The table: a tree of cards for each player. N, E, S, W is the arrow of the master on "
        "which a card hangs, as printed on the master held upright. pow/tr is Power and "
        "transferable Power (R4.3), res Resistance, inc income, MB the money on the card; $ is "
        "money of others that you may not count (R12.9). The last column names open arrows.",
        "A need of 7 means that two dice must roll 7 or less; 11 and 12 always fail (R5.8). The "
        "chance beside it is the one before anyone spends against you.",
        "YOUR OPTIONS lists lines that are ready to send: delete the # in front. Below the cut "
        "line only orders are read.",
        "RESEND brings your last report again, RESEND 14 that of turn 14, RESEND 14 FULL the same "
        "at full length, RESEND BULLETIN what is announced. STATUS tells how things stand now, "
        "HISTORY the game so far. SET changes how you get your mails.",
    ),
    "LETTERS": (
        "Reply to any mail of the game. Only what you write yourself is read: quoted lines, "
        "signatures and comments are not. Write above or below the quoted text, as you like.",
        "One order a line, or several with ; between them. The verb comes first, capitals do not "
        "matter. A typing slip is mended where only one thing can be meant, and you are told. A "
        "number, a name to be destroyed and a player are never guessed.",
        "You get an answer to every letter, line by line: OK, ASSUMED (mended), WARNING (legal "
        "but look again), HELD (waits), ASK (tell us which), REFUSED (with the reason, the rule "
        "and what would work). Its first line says COVERED if your orders are safely filed.",
        "Lines without numbers replace your whole script; 3: PASS changes line 3 alone, 3: none "
        "removes it. Every change is a revision with a number: UNDO goes back one letter, UNDO 3 "
        "to revision 3. CLEAR throws the script away, PREVIEW answers without keeping anything.",
        "What counts is when a letter reaches us. The address you reply to is yours alone: do "
        "not pass it on.",
    ),
    "PACES": (
        "announce: the player to move sends a script; it is announced to everybody, who may "
        "answer it (OPPOSE 1 UNTIL 5, SUPPORT 1 MAX 3, STAND ASIDE) before it is run.",
        "policies: nothing is announced; scripts run at once, and the others have said beforehand "
        "what they do about them: GUARD ALL UNTIL 5, OPPOSE bob TAKING ANY Weird, RESERVE 5.",
        "conclave: everybody sends a script for the round by one deadline; they are run one "
        "after the other. table: as announce, with one action at a time.",
        "READY says that nobody need wait for you, WAIT that you want the whole time. Without a "
        "script your turn is a PASS (5 MB); without an answer you stand aside (R12.2, R12.3).",
    ),
}
"""What HELP tells about beside the verbs, in paragraphs."""

_INTRODUCTION = (
    "One order a line, the verb first; capitals do not matter, # begins a comment. Cards and "
    "players go by name, code or a clear part of the name. Lines without numbers replace the "
    "whole script; 3: PASS changes line 3 alone, 3: none removes it. Conditions: IF 1 FAILS:, "
    "IF Yuppies IS FREE: (MINE, BOB'S), IF MONEY >= 10:, IF NEED 2 < 6:, and ELSE:."
)
_HEADINGS: tuple[tuple[tuple[VerbKind, ...], str], ...] = (
    (("script", "ahead"), "IN YOUR TURN, run in their order"),
    (("answer",), "IN THE TURNS OF OTHERS; with a line's number an answer to it"),
    (("standing",), "STANDING INSTRUCTIONS"),
    (("deal",), "DEALS, done as your letter is read"),
    (("act",), "ONCE IN A GAME"),
    (("talk",), "TEXTS, up to a blank line or END"),
    (("control",), "WORDS TO THE REFEREE"),
)
HELP = HelpTexts(_INTRODUCTION, _HEADINGS, TOPICS)
