"""What happened, each event in a sentence, as far as its reader may know it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.inwo import events as ev
from engine.inwo.state import Question
from pbem.documents.layout.cast import NamedPlayer, person
from pbem.documents.layout.plain import capitalized, one_stop
from pbem.games.inwo.attack_story import announced, ended, format_play, resolved, target_of
from pbem.games.inwo.card_names import in_words, name_of, names_of
from pbem.games.inwo.labels import behind_colon
from pbem.games.inwo.reasons import reason_text
from pbem.grammar.times.kept import format_day


def format_event(event: ev.InwoEvent, seat: str) -> str:
    """The event in a sentence, in which the reader's own seat is "you"; "" where it is no news."""
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
    return _MARKS.get(event.mark.partition(":")[0], "").format(name_of(event.card))


def _moved(event: ev.CardsMoved, seat: str) -> str:
    cards, who = names_of(event.cards), person(event.seat, seat)
    to = person(event.to_seat, seat) if event.to_seat not in (None, event.seat) else None
    if event.why == "slip":
        lost = f"{cards} to {to}" if event.target == "plots" else cards
        slip = "named a trademark by less than its full name"
        return f"{who.cap} {slip} and lose{who.s} {lost}."
    if event.why == "renewed":
        kind = "Plots" if event.target == "plot_deck" else "Group cards"
        return f"The deck is empty: the discarded {kind} are shuffled and make a new one."
    match event.source, event.target:
        case ("plot_deck" | "group_deck", "plots" | "groups"):
            return f"{who.cap} draw{who.s} {cards}."
        case (_, "discards") if event.source != "plot_deck":
            return f"{who.cap} discard{who.s} {cards}."
        case (_, "plot_deck" | "group_deck"):
            where = "at the bottom of the Plot deck" if event.why == "rest" else "back into a deck"
            return f"{who.cap} put{who.s} {cards} {where}."
        case (_, "plots" | "groups") if to:
            return f"{to.cap} get{to.s} {cards} from {who}."
        case ("groups", "hidden"):
            return f"{who.cap} take{who.s} over a Resource and hide{who.s} it."
        case ("hidden", "hidden") if to:
            return f"{to.cap} get{to.s} hidden Resources from {who}: {len(event.cards)}."
        case (_, "removed"):
            return f"{who.cap} lose{who.s} {cards} for good."
    return ""


def _came(event: ev.CameIntoPlay, seat: str) -> str:
    who, card = person(event.card.seat, seat), name_of(event.card.copy)
    if event.why == "captured":
        return _captured(who, card, event.card.master)
    return {
        "lead": f"{who.cap} lead{who.s} with {card}.",
        "takeover": f"{who.cap} take{who.s} over {card}.",
        "brought": f"{who.cap} bring{who.s} {card} into play.",
        "to-light": f"{who.cap} bring{who.s} {card} to light.",
        "failed": f"{card}, which was not taken, is left uncontrolled.",
        "turned-up": f"{card} is turned up, uncontrolled.",
        "master-destroyed": f"{card} has lost its master and is uncontrolled.",
    }.get(event.why, f"{card} comes into play for {who}{behind_colon(event.card.value)}.")


def _captured(who: NamedPlayer, card: str, master: str | None) -> str:
    under = f", under {name_of(master)}" if master else ""
    return f"{who.cap} now control{who.s} {card}{under}."


def _laid(event: ev.BranchLaid, seat: str) -> str:
    first, who = event.laid[0], person(event.seat, seat)
    if event.why == "captured":
        return _captured(who, name_of(first.card), first.master)
    if event.why == "moved":
        return f"{name_of(first.card)} is now under {name_of(first.master)}."
    return f"{who.cap} get{who.s} {name_of(first.card)}."


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


def asked_of(question: Question) -> str:
    """What a player asks another to agree to, by a card."""
    card = name_of(question.card)
    if question.amount:
        return f"a bet of {question.amount} by {card}"
    if question.order is not None:
        actions = "an action" if len(question.cards) == 1 else "actions"
        return f"{actions} of {names_of(question.cards)} to pay for {card}"
    return f"the use of the bonus of {card} against {name_of(question.victim)} too"


def _asked(event: ev.QuestionAsked, seat: str) -> str:
    question = event.question
    if question.kind == "consent":
        who = person(question.credit, seat)
        return f"{who.cap} ask{who.s} for your consent to {asked_of(question)}."
    if question.kind == "keep-or-lie":
        return f"Trade {question.amount} waits for your answer: CHOOSE KEEP or CHOOSE LIE."
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


def _deal(event: ev.DealOffered, seat: str) -> str:
    deal, who = event.deal, person(event.deal.by, seat)
    wants = names_of(deal.wants) or "nothing"
    end = f", until {format_day(deal.expires).replace('TURN', 'turn')}" if deal.expires else ""
    goods = f"{names_of(deal.gives)} for {wants}"
    return f"{who.cap} offer{who.s} {person(deal.to, seat)} {goods}{end}."


def _deal_ended(event: ev.DealEnded, seat: str) -> str:
    ends = {
        "accepted": "is accepted",
        "declined": "is declined",
        "gone": "can no longer be kept",
        "expired": "has expired",
        "settled": "is carried out",
    }
    by, to = person(event.deal.by, seat), person(event.deal.to, seat)
    return f"{by.of_cap} offer to {to} {ends[event.why]}."


def _deal_agreed(event: ev.DealAgreed, seat: str) -> str:
    by, to = person(event.deal.by, seat), person(event.deal.to, seat)
    return f"{by.of_cap} offer to {to} is accepted; the exchange comes next."


def _lie_meant(event: ev.LieMeant, _seat: str) -> str:
    does = "lie" if event.is_meant else "keep your side of it"
    return f"Trade {event.number}: you {does}."


def _out(event: ev.PlayerOut, seat: str) -> str:
    who = person(event.seat, seat)
    if event.why == "left":
        return f"{who.cap} leave{who.s} the game."
    if event.by:
        by = person(event.by, seat)
        return f"{by.cap} put{by.s} {who} out of the game."
    return f"{who.cap} {who.be} out of the game."


def _shown(event: ev.CardsShown, seat: str) -> str:
    who, to = person(event.seat, seat), person(event.to, seat) if event.to else "everybody"
    if event.to == event.seat:
        return f"{who.cap} look{who.s} at {names_of(event.cards)}."
    return f"{who.cap} show{who.s} {to} {names_of(event.cards)}."


def _began(event: ev.InwoBegan, seat: str) -> str:
    players = ((person(name, seat), id_) for name, id_ in event.seats)
    return " ".join(f"{who.cap} play{who.s} {name_of(id_)}." for who, id_ in players)


def _unmasked(event: ev.Unmasked, seat: str) -> str:
    who = person(event.seat, seat)
    was = "were" if who.is_you else "was"
    return f"{who.cap} {was} {name_of(event.old)}, and {who.be} now {name_of(event.new)}."


def _destroyed(event: ev.GroupDestroyed, seat: str) -> str:
    return f"{capitalized(target_of(event.ruin.copy, event.loser, seat))} is destroyed."


def _claimed(event: ev.ClaimRolled, seat: str) -> str:
    rolls = ", ".join(f"{person(who, seat)} {sum(roll)}" for who, roll in event.rolls)
    return f"Only one of these plays can be made, so the dice decide: {rolls}."


def _consented(event: ev.ConsentGiven, seat: str) -> str:
    who, to = person(event.seat, seat), person(event.to, seat)
    says = f"agree{who.s}" if event.is_given else f"do{who.es} not agree"
    return f"{who.cap} {says} to what {to} ask{to.s} with {name_of(event.card)}."


def _relief(event: ev.ReliefOffered, seat: str) -> str:
    who, place = person(event.offer.seat, seat), name_of(event.offer.place)
    groups = names_of(event.offer.groups)
    offers = f"{who.cap} offer{who.s} {groups} for the Relief of {place}"
    return f"{offers}; that is not enough alone."


def _won(event: ev.InwoWon, seat: str) -> str:
    winners = [person(name, seat) for name in event.seats]
    names = in_words([who.cap if who is winners[0] else str(who) for who in winners])
    return f"{names} win{winners[0].s if len(winners) == 1 else ''}."


def _stored(event: ev.PlotStored, seat: str) -> str:
    store = _does("store", lambda e: f"{name_of(e.card)} under {name_of(e.host)}")
    return store(event, seat) if event.host else ""


def _plots(number: int) -> str:
    return "a Plot" if number == 1 else f"{number} Plots"


def _who(event: Any, seat: str) -> NamedPlayer:
    return person(event.seat, seat)


def _does(verb: str, what: Callable[[Any], str]) -> Callable[[Any, str], str]:
    """A sentence in which the event's seat does something: `declare` is "declares" of others."""

    def teller(event: Any, seat: str) -> str:
        who = person(event.seat, seat)
        return f"{who.cap} {verb}{who.s} {what(event)}."

    return teller


_TELLERS: Mapping[type, Callable[[Any, str], str]] = {
    ev.InwoBegan: _began,
    ev.FirstChosen: lambda e, seat: f"{_who(e, seat).cap} go{_who(e, seat).es} first.",
    ev.CardsMoved: _moved,
    ev.DrawsPaid: lambda e, seat: (
        f"{person(e.by, seat).cap} {person(e.by, seat).be} about to draw a card." if e.by else ""
    ),
    ev.PlotExposed: _does("expose", lambda e: name_of(e.card)),
    ev.PlotsHidden: _does("turn", lambda e: f"{_plots(len(e.cards))} face down"),
    ev.CardsShown: _shown,
    ev.CameIntoPlay: _came,
    ev.Relinked: lambda e, _: f"{name_of(e.card)} is linked to {name_of(e.host)}.",
    ev.Marked: _marked,
    ev.RuinRevived: lambda e, seat: (
        f"{name_of(e.card.copy)} is back, with {person(e.card.seat, seat)}."
    ),
    ev.Replaced: lambda e, _: f"{name_of(e.new)} takes the place of {name_of(e.old)}.",
    ev.PlotCopied: _does("use", lambda e: f"a copy of {name_of(e.of)}"),
    ev.PlotBarred: lambda e, _: f"No copy of {name_of(e.name)} can be played from now on.",
    ev.SeatBarred: lambda e, seat: (
        f"{_who(e, seat).cap} {_who(e, seat).be} kept out of attack {e.number}."
    ),
    ev.Tied: lambda e, _: f"{name_of(e.card)} is linked to {name_of(e.to)}.",
    ev.BranchLaid: _laid,
    ev.LeftPlay: lambda e, _: f"{names_of([card for card, _ in e.cards])} out of play.",
    ev.Devastated: lambda e, _: (
        f"{name_of(e.card)} is {'Relieved' if e.is_relieved else 'Devastated'}."
    ),
    ev.GroupDestroyed: _destroyed,
    ev.Unmasked: _unmasked,
    ev.AgentsPurged: _does("lose", lambda e: f"the agents {names_of(e.cards)}"),
    ev.RuinTaken: lambda e, seat: (
        f"{person(e.to_seat, seat).cap} get{person(e.to_seat, seat).s} {name_of(e.card)} from a "
        "destroyed pile."
    ),
    ev.RuinRewritten: lambda e, seat: (
        f"{name_of(e.card)} in {_who(e, seat).of} destroyed pile now counts as {in_words(e.words)}."
    ),
    ev.InwoTurnBegan: lambda e, seat: f"Turn {e.number} is {_who(e, seat).yours}.",
    ev.TurnSeized: _does("take", lambda _: "a turn first"),
    ev.ClaimRolled: _claimed,
    ev.CardRolled: lambda e, _: f"The dice for {name_of(e.card)}: {e.roll[0]} and {e.roll[1]}.",
    ev.DieRolled: lambda e, _: f"The die for {name_of(e.card)}: {e.number}.",
    ev.LineSettled: _settled,
    ev.TriggerTested: _tested,
    ev.AttackAnnounced: announced,
    ev.AttackJoined: lambda e, seat: f"{format_play(e.play, seat)}; the need is {e.need} now.",
    ev.PlayMade: lambda e, seat: f"{format_play(e.play, seat)}.",
    ev.ReliefOffered: _relief,
    ev.BoostReturned: lambda e, _: f"{name_of(e.card)} no longer fits, and returns to the hand.",
    ev.PlayCancelled: lambda e, _: (
        f"Play {e.number} {'counts again' if e.is_restored else 'is cancelled'}."
    ),
    ev.CardSetOff: lambda e, _: f"{name_of(e.card)} no longer has any effect.",
    ev.PrivilegeEnded: lambda e, _: f"Attack {e.number} is no longer privileged.",
    ev.DiceRolled: lambda e, _: f"The dice of attack {e.number}: {e.roll[0]} and {e.roll[1]}.",
    ev.DiceChanged: lambda e, _: f"A card changes the dice of attack {e.number}.",
    ev.AttackResolved: resolved,
    ev.AttackEnded: ended,
    ev.AttackCommitted: lambda e, _: f"Attack {e.number} is committed.",
    ev.QuestionAsked: _asked,
    ev.ConsentGiven: _consented,
    ev.NoteWritten: lambda e, _: f"You write {name_of(e.name)} on {name_of(e.card)}.",
    ev.NoteOpened: lambda e, seat: (
        f"{_who(e, seat).cap} had written {name_of(e.name)} on {name_of(e.card)}."
    ),
    ev.PlotStored: _stored,
    ev.ResourceGiven: lambda e, seat: f"{name_of(e.card)} goes to {_who(e, seat)}.",
    ev.DealOffered: _deal,
    ev.DealEnded: _deal_ended,
    ev.DealAgreed: _deal_agreed,
    ev.LieMeant: _lie_meant,
    ev.PlayerOut: _out,
    ev.VictoryWithdrawn: _does("withdraw", lambda _: "the declaration of victory"),
    ev.VictoryDeclared: _does("declare", lambda e: f"victory by {names_of(e.goals)}"),
    ev.InwoWon: _won,
}
