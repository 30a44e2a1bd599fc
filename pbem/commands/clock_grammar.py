"""What stands behind the verbs of the clock: moments and spans, and the turn they are for."""

from __future__ import annotations

from collections.abc import Callable

from pbem.commands.command import Fields, NotSo
from pbem.commands.typed import SURE, number_of, without_please, word

_LINKS = {"TO": "TO", "UNTIL": "TO", "TILL": "TO", "BY": "BY", "FOR": "BY", "WITH": "BY"}


def moment(verb: str, example: str) -> Callable[[str], tuple[Fields, str]]:
    """A reader of a moment or a span, of REALLY behind it, and of the turn it is meant for."""

    def read(rest: str) -> tuple[Fields, str]:
        words = without_please(rest).split()
        is_sure = bool(words) and word(words[-1]).upper() == SURE
        turn, words = _of_turn(verb, _without_deadline(words[:-1] if is_sure else words))
        link, words = _linked(words)
        when = " ".join(words).rstrip(".,;!")
        if not when:
            raise NotSo(f"{verb} needs a time, such as {example}.")
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


def _of_turn(verb: str, words: list[str]) -> tuple[int | None, list[str]]:
    """`TURN 5` before a time, and the words behind it; `the turn` is the one that is open."""
    bare = words[1:] if _is(words, 0, "THE") else words
    if verb not in ("EXTEND", "SHORTEN") or not bare or bare[0].upper() != "TURN":
        return None, words
    if len(bare) < 2 or bare[1].upper() in _LINKS:
        return None, bare[1:]
    return number_of(bare[1].rstrip(":,"), f"{verb} TURN 12 BY 24h"), bare[2:]


def deadline(rest: str) -> tuple[Fields, str]:
    """A moment, and perhaps REALLY."""
    fields, _ = moment("SET DEADLINE", "SET DEADLINE Fri 18:00")(rest)
    when, sure = str(fields["when"]), str(fields["text"])
    return {"when": when, "text": sure}, f"{when} {sure}".rstrip()


def paused(rest: str) -> tuple[Fields, str]:
    """Nothing, or the moment at which the game goes on."""
    if not word(without_please(rest)):
        return {}, ""
    fields, _ = moment("PAUSE", "PAUSE UNTIL 2 Jan")(rest)
    when = f"in {fields['when']}" if fields["key"] == "BY" else str(fields["when"])
    return {"when": when}, f"UNTIL {when}"
