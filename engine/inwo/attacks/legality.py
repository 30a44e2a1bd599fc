"""Why an attack may not be announced, or a Group may not join one (I8, I11, I12, I16, I17)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.rulings import Reason, Refusal
from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks.sum import joining_power
from engine.inwo.cards import card_id, card_of
from engine.inwo.facts import Facts, facts
from engine.inwo.inwotable import find, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoState, RunningAttack
from engine.inwo.structure import fit, places_under


def named(order: od.LaunchAttack, known: Facts, seat: str) -> tuple[str | None, str | None, bool]:
    """The attacking Group, the target, and whether that is of the hand (I11.2)."""
    state = known.state
    attacker = on_table(state, order.attacker, seat)
    rivals = [copy for copy, card in state.table.items() if card.seat != seat]
    mine = [copy for copy, card in state.table.items() if card.seat == seat]
    hand = state.seat(seat).groups
    if order.from_hand is not True:
        first, second = (rivals, mine) if order.form == "control" else (state.table, ())
        target = find(first, order.target) or find(second, order.target)
        if target or order.from_hand is False:
            return attacker, target, False
    return attacker, find(hand, order.target), True


# --- announcing -----------------------------------------------------------------------------


def refuse_attack(state: InwoState, seat: str, order: od.LaunchAttack) -> Refusal | None:
    """Why the attack may not be announced; None if it may (I11)."""
    known = facts(state)
    attacker, target, _ = named(order, known, seat)
    if attacker is None or state.table[attacker].seat != seat:
        return refuse(rl.NOT_ON_TABLE, card=order.attacker)
    if target is None:
        return refuse(rl.NO_TARGET, card=order.target)
    refusal = (
        _refuse_leader(known, attacker)
        or _refuse_target(known, seat, attacker, target, order.form)
        or _refuse_privilege(known, seat, order)
    )
    if refusal or order.form == "destroy":
        return refusal
    return refuse_capture(state, seat, attacker, target, order.at)


def _refuse_leader(known: Facts, attacker: str) -> Refusal | None:
    if "resource" in card_of(attacker).words or card_of(attacker).family == "plot":
        return refuse(rl.NOT_ON_TABLE, card=attacker)
    return refuse_acting(known, attacker, rl.NO_TOKEN)


def refuse_acting(known: Facts, copy: str, reason: Reason) -> Refusal | None:
    """Why a card cannot spend a token of its own."""
    if known.is_paralyzed(copy):
        return refuse(rl.PARALYZED, card=copy)
    if known.state.tokens.get(copy, 0) < 1:
        return refuse(reason, card=copy)
    if is_frozen(known, copy):
        return refuse(rl.FROZEN, card=copy)
    return None


def is_frozen(known: Facts, copy: str) -> bool:
    """Whether a Plot keeps such Groups from spending tokens this turn (I35.7)."""
    return any(
        note.stat == "frozen"
        and (str(note.value) in known.words(copy) or str(note.value) == f"={card_id(copy)}")
        for note in known.changes
    )


def _refuse_target(
    known: Facts, seat: str, attacker: str, target: str, form: ab.Aim
) -> Refusal | None:
    card = known.table.get(target)
    if target == attacker:
        return refuse(rl.ATTACKS_ITSELF, card=target)
    if "group" not in card_of(target).words:
        return refuse(rl.NO_TARGET, card=target)
    if card is None:
        if form == "destroy":
            return refuse(rl.HAND_NOT_DESTROYED, card=target)
        return refuse_takeover(known, seat, target)
    if form == "control" and card.seat == seat:
        return refuse(rl.OWN_GROUP, card=target)
    return (
        _refuse_rival(known.state, seat, card.seat)
        or _refuse_form(known, seat, attacker, target, form)
        or refuse_touching(known, attacker, target)
    )


def _refuse_rival(state: InwoState, seat: str, rival: str) -> Refusal | None:
    """First-turn protection, and that of the duel (I4.7, I28.1)."""
    if rival == seat:
        return None
    if not state.seat(rival).turns_taken:
        return refuse(rl.FIRST_TURN, seat=rival)
    if state.is_duel and not state.seat(seat).turns_taken:
        return refuse(rl.DUEL_FIRST_TURN, seat=seat)
    return None


def _refuse_form(
    known: Facts, seat: str, attacker: str, target: str, form: ab.Aim
) -> Refusal | None:
    """Cannot be destroyed, or not by him (I11.6)."""
    for ability in card_of(target).abilities:
        if not isinstance(ability, ab.Protected) or form not in ability.forms:
            continue
        if known.fits(ability.by, attacker):
            return refuse(rl.CANNOT_BE_DESTROYED, card=target)
    for card, bar in known.of_kind(ab.Barred):
        is_meant = card.seat == seat and form in bar.forms and known.fits(bar.target, target)
        # A rival's last Group may be destroyed by who may destroy little else.
        if is_meant and (form == "control" or not _is_last(known, target)):
            reason = rl.MAY_NOT_DESTROY if form == "destroy" else rl.MAY_NOT_CONTROL
            return refuse(reason, card=target, by=card.copy)
    return _refuse_zapped(known, seat, target) if form == "control" else None


def refuse_struck(known: Facts, seat: str, target: str) -> Refusal | None:
    """Why a card of a seat may not attack a Group: absolute bans and the first turn (I18.3)."""
    for ability in card_of(target).abilities:
        is_ban = isinstance(ability, ab.Protected) and not ability.by.clauses
        if isinstance(ability, ab.Protected) and is_ban and "destroy" in ability.forms:
            return refuse(rl.CANNOT_BE_DESTROYED, card=target)
    for card, bar in known.of_kind(ab.Barred):
        if card.seat == seat and "destroy" in bar.forms and known.fits(bar.target, target):
            return refuse(rl.MAY_NOT_DESTROY, card=target, by=card.copy)
    return _refuse_rival(known.state, seat, known.table[target].seat)


def _is_last(known: Facts, target: str) -> bool:
    return len(known.groups[known.table[target].seat]) == 2


def _refuse_zapped(known: Facts, seat: str, target: str) -> Refusal | None:
    """Zaps bind a whole structure: no control of such Groups (I35.5, I8.3)."""
    root = known.state.seat(seat).illuminati
    for plot in known.linked.get(root, ()):
        zap = card_of(plot).ability(ab.Zap)
        if zap and zap.of is not None and known.fits(zap.of, target):
            return refuse(rl.ZAPPED, card=target, by=plot)
    return None


def is_barred(known: Facts, seat: str, what: str) -> bool:
    """Whether a Zap keeps a player from something (I35.5)."""
    root = known.state.seat(seat).illuminati
    zaps = (card_of(plot).ability(ab.Zap) for plot in known.linked.get(root, ()))
    return any(zap is not None and zap.bars == what for zap in zaps)


def refuse_control(known: Facts, seat: str, target: str) -> Refusal | None:
    """Why a player may not have a Group that is in play (I8.3)."""
    for card, bar in known.of_kind(ab.Barred):
        if card.seat == seat and bar.takeover and known.fits(bar.target, target):
            return refuse(rl.MAY_NOT_CONTROL, card=target, by=card.copy)
    return _refuse_zapped(known, seat, target)


def refuse_takeover(known: Facts, seat: str, target: str) -> Refusal | None:
    """Why a card of the hand may not come into play (I8.2, I25)."""
    state = known.state
    same = card_id(target)
    words = card_of(target).words
    if "group" in words or "unique" in words:
        is_out = any(card_id(copy) == same for copy in state.table)
        ruined = any(card_id(ruin.copy) == same for s in state.seats for ruin in s.destroyed)
        if is_out or ruined:
            reason = rl.COPY_IN_PLAY if "group" in words else rl.UNIQUE_IN_PLAY
            return refuse(reason, card=target)
    if "resource" in words and is_barred(known, seat, "resources"):
        return refuse(rl.ZAPPED, card=target)
    return refuse_control(known, seat, target) if "group" in words else None


def refuse_capture(
    state: InwoState, seat: str, attacker: str, target: str, at: str | None
) -> Refusal | None:
    """Why a Group that is captured could not lie on an open arrow of the attacker (I11.2)."""
    places = places_under(state, seat, (attacker,))
    if not places:
        return refuse(rl.NO_OPEN_ARROW, card=attacker)
    if at is not None:
        places = [place for place in places if place[1] == at]
        if not places:
            return refuse(rl.ARROW_NOT_OPEN, card=attacker, arrow=at)
    # One card alone always fits where an arrow is open.
    if len(facts(state).branch(target)) > 1 and fit(state, seat, target, places) is None:
        return refuse(rl.NO_ROOM, card=target)
    return None


def _refuse_privilege(known: Facts, seat: str, order: od.LaunchAttack) -> Refusal | None:
    if not order.privileged:
        return None
    if order.privileged_by is not None:
        return _refuse_claim(known, seat, order)
    free = sum(p.times for card, p in known.of_kind(ab.FreePrivilege) if card.seat == seat)
    used = known.state.seat(seat).used.count("privilege")
    return None if free > used else refuse(rl.NO_PRIVILEGE, seat=seat)


def _refuse_claim(known: Facts, seat: str, order: od.LaunchAttack) -> Refusal | None:
    """A Plot that makes an attack privileged: in which attacks it may (I16.2)."""
    held = find(known.state.seat(seat).plots, order.privileged_by or "")
    attacker, target, _ = named(order, known, seat)
    if held is None or attacker is None or target is None:
        return refuse(rl.NOT_IN_HAND, card=order.privileged_by or "")
    if card_of(held).ability(ab.ClaimPrivilege):
        helpers = [on_table(known.state, helper.card, seat) for helper in order.aid]
        words = [known.words(copy) for copy in (attacker, *helpers) if copy]
        is_meant = any("illuminati" in one or "Secret" in one for one in words)
        return None if is_meant else refuse(rl.NO_PRIVILEGE, seat=seat)
    for plot in card_of(held).abilities:
        if not isinstance(plot, ab.AttackPlot) or not plot.privileged:
            continue
        helpers = [on_table(known.state, helper.card, seat) for helper in order.aid]
        if plot.leader.clauses and not any(
            copy and known.fits(plot.leader, copy) for copy in (attacker, *helpers)
        ):
            continue
        if order.form in plot.forms and known.fits(plot.target, target):
            return None
    return refuse(rl.NO_PRIVILEGE, seat=seat)


# --- immunity and Secret (I17) --------------------------------------------------------------


def refuse_touching(known: Facts, by: str, target: str) -> Refusal | None:
    """Why a Group may not attack another, nor aid an attack on it."""
    return refuse_immune(known, by, target) or refuse_secret(known, by, target)


def refuse_immune(known: Facts, by: str, target: str) -> Refusal | None:
    """Immunity of the target to the Group (I17.1, I17.2)."""
    attacked, acting = known.table.get(target), known.table.get(by)
    if attacked is None or acting is None or acting.seat == attacked.seat:
        return None
    for card, immune in known.of_kind(ab.Immune):
        is_covered = known.reaches(card, immune.covers, target) and known.fits(immune.of, target)
        if is_covered and known.fits(immune.to, by) and "group" in card_of(by).words:
            return refuse(rl.IMMUNE, card=target, by=by)
    return None


def refuse_secret(known: Facts, by: str, target: str) -> Refusal | None:
    """Only Secret Groups, Illuminati and its master and puppets touch a Secret Group (I17.4)."""
    if "Secret" not in known.words(target) or "Secret" in known.words(by):
        return None
    if "illuminati" in card_of(by).words:
        return None
    return refuse(rl.SECRET, card=target, by=by)


# --- joining (I12) --------------------------------------------------------------------------


def refuse_join(
    known: Facts, attack: RunningAttack, seat: str, copy: str, side: str
) -> Refusal | None:
    """Why a Group may not aid or oppose the attack under way."""
    card = known.table.get(copy)
    if card is None or card.seat != seat or "resource" in card_of(copy).words:
        return refuse(rl.NOT_ON_TABLE, card=copy)
    if copy == attack.attacker or (side == "aid" and copy == attack.target):
        return refuse(rl.ATTACKER_JOINS, card=copy)
    if any(play.card == copy for play in attack.standing("aid", "oppose")):
        return refuse(rl.JOINED_ALREADY, card=copy)
    return (
        refuse_taking_part(known, attack, seat)
        or refuse_acting(known, copy, rl.NO_TOKEN_TO_JOIN)
        or _refuse_side(known, attack, copy, side)
    )


def refuse_taking_part(known: Facts, attack: RunningAttack, seat: str) -> Refusal | None:
    """Privilege, the first turn and Instant attacks keep players out (I4.7, I16.1, I18.4)."""
    target = known.table.get(attack.target)
    concerned = {attack.seat, target.seat if target else attack.seat}
    if attack.privileged and seat not in concerned:
        return refuse(rl.PRIVILEGED, seat=seat)
    is_protected = seat != attack.seat and not known.state.seat(attack.seat).turns_taken
    if is_protected and (target is None or target.seat == attack.seat):
        return refuse(rl.FIRST_TURN, seat=attack.seat)
    if attack.privileged and target is None and seat != attack.seat:
        return refuse(rl.PRIVILEGED, seat=seat)
    return None


def _refuse_side(known: Facts, attack: RunningAttack, copy: str, side: str) -> Refusal | None:
    disaster = card_of(attack.by_card).ability(ab.DisasterPlot) if attack.by_card else None
    is_closed = disaster is not None and disaster.closed and side == "aid"
    follow = card_of(attack.by_card).ability(ab.FollowStrike) if attack.by_card else None
    if follow is not None:
        return None if known.fits(follow.joiners, copy) else refuse(rl.NOT_ELIGIBLE, card=copy)
    if attack.instant or is_closed:
        return refuse(rl.NOT_ELIGIBLE, card=copy)
    target = attack.target
    seat = known.table[copy].seat
    is_apathy = any(rule.no_aid for _, rule in known.of_kind(ab.WorldRule))
    if side == "aid" and is_apathy and seat != attack.seat:
        return refuse(rl.NOT_ELIGIBLE, card=copy)
    if side == "aid":
        refusal = refuse_touching(known, copy, target) or (
            refuse_secret(known, copy, attack.attacker) if attack.attacker else None
        )
    else:
        refusal = None if _is_near(known, copy, target) else refuse_secret(known, copy, target)
    if refusal:
        return refusal
    if joining_power(known, attack, copy, side) < 1:
        return refuse(rl.NOT_ELIGIBLE, card=copy)
    return None


def _is_near(known: Facts, copy: str, target: str) -> bool:
    """Whether one is the other's master (I17.5 d)."""
    a, b = known.table.get(copy), known.table.get(target)
    return a is not None and b is not None and (a.master == target or b.master == copy)


def refuse_self_defense(known: Facts, attack: RunningAttack, seat: str) -> Refusal | None:
    """Why the target may not spend a token in its own defense (I12.4)."""
    card = known.table.get(attack.target)
    if card is None or card.seat != seat:
        return refuse(rl.NOT_YOURS, card=attack.target)
    if attack.instant:
        return refuse(rl.NOT_ELIGIBLE, card=attack.target)
    # A frozen Group may still defend itself (I35.7).
    if known.is_paralyzed(attack.target):
        return refuse(rl.PARALYZED, card=attack.target)
    if known.state.tokens.get(attack.target, 0) < 1:
        return refuse(rl.NO_TOKEN_TO_JOIN, card=attack.target)
    return None


def refuse_boost(
    state: InwoState, seat: str, plot: str, copy: str, taken: Iterable[str] = ()
) -> Refusal | None:
    """Why a +10 of the hand does not go to a Group's action or defense (I35.1, I11.10)."""
    known = facts(state)
    held = find(state.seat(seat).plots, plot)
    boost = card_of(held).ability(ab.PlotBoost) if held else None
    if held is None or boost is None:
        return refuse(rl.NOT_IN_HAND, card=plot)
    host = state.seat(seat).stored.get(held)
    store = card_of(host).ability(ab.Store) if host else None
    if store is not None and store.own_only and copy != host:
        return refuse(rl.STORED_FOR, card=held)
    if not known.fits(boost.of, copy):
        return refuse(rl.BOOST_UNFIT, card=held, on=copy)
    used = list(taken)
    if state.attack is not None:
        mine = [p for p in state.attack.plays if p.seat == seat and not p.cancelled]
        used += [card for play in mine for card in (play.card, *play.boosts)]
    if any(card_id(card) == card_id(held) for card in used):
        return refuse(rl.SECOND_COPY, card=held)
    return None


# --- agents (I15) ---------------------------------------------------------------------------


def refuse_agents(known: Facts, attack: RunningAttack, seat: str, side: str) -> Refusal | None:
    """Why a seat may not play a copy of the target as hidden agents."""
    state = known.state
    target = known.table.get(attack.target)
    if attack.instant or (attack.privileged and seat != attack.seat):
        return refuse(rl.PRIVILEGED, seat=seat)
    if any(attack.standing("agents")):
        return refuse(rl.AGENTS_USED, card=attack.target)
    if (target is None and (seat == attack.seat or side == "aid")) or (
        target is not None and target.seat == seat
    ):
        return refuse(rl.AGENTS_OWN, card=attack.target)
    if find(state.seat(seat).groups, card_id(attack.target)) is None:
        return refuse(rl.NO_AGENTS, card=attack.target)
    if target is not None and any(c.seat == target.seat for c, _ in known.of_kind(ab.NoAgents)):
        return refuse(rl.AGENTS_REFUSED, card=attack.target)
    return refuse_taking_part(known, attack, seat)
