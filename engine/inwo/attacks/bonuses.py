"""What cards add to an attack by their texts: bonuses, and whom they serve (I13.8, I35.13)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.halves import half_bonus
from engine.inwo.cards import card_id, card_of
from engine.inwo.events import Term
from engine.inwo.facts import Facts
from engine.inwo.rulings import refuse
from engine.inwo.selectors import Selector
from engine.inwo.state import UNCONTROLLED, AttackPlay, OnTable, RunningAttack
from engine.inwo.values import ValueStep, combine, printed
from engine.inwo.wards import is_warded

DOUBLE, TRIPLE = 2, 3


def joining_bonus(known: Facts, attack: RunningAttack, play: AttackPlay) -> int:
    return max(
        (
            bonus.amount
            for bonus in card_of(play.card).abilities
            if isinstance(bonus, ab.AttackBonus) and bonus.scope == "joining"
            if attack.form in bonus.forms and known.fits(bonus.target, attack.target)
            if play.what in bonus.sides and _leads(known, attack, bonus)
        ),
        default=0,
    )


def bonuses(known: Facts, attack: RunningAttack) -> Iterator[Term]:
    """Every bonus that costs nothing; of one card the larger alone (I10.5, I13.8, I13.9)."""
    best: dict[str, int] = {}
    more: dict[str, int] = {}
    for card, bonus in known.of_kind(ab.AttackBonus):
        # First what leaves most of them out.
        if attack.form not in bonus.forms or not _counts(known, attack, card, bonus):
            continue
        is_out = is_shut_out(known, attack, card) or known.state.shelters(attack.seat, card.seat)
        if not (is_out or is_warded(known, card.copy, card.seat, attack.target)):
            amount = _bonus_amount(known, attack, bonus)
            if bonus.further:
                more[card.copy] = more.get(card.copy, 0) + amount
            else:
                best[card.copy] = max(best.get(card.copy, amount), amount)
    for copy in dict.fromkeys((*best, *more)):
        yield Term("bonus", copy, best.get(copy, 0) + more.get(copy, 0))
    rule = card_of(attack.attacker).ability(ab.Strips) if attack.strip and attack.attacker else None
    if rule is not None and attack.attacker is not None:
        yield Term("bonus", attack.attacker, rule.amount)
    yield from half_bonus(known, attack)
    for play in attack.standing("plot"):
        sign = 1 if play.favours == "attack" else -1
        yield Term("bonus" if sign > 0 else "defense", play.card, sign * play.amount)
    if attack.handicapped_by:
        yield Term("defense", attack.handicapped_by, attack.handicap)


def _counts(known: Facts, attack: RunningAttack, card: OnTable, bonus: ab.AttackBonus) -> bool:
    is_there = card.seat == UNCONTROLLED or not bonus.in_area
    is_kind = is_there and names_kind(attack, bonus.instants, bonus.only)
    is_own = attack.own_bonuses and bonus.scope == "direct" and not bonus.only
    if not (is_kind or is_own):
        return False
    leader = attack.attacker
    if not _leads(known, attack, bonus) or (bonus.unprivileged and attack.privileged):
        return False
    if bonus.by_master and leader != card.master:
        return False
    if bonus.scope == "against":
        return card.copy == attack.target
    owner = known.state.controller(attack.target)
    if bonus.scope == "joining" or (bonus.rival and owner in (None, card.seat)):
        return False
    if bonus.scope != "everyone" and (card.seat == attack.seat) is (bonus.scope == "rivals"):
        return False
    if bonus.scope == "direct" and not _is_direct(attack, card):
        return False
    if bonus.in_place and (leader is None or (attack.instant and not attack.own_bonuses)):
        return False
    if bonus.on_rival is not None:
        is_rivals = owner not in (None, card.seat, UNCONTROLLED)
        # Another Illuminati has it than that which it is against.
        is_his = _is_kin(known, card.seat, bonus.on_rival)
        return is_rivals and not is_his and _is_kin(known, owner or "", bonus.on_rival)
    is_meant = known.fits(bonus.target, attack.target, card.copy) or _is_ruled(known, attack, bonus)
    return is_meant or bonus.agreed and _is_agreed(known, attack, card)


def _is_kin(known: Facts, seat: str, kind: Selector) -> bool:
    return known.fits(kind, known.state.seat(seat).illuminati)


def _is_agreed(known: Facts, attack: RunningAttack, card: OnTable) -> bool:
    """Whether all have agreed that it counts for the target, or for its master (I33.9)."""
    target = known.table.get(attack.target)
    master = target.master if target is not None else None
    named = (card_id(copy) for copy in (attack.target, master) if copy)
    agreed = [c.value for c in known.changes if c.stat == "agreed" and c.on == card.copy]
    return any(name in agreed for name in named)


def _is_direct(attack: RunningAttack, card: OnTable) -> bool:
    """Whether a card, or its host, leads the attack, or adds its Power to an Assassination."""
    leaders = [attack.attacker]
    if attack.assassination:
        leaders += [play.card for play in attack.standing("aid")]
    return any(leader in (card.copy, card.host) for leader in leaders if leader is not None)


def _is_ruled(known: Facts, attack: RunningAttack, bonus: ab.AttackBonus) -> bool:
    """Whether the target has a master of the kind that the bonus is for."""
    target = known.table.get(attack.target)
    if bonus.of_master is None or target is None or target.master is None:
        return False
    return known.fits(bonus.of_master, target.master)


def _leads(known: Facts, attack: RunningAttack, bonus: ab.AttackBonus) -> bool:
    """Whether the attack is led by such a Group as the bonus asks."""
    leader = attack.attacker
    return not bonus.leader.clauses or (leader is not None and known.fits(bonus.leader, leader))


def names_kind(attack: RunningAttack, instants: ab.Instants, only: bool = False) -> bool:
    """Whether a bonus or shield counts in an attack of this kind (I18.3)."""
    if attack.disaster:
        return instants in ("disasters", "all") or not attack.instant and not only
    if attack.assassination:
        return instants in ("assassinations", "all")
    return not only and (not attack.instant or instants == "all")


def fits_struck(known: Facts, selector: Selector, target: str) -> bool:
    """Whether a selector means the target of an attack, be it as a Place."""
    if known.fits(selector, target):
        return True
    words = known.words(target) | {"place"}
    return card_of(target).is_struck_as_place and selector.fits(card_id(target), words)


def instants_of(known: Facts, shield: ab.Defense) -> ab.Instants:
    """In which Instant attacks a shield counts: some not in the SubGenius game."""
    is_boxed = shield.standard and known.state.options.game_form == "subgenius"
    return "no" if is_boxed else shield.instants


def is_unwarded(
    known: Facts, attack: RunningAttack, card: str, shield: ab.Defense | None = None
) -> bool:
    """Whether a defense against an Assassination does not work, as it is not of Magic (I36.4)."""
    parties = (attack.attacker, *(play.card for play in attack.standing("aid")))
    if not any(one and card_of(one).ability(ab.Unwarded) for one in parties):
        return False
    words = known.words(card) if card in known.table else card_of(card).words
    is_named = shield is not None and "Magic" in shield.against.words
    return "Magic" not in words and not is_named


def is_magic(attack: RunningAttack) -> bool:
    """Whether it is a Magic attack: of itself, or by a card used in it (I8.6, I38.52)."""
    return attack.magic or any(
        isinstance(part, ab.AttackPlot) and part.magic
        for play in attack.standing("plot")
        for part in card_of(play.card).abilities
    )


def takes_magic(known: Facts, attack: RunningAttack) -> bool:
    """Whether a Group, Plot or Resource with Magic is on the attacker's side (I8.6)."""
    helpers = [play for play in attack.standing("aid", "plot") if play.favours == "attack"]
    helpers = [play for play in helpers if not _lets_in(attack, play)]
    parties = (attack.attacker, *(play.card for play in helpers))
    return is_magic(attack) or any(
        copy is not None and copy in known.table and "Magic" in known.words(copy)
        for copy in parties
    )


def _lets_in(attack: RunningAttack, play: AttackPlay) -> bool:
    """Whether a card only lets a player in who does not aid the attack (the Frog God)."""
    part = card_of(play.card).ability(ab.AttackPlot)
    enters = play.what == "plot" and part is not None and part.enters
    return enters and all(aid.seat != play.seat for aid in attack.standing("aid"))


def _bonus_amount(known: Facts, attack: RunningAttack, bonus: ab.AttackBonus) -> int:
    if bonus.per:
        words = known.words(attack.target)
        return bonus.amount * sum(word in words for word in bonus.per)
    return bonus.amount


def is_shut_out(known: Facts, attack: RunningAttack, card: OnTable) -> bool:
    """Whether an ability does not count as one side of the attack is Secret (I17.4, I17.5)."""
    parties = (attack.target, attack.attacker)
    secret = [copy for copy in parties if copy and lg.is_secret(known, copy)]
    if not secret:
        return False
    printed_as = card_of(card.copy)
    sees = printed_as.ability(ab.SeesSecret) is not None
    if printed_as.family in ("illuminati", "plot") or "Secret" in known.words(card.copy) or sees:
        return False
    if printed_as.family == "resource":
        host = card.host
        is_root = host is not None and known.table[host].master is None
        return not is_root and (host is None or "Secret" not in known.words(host))
    target = known.table.get(attack.target)
    near = {card.master} | {target.master if target else None}
    return attack.target not in near and card.copy not in near


# --- multipliers (I38.17) ------------------------------------------------------------------


def multiplied(
    known: Facts, attack: RunningAttack, copy: str, stat: ab.StatName, side: ab.AttackPurpose
) -> int:
    """A value with the multipliers of the attack itself (I38.17); Global Power has none."""
    factor = attack_factor(known, attack, copy, side) if stat == "power" else 1
    if factor == 1:
        return known.value(copy, stat, side)
    steps = known.steps(copy, stat, side)
    return combine(printed(copy, stat), [*steps, ValueStep("times", factor)])


def action_factor(known: Facts, copy: str) -> int:
    """The multiplier that a card has for its next action (I38.15)."""
    made = (one for one in known.changes if one.stat == "action" and one.on == copy)
    return max((one.value for one in made if isinstance(one.value, int)), default=1)


def acting_power(known: Facts, copy: str, purpose: ab.AttackPurpose = "") -> int:
    """The Power of an action of a card (I6.8)."""
    factor = action_factor(known, copy)
    if factor == 1:
        return known.power(copy, purpose)
    steps = known.steps(copy, "power", purpose)
    return combine(printed(copy, "power"), [*steps, ValueStep("times", factor)])


def attack_factor(known: Facts, attack: RunningAttack, copy: str, side: ab.AttackPurpose) -> int:
    """The greatest multiplier that the attack itself gives a Group."""
    factors = [action_factor(known, copy)]
    for card, rule in known.of_kind(ab.AttackMultiplier):
        is_its = card.copy == copy if rule.whom == "self" else known.fits(rule.of, copy)
        is_aim = attack.form in rule.forms and known.fits(rule.target, attack.target, card.copy)
        if rule.leads and copy != attack.attacker:
            continue
        if is_its and is_aim and side in rule.sides and _has_part(known, attack, card, rule):
            factors.append(rule.factor)
    return max((*factors, _factor_of_card(known, attack, copy, side)))


def _factor_of_card(known: Facts, attack: RunningAttack, copy: str, side: ab.AttackPurpose) -> int:
    """By how much a card that attacks multiplies some Groups that join it (I35.9, I37)."""
    held = card_of(attack.by_card) if attack.by_card else None
    nomination = held.ability(ab.Nomination) if held else None
    if nomination is not None and known.fits(nomination.doubles, copy):
        return DOUBLE
    disaster = held.ability(ab.DisasterPlot) if held else None
    times = disaster.times if disaster is not None else None
    is_defender = side == "defense" and copy != attack.target
    return TRIPLE if times is not None and is_defender and known.fits(times, copy) else 1


def _has_part(
    known: Facts, attack: RunningAttack, card: OnTable, rule: ab.AttackMultiplier
) -> bool:
    """Whether what the multiplier asks for besides is there: its own action, a Plot shown."""
    shown = known.state.seat(card.seat).exposed if card.seat else ()
    if rule.exposed and not any(card_id(plot) == rule.exposed for plot in shown):
        return False
    if not rule.part:
        return True
    attacking = [attack.attacker, *(play.card for play in attack.standing("aid"))]
    opposing = [play.card for play in attack.standing("oppose", "self-defense")]
    return card.copy in (attacking if "attack" in rule.sides else opposing)


def brought(known: Facts, attack: RunningAttack, copy: str, stat: ab.StatName) -> int:
    """What a Group brings to the attacker's side, doubled where a liberator is in it (I37)."""
    value = multiplied(known, attack, copy, stat, "attack")
    if attack.form != "control" or not _is_liberating(known, attack):
        return value
    plain = [step for step in known.steps(copy, stat, "attack") if step.op != "times"]
    return max(value, 2 * combine(printed(copy, stat), plain))


def _is_liberating(known: Facts, attack: RunningAttack) -> bool:
    target = known.table.get(attack.target)
    if target is None or target.master is None:
        return False
    parties = (attack.attacker, *(play.card for play in attack.standing("aid")))
    for copy in parties:
        liberator = card_of(copy).ability(ab.Liberator) if copy else None
        if liberator and known.fits(liberator.master, target.master):
            return True
    return False


def more_by_plots(known: Facts, attack: RunningAttack) -> int:
    """What Plots add that multiply the Power attacked for this defense (I35.24, I10.3)."""
    if attack.form != "destroy":
        return 0
    parts = [part for play in attack.standing("plot") for part in card_of(play.card).abilities]
    times = [ValueStep("times", p.times) for p in parts if isinstance(p, ab.AttackPlot)]
    steps = known.steps(attack.target, "power", "target")
    multiplied = combine(printed(attack.target, "power"), [*steps, *times])
    return multiplied - known.value(attack.target, "power", "target") if times else 0


# --- immunity (I17.1, I17.3) ------------------------------------------------------------------


def refuse_magic(known: Facts, seat: str, target: str) -> Refusal | None:
    """Why no Magic attack is made on a Group (I17.3)."""
    attacked = known.table.get(target)
    for card, immune in known.of_kind(ab.Immune):
        is_covered = known.reaches(card, immune.covers, target) and known.fits(immune.of, target)
        is_rivals = attacked is not None and attacked.seat != seat
        if is_covered and is_rivals and immune.cards and "Magic" in immune.to.words:
            return refuse(rl.MAGIC_PROOF, card=target, by=card.copy)
    return None
