"""A typed line cut at its keywords, and which of its parts an order has taken."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

from engine.core.geometry import SIDES
from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo.cards import INWO_CARDS, card_of
from engine.inwo.deeds.card_deeds import NAMES_CARDS, PICKS, deeds_of
from engine.inwo.state import InwoState
from engine.inwo.turn.occasions import HIM, HIS_ROOT, IT
from pbem.games.inwo.adjudication.names import (
    Guesses,
    NoSuchLine,
    Pool,
    any_named,
    card_named,
    cards_called,
    seat_named,
    small,
    word_named,
)
from pbem.games.inwo.adjudication.told import is_aim, knows_no_words, word_told

_WORDS = (
    *("WITH", "AID", "AGENTS", "BOOST", "PRIVILEGED BY", "PRIVILEGED", "FROM HAND", "AT", "ON"),
    *("PLAY", "RESERVES", "UNTIL", "ONLY IF NEED >=", "PAYING", "UNDER", "LINK", "TO BOTTOM"),
    *("TO TOP", "TO DISCARDS", "TO", "FOR", "ALL IN", "IF IT SUCCEEDS", "IF IT FAILS", "KEEP"),
    *("IF ROLL", "TAKING", "AGAINST", "TENTATIVE", "CALL OFF IF", "USE", "DISCARDING"),
    *("AS", "INSTANT BY", "BARRING", "EXPIRES", "AND LIE", "STRIP"),
    *(f"IF IT WOULD BE {fate.upper()}" for fate in od.FATES),
)
_WORD = re.compile(r"(?<![\w-])(" + "|".join(_WORDS) + r")(?![\w-])", re.IGNORECASE)
NUMBER = re.compile(r"(?:\d+|\w+(?=\.\d))(?:\.\d+)*")
_SIDE = "|".join(SIDES)
_NAMES = {
    words: card.id
    for card in INWO_CARDS.values()
    for name in (card.name.rstrip("!").casefold(),)
    for words in (name, re.sub("['\"]", "", name), re.sub("['\".,]", "", name))
    if _WORD.search(name) or "," in name
}
_NAME = re.compile("|".join(map(re.escape, sorted(_NAMES, key=len, reverse=True))), re.IGNORECASE)
"""Cards in whose whole names a keyword or a comma stands."""
_FATE = re.compile(rf"(.*\sIF\s).+?(\sWOULD BE (?:{'|'.join(od.FATES)}))", re.IGNORECASE)
_WITH = re.compile(r"(?<![\w-])WITH(?![\w-])", re.IGNORECASE)
_END = re.compile(r"(.+)\s+(TOP|BOTTOM)", re.IGNORECASE)
"""Of a deck."""
_MADE_BY = re.compile(r"(.+?)\s+BY\s+(\S.*)", re.IGNORECASE)
_OF_SEAT = re.compile(r"(.+)\s+OF\s+(\S+)", re.IGNORECASE)
_LAID = re.compile(rf"(.+)\s+AT\s+({_SIDE})", re.IGNORECASE)
"""How a captured branch is laid: a second WITH, and a side for each Group (I9.4)."""


_COURSES: dict[str, od.DiceCourse] = {
    "IF IT SUCCEEDS": "success",
    "IF IT FAILS": "failure",
    "IF ROLL": "roll",
    **{f"IF IT WOULD BE {fate.upper()}": fate for fate in od.FATES},
}
_MARGIN = re.compile(r"(?:(?P<by>BY)\s+)?(?P<op><=|>=|<|>|=)?\s*(?P<number>\d+)", re.IGNORECASE)


def _margin(text: str, when: od.DiceCourse) -> od.Margin | None:
    """BY 2, BY <= 3; of a roll <= 4."""
    if not text and when != "roll":
        return None
    found = _MARGIN.fullmatch(text)
    if found is None or bool(found["by"]) is (when == "roll"):
        raise NoSuchLine("say IF IT FAILS BY 1, IF IT SUCCEEDS BY <= 2 or IF ROLL <= 4")
    op: od.Comparison = found["op"] or "="  # type: ignore[assignment]
    return od.Margin(op, small(found["number"]))


def _with_course(text: str) -> str:
    """IF Japan WOULD BE DESTROYED is said of IT, the target of the attack."""
    found = _FATE.fullmatch(text)
    return f"{found[1]}IT{found[2]}" if found else text


class _Clauses(dict[str, str]):
    """What follows each keyword of a line, and which of them were asked for."""

    def __init__(self, clauses: Sequence[tuple[str, str]]) -> None:
        super().__init__(clauses)
        self.read: set[str] = set()

    def __contains__(self, word: object) -> bool:
        self.read.add(str(word))
        return super().__contains__(word)

    def get(self, word: str, default: Any = None) -> Any:
        self.read.add(word)
        return super().get(word, default)


def _without_branch(text: str) -> tuple[str, list[tuple[str, Any]]]:
    """A line without a second WITH in which every Group has a side, and these."""
    marks = list(_WITH.finditer(text))
    parts = text[marks[-1].end() :].split(",") if len(marks) > 1 else []
    laid = [_LAID.fullmatch(part.strip()) for part in parts if part.strip()]
    if not laid or None in laid:
        return text, []
    return text[: marks[-1].start()], [(one[1], one[2]) for one in laid if one]


def _is_boost(card: str) -> bool:
    return card_of(card.partition("#")[0]).family == "plot"


_AND = re.compile(r"\s+and\s+", re.IGNORECASE)


def listed(text: str) -> list[str]:
    """The names of a list, parted by commas or AND; Law and Order is one."""
    return [name for part in text.split(",") for name in _parted(part.strip()) if name]


def _parted(text: str) -> Iterator[str]:
    words = _AND.split(text)
    while words:
        ends = (end for end in range(len(words), 1, -1) if cards_called(" and ".join(words[:end])))
        end = next(ends, 1)
        yield " and ".join(words[:end])
        words = words[end:]


class LineText:
    """A line cut at its keywords: what follows the verb, then what follows each."""

    def __init__(self, text: str, state: InwoState, seat: str, *, is_waiting: bool = False) -> None:
        self.state, self.seat = state, seat
        self._is_waiting = is_waiting
        self.typed: dict[str, str] = {}
        self.guesses = Guesses()
        self._text = text.strip()
        self._is_read_whole = False
        self.window = ""
        self.is_subject_read = False
        self.pool: Pool = "mine"
        self.repeated = {"BOOST", "AID"}
        """Keywords that may stand more than once."""
        self._names: dict[str, str] = {}
        text = _NAME.sub(self._as_id, text)
        text, self._laid = _without_branch(_with_course(text))
        marks = list(_WORD.finditer(text))
        self._subject = text[: marks[0].start() if marks else None].strip()
        ends = [*(mark.start() for mark in marks), len(text)][1:]
        self.clauses = [
            (" ".join(mark[0].upper().split()), text[mark.end() : end].strip(" ,"))
            for mark, end in zip(marks, ends, strict=True)
        ]
        self.has = _Clauses(self.clauses)

    @property
    def subject(self) -> str:
        """What stands between the verb and the first keyword."""
        self.is_subject_read = True
        return self._subject

    @property
    def text(self) -> str:
        """All that follows the verb, for who reads it himself."""
        self._is_read_whole = True
        return self._text

    def end(self) -> None:
        """Refuse what no part of the order took: something else would be done than was meant."""
        if self._is_read_whole:
            return
        if self._subject and not self.is_subject_read:
            raise NoSuchLine(f"{self._subject!r} cannot be here")
        for word, text in self.clauses:
            if word not in self.has.read:
                typed = f"{word} {text}".strip()[:60]
                raise NoSuchLine(f"{typed} cannot be in this line{self._what_can()}")
        words = [word for word, _ in self.clauses if word not in self.repeated]
        for word in words:
            if words.count(word) > 1:
                raise NoSuchLine(f"{word} appears twice in this line")

    def _what_can(self) -> str:
        """The keywords that a line of this kind may have besides those typed."""
        left = sorted(self.has.read - {word for word, _ in self.clauses})
        return f"; it may have {', '.join(left)}" if left else ""

    @property
    def wishes(self) -> tuple[tuple[str, Any], ...]:
        """The side of each Group of a captured branch."""
        return tuple((self.card(card), side.upper()) for card, side in self._laid)

    def card(self, text: str, pool: Pool | None = None) -> str:
        found = any_named(text, self.state, self.seat, pool or self.pool)
        id_ = found or card_named(text, self.state, self.seat, self.guesses)
        if found is not None:
            self.guesses.add(text.strip(), found.partition("#")[0])
        self.typed[id_.partition("#")[0]] = self._names.get(text, text)
        return id_

    def _as_id(self, name: re.Match[str]) -> str:
        """The id of a card in whose name a keyword or a comma stands; how it was typed is kept."""
        id_ = _NAMES[name[0].casefold()]
        self._names[id_] = name[0]
        return id_

    def value_of(self, card: str, text: str) -> str:
        """What a card is told behind the colon; where that is cards, by their ids."""
        id_ = card.partition("#")[0]
        are_cards = card_of(id_).ability(ab.DoubleStrike) is not None
        are_cards = are_cards or any(one.does in NAMES_CARDS for one in deeds_of(id_))
        if are_cards:
            return ", ".join(self.cards(text))
        picks = any(one.does in PICKS for one in deeds_of(id_))
        return (
            self._wished(text, [one.named for one in deeds_of(id_)])
            if picks
            else word_told(id_, text)
        )

    def _wished(self, text: str, ways: list[str]) -> str:
        """TAKE Hoax!, or Hoax! alone, by its id; but one of the other ways is kept."""
        card = re.sub(r"(?i)^(?:TAKE|DISCARD)(?:\s+|$)", "", text)
        return text if not card or text.upper() in ways else self.card(card)

    def cards(self, text: str) -> tuple[str, ...]:
        """The cards of a list, parted by commas or AND, which may stand in a name too."""
        return tuple(self.card(name) for name in listed(text))

    @property
    def taken(self) -> str:
        """What a rival must attack: ANY and a word, or a card; "" for anything."""
        text = self.has.get("TAKING", "").strip()
        any_, _, word = text.partition(" ")
        if any_.upper() != "ANY":
            return self.card(text) if text else ""
        return word_named(word)

    def player(self, text: str) -> str:
        """The seat of that name."""
        found = self.seat_named(text)
        if found is None:
            names = ", ".join(seat.name for seat in self.state.seats)
            raise NoSuchLine(f"{text.strip()!r} is not a player; the players are {names}")
        return found

    def seat_named(self, text: str) -> str | None:
        """A player; in the order of a WHEN also he who sets it off."""
        is_he = self._is_waiting and text.strip().upper() in ("HE", HIM)
        return seat_named(text, self.state, self.seat) or (HIM if is_he else None)

    def cards_of(self, word: str) -> tuple[str, ...]:
        return self.cards(self.has.get(word, ""))

    def card_of(self, word: str) -> str | None:
        return self.card(self.has[word]) if self.has.get(word) else None

    def linked(self, word: str) -> tuple[str | None, str]:
        """What a card is linked to, and behind a colon what it is told: `California: ADD Weird`."""
        card, _, value = self.has.get(word, "").partition(":")
        way, _, name = value.strip().partition(" ")
        told = f"{way.upper()} {word_named(name)}" if name else way
        return (self.card(card) if card.strip() else None), told

    def needed(self, word: str) -> str:
        found = self.card_of(word)
        if found is None:
            raise NoSuchLine(f"say {word} and a card")
        return found

    def number(self, word: str) -> int | None:  # of a need below 0 too
        text = self.has.get(word)
        sign = "-" if text and text[0] == "-" and word in ("UNTIL", "ONLY IF NEED >=") else ""
        if text is not None and not text.removeprefix(sign).isdecimal():
            raise NoSuchLine(f"{word} takes a number, and {text!r} is not one")
        return None if text is None else int(f"{sign}{small(text.removeprefix(sign))}")

    @property
    def under(self) -> str | None:
        """UNDER CIA AT E, or AT CIA E."""
        place = re.fullmatch(rf"(?i)(.+)\s+({_SIDE})", self.has.get("AT", ""))
        return self.card(place[1]) if place else self.card_of("UNDER")

    @property
    def at(self) -> Any:
        side = self.has.get("AT", "").upper().rpartition(" ")[2]
        if side and side not in SIDES:
            raise NoSuchLine("AT takes a side: N, E, S or W")
        return side or None

    @property
    def course(self) -> tuple[od.DiceCourse, od.Margin | None]:
        """How dice must lie for a card to be used: IF IT FAILS BY 1, IF ROLL <= 4 (I31.12)."""
        for word, when in _COURSES.items():
            if word in self.has:
                return when, _margin(self.has[word], when)
        return "", None

    def helpers(self, *words: str) -> tuple[od.Helper, ...]:
        """The Groups after these words; a boost belongs to the helper before it (I12.6).

        In a list after BOOST Plots are boosts, Groups further helpers, behind the attacker's too.
        """
        self.has.read |= {*words, "BOOST"}
        found: list[od.Helper] = []
        is_on = "AID" in words
        for word, text in self.clauses:
            if word in words:
                is_on = True
                found += [od.Helper(card) for card in self.cards(text)]
            elif word == "BOOST" and is_on:
                for card in self.cards(text):
                    if not _is_boost(card):
                        found.append(od.Helper(card))
                    elif found:
                        found[-1] = od.Helper(found[-1].card, (*found[-1].boosts, card))
            else:
                is_on &= not found and word != "RESERVES"
        return tuple(found)

    def own_boosts(self) -> tuple[str, ...]:
        """The boosts before any helper: those of the attacker."""
        self.has.read.add("BOOST")
        found: list[str] = []
        for word, text in self.clauses:
            if word in ("AID", "RESERVES"):
                break
            found += self.cards(text) if word == "BOOST" else ()
        return tuple(takewhile(_is_boost, found))

    @property
    def side(self) -> str:
        """FOR or AGAINST an attack; "" where neither is said."""
        return next((word for word in ("FOR", "AGAINST") if self.has.get(word) == ""), "")

    def targets(self, card: str, told: str = "") -> tuple[tuple[str, ...], str]:
        """What stands after ON, and what the card is told after a colon.

        What adds points counts for the attack of the window, and needs no number. PLAY Power
        Grab: EFF is PLAY Power Grab ON EFF.
        """
        is_aimed = "ON" not in self.has and is_aim(card.partition("#")[0], told)
        on, _, value = (told, "", "") if is_aimed else self.has.get("ON", "").partition(":")
        on = on.strip()
        if end := _END.fullmatch(on):
            on, value = end[1], end[2].upper()
        if on.isdecimal():
            self.window = on
            kinds = (ab.AttackPlot, ab.Gamble)
            adds = any(card_of(card.partition("#")[0]).ability(kind) for kind in kinds)
            return (() if adds else (on,)), value.strip()
        if NUMBER.fullmatch(on):
            return (on,), value.strip()
        copies = card_of(card.partition("#")[0]).ability(ab.CopiesPlots) is not None
        is_aim_of_copy = copies and (cards_called(value) or self.seat_named(value.strip()))
        if is_aim_of_copy and knows_no_words(self._aimed(on).partition(" BY ")[0]):
            # USE Copy Shops ON Earthquake OF bob: Japan
            on, value = f"{on}, {value}", ""
        parts = [part.strip() for part in on.split(",") if part.strip()]
        aimed = tuple(self._aimed(part) for part in parts)
        if card_of(card.partition("#")[0]).ability(ab.Zap) is not None:
            # A Zap on a player lies on his Illuminati (I35.5).
            aimed = tuple(self._root_of(one) or one for one in aimed)
        return aimed, value.strip()

    def _root_of(self, name: str) -> str | None:
        return next((one.illuminati for one in self.state.seats if one.name == name), None)

    def _aimed(self, text: str) -> str:
        """A player, a card, or what set a WHEN order off."""
        if text.upper() == "IT":
            return IT
        if self._is_waiting and text.upper() == HIS_ROOT:
            return HIS_ROOT
        if NUMBER.fullmatch(text):
            return text
        if made := _MADE_BY.fullmatch(text):
            # Which of several plays is meant: that of this player.
            return f"{self.card(made[1])} BY {self.player(made[2])}"
        return self._plot_of(text) or self.seat_named(text) or self.card(text)

    def _plot_of(self, text: str) -> str | None:
        """Good Polls of bob: the play of this player. Bank of England is a name."""
        of = _OF_SEAT.fullmatch(text)
        seat = self.seat_named(of[2]) if of and not cards_called(text) else None
        card = self.card(of[1]) if of and seat else ""
        return f"{card} BY {seat}" if card and card_of(card.partition("#")[0]).is_plot else None
