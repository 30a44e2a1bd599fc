"""What stands in the lines of a tutorial's lessons, made from the table as the learner sees it."""

from __future__ import annotations

from collections.abc import Iterable

from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo.attacks.sum import need_of, terms_of
from engine.inwo.cards import card_of
from engine.inwo.options import inwo_options, percent_of, planned
from engine.inwo.robots.greedy import AttackPlan, AttackTaste, Prospects, SpendingLeft, plans_for
from engine.inwo.state import InwoState
from engine.inwo.turn.rehearsal import rehearse_answer
from engine.inwo.view import inwo_view
from pbem.documents.layout.plain import WIDTH
from pbem.games.contract.teaching import INDENT
from pbem.games.inwo.attack_story import format_sum
from pbem.games.inwo.formats import format_of_robot
from pbem.games.inwo.suggestions import suggested, with_tokens
from pbem.games.inwo.world import goals

_PLAIN = AttackTaste(enough=9, least=4)
_BOOSTED = AttackTaste(enough=12, least=4, boosts_first=True, per_helper=0)


def places(state: InwoState, seat: str, asked: str) -> dict[str, str]:
    """What the table has for the lines of a lesson: all of it can be sent as it stands.

    `asked` is the kind of what the seat is asked.
    """
    view, found = inwo_view(state, seat), {"rival": rival_of(state, seat)}
    if asked == "leads":
        return found | {"lead": suggested(state, seat)[0].text}
    if asked == "answers":
        return found | _of_defense(view, seat)
    takeover = _best_takeover(view, seat)
    means = SpendingLeft(Prospects(with_tokens(view, takeover), seat), _PLAIN)
    # A card that comes by a line of the letter is not there yet for the answer to it.
    means.able = [copy for copy in means.able if copy in view.table]
    found |= {"goals": goals(view, seat)} | _of_attacks(means)
    if takeover is not None:
        found["takeover"] = format_of_robot(takeover, view, seat)
    return found


def rival_of(state: InwoState, seat: str) -> str:
    return next(other.name for other in state.seats if other.name != seat)


def _of_defense(view: InwoState, seat: str) -> dict[str, str]:
    attack = view.attack
    assert attack is not None, "there is something to defend"
    defense = od.DefendTarget(all_in=True)
    refusal = rehearse_answer(view, seat, od.InwoLine(1, defense)).refusal
    answer = {} if refusal else {"answer": format_of_robot(defense, view, seat)}
    return {"target": card_of(attack.target).name} | answer


def _best_takeover(view: InwoState, seat: str) -> od.TakeOver | None:
    """The strongest Group of his hand that can be taken over."""
    orders = (option.order for option in inwo_options(view, seat))
    takeovers = [order for order in orders if isinstance(order, od.TakeOver)]
    return max(takeovers, key=lambda order: card_of(order.cards[0]).power, default=None)


def _of_attacks(means: SpendingLeft) -> dict[str, str]:
    """The attacks of a lesson, and the sum of the first."""
    found: dict[str, str] = {}
    boosted = (plan for plan in _attacks(means, "control", _BOOSTED) if plan.order.boosts)
    destroying = _attacks(means, "destroy", _BOOSTED)
    plain = _best(means, _attacks(means, "control", _PLAIN))
    if plain is not None:
        found |= {"attack": _line(means, plain.order)} | _sum(means.state, means.seat, plain)
        means.use(plain)
    bests = {"boosted": _best(means, boosted), "destroy": _best(means, destroying)}
    bests["second"] = (
        _best(means, _attacks(means, "control", _PLAIN)) if plain is not None else None
    )
    plots = means.state.seat(means.seat).plots
    world = next((plot for plot in plots if card_of(plot).ability(ab.WorldOrder)), None)
    orders = {place: plan.order for place, plan in bests.items() if plan is not None}
    found |= {place: _line(means, order) for place, order in orders.items()}
    return found | ({"order": _line(means, od.PlayPlot(world))} if world is not None else {})


def _attacks(means: SpendingLeft, form: ab.Aim, taste: AttackTaste) -> list[AttackPlan]:
    """The attacks of a form that are likely enough.

    Control is tried on cards of the hand, with boosts on those of the rival.
    """
    is_of_rival = taste is _BOOSTED
    theirs = means.known.groups[rival_of(means.state, means.seat)][1:]
    targets = theirs if is_of_rival else means.hand
    boosts, means.taste = means.boosts, taste
    means.boosts = boosts if is_of_rival else []
    found = [
        plan
        for attacker in means.able
        if form == "destroy" or means.arrows.get(attacker, 0) > 0
        for target in targets
        if target not in means.aims
        for plan in plans_for(means, form, attacker, target, not is_of_rival)
    ]
    means.boosts = boosts
    return found


def _line(means: SpendingLeft, order: od.InwoOrder) -> str:
    return format_of_robot(order, means.state, means.seat)


def _best(means: SpendingLeft, plans: Iterable[AttackPlan]) -> AttackPlan | None:
    """The likeliest that can be told in one line, of these that with least help."""

    def worth(plan: AttackPlan) -> tuple[int, int]:
        return min(plan.need, 10), -len(plan.order.aid) - len(plan.order.boosts)

    short = (plan for plan in plans if len(_line(means, plan.order)) <= WIDTH - INDENT)
    return max(short, key=worth, default=None)


def _sum(state: InwoState, seat: str, plan: AttackPlan) -> dict[str, str]:
    """The sum of an attack in words, its need and chance."""
    terms = terms_of(state, planned(state, seat, plan.order))
    aid = plan.need - need_of(terms)
    return {
        "sum": format_sum(terms) + (f", with aid of {aid:+d}" if aid else ""),
        "need": str(plan.need),
        "chance": str(percent_of(plan.need)),
    }
