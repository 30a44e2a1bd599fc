"""Attacks as the story tells them: who attacks what, the sum, what is played, and the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from engine.inwo import events as ev
from engine.inwo.attacks.course import is_success
from engine.inwo.attacks.sum import need_of, terms_of
from engine.inwo.deeds.liars import is_lie_of
from engine.inwo.options import percent_of
from engine.inwo.state import AttackPlay, InwoState, RunningAttack
from pbem.documents.layout.cast import person
from pbem.documents.layout.plain import capitalized
from pbem.games.inwo.card_names import in_words, name_of, names_of

_TERMS: Mapping[ev.TermName, str] = {
    "power": "Power of {}",
    "card": "{} itself",
    "boost": "boost by {}",
    "aid": "aid of {}",
    "bonus": "bonus from {}",
    "alignment": "alignments of {}",
    "agents": "agents in {}",
    "faction": "rivalry of {}",
    "resistance": "Resistance of {}",
    "target_power": "Power of {}",
    "loyalty": "loyalty of {}",
    "position": "position of {}",
    "oppose": "opposition of {}",
    "defense": "defense of {}",
}
_PLAYS = {
    "aid": "aid{s} with {card}",
    "oppose": "oppose{s} with {card}",
    "self-defense": "defend{s} {card} with its own token",
    "boost": "add{s} {card} to the attack",
    "defend": "add{s} {card} to the defense",
    "agents": "use{s} agents in {card}",
    "plot": "play{s} {card}",
    "effect": "use{s} {card}",
    "cancel": "cancel{s} with {card}",
    "move": "spend{s} an action of {paid} to move {card}",
    "unzap": "spend{s} an action of {paid} to remove the Zaps from {card}",
    "free": "spend{s} an action of {paid} to free {card}",
    "relief": "spend{s} an action of {paid} for the Relief of {card}",
}


def format_term(term: ev.Term) -> str:
    """A part of the sum, with the card that it comes from."""
    return _TERMS[term.what].format(name_of(term.who))


def format_sum(terms: Iterable[ev.Term]) -> str:
    """The sum of an attack: Power of Mafia +7 and Resistance of Hackers -4."""
    return in_words([f"{format_term(one)} {one.value:+d}" for one in terms])


def sum_rows(terms: Iterable[ev.Term]) -> tuple[tuple[str, str], ...]:
    """The same as rows of a table."""
    return tuple((capitalized(format_term(one)), f"{one.value:+d}") for one in terms)


def target_of(card: str, owner: str, seat: str) -> str:
    """A card with whose it is, as it is told to a seat."""
    if owner and person(owner, seat).is_you:
        return f"your {name_of(card)}"
    return f"{name_of(card)} of {owner}" if owner else name_of(card)


def announced(event: ev.AttackAnnounced, seat: str) -> str:
    attack = event.attack
    by = attack.attacker or attack.by_card
    with_ = f" with {name_of(by)}" if by else ""
    aim = "to destroy it" if attack.form == "destroy" else "to control it"
    kind = "Instant attack" if attack.instant else "Attack"
    need = sum(term.value for term in event.terms)
    privileged = ", privileged" if attack.privileged else ""
    who, target = person(attack.seat, seat), target_of(attack.target, event.owner, seat)
    return (
        f"{kind} {attack.number}: {who} attack{who.s} {target}"
        f"{with_} {aim}{privileged}; the need is {need}.{_meant(attack)}"
    )


def _meant(attack: RunningAttack) -> str:
    """What a tentative attack would bring in: nothing of it is spent yet (I11.9)."""
    order = attack.intent
    if order is None:
        return ""
    cards = (*order.boosts, *(one.card for one in order.aid), *(one.card for one in order.plays))
    named = f", with {names_of(cards)}" if cards else ""
    return f" It is tentative{named}: after the first round it is committed or called off."


def format_play(play: AttackPlay, seat: str) -> str:
    """A play in an attack with its number, as it is told to a seat."""
    return f"{play.full}: {_play_text(play, seat)}"


def _play_text(play: AttackPlay, seat: str) -> str:
    """The same without its number."""
    who = person(play.seat, seat)
    if is_lie_of(play.card) and play.order is not None:
        against = in_words([str(person(one, seat)) for one in play.order.on])
        return f"{who} play{who.s} {name_of(play.card)} against {against}"
    done = _PLAYS.get(play.what, "play{s} {card}").format(
        s=who.s, card=name_of(play.card), paid=names_of(play.paid)
    )
    boosts = f" and {names_of(play.boosts)}" if play.boosts else ""
    return f"{who} {done}{boosts}"


def format_outcome(event: ev.AttackResolved, seat: str) -> str:
    """Who attacked whom, the need, the dice and what came of it, without the sum."""
    target = target_of(event.target, event.owner, seat)
    who = f", by {person(event.seat, seat)} on {target}" if event.seat else ""
    ends = "It succeeds." if event.success else "It fails."
    text = f"Attack {event.number}{who}: the need is {event.need}"
    if event.roll is None:
        return f"{text}. {ends}" if event.success else f"{text}, which no dice can make. {ends}"
    total = "" if event.total == sum(event.roll) else f", which count as {event.total}"
    return f"{text}, the dice show {event.roll[0]} and {event.roll[1]}{total}. {ends}"


def resolved(event: ev.AttackResolved, seat: str) -> str:
    outcome, total = format_outcome(event, seat), format_sum(event.terms)
    return f"{outcome} The sum: {total}." if total else outcome


def ended(event: ev.AttackEnded, seat: str) -> str:
    if event.is_cancelled:
        return f"Attack {event.number} is cancelled."
    if event.is_called_off:
        who = person(event.seat, seat)
        off = f"call{who.s} off attack {event.number}"
        return f"{who.cap} {off}; what was spent on it is returned."
    return "The target loses an alignment." if event.result == "stripped" else ""


class OpenAttack(NamedTuple):
    """The attack under way: in a sentence, its sum part by part, its need and chance, its dice."""

    sentence: str
    terms: tuple[tuple[str, str], ...]
    need: int
    chance: int
    dice: str = ""


def open_attack(view: InwoState, seat: str) -> OpenAttack | None:
    """The attack that waits for answers, as it is told to a seat."""
    attack = view.attack
    if attack is None:
        return None
    terms = terms_of(view, attack)
    aim = "to destroy it" if attack.form == "destroy" else "to control it"
    by = attack.attacker or attack.by_card
    with_ = f" with {name_of(by)}" if by else ""
    owner = "" if attack.from_hand else view.controller(attack.target) or ""
    target = target_of(attack.target, owner, seat) + (" from the hand" if attack.from_hand else "")
    who = person(attack.seat, seat)
    privileged = ", privileged" if attack.privileged else ""
    privileged += ", tentative" if attack.intent is not None else ""
    sentence = (
        f"Attack {attack.number}, round {attack.round + 1}: {who} attack{who.s} "
        f"{target}{with_} {aim}{privileged}."
    )
    need = need_of(terms)
    return OpenAttack(sentence, sum_rows(terms), need, percent_of(need), _dice_told(view))


def _dice_told(view: InwoState) -> str:
    """The dice that have fallen, and what they come to as they lie."""
    attack = view.attack
    if attack is None or attack.roll is None:
        return ""
    total = "" if attack.total == sum(attack.roll) else f", which cards make {attack.total}"
    how = "succeeds" if is_success(view) else "fails"
    first, second = attack.roll
    return f"The dice show {first} and {second}{total}. As things stand, the attack {how}."


def format_plays(view: InwoState, seat: str) -> Iterator[str]:
    """The plays in the attack under way, in their order."""
    if view.attack is None:
        return
    for play in view.attack.plays:
        mark = " (cancelled)" if play.cancelled else ""
        yield f"{play.line or view.attack.number}.{play.number}: {_play_text(play, seat)}{mark}"
