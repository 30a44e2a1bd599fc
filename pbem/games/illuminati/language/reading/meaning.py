"""What the words behind a verb say, and that told back."""

from __future__ import annotations

from dataclasses import dataclass

from rapidfuzz.distance import OSA

from engine.illuminati.orders import (
    AcceptGroups,
    Accuse,
    ForegoTax,
    GiveGroup,
    GiveMoney,
    GiveSpecial,
    Offer,
    Order,
    Pattern,
    Resign,
    Show,
    Stance,
)
from pbem.games.illuminati.language.forms.plain import PARSERS
from pbem.games.illuminati.language.forms.player_commands import format_command
from pbem.games.illuminati.language.forms.player_commands import player_command as control_word
from pbem.games.illuminati.language.forms.reader import Reader
from pbem.games.illuminati.language.names.vocabulary import Vocabulary
from pbem.games.illuminati.language.parsed import ParseError
from pbem.games.illuminati.language.reading.prose import is_prose
from pbem.games.illuminati.language.verbs.script_verbs import OrderVerb
from pbem.games.illuminati.language.verbs.table import BY_WORD, HELP_WORDS
from pbem.games.illuminati.language.verbs.topics import TOPICS
from pbem.games.illuminati.language.wording.canonical import format_order
from pbem.grammar.player_words import PlayerCommand


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the words of a statement say; `slips` are corrections of the spelling."""

    verb: OrderVerb
    order: Order | None = None
    control: PlayerCommand | None = None
    code: str = ""
    assumed: tuple[str, ...] = ()
    slips: int = 0


def parse(verb: OrderVerb, reader: Reader) -> Meaning:
    """The meaning of the words behind a verb; Misread if they have none."""
    order: Order | None = None
    control = None
    code = ""
    if verb.kind == "talk":
        raise ParseError("I expected a colon before the text", "ignored")
    if verb.name == "HELP":
        control = _help(reader)
    elif verb.name == "RULES" and is_prose(reader.tokens, reader.at - 1, reader.names):
        raise ParseError("RULES and a word brings the rules about it", "ignored")
    elif verb.kind == "control":
        control = control_word(verb, reader)
    elif verb.name == "RESIGN":
        order = Resign()
        code = _code(reader)
    else:
        order = PARSERS[verb.name](reader)
    reader.end()
    return Meaning(verb, order, control, code, tuple(reader.assumed), reader.slips)


def _help(reader: Reader) -> PlayerCommand:
    """HELP and a verb; what is no verb is told, and all of the help is meant."""
    if reader.is_done:
        return PlayerCommand("HELP")
    typed = reader.text(reader.at)
    if typed.upper() in TOPICS:
        reader.at = len(reader.tokens)
        return PlayerCommand("HELP", typed.upper())
    found = HELP_WORDS.get(reader.peek())
    if found is None and reader.may_guess:
        near = nearest_verb(reader.peek())
        if near is not None:
            reader.assumed.append(f"{typed} read as {near.name}")
            reader.slips += 1
            found = near
    if found is None:
        if is_prose(reader.tokens, reader.at - 1, reader.names):
            raise ParseError("HELP stands alone on its line", "ignored")
        if not reader.may_guess:
            raise ParseError(f"{typed} is no order that HELP could tell about")
        reader.assumed.append(f"{typed} is no order, so all of the help is meant")
    reader.at = len(reader.tokens)
    return PlayerCommand("HELP", found.name if found else "")


def nearest_verb(word: str) -> OrderVerb | None:
    """The only verb one slip away from a word."""
    near = {
        verb.name: verb
        for known, verb in BY_WORD.items()
        if len(known) > 3 and OSA.distance(word, known, score_cutoff=1) <= 1
    }
    return next(iter(near.values())) if len(near) == 1 else None


def _code(reader: Reader) -> str:
    """A code as we send it: in capitals, or with a digit in it; another word is none."""
    if reader.is_done:
        return ""
    found = reader.text(reader.at, reader.at + 1).strip("?.!'\"")
    if not (found.isupper() or any(map(str.isdecimal, found))):
        raise ParseError("RESIGN stands alone on its line, or with the code that we sent")
    reader.at += 1
    return found


def is_to_himself(meaning: Meaning, names: Vocabulary) -> bool:
    """Whether the writer himself would be opposed, helped, given or shown something."""
    match meaning.order:
        case Stance(pattern=Pattern(by=who)) | AcceptGroups(who) | Accuse(who):
            return who is not None and who == names.me
        case GiveMoney(to) | GiveSpecial(to) | GiveGroup(to) | Offer(to):
            return to == names.me
        case Show(_, seats) | ForegoTax(seats):
            return names.me in seats
        case _:
            return False


def format_meaning(meaning: Meaning, names: Vocabulary) -> str:
    """The canonical text of what was understood."""
    if meaning.control is not None:
        return format_command(meaning.control)
    assert meaning.order is not None
    return f"{format_order(meaning.order, names)} {meaning.code}".strip()
