"""The need of an attack, worked out anew from the list of its plays each time (I13, I22.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.bonuses import (
    acting_power,
    attack_factor,
    bonuses,
    brought,
    instants_of,
    is_magic,
    is_shut_out,
    is_unwarded,
    joining_bonus,
    more_by_plots,
    multiplied,
    names_kind,
)
from engine.inwo.attacks.cardpower import added_cards, card_power, is_aid_barred, is_free_for_all
from engine.inwo.attacks.guises import alike, are_kin, do_match, guises
from engine.inwo.attacks.privilege import is_opened
from engine.inwo.cards import card_id, card_of
from engine.inwo.events import PARTS, Term
from engine.inwo.facts import Facts, facts
from engine.inwo.selectors import OPPOSED, TEN, WordSet
from engine.inwo.state import (
    CONSERVATIVE,
    NOT_CONSERVATIVE,
    UNCONTROLLED,
    Change,
    InwoState,
    OnTable,
    RunningAttack,
)
from engine.inwo.values import ValueStep, combine, printed

LEAST_NEED = 2
"""A lower need fails without dice (I14.1)."""
BOOST = 10
AGENTS_FOR = 10
AGENTS_AGAINST = -6
PAIR = 4
"""What an alignment pair counts, and a shared alignment of master and puppet (I13.3, I13.4)."""
POSITION = (10, 5)
FACTION = 5
SPARE = 3


def need_of(terms: Iterable[Term]) -> int:
    return sum(term.value for term in terms)


def need_now(state: InwoState) -> int:
    """The need of the attack under way."""
    assert state.attack is not None
    return need_of(terms_of(state, state.attack))


def terms_of(state: InwoState, attack: RunningAttack) -> tuple[Term, ...]:
    """Every part of the sum that is not 0, with the words that controllers choose (I13.10)."""
    terms = _terms_of(state, attack)
    for copy in (attack.target, *(card.copy for card, _ in facts(state).of_kind(ab.OwnChoice))):
        choice = card_of(copy).ability(ab.OwnChoice)
        chosen = state.table[copy].value if copy in state.table else ""
        if choice is None or chosen in (CONSERVATIVE, NOT_CONSERVATIVE):
            continue
        gained = Change(copy, "alignment", "gain", choice.word)
        other = _terms_of(changed(state, changes=(*state.changes, gained)), attack)
        is_his = state.controller(copy) in (None, attack.seat)
        if (need_of(other) > need_of(terms)) if is_his else (need_of(other) < need_of(terms)):
            terms = other
    return terms


def _terms_of(state: InwoState, attack: RunningAttack) -> tuple[Term, ...]:
    known = facts(state)
    rows = _instant(known, attack) if attack.instant else _ordinary(known, attack)
    return tuple(sorted((t for t in rows if t.value), key=lambda t: PARTS.index(t.what)))


def _ordinary(known: Facts, attack: RunningAttack) -> Iterator[Term]:
    leader = attack.attacker
    yield from _attacking(known, attack)
    if leader is not None:
        yield Term("alignment", leader, _pairs(known, attack, leader))
    yield from _agents(known, attack)
    yield from _factions(known, attack)
    yield from _value_attacked(known, attack)
    yield from _loyalty(known, attack)
    yield Term("position", attack.target, -position_of(known, attack))
    yield from _joined(known, attack, "oppose")
    yield from _self_defense(known, attack)
    yield from _shields(known, attack)


def _instant(known: Facts, attack: RunningAttack) -> Iterator[Term]:
    """Only what names Instant attacks, Assassinations or Disasters counts (I18.2, I18.3)."""
    assert attack.fixed is not None
    yield from _attacking(known, attack)
    if attack.own_bonuses and attack.attacker is not None:
        yield Term("alignment", attack.attacker, _pairs(known, attack, attack.attacker))
    value = attack.fixed + more_by_plots(known, attack)
    yield Term("target_power", attack.target, -value)
    yield Term("position", attack.target, -position_of(known, attack))
    yield from _joined(known, attack, "oppose")
    yield from _shields(known, attack)


# --- the attacking side ---------------------------------------------------------------------


def _attacking(known: Facts, attack: RunningAttack) -> Iterator[Term]:
    """What leads any attack or is the card it is made with, and all that is added to it."""
    if attack.attacker is not None:
        yield Term("power", attack.attacker, brought(known, attack, attack.attacker, "power"))
    elif attack.by_card is not None:
        yield Term("card", attack.by_card, card_power(known, attack, attack.by_card))
    yield from added_cards(known, attack)
    yield from (Term("boost", play.card, BOOST) for play in attack.standing("boost"))
    yield from _joined(known, attack, "aid")
    yield from bonuses(known, attack)


def are_eligible(known: Facts, attack: RunningAttack, copy: str, side: str) -> bool:
    """Whether a helper adds its Power, not only its Global Power (I12.3)."""
    if copy == attack.attacker or has_right(known, attack, copy, side):
        return True
    is_shared = has_shared_fanatics(known, attack) or are_kin(known, copy, attack.target)
    if do_match(known, attack, copy, side, is_shared):
        return True
    card, target = known.table[copy], known.table.get(attack.target)
    return side == "oppose" and (
        card.master == attack.target or (target is not None and target.master == copy)
    )


def _is_kept(known: Facts, attack: RunningAttack, value: int, is_opposed: bool) -> bool:
    """Whether a pair counts, or a Group in the attack is free of it (I36.3)."""
    target = known.table.get(attack.target)
    sides = [(attack.attacker, 1), (attack.target, -1)]
    sides += [(play.card, 1) for play in attack.standing("aid")]
    sides += [(play.card, -1) for play in attack.standing("oppose")]
    for copy, sign in sides:
        rule = card_of(copy).ability(ab.PairRule) if copy else None
        if rule is None or attack.form not in rule.forms or (copy == attack.target and not target):
            continue
        if is_opposed if rule.opposed else value * sign < 0:
            return False
    return True


def has_shared_fanatics(known: Facts, attack: RunningAttack) -> bool:
    """Whether two Fanatics are identical in this attack, not opposite (I38.71)."""
    target = known.state.controller(attack.target)
    served = attack.seat if attack.form == "control" else target
    return any(
        rule.fanatic and (not rule.mine or card.seat == served)
        for card, rule in known.of_kind(ab.AlignmentRule)
    )


def has_right(known: Facts, attack: RunningAttack, copy: str, side: str) -> bool:
    """Whether a text lets it join whatever the alignments (I35.9, I35.23)."""
    disaster = card_of(attack.by_card).ability(ab.DisasterPlot) if attack.by_card else None
    defenders = disaster.defenders if disaster is not None and side == "oppose" else None
    if defenders is not None and known.fits(defenders, copy):
        return True
    if is_opened(known, attack, copy, side) or is_free_for_all(known, attack, copy, side):
        return True
    leader = attack.attacker
    for card, right in known.of_kind(ab.MayJoin):
        if side not in right.sides or not known.reaches(card, right.whom, copy):
            continue
        if right.privileged_only and not attack.privileged and not attack.unprivileged:
            continue
        if right.both and not known.fits(right.on, attack.target, card.copy):
            continue
        by = right.by is not None and leader is not None and known.fits(right.by, leader, card.copy)
        on = not right.both and known.fits(right.on, attack.target, card.copy)
        if (by or on) and attack.form in right.forms:
            return True
    return False


def joining_power(known: Facts, attack: RunningAttack, copy: str, side: str) -> int:
    """What a helper's action adds before boosts (I12.2)."""
    purpose: ab.AttackPurpose = "attack" if side == "aid" else "defense"
    if are_eligible(known, attack, copy, side):
        return multiplied(known, attack, copy, "power", purpose)
    return known.value(copy, "global", purpose)


def _joined(known: Facts, attack: RunningAttack, side: str) -> Iterator[Term]:
    sign = 1 if side == "aid" else -1
    for play in attack.standing(side):
        if play.card not in known.table or (side == "aid" and is_aid_barred(known, attack)):
            continue
        if lg.is_kept_out(known, attack, play):
            continue
        amount = joining_bonus(known, attack, play)
        if attack.instant:
            amount += acting_power(known, play.card, "attack") + BOOST * len(play.boosts)
        else:
            is_eligible = are_eligible(known, attack, play.card, side)
            if lg.refuse_helping(known, attack, play.card, side, is_eligible=is_eligible):
                continue
            if side == "aid":
                amount += brought(known, attack, play.card, "power" if is_eligible else "global")
            else:
                amount += joining_power(known, attack, play.card, side)
            # On a Group that counts with Global Power now a boost adds nothing (I12.7).
            amount += BOOST * len(play.boosts) if is_eligible else 0
        yield Term("aid" if side == "aid" else "oppose", play.card, sign * amount)


def _pairs(known: Facts, attack: RunningAttack, leader: str) -> int:
    """Identical and opposite alignments; a bonus may replace one pair (I13.3)."""
    replaced = [
        bonus.in_place
        for bonus in card_of(leader).abilities
        if isinstance(bonus, ab.AttackBonus) and bonus.in_place and attack.form in bonus.forms
        if known.fits(bonus.target, attack.target, leader)
    ]
    sign = 1 if attack.form == "control" else -1
    same = opposed = sign * PAIR
    for _, rule in known.of_kind(ab.AlignmentRule):
        same, opposed = same * rule.same, opposed * rule.opposed
    is_shared = has_shared_fanatics(known, attack) or are_kin(known, leader, attack.target)
    same *= _is_kept(known, attack, same, False)
    opposed *= _is_kept(known, attack, -opposed, True)

    def total(mine: WordSet, theirs: WordSet) -> int:
        words = [word for word in TEN if word in mine]
        alike = (w in theirs and w not in replaced for w in words if w != "Fanatic" or is_shared)
        others = (OPPOSED.get(w) for w in words if w != "Fanatic" or not is_shared)
        return same * sum(alike) - opposed * sum(o in theirs and o not in replaced for o in others)

    return max(total(mine, theirs) for mine, theirs in guises(known, attack, leader))


def _agents(known: Facts, attack: RunningAttack) -> Iterator[Term]:
    for play in attack.standing("agents"):
        rules = known.of_kind(ab.AgentsBonus)
        more = sum(rule.amount for card, rule in rules if card.seat == play.seat)
        is_for = play.favours == "attack"
        yield Term("agents", play.card, AGENTS_FOR + more if is_for else AGENTS_AGAINST - more)


def _factions(known: Facts, attack: RunningAttack) -> Iterator[Term]:
    """+5 against the same Illuminati, and spare Illuminati laid (I13.7, I25.6)."""
    target = known.table.get(attack.target)
    if target is None or target.seat in (attack.seat, UNCONTROLLED):
        return
    mine, theirs = known.state.seat(attack.seat), known.state.seat(target.seat)
    if card_id(mine.illuminati) == card_id(theirs.illuminati):
        yield Term("faction", mine.illuminati, FACTION)
    for seat, other, sign in ((mine, theirs, 1), (theirs, mine, -1)):
        for copy in seat.agents:
            if card_id(copy) == card_id(other.illuminati):
                yield Term("faction", copy, sign * SPARE)


# --- the defense ----------------------------------------------------------------------------


def attacked_value(known: Facts, copy: str, form: ab.Aim) -> int:
    """The Power or Resistance that an attack must overcome, without +10 (I10, I19.3)."""
    stat: ab.StatName = "resistance" if form == "control" else "power"
    card = known.table.get(copy)
    halved = form == "destroy" and card is not None and card.devastated
    last = known.state.options.devastated_half == "last"
    if not halved:
        return known.value(copy, stat, "target")
    return combine(printed(copy, stat), known.steps(copy, stat, "target"), halved, last)


def _against(known: Facts, attack: RunningAttack) -> int | None:
    """The Resistance of a Group that prints another against such attackers (I36.1)."""
    if attack.form == "control" and known.is_bare(attack.target):
        return None
    steps = known.steps(attack.target, "resistance", "defense")
    if attack.form == "control" and _disarmed(known, attack):
        return combine(0, steps)
    rule = card_of(attack.target).ability(ab.ResistanceAgainst)
    if rule is None or attack.form != "control" or attack.attacker is None:
        return None
    if not known.fits(rule.by, attack.attacker):
        return None
    return combine(rule.amount, steps)


def _disarmed(known: Facts, attack: RunningAttack) -> list[str]:
    """The words for which a Group in the attack takes the target its Resistance (I36.1)."""
    attacking = (attack.attacker, *(play.card for play in attack.standing("aid")))
    return [
        rule.word
        for card, rule in known.of_kind(ab.Disarms)
        if card.copy in attacking and rule.word in known.words(attack.target)
    ]


def _value_attacked(known: Facts, attack: RunningAttack) -> Iterator[Term]:
    value = _against(known, attack)
    if value is None:
        value = attacked_value(known, attack.target, attack.form)
    value += sum(BOOST for _ in attack.standing("defend")) + more_by_plots(known, attack)
    is_control = attack.form == "control"
    yield Term("resistance" if is_control else "target_power", attack.target, -value)


def loyalty_of(known: Facts, copy: str, lost: Iterable[str] = ()) -> int:
    """+4 for each alignment shared with a master that has any (I13.4)."""
    card = known.table.get(copy)
    if card is None or card.master is None or known.is_bare(copy):
        return 0
    return PAIR * sum(word not in lost for word in alike(known, copy, card.master, False))


def _loyalty(known: Facts, attack: RunningAttack) -> Iterator[Term]:
    if attack.form == "control":
        lost = _disarmed(known, attack)
        yield Term("loyalty", attack.target, -loyalty_of(known, attack.target, lost))


def position_of(known: Facts, attack: RunningAttack) -> int:
    """How much nearness to the Illuminati helps the target (I13.2, I13.5)."""
    target = known.table.get(attack.target)
    is_own = target is not None and target.seat == attack.seat and attack.form == "destroy"
    if target is None or is_own or target.seat == UNCONTROLLED or target.master is None:
        return 0
    distance = known.distance(attack.target)
    root = known.state.seat(target.seat).illuminati
    zaps = (card_of(plot).ability(ab.Zap) for plot in known.linked.get(root, ()))
    if any(zap is not None and zap.bars == "position" for zap in zaps):
        return 0
    return POSITION[distance] if distance < len(POSITION) else 0


def _self_defense(known: Facts, attack: RunningAttack) -> Iterator[Term]:
    """The target's own actions, multiplied one step higher (I10.4)."""
    for play in attack.standing("self-defense"):
        steps = known.steps(attack.target, "power", "defense")
        factor = attack_factor(known, attack, attack.target, "defense")
        factor = max([factor, *(step.amount for step in steps if step.op == "times")])
        own = combine(printed(attack.target, "power"), [*steps, ValueStep("times", factor + 1)])
        yield Term("oppose", attack.target, -own - BOOST * len(play.boosts))


def _shields(known: Facts, attack: RunningAttack) -> Iterator[Term]:
    """Defense of the structure and shields (I35.22), and Power that defends for nothing."""
    target = known.table.get(attack.target)
    if target is None or (attack.form == "control" and known.is_bare(attack.target)):
        return
    for card, shield in known.of_kind(ab.Defense):
        is_there = card.seat == target.seat or shield.covers in ("host", "all", "tied")
        if is_there and _covers(known, attack, card, shield):
            yield Term("defense", card.copy, -shield.amount)
    if target.seat == attack.seat or attack.instant:
        return
    for card, free in known.of_kind(ab.FreeDefense):
        is_meant = card.seat == target.seat and known.fits(free.of, attack.target)
        if is_meant and not is_shut_out(known, attack, card):
            yield Term("defense", card.copy, -known.power(card.copy, "defense"))


def _covers(known: Facts, attack: RunningAttack, card: OnTable, shield: ab.Defense) -> bool:
    return (
        attack.form in shield.forms
        and not (shield.no_disasters and attack.disaster)
        and names_kind(attack, instants_of(known, shield), shield.only)
        and known.reaches(card, shield.covers, attack.target)
        and known.fits(shield.of, attack.target)
        and _is_meant(known, attack, shield)
        and not is_shut_out(known, attack, card)
        and not (attack.assassination and is_unwarded(known, attack, card.copy, shield))
    )


def _is_meant(known: Facts, attack: RunningAttack, shield: ab.Defense) -> bool:
    """Whether the shield is against this leader, or one of these helpers."""
    if not shield.against.clauses:
        return True
    if attack.attacker and known.fits(shield.against, attack.attacker):
        return True
    if is_magic(attack) and "Magic" in shield.against.words:
        return True
    helpers = attack.standing("aid") if shield.helpers else ()
    return any(known.fits(shield.against, play.card) for play in helpers)
