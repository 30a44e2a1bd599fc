"""What *Illuminati* adds to its players' pages: choices with their chance, threats, figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.illuminati import orders as od
from engine.illuminati.advice.known import known_state
from engine.illuminati.cards import CARDS
from engine.illuminati.odds import HIGHEST, ways
from engine.illuminati.options import Base, Option, bases
from engine.illuminati.options import options as options_of
from engine.illuminati.state import State
from engine.illuminati.turn.announcing import AnnouncedAttack
from engine.illuminati.view import SeatView, public_view
from engine.illuminati.view import view as view_of
from pbem.games.contract.pages import AmountChoice, Choice, Threat
from pbem.games.illuminati.judging.answers import AnswerWindow, budget_of, window_for
from pbem.games.illuminati.judging.context import Given
from pbem.games.illuminati.judging.costs import estimate_raise
from pbem.games.illuminati.language import Vocabulary, format_order
from pbem.games.illuminati.language.names.vocabulary import card_name
from pbem.games.illuminati.report.parts.standing import count

MOST_ATTACKS, MOST_OTHERS, MOST_MB = 24, 16, 12
ATTACKS, OTHERS, ANSWERS = "Attacks", "Other orders", "Answers to what is announced"


def choices(given: Given, seat: str) -> tuple[Choice, ...]:
    """What a seat could order or answer now, the best first."""
    window = window_for(given, seat)
    answers = _answers(window) if window is not None else ()
    return (*answers, *_orders(given, seat))


def _orders(given: Given, seat: str) -> Iterator[Choice]:
    """The best attack of each form on each target, then everything else."""
    names, spare = given.names(seat), _money(given.state, seat)
    seen: set[tuple[str, str]] = set()
    others = 0
    for option in options_of(given.state, seat):
        order = option.order
        if isinstance(order, od.Attack):
            if (order.form, order.target) in seen or len(seen) == MOST_ATTACKS:
                continue
            seen.add((order.form, order.target))
            yield _attack(option, order, names, spare)
        elif others < MOST_OTHERS:
            others += 1
            yield Choice(format_order(order, names), OTHERS)


def _money(state: State, seat: str) -> int:
    """MB on the seat's Illuminati, which any attack of his may spend."""
    return state.money(state.seat(seat).illuminati)


def _attack(option: Option, order: od.Attack, names: Vocabulary, spare: int) -> Choice:
    need = option.need or 0
    line = format_order(order, names)
    own = names.money.get(order.attacker, 0) if order.attacker != names.my_illuminati else 0
    most = max(0, min(spare + own, HIGHEST - need, MOST_MB))
    amounts = [AmountChoice(0, line, f"need {need}", ways(need))]
    amounts += [
        AmountChoice(mb, f"{line} SPEND {mb}", f"need {need + mb}", ways(need + mb))
        for mb in range(1, most + 1)
    ]
    return Choice(line, ATTACKS, f"need {need}", ways(need), order.target, tuple(amounts))


def _answers(window: AnswerWindow) -> Iterator[Choice]:
    for number, attack in sorted(window.attacks.items()):
        is_owner = attack.owner == window.seat
        for verb, side in (("GUARD", "guard"),) if is_owner else _OTHERS_SIDES:
            yield _stance(window, attack, number, (verb, side))
    yield Choice("STAND ASIDE", ANSWERS, "spends nothing")


_OTHERS_SIDES = (("OPPOSE", "oppose"), ("SUPPORT", "support"))


def _stance(
    window: AnswerWindow, attack: AnnouncedAttack, number: int, stand: tuple[str, str]
) -> Choice:
    """A stance on an attack, with what each amount makes of its need."""
    verb, side = stand
    is_owner = attack.owner == window.seat
    purse, need = budget_of(window, attack, is_owner=is_owner), attack.need + attack.stake
    most = min(sum(mb for mb, _ in purse), MOST_MB)
    amounts = []
    for mb in range(1, most + 1):
        stance = od.Stance("support" if side == "support" else "oppose", ceiling=mb)
        top = estimate_raise(stance, need, purse, is_owner=is_owner).top
        about = f"need {need} becomes {top}"
        amounts.append(AmountChoice(mb, f"{verb} {number} MAX {mb}", about, ways(top)))
    aim = card_name(attack.target)
    text = f"{attack.seat}'s attack {number} on {aim}: need {need}"
    return Choice(f"{verb} {number}", ANSWERS, text, ways(need), attack.target, tuple(amounts))


def threats(state: State, seat: str, card: str) -> tuple[Threat, ...]:
    """Who could attack a card, each with his best, as far as a seat can tell."""
    known = known_state(view_of(state, seat), state.options)
    owner = known.owner(card) if card in known.holdings else None
    is_free = card in known.uncontrolled
    if not is_free and (owner is None or known.holdings[card].master is None):
        return ()
    found = []
    for other in known.seats_in():
        if other.name == owner:
            continue
        best = max(bases(known, other.name, [(card, "control")]), key=_reach, default=None)
        if best is not None and _reach(best) > 1:
            need = min(_reach(best), HIGHEST)
            what = f"{card_name(best.attacker)} with all the aid it can have"
            found.append(Threat(other.name, best.attacker, what, need, ways(need)))
    return tuple(sorted(found, key=lambda one: (-one.ways, one.seat)))


def _reach(base: Base) -> int:
    """The need with the aid of all who may give any."""
    return base.need + sum(points for card, points in base.helpers if card != base.attacker)


def figures(state: State) -> Mapping[str, Mapping[str, int | None]]:
    """Groups, Power and money of each seat as far as anybody may know them."""
    known = public_view(state)
    counted = count(known.turn, state)
    return {
        "Groups": dict(counted.groups),
        "Power": {seat: _number(power) for seat, power in counted.power.items()},
        "Income": {seat.name: _income(seat) for seat in known.seats},
        "Money": {seat.name: _all_money(seat) for seat in known.seats},
    }


def _number(text: str) -> int | None:
    return int(text) if text.isdigit() else None


def _income(seat: SeatView) -> int | None:
    groups = sum(CARDS[held.card].income for held in seat.cards if held.master is not None)
    return None if seat.figures is None and not seat.is_out else groups + _own_income(seat)


def _own_income(seat: SeatView) -> int:
    return seat.figures.income if seat.figures is not None and not seat.is_out else 0


def _all_money(seat: SeatView) -> int | None:
    known = [held.money for held in seat.cards if held.money is not None]
    return sum(known) if len(known) == len(seat.cards) else None
