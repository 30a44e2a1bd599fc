"""What happened, each event in a sentence, as far as its reader may know it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.inwo import events as ev
from engine.inwo.cards import card_of
from engine.inwo.deeds.deals import HIDDEN_PLOT, TOKEN
from engine.inwo.state import AttackPlay, Question, RunningAttack
from pbem.documents.layout.plain import capitalized, one_stop
from pbem.games.inwo.reasons import reason_text
from pbem.grammar.times.kept import format_day

_COVERED = "hidden-"
_ITEMS = {HIDDEN_PLOT: "a hidden Plot", TOKEN: "a token"}
"""What is traded and is no card that is named."""
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
    "aid": "aids with {card}",
    "oppose": "opposes with {card}",
    "self-defense": "defends {card} with its own token",
    "boost": "adds {card} to the attack",
    "defend": "adds {card} to the defense",
    "agents": "uses agents in {card}",
    "plot": "plays {card}",
    "effect": "uses {card}",
    "cancel": "cancels with {card}",
    "move": "spends an action of {paid} to move {card}",
    "unzap": "spends an action of {paid} to remove the Zaps from {card}",
    "free": "spends an action of {paid} to free {card}",
    "relief": "spends an action of {paid} for the Relief of {card}",
}


def name_of(card: str) -> str:
    """A copy by its printed name; a hidden card as such."""
    if card.startswith(_COVERED):
        return "a hidden Plot" if "plot" in card else "a hidden Group card"
    return _ITEMS.get(card) or card_of(card).name


def names_of(cards: Iterable[str]) -> str:
    """Cards in a sentence; copies, and those that lie hidden, are counted."""
    cards = tuple(cards)
    known = Counter(name_of(card) for card in cards if not card.startswith(_COVERED))
    names = [name if number == 1 else f"{name} x{number}" for name, number in known.items()]
    hidden = [card for card in cards if card.startswith(_COVERED)]
    for word, kind in (("plot", "Plot"), ("group", "Group card")):
        number = sum(word in card for card in hidden)
        if number:
            names.append(f"a hidden {kind}" if number == 1 else f"{number} hidden {kind}s")
    return in_words(names)


def in_words(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def format_event(event: ev.InwoEvent, seat: str) -> str:
    """The event in a sentence; "" where it is no news."""
    teller = _TELLERS.get(type(event))
    return one_stop(teller(event, seat)) if teller else ""


_MARKS = {
    "vampire": "{} is a Vampire from now on.",
    "chief-justice": "{} is Chief Justice from now on.",
    "flu-immune": "{} is immune to the plague from now on.",
    "half": "{} is divided: each half is now a Place of its own.",
}


def _marked(event: ev.Marked, _seat: str) -> str:
    if event.is_off:
        return f"{name_of(event.card)} is one Place again."
    return _MARKS.get(event.mark, "").format(name_of(event.card))


def _moved(event: ev.CardsMoved, seat: str) -> str:
    cards, who = names_of(event.cards), event.seat
    to = event.to_seat if event.to_seat not in (None, who) else ""
    if event.why == "slip":
        lost = f"{cards} to {to}" if event.target == "plots" else cards
        return f"{who} named a trademark by less than its full name and loses {lost}."
    if event.why == "renewed":
        kind = "Plots" if event.target == "plot_deck" else "Group cards"
        return f"The deck is empty: the discarded {kind} are shuffled and make a new one."
    match event.source, event.target:
        case ("plot_deck" | "group_deck", "plots" | "groups"):
            return f"{who} draws {cards}."
        case (_, "discards") if event.source != "plot_deck":
            return f"{who} discards {cards}."
        case (_, "plot_deck" | "group_deck"):
            return f"{who} puts {cards} back into a deck."
        case (_, "plots" | "groups") if to:
            return f"{to} gets {cards} from {who}."
        case ("groups", "hidden"):
            return f"{who} takes over a Resource and hides it."
        case ("hidden", "hidden"):
            return f"{to} gets hidden Resources from {who}: {len(event.cards)}."
        case (_, "removed"):
            return f"{who} loses {cards} for good."
    return ""


def _came(event: ev.CameIntoPlay, _seat: str) -> str:
    who, card = event.card.seat, name_of(event.card.copy)
    if event.why == "captured":
        return _captured(who, card, event.card.master)
    return {
        "lead": f"{who} leads with {card}.",
        "takeover": f"{who} takes over {card}.",
        "brought": f"{who} brings {card} into play.",
        "to-light": f"{who} brings {card} to light.",
        "failed": f"{card}, which was not taken, is left uncontrolled.",
        "turned-up": f"{card} is turned up, uncontrolled.",
        "master-destroyed": f"{card} has lost its master and is uncontrolled.",
    }.get(event.why, f"{card} comes into play for {who}{_chosen(event.card.value)}.")


def _captured(seat: str, card: str, master: str | None) -> str:
    under = f", under {name_of(master)}" if master else ""
    return f"{seat} now controls {card}{under}."


def _chosen(value: str) -> str:
    """What was said as a card was played."""
    return f": {value}" if value else ""


def _laid(event: ev.BranchLaid, _seat: str) -> str:
    first = event.laid[0]
    if event.why == "captured":
        return _captured(event.seat, name_of(first.card), first.master)
    if event.why == "moved":
        return f"{name_of(first.card)} is now under {name_of(first.master)}."
    return f"{event.seat} gets {name_of(first.card)}."


def _settled(event: ev.LineSettled, _seat: str) -> str:
    if event.status == "ok":
        return ""
    part = f" ({event.part})" if event.part else ""
    if event.status == "skipped":
        return f"Your line {event.line}{part} was skipped."
    return f"Your line {event.line}{part} was refused. {reason_text((event.reason, event.rule))}"


def _tested(event: ev.TriggerTested, _seat: str) -> str:
    which = f"Standing order {event.number + 1}"
    if not event.reason:
        return f"{which} was carried out."
    return f"{which} could not be carried out. {reason_text((event.reason, event.rule))}"


def format_term(term: ev.Term) -> str:
    """A part of the sum, with the card that it comes from."""
    return _TERMS[term.what].format(name_of(term.who))


def format_sum(terms: Iterable[ev.Term]) -> str:
    """The sum of an attack: Power of Mafia +7 and Resistance of Hackers -4."""
    return in_words([f"{format_term(one)} {one.value:+d}" for one in terms])


def sum_rows(terms: Iterable[ev.Term]) -> tuple[tuple[str, str], ...]:
    """The same as rows of a table."""
    return tuple((capitalized(format_term(one)), f"{one.value:+d}") for one in terms)


def _target(card: str, owner: str) -> str:
    return f"{name_of(card)} of {owner}" if owner else name_of(card)


def _announced(event: ev.AttackAnnounced, _seat: str) -> str:
    attack = event.attack
    by = attack.attacker or attack.by_card
    with_ = f" with {name_of(by)}" if by else ""
    aim = "to destroy it" if attack.form == "destroy" else "to control it"
    kind = "Instant attack" if attack.instant else "Attack"
    need = sum(term.value for term in event.terms)
    privileged = ", privileged" if attack.privileged else ""
    return (
        f"{kind} {attack.number}: {attack.seat} attacks {_target(attack.target, event.owner)}"
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


def format_play(play: AttackPlay) -> str:
    done = _PLAYS.get(play.what, "plays {card}").format(
        card=name_of(play.card), paid=names_of(play.paid)
    )
    boosts = f" and {names_of(play.boosts)}" if play.boosts else ""
    return f"{play.full}: {play.seat} {done}{boosts}"


def format_outcome(event: ev.AttackResolved) -> str:
    """Who attacked whom, the need, the dice and what came of it, without the sum."""
    who = f", {event.seat} on {_target(event.target, event.owner)}" if event.seat else ""
    ends = "It succeeds." if event.success else "It fails."
    text = f"Attack {event.number}{who}: the need is {event.need}"
    if event.roll is None:
        return f"{text}. {ends}" if event.success else f"{text}, which no dice can make. {ends}"
    total = "" if event.total == sum(event.roll) else f", which count as {event.total}"
    return f"{text}, the dice show {event.roll[0]} and {event.roll[1]}{total}. {ends}"


def _resolved(event: ev.AttackResolved, _seat: str) -> str:
    total = format_sum(event.terms)
    return f"{format_outcome(event)} The sum: {total}." if total else format_outcome(event)


def _ended(event: ev.AttackEnded, _seat: str) -> str:
    if event.is_cancelled:
        return f"Attack {event.number} is cancelled."
    if event.is_called_off:
        return f"{event.seat} calls off attack {event.number}; what was spent on it is returned."
    return "The target loses an alignment." if event.result == "stripped" else ""


def asked_of(question: Question) -> str:
    """What a player asks another to agree to, by a card."""
    card = name_of(question.card)
    if question.amount:
        return f"a bet of {question.amount} by {card}"
    return f"the use of the bonus of {card} against {name_of(question.victim)} too"


def _asked(event: ev.QuestionAsked, _seat: str) -> str:
    question = event.question
    if question.kind == "consent":
        return f"{question.credit} asks for your consent to {asked_of(question)}."
    if question.kind == "rearrange":
        return f"Before {name_of(question.card)} takes effect you may move Groups for Plots."
    wanted = {
        "discard-plots": "Plots to give up",
        "lose-group": "a Group to lose",
        "pick": "a card that goes",
        "take": "a card to take",
        "expose": "Plots to expose",
        "hold-out": "a hidden Plot to hold out",
        "this-or-rest": "the Plot held out (1) or all others (2) to be exposed",
        "bury-groups": "Group cards to put under your deck",
        "search": "cards of your deck to draw",
        "infect": "a Personality to get it",
        "stock": "a Resource that comes with it",
        "hand-on": "the card itself, to discard it, or a rival's Illuminati, to give it to him",
        "use-or-lose": "whether you use this Plot at once, or discard it",
        "pay-or-lose": "your Illuminati, to give a token, or a Group to lose",
    }[question.kind]
    return f"{name_of(question.card)} makes you choose {wanted} ({question.number})."


def _deal(event: ev.DealOffered, _seat: str) -> str:
    deal = event.deal
    wants = names_of(deal.wants) or "nothing"
    end = f", until {format_day(deal.expires).replace('TURN', 'turn')}" if deal.expires else ""
    return f"{deal.by} offers {deal.to} {names_of(deal.gives)} for {wants}{end}."


def _deal_ended(event: ev.DealEnded, _seat: str) -> str:
    ends = {
        "accepted": "is accepted",
        "declined": "is declined",
        "gone": "can no longer be kept",
        "expired": "has expired",
    }
    return f"The offer of {event.deal.by} to {event.deal.to} {ends[event.why]}."


def _out(event: ev.PlayerOut, _seat: str) -> str:
    if event.why == "left":
        return f"{event.seat} leaves the game."
    by = f" by {event.by}" if event.by else ""
    return f"{event.seat} is out of the game{by}."


def _shown(event: ev.CardsShown, _seat: str) -> str:
    return f"{event.seat} shows {event.to or 'everybody'} {names_of(event.cards)}."


_TELLERS: Mapping[type, Callable[[Any, str], str]] = {
    ev.InwoBegan: lambda e, _: " ".join(f"{who} plays {name_of(id_)}." for who, id_ in e.seats),
    ev.FirstChosen: lambda e, _: f"{e.seat} goes first.",
    ev.CardsMoved: _moved,
    ev.PlotExposed: lambda e, _: f"{e.seat} exposes {name_of(e.card)}.",
    ev.PlotsHidden: lambda e, _: f"{e.seat} turns {len(e.cards)} of his Plots face down.",
    ev.CardsShown: _shown,
    ev.CameIntoPlay: _came,
    ev.Relinked: lambda e, _: f"{name_of(e.card)} is linked to {name_of(e.host)}.",
    ev.Marked: _marked,
    ev.RuinRevived: lambda e, _: f"{name_of(e.card.copy)} is back, with {e.card.seat}.",
    ev.Replaced: lambda e, _: f"{name_of(e.new)} takes the place of {name_of(e.old)}.",
    ev.PlotCopied: lambda e, _: f"{e.seat} uses a copy of {name_of(e.of)}.",
    ev.PlotBarred: lambda e, _: f"No copy of {name_of(e.name)} can be played from now on.",
    ev.SeatBarred: lambda e, _: f"{e.seat} is kept out of attack {e.number}.",
    ev.Tied: lambda e, _: f"{name_of(e.card)} is linked to {name_of(e.to)}.",
    ev.BranchLaid: _laid,
    ev.LeftPlay: lambda e, _: f"{names_of([card for card, _ in e.cards])} out of play.",
    ev.Devastated: lambda e, _: (
        f"{name_of(e.card)} is {'Relieved' if e.is_relieved else 'Devastated'}."
    ),
    ev.GroupDestroyed: lambda e, _: f"{name_of(e.ruin.copy)} of {e.loser} is destroyed.",
    ev.Unmasked: lambda e, _: f"{e.seat} was {name_of(e.old)}, and is now {name_of(e.new)}.",
    ev.AgentsPurged: lambda e, _: f"{e.seat} loses the agents {names_of(e.cards)}.",
    ev.RuinTaken: lambda e, _: f"{e.to_seat} gets {name_of(e.card)} from a destroyed pile.",
    ev.RuinRewritten: lambda e, _: (
        f"{name_of(e.card)} in the destroyed pile of {e.seat} now counts as {in_words(e.words)}."
    ),
    ev.InwoTurnBegan: lambda e, _: f"Turn {e.number} is {e.seat}'s.",
    ev.TurnSeized: lambda e, _: f"{e.seat} takes a turn first.",
    ev.ClaimRolled: lambda e, _: (
        "Only one of these plays can be made, so the dice decide: "
        + ", ".join(f"{seat} {sum(roll)}" for seat, roll in e.rolls)
        + "."
    ),
    ev.CardRolled: lambda e, _: f"The dice for {name_of(e.card)}: {e.roll[0]} and {e.roll[1]}.",
    ev.DieRolled: lambda e, _: f"The die for {name_of(e.card)}: {e.number}.",
    ev.LineSettled: _settled,
    ev.TriggerTested: _tested,
    ev.AttackAnnounced: _announced,
    ev.AttackJoined: lambda e, _: f"{format_play(e.play)}; the need is {e.need} now.",
    ev.PlayMade: lambda e, _: f"{format_play(e.play)}.",
    ev.ReliefOffered: lambda e, _: (
        f"{e.offer.seat} offers {names_of(e.offer.groups)} for the Relief of "
        f"{name_of(e.offer.place)}; that is not enough alone."
    ),
    ev.BoostReturned: lambda e, _: f"{name_of(e.card)} no longer fits, and returns to the hand.",
    ev.PlayCancelled: lambda e, _: (
        f"Play {e.number} {'counts again' if e.is_restored else 'is cancelled'}."
    ),
    ev.CardSetOff: lambda e, _: f"{name_of(e.card)} no longer has any effect.",
    ev.PrivilegeEnded: lambda e, _: f"Attack {e.number} is no longer privileged.",
    ev.DiceRolled: lambda e, _: f"The dice of attack {e.number}: {e.roll[0]} and {e.roll[1]}.",
    ev.DiceChanged: lambda e, _: f"A card changes the dice of attack {e.number}.",
    ev.AttackResolved: _resolved,
    ev.AttackEnded: _ended,
    ev.AttackCommitted: lambda e, _: f"Attack {e.number} is committed.",
    ev.QuestionAsked: _asked,
    ev.ConsentGiven: lambda e, _: (
        f"{e.seat} {'agrees' if e.is_given else 'does not agree'} to what {e.to} asks with "
        f"{name_of(e.card)}."
    ),
    ev.NoteWritten: lambda e, _: f"You write {name_of(e.name)} on {name_of(e.card)}.",
    ev.NoteOpened: lambda e, _: f"{e.seat} had written {name_of(e.name)} on {name_of(e.card)}.",
    ev.PlotStored: lambda e, _: (
        f"{e.seat} stores {name_of(e.card)} under {name_of(e.host)}." if e.host else ""
    ),
    ev.ResourceGiven: lambda e, _: f"{name_of(e.card)} goes to {e.seat}.",
    ev.DealOffered: _deal,
    ev.DealEnded: _deal_ended,
    ev.PlayerOut: _out,
    ev.VictoryWithdrawn: lambda e, _: f"{e.seat} takes his declaration back.",
    ev.VictoryDeclared: lambda e, _: f"{e.seat} declares victory by {names_of(e.goals)}.",
    ev.InwoWon: lambda e, _: f"{in_words(e.seats)} {'wins' if len(e.seats) == 1 else 'win'}.",
}
