"""What players type that looks like what mail programs write: orders, and prose of many tongues."""

from __future__ import annotations

from engine.illuminati.cards import CARDS, SPECIALS
from pbem.games.illuminati.language.verbs.table import VERBS

GROUPS = sorted({card.name for card in CARDS.values()} - {card.name for card in SPECIALS.values()})
EXAMPLES = [example for verb in VERBS for example in verb.examples]

ORDERS = (
    *EXAMPLES,
    *(f"ATTACK {name} WITH Mafia AID CIA, FBI SPEND 3 UP TO 9" for name in GROUPS),
    *(f"attack to destroy {name} with kgb" for name in GROUPS),
    *(f"IF {name} IS MINE: MOVE {name} UNDER CIA AT S" for name in GROUPS),
    *(f"GIVE {name} TO bob" for name in GROUPS),
    *(f"PLAY {card.name} ON Texas" for card in SPECIALS.values()),
    "3: none", "2: IF 1 FAILS: PASS", "- PASS", "PASS -----", "PASS; READY", "PASS # On 3 May 2025",
    "GUARD ALL UNTIL 5 MAX 4 EACH, 10 A ROUND", "OPPOSE bob TAKING ANY Weird UNTIL 6 MAX 3",
    "OFFER bob 5 MB AND Bribery FOR Trekkies EXPIRES FRI", "AWAY FROM 1.5.2025 TO 9.5.2025",
    "AWAY FROM Mon 3 May 2025 TO Fri 7 May 2025 10:30", "RESEND 14", "HELP SAY", "CARD Mafia",
)  # fmt: skip
"""Lines that are orders, or words to the referee."""

TEXTS = (
    "On Monday 3 May 2025 at 10:30 you wrote:",
    "On Monday you wrote: I will pay. I still wait.",
    "on 3 May 2025 bob <bob@example.net> wrote:",
    "bob wrote: ATTACK cat, and cat wrote the same:",
    "bob wrote:",
    "From: the Servants of Cthulhu, To: all, Date: 3 May 2025, Subject: doom",
    "From: bob@example.net",
    "From here on: 5 MB a turn, to be paid by 3 May 2025 at 10:30",
    "sent from my iPhone while the CIA was listening",
    "Sent from Hell, with love",
    "----- forwarded message -----",
    "the forwarded message: was it yours?",
    "Begin forwarded message:",
    "-----Original Message-----",
    "the original message of 3 May 2025 said:",
    "write to Ann <ann@example.net>",
    "Date: 3 May 2025, 10:30, at Bob's <bob@example.net>:",
    "excuse my typos", "get Outlook for iOS", "Yahoo Mail on Android", "--", "-- ", "_____",
    "A> B", "me> no, you>", "> 5 MB", "| 5 MB", "to: bob, from: ann, date: today, subject: money",
    "Am 3.5.2025 um 10:30 schrieb bob an alle:",
    "Am Montag, dem 3. Mai 2025, schriebst du: ich zahle. Und nun?",
    "Von: ann An: bob Datum: 3.5.2025 Betreff: Geld",
    "Le 3 mai 2025 à 10:30, bob a écrit :",
    "De : ann, À : bob, Objet : l'argent, Date : 3 mai 2025",
    "El 3 de mayo de 2025, bob escribió:",
    "Il 3 maggio 2025 alle 10:30 bob ha scritto:",
    "Em 3 de maio de 2025, bob escreveu:",
    "Op 3 mei 2025 om 10:30 schreef bob:",
    "Den 3 maj 2025 kl. 10:30 skrev bob:",
    "Dnia 3 maja 2025 o 10:30 bob napisał:",
    "Dne 3. 5. 2025 v 10:30 bob napsal:",
    "3 мая 2025 г. в 10:30 боб написал:",
    "Στις 3 Μαΐου 2025 ο bob έγραψε:",
    "2025年5月3日 10:30 bob 写道：",
    "2025年5月3日 10:30、bobさんは書きました：",
    "2025년 5월 3일 10:30, bob님이 작성:",
    "3 May 2025 10:30 tarihinde bob yazdı:",
    "@ bob: 3/5/2025 10:30 <bob@example.net> wrote ----",
    "the mailing list of the CIA is 3 May 2025",
    "This is an automatic reply: the Gnomes never sleep",
    "The original message was received at 10:30.",
)  # fmt: skip
"""Prose that a player may say to the others."""

MARKS = ("--", "-- ", "> 5 MB")
"""Texts of these that are a signature's or a quote's wherever they stand alone."""
TELEPHONES = ("excuse my typos", "get Outlook for iOS", "Yahoo Mail on Android", "_____")
"""Texts of these that a telephone, or Outlook, writes below what was typed."""

TALKS = (
    *(f"{word} {text}" for word in ("SAY TO bob:", "say to all:", "RUMOUR:") for text in TEXTS),
    *(f"DIARY: {text}" for text in TEXTS),
    *(f"PROMISE bob: {text}" for text in TEXTS),
)
