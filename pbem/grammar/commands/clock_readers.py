"""What stands behind the verbs of the clock: moments and spans, and the turn they are for."""

from __future__ import annotations

from pbem.grammar.commands.spec import Fields, InvalidField, ReadFields
from pbem.grammar.commands.typed import SURE, number_of, without_please, word

_LINKS = {"TO": "TO", "UNTIL": "TO", "TILL": "TO", "BY": "BY", "FOR": "BY", "WITH": "BY"}


def moment(example: str) -> ReadFields:
    """A reader of a moment or a span, of REALLY behind it, and of the turn it is meant for."""

    def read(verb: str, rest: str) -> tuple[Fields, str]:
        words = without_please(rest).split()
        is_sure = bool(words) and word(words[-1]).upper() == SURE
        turn, words = _of_turn(_without_deadline(words[:-1] if is_sure else words), example)
        link, words = _linked(words)
        when = " ".join(words).rstrip(".,;!")
        if not when:
            raise InvalidField(f"{verb} needs a time, such as {example}.")
        sure = SURE if is_sure else ""
        of_turn = "" if turn is None else f"TURN {turn}"
        line = " ".join(part for part in (of_turn, link, when, sure) if part)
        return {"when": when, "key": link, "text": sure, "turn": turn}, line

    return read


def _without_deadline(words: list[str]) -> list[str]:
    """`the deadline` behind a verb that moves nothing else."""
    at = 0
    while " ".join(words[at : at + 2]).upper() == "THE DEADLINE" or _is(words, at, "DEADLINE"):
        at += 1 if _is(words, at, "DEADLINE") else 2
    return words[at:]


def _linked(words: list[str]) -> tuple[str, list[str]]:
    """TO or BY before a time, and the time; `=` is TO, and of several the first counts."""
    found = []
    left = _without_deadline(words)
    while left and (left[0] == "=" or left[0].upper() in _LINKS):
        found.append("TO" if left[0] == "=" else _LINKS[left[0].upper()])
        left = _without_deadline(left[1:])
    return found[0] if found else "", left


def _is(words: list[str], at: int, word: str) -> bool:
    return at < len(words) and words[at].upper() == word


def _of_turn(words: list[str], example: str) -> tuple[int | None, list[str]]:
    """`TURN 5` before a time, and the words behind it; `the turn` is the one that is open."""
    at = 0
    while at < len(words) and words[at].upper() in ("OF", "FOR", "IN", "THE"):
        at += 1
    if not _is(words, at, "TURN"):
        return None, words
    bare = words[at:]
    if len(bare) < 2 or bare[1].upper() in _LINKS:
        return None, bare[1:]
    return number_of(bare[1].rstrip(":,.!"), f"TURN 12, as in {example}"), bare[2:]


def deadline(verb: str, rest: str) -> tuple[Fields, str]:
    """A moment, perhaps the turn it is meant for, and perhaps REALLY."""
    fields, line = moment(f"{verb} Fri 18:00")(verb, rest)
    linked = f"{fields['key']} {fields['when']}".strip()
    return {**fields, "key": ""}, line.replace(linked, str(fields["when"]))


def paused(verb: str, rest: str) -> tuple[Fields, str]:
    """Nothing, or the moment at which the game goes on; perhaps the turn it is meant for."""
    turn, words = _of_turn(without_please(rest).split(), f"{verb} TURN 12")
    of_turn = "" if turn is None else f"TURN {turn}"
    if not word(" ".join(words)):
        return {"turn": turn}, of_turn
    fields, _ = moment(f"{verb} UNTIL 2 Jan")(verb, " ".join(words))
    when = f"in {fields['when']}" if fields["key"] == "BY" else str(fields["when"])
    return {"when": when, "turn": turn}, f"{of_turn} UNTIL {when}".strip()


def resumed(verb: str, rest: str) -> tuple[Fields, str]:
    """Nothing, or the turn it is meant for."""
    turn, words = _of_turn(without_please(rest).split(), f"{verb} TURN 12")
    if word(" ".join(words)):
        raise InvalidField(f"Only TURN n, and BECAUSE and a reason, may follow {verb}.")
    return {"turn": turn}, "" if turn is None else f"TURN {turn}"
