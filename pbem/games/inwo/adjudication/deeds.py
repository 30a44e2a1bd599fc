"""Typed deeds: Plots, abilities, takeovers, moves, and what is done with the hand (I5 to I9)."""

from __future__ import annotations

import re

from engine.core.geometry import SIDES, Side
from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo.cards import INWO_CARDS, card_id, card_of
from engine.inwo.cards.card import InwoCard
from engine.inwo.decks import illuminati_of
from engine.inwo.deeds.card_deeds import deeds_of
from engine.inwo.deeds.questions import ONE_OR_REST
from engine.inwo.deeds.rearranging import FOR_ALL, TOP
from pbem.games.inwo import labels
from pbem.games.inwo.adjudication.attacking import lent
from pbem.games.inwo.adjudication.clauses import NUMBER, LineText
from pbem.games.inwo.adjudication.names import NoSuchLine, cards_called, small, word_named
from pbem.games.inwo.adjudication.standing import rest_of_draw
from pbem.games.inwo.adjudication.verb import ReadLine


def parted(text: str, word: str) -> tuple[str, str, str]:
    """What stands before and behind a word, however it was typed."""
    found = re.search(rf"\s{word}\s", text, re.IGNORECASE)
    return (text[: found.start()], word, text[found.end() :]) if found else (text, "", "")


def play(line: LineText) -> od.InwoOrder:
    name, _, text = line.subject.partition(":")
    card = line.card(name.strip())
    if line.has.get("AS", "").upper() == "AGENT":
        return od.LaySpare(card)
    if line.has.get("AGAINST") and "ON" not in line.has:
        # PLAY Hurricane AGAINST New York
        line.has["ON"] = line.has["AGAINST"]
    on, value = line.targets(card, text.strip())
    text = "" if on and "ON" not in line.has else text
    if as_card := line.card_of("AS"):
        on = (as_card,)
    payers = [word for word in ("PAYING", "AID", "WITH") if word in line.has]
    if len(payers) > 1:
        raise NoSuchLine(f"{' and '.join(payers)} cannot be in one line")
    number, of_groups, discarded = _discarded(line)
    paying = (*line.cards_of(payers[0] if payers else "PAYING"), *discarded)
    on = on or _paying_for_itself(card, paying)
    boosts = line.cards_of("BOOST")
    text = line.value_of(card, value or text.strip())
    if any(one.does == "take-trip" for one in deeds_of(card.partition("#")[0])):
        # PLAY Sudden European Vacation ON Elvis UNDER CIA AT S
        on, text = (*on, *filter(None, [line.under])), line.at or text
    return od.PlayPlot(
        card, on, text, paying, boosts, *line.course, number, of_groups, uses=lent(line, card)
    )


def _paying_for_itself(card: str, paying: tuple[str, ...]) -> tuple[str, ...]:
    """PLAY New Blood PAYING CIA: the Group whose own action it takes is the one it is for."""
    plot = card_of(card.partition("#")[0])
    linked = plot.ability(ab.LinkedChange)
    is_own = plot.ability(ab.RaisePower) is not None or (linked and linked.price == "own")
    groups = [one for one in paying if card_of(one.partition("#")[0]).family == "group"]
    return paying if is_own and len(paying) == len(groups) == 1 else ()


_SHED = re.compile(
    r"(?:top )?(?:(?P<number>\d+) )?(?:top )?(?P<kind>plot|group)s?(?: cards?)?", re.I
)
"""Cards that a cost takes, called by their kind."""


def _discarded(line: LineText) -> tuple[int, bool, tuple[str, ...]]:
    """DISCARDING 2 PLOTS or TOP GROUP, or the cards of the hand that are given up."""
    text = line.has.get("DISCARDING", "")
    if found := _SHED.fullmatch(text):
        return small(found["number"] or "1"), found["kind"].casefold() == "group", ()
    cards = line.cards(text)
    kinds = [INWO_CARDS[card_id(card)].family for card in cards if card_id(card) in INWO_CARDS]
    return len(cards), bool(kinds) and "plot" not in kinds, cards


_SIDE_CALLED = {"DOUBLE": "FOR", "RAISE": "FOR", "HALVE": "AGAINST", "LOWER": "AGAINST"}
"""What a card that helps either side may be told behind the colon (I38.53)."""


def use(line: LineText) -> od.InwoOrder | od.InwoPolicy:
    name, _, text = line.subject.partition(":")
    by_action = re.fullmatch(r"(?i)(.+?)\s+ACTION", name.strip())
    card = line.card(by_action[1] if by_action else name.strip())
    side = line.side
    on, value = line.targets(card, text.strip())
    text = "" if on and "ON" not in line.has else text
    if not side and _lenders(card_of(card.partition("#")[0])):
        side = _SIDE_CALLED.get((value or text).strip().upper(), "")
    if side:
        return _sided(line, card, side, tuple(one for one in on if not one[:1].isdecimal()))
    if on and not on[0][:1].isdecimal() and _relieves(card_of(card.partition("#")[0])):
        return od.Relieve(on[0], (card,))
    way, _, target = parted(line.has.get("TO", ""), "OF")
    if not on and target:
        # USE Lasers TO REVERSE Straight OF Pentagon
        value, on = way, (line.card(target),)
    elif "TO" in line.has:
        raise NoSuchLine(
            "say USE Lasers TO REVERSE Straight OF Pentagon; an attack is ATTACK Hackers WITH CIA"
        )
    text = line.value_of(card, value.strip() or text.strip())
    under = line.under
    if under and text and not on:
        # USE Phone Phreaks: Trekkies UNDER CIA
        on, text = line.cards(text), ""
    searches = card_of(card.partition("#")[0]).ability(ab.SearchDraw) is not None
    if "FOR" in line.has and searches:
        # A search in place of a draw, its wishes in order (I33.1).
        return od.PreferPolicy(tuple(map(od.ShedChoice, line.cards_of("FOR"))))
    number, of_groups, paying = _discarded(line)
    copies = card_of(card.partition("#")[0]).ability(ab.CopiesPlots) is not None
    is_paid = copies or deeds_of(card.partition("#")[0])
    return od.UseAbility(
        card,
        on,
        text,
        *line.course,
        by_action is not None,
        paying,
        number if not paying else 0,
        of_groups,
        under,
        line.at,
        line.cards_of("PAYING") if is_paid else (),
    )


def _relieves(card: InwoCard) -> bool:
    """Whether its action Relieves a Place by itself: USE Red Cross ON Japan."""
    weight = card.ability(ab.ReliefWeight)
    return weight is not None and weight.counts >= ALL_IT_TAKES


def consent(answer: str) -> ReadLine:
    """To a question that asks for no more than yes or no."""
    return lambda line: od.Choose((answer,))


def arrange(line: LineText) -> od.InwoOrder:
    """ARRANGE CIA UNDER Mafia AT E, KKK UNDER Illuminati AT N."""
    pattern = r"(?i)(.+?)\s+UNDER\s+(.+?)(?:\s+AT\s+([NESW]))?"
    text, *given = re.split(r"(?i)\s+DISCARDING\s+", line.text)
    found = [re.fullmatch(pattern, part.strip()) for part in text.split(",")]
    rows = [(line.card(one[1]), line.card(one[2]), one[3]) for one in found if one]
    if len(rows) < len(found):
        raise NoSuchLine("say ARRANGE CIA UNDER Mafia AT E, KKK UNDER Illuminati AT N")
    return od.ArrangeGroups(
        tuple((card, under, side.upper() if side else None) for card, under, side in rows),  # type: ignore[misc]
        plots_given(line, given[0]) if given else (),
    )


def name_illuminati(line: LineText) -> od.InwoOrder:
    """ILLUMINATI UFOs (I30.1)."""
    card = line.card(line.text)
    known = illuminati_of(line.state.options)
    if card_id(card) not in known:
        names = ", ".join(card_of(id_).name for id_ in known)
        raise NoSuchLine(f"that is no Illuminati of this table; there are {names}")
    return od.NameIlluminati(card)


def name_card(line: LineText) -> od.InwoOrder:
    """NAME Sensation: Max Headline MALE (I33.10)."""
    card, colon, rest = line.text.partition(":")
    found = re.fullmatch(r"(?i)(.+?)(\s+MALE)?", rest.strip())
    if not colon or found is None or len(found[1]) > MOST_LETTERS:
        raise NoSuchLine(f"say NAME, the card, a colon and a name of up to {MOST_LETTERS} letters")
    return od.NameCard(line.card(card), found[1], found[2] is not None)


ALL_IT_TAKES = 99
"""What an action counts that Relieves any Place (I19.4)."""
MOST_LETTERS = 40
"""Of the name of a card (I33.10)."""


def _sided(line: LineText, card: str, side: str, on: tuple[str, ...]) -> od.InwoOrder:
    """For or against an attack: a Group that may join does so, another lends its points.

    The attack may be named by its target.
    """
    held = card_of(card.partition("#")[0])
    if held.ability(ab.AttackPlot) is None:
        number, line.window = line.window or None, ""
        joins = "aid" if side == "FOR" else "oppose"
        return od.JoinAttack(joins, (od.Helper(card),), None, number)
    against = "LOWER" if any(one.lower for one in _lenders(held)) else "DEFENSE"
    few, of_groups, given = _discarded(line)
    text = against if side == "AGAINST" else ""
    return od.UseAbility(card, on, text, *line.course, False, given, 0 if given else few, of_groups)


def _lenders(card: InwoCard) -> list[ab.AttackPlot]:
    return [one for one in card.abilities if isinstance(one, ab.AttackPlot)]


def move(line: LineText) -> od.InwoOrder:
    card = line.card(line.subject)
    if (
        "TO" in line.has
        and line.seat_named(line.has["TO"]) is None
        and cards_called(line.has["TO"])
    ):
        # MOVE Hackers TO CIA
        return od.MoveGroup(card, line.needed("TO"), line.at, line.card_of("PAYING"))
    if "TO" in line.has:
        return od.OfferDeal(line.player(line.has["TO"]), (card,), paying=line.card_of("PAYING"))
    given = plots_given(line, line.has.get("DISCARDING", ""))
    if "UNDER" not in line.has and line.at is not None and not given:
        return od.TurnGroup(card, line.at)
    under, paying = line.needed("UNDER"), line.card_of("PAYING")
    return od.MoveGroup(card, under, line.at, paying, discarding=given)


def plots_given(line: LineText, text: str) -> tuple[str, ...]:
    """DISCARDING Jihad, or so many PLOTS from the top of the deck (I37)."""
    number = re.fullmatch(r"(?i)(\d+) PLOTS?", text.strip())
    return (TOP,) * min(small(number[1]), FOR_ALL) if number else line.cards(text)


def take_over(line: LineText) -> od.InwoOrder:
    wishes = re.split(r"(?i)\s+(?:ELSE|OR)\s+|\s*,\s*", line.subject)
    wishes += [wish for word in ("UNDER", "AT", "LINK") for wish in _behind_else(line, word)]
    cards = tuple(line.card(wish) for wish in wishes if wish.upper() != "NONE")
    link, value = line.linked("LINK")
    or_none = bool(cards) and len(cards) < len(wishes)
    return od.TakeOver(cards, line.card_of("UNDER"), line.at, link, value, or_none)


def _behind_else(line: LineText, word: str) -> list[str]:
    """What is taken else, where that stands behind the place or the link."""
    text, *wishes = re.split(r"(?i)\s+ELSE\s+", line.has.get(word, ""))
    if wishes:
        line.has[word] = text
    return wishes


def bring(line: LineText) -> od.InwoOrder:
    return od.BringResource(line.card(line.subject), *line.linked("LINK"))


def link(line: LineText) -> od.InwoOrder:
    to, value = line.linked("TO")
    if to is None:
        raise NoSuchLine("say TO and a card")
    return od.LinkResource(line.card(line.subject), to, value)


def relieve(line: LineText) -> od.InwoOrder:
    helpers = line.helpers("WITH")
    boosts = tuple(boost for one in helpers for boost in one.boosts)
    return od.Relieve(line.card(line.subject), tuple(one.card for one in helpers), boosts)


def discard(line: LineText) -> od.InwoOrder:
    try:
        return od.DiscardCard(line.card(line.subject))
    except NoSuchLine as unread:
        lines = ", then ".join(f"DISCARD {labels.label(card)}" for card in _each_card(line)[:4])
        raise NoSuchLine(f"DISCARD takes one card: write {lines}") if lines else unread from None


def _each_card(line: LineText) -> tuple[str, ...]:
    """The cards of a subject that is a list; none where one of them cannot be read."""
    try:
        return line.cards(line.subject)
    except NoSuchLine:
        return ()


def put_back(line: LineText) -> od.InwoOrder:
    card, place = line.card(line.subject), line.number("TO")
    if "TO TOP" in line.has and place is None:
        return od.ReturnPlot(card, 0)
    return od.ReturnPlot(card, -1 if "TO BOTTOM" in line.has else place or 0)


def free(line: LineText) -> od.InwoOrder:
    """PAYING MASTER: the master's action, where the Illuminati's is not meant (I35.6)."""
    card, paying = line.card(line.subject), line.has.get("PAYING", "")
    if paying.upper() != "MASTER":
        return od.FreeGroup(card, line.card_of("PAYING"))
    masters = [row.master for copy, row in line.state.table.items() if card_id(copy) == card]
    return od.FreeGroup(card, card_id(masters[0] or "") if masters else None)


def store(line: LineText) -> od.InwoOrder:
    """STORE Hoax UNDER Texas, STORE Hoax WITH Castro, HIDE Eliza IN Warehouse."""
    name, _, place = parted(line.subject, "IN")
    if place:
        return od.StorePlot(line.card(name), line.card(place))
    return od.StorePlot(line.card(line.subject), line.card_of("WITH") or line.needed("UNDER"))


def choose(line: LineText) -> od.InwoOrder:
    text, rest = rest_of_draw(line)
    parts = [part.strip() for part in text.split(",") if part.strip()]
    return od.Choose(tuple(_chosen(line, part) for part in parts), rest)


def _chosen(line: LineText, part: str) -> str:
    """A number, a card, or a player by his name: his Illuminati."""
    if part.isdecimal() and small(part):
        return part
    if part.casefold() in ONE_OR_REST:
        return part.casefold()
    player = line.seat_named(part)
    return line.card(part) if player is None else line.state.seat(player).illuminati


def cancel(line: LineText) -> od.InwoOrder:
    if not line.subject:
        return od.UseAbility(line.needed("WITH"))
    name, _, number = parted(line.subject, "IN")
    # Of a play 1.3 the line counts: a Group acts in an attack but once.
    line.window = number.strip().partition(".")[0]
    on = name if NUMBER.fullmatch(name) else line.card(name)
    return od.UseAbility(line.needed("WITH"), (on,))


_OR = re.compile(r",?\s+(?:or|(?:and\s+)?then|else)\s+|,", re.IGNORECASE)
"""Between wishes."""
_SIDED = re.compile(rf"(?P<card>.*?)(?:\s+AT\s+(?P<side>{'|'.join(SIDES)}))?", re.IGNORECASE)


def _side_of(typed: str | None) -> Side | None:
    return next((side for side in SIDES if typed and typed.upper() == side), None)


def unzap(line: LineText) -> od.InwoOrder:
    """For an action of his own Illuminati, which may be said (I35.5)."""
    payer = line.card_of("PAYING")
    if payer not in (None, line.state.seat(line.seat).illuminati):
        raise NoSuchLine(
            "Zaps are removed for an action of your Illuminati", "illegal", "cost-not-met", "I35.5"
        )
    return od.RemoveZaps(line.player(line.subject))


def lead(line: LineText) -> od.InwoOrder:
    """Wishes, each with a side of its own; one side alone, at the end, is that of all."""
    wishes = [_SIDED.fullmatch(part.strip()) for part in _OR.split(line.text)]
    found = [(wish["card"], _side_of(wish["side"])) for wish in wishes if wish]
    any_, _, word = found[-1][0].partition(" ")
    last = word_named(word) if any_.upper() == "ANY" else ""
    cards = [(line.card(card), side) for card, side in (found[:-1] if last else found)]
    sides = tuple((card, side) for card, side in cards if side is not None)
    if not any(side for _, side in found[:-1]):
        return od.PlaceLead(tuple(card for card, _ in cards), found[-1][1], last)
    return od.PlaceLead(tuple(card for card, _ in cards), None, last, sides)


def write(line: LineText) -> od.InwoOrder:
    card, _, name = line.subject.partition(":")
    return od.WriteNote(line.card(card), line.card(name))
