"""Why an attack may not be announced, or a Group may not join one (I8, I11, I12, I16, I17)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks.acting import is_saving
from engine.inwo.attacks.acting import refuse_acting as refuse_acting
from engine.inwo.attacks.acting import refuse_any_play as refuse_any_play
from engine.inwo.attacks.aims import absent
from engine.inwo.attacks.aims import named as named
from engine.inwo.attacks.bans import destructible as destructible
from engine.inwo.attacks.bans import is_burden as is_burden
from engine.inwo.attacks.bans import is_indestructible as is_indestructible
from engine.inwo.attacks.bans import protecting
from engine.inwo.attacks.halves import divisions
from engine.inwo.attacks.privilege import enters as enters
from engine.inwo.attacks.privilege import has_entered, is_opened, refuse_privilege
from engine.inwo.attacks.privilege import is_always_privileged as is_always_privileged
from engine.inwo.cards import card_id, card_of
from engine.inwo.facts import Facts, facts
from engine.inwo.ruins import bars_copies
from engine.inwo.ruins import is_beyond as is_beyond
from engine.inwo.ruins import is_credited as is_credited
from engine.inwo.rulings import refuse
from engine.inwo.state import UNCONTROLLED, AttackPlay, InwoState, RunningAttack
from engine.inwo.structure import fit, places_under, touches
from engine.inwo.wards import is_linked_for_good as is_linked_for_good

FREE_ATTACK = "free-attack"
"""What a seat has used whose Illuminati has attacked so."""


def is_free(known: Facts, attacker: str) -> bool:
    """Whether an Illuminati may attack without a token, as a Plot lets it once."""
    seat = known.state.controller(attacker)
    is_used = seat is not None and FREE_ATTACK in known.state.seat(seat).used
    return not is_used and is_saving(known, attacker)


# --- announcing -----------------------------------------------------------------------------


def refuse_attack(state: InwoState, seat: str, order: od.LaunchAttack) -> Refusal | None:
    """Why the attack may not be announced; None if it may (I11)."""
    known = facts(state)
    attacker, target, _ = named(order, known, seat)
    if attacker is None:
        return refuse(rl.NOT_ON_TABLE, card=order.attacker)
    if state.table[attacker].seat != seat:
        return refuse(rl.NOT_YOURS, card=attacker)
    if target is None:
        return refuse(absent(order), card=order.target)
    refusal = (
        refuse_leading(known, attacker)
        or _refuse_target(known, seat, attacker, target, order)
        or refuse_privilege(known, seat, order, attacker, target)
    )
    if refusal or order.form == "destroy":
        return refusal
    return refuse_capture(state, seat, attacker, target, order.at)


def refuse_leading(known: Facts, attacker: str) -> Refusal | None:
    if "resource" in card_of(attacker).words or card_of(attacker).family == "plot":
        return refuse(rl.NOT_ON_TABLE, card=attacker)
    if is_free(known, attacker):
        return None
    return refuse_acting(known, attacker, rl.NO_TOKEN)


def _refuse_target(
    known: Facts, seat: str, attacker: str, target: str, order: od.LaunchAttack
) -> Refusal | None:
    card, form = known.table.get(target), order.form
    if target == attacker:
        return refuse(rl.ATTACKS_ITSELF, card=target)
    if "group" not in card_of(target).words or card is not None and card.host is not None:
        return refuse(rl.NO_TARGET, card=target)
    if card is None:
        if form == "destroy":
            return refuse(rl.HAND_NOT_DESTROYED, card=target)
        return refuse_takeover(known, seat, target)
    if form == "control" and card.seat == seat:
        return refuse(rl.OWN_GROUP, card=target)
    return (
        _refuse_rival(known.state, seat, card.seat)
        or _refuse_protected(known, attacker, target, form, is_killing=order.assassin)
        or _refuse_form(known, seat, attacker, target, form)
        or refuse_immune(known, attacker, target)
        or refuse_secret(known, attacker, target, is_leader=True)
    )


def _refuse_rival(state: InwoState, seat: str, rival: str) -> Refusal | None:
    """First-turn protection, and that of the duel (I4.7, I28.1)."""
    if rival in (seat, UNCONTROLLED):
        return None
    if state.shelters(rival, seat):
        return refuse(rl.FIRST_TURN, seat=rival)
    if state.is_duel and not state.seat(seat).turns_taken:
        return refuse(rl.DUEL_FIRST_TURN, seat=seat)
    return None


def _refuse_protected(
    known: Facts, attacker: str, target: str, form: ab.Aim, *, is_killing: bool
) -> Refusal | None:
    """What cannot be captured or destroyed, or not by his Group, or but by an Assassination."""
    seat = known.state.controller(attacker)
    root = known.state.seat(seat).illuminati if seat is not None else attacker
    parties = {attacker, root} if form == "destroy" else {attacker}
    for ban in protecting(known, target, form):
        is_passed = is_killing and not ban.by_cards
        is_own = ban.own and known.table[target].seat == seat
        if not is_passed and (is_own or any(known.fits(ban.by, one) for one in parties)):
            reason = rl.CANNOT_BE_DESTROYED if form == "destroy" else rl.PROTECTED
            return refuse(reason, card=target)
    return None


def _refuse_form(
    known: Facts, seat: str, attacker: str, target: str, form: ab.Aim
) -> Refusal | None:
    """Not to be controlled or destroyed by him (I11.6)."""
    for card, bar in known.of_kind(ab.Barred):
        is_meant = card.seat == seat and form in bar.forms and known.fits(bar.target, target)
        is_meant = is_meant and (not bar.host or card.host == attacker)
        if is_meant and (form == "control" or bar.host or not _is_last(known, target)):
            reason = rl.MAY_NOT_DESTROY if form == "destroy" else rl.MAY_NOT_CONTROL
            return refuse(reason, card=target, by=card.copy)
    return refuse_control(known, seat, target) if form == "control" else None


def _is_last(known: Facts, target: str) -> bool:
    """Whether it is the last Group of its player: who destroys little else may destroy that."""
    return len(known.groups.get(known.table[target].seat, ())) == 2


def refuse_still(known: Facts, attack: RunningAttack) -> Refusal | None:
    """Why a Group may not attack any more what it has announced to attack (I22.7)."""
    if attack.attacker is None:
        return None
    if attack.from_hand:
        return refuse_takeover(known, attack.seat, attack.target)
    refusal = refuse_touching(known, attack.attacker, attack.target)
    if refusal is not None or attack.strip:
        return refusal
    parties = (attack.attacker, attack.target, attack.form)
    return _refuse_protected(known, *parties, is_killing=attack.assassination) or _refuse_form(
        known, attack.seat, *parties
    )


def refuse_struck(known: Facts, seat: str, plot: str, target: str) -> Refusal | None:
    """Why a card of a seat may not attack a Group: absolute bans and the first turn (I18.3)."""
    root, card_played = known.state.seat(seat).illuminati, card_of(plot)
    is_named = card_played.ability(ab.AssassinPlot) or card_played.ability(ab.DisasterPlot)
    for ban in protecting(known, target, "destroy"):
        is_banned = known.fits(ban.by, root) if ban.by_cards else not is_named
        if is_banned:
            return refuse(rl.CANNOT_BE_DESTROYED, card=target)
    for card, proof in known.of_kind(ab.DisasterProof):
        if known.reaches(card, proof.covers, target) and known.fits(proof.to, plot):
            return refuse(rl.DISASTER_PROOF, card=target, by=plot)
    for card, bar in known.of_kind(ab.Barred):
        is_meant = card.seat == seat and "destroy" in bar.forms and not bar.host
        if is_meant and known.fits(bar.target, target) and not _is_last(known, target):
            return refuse(rl.MAY_NOT_DESTROY, card=target, by=card.copy)
    return _refuse_rival(known.state, seat, known.table[target].seat)


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
    rule, holder = card_of(target).ability(ab.TakenBy), known.state.seat(seat)
    if rule is not None and rule.exposed not in [card_id(plot) for plot in holder.exposed]:
        return refuse(rl.MAY_NOT_CONTROL, card=target, by=target)
    for card, bar in known.of_kind(ab.Barred):
        if card.seat == seat and bar.takeover and known.fits(bar.target, target):
            return refuse(rl.MAY_NOT_CONTROL, card=target, by=card.copy)
    return _refuse_zapped(known, seat, target)


def refuse_takeover(known: Facts, seat: str, target: str) -> Refusal | None:
    """Why a card of the hand may not come into play (I8.2, I25)."""
    state = known.state
    same = card_id(target)
    words = card_of(target).words
    if ("group" in words or "unique" in words) and card_of(target).ability(ab.Many) is None:
        out = [copy for copy in state.table if card_id(copy) == same and copy != target]
        is_again = card_of(target).ability(ab.Strikable) is not None
        if "group" in words and any(state.table[copy].host for copy in out):
            return refuse(rl.COPY_THERE, card=target)
        is_half = len(out) == 1 and any(divisions(known, seat, same))
        if out and not is_half or bars_copies(state, same) and not is_again:
            reason = rl.COPY_IN_PLAY if "group" in words else rl.UNIQUE_IN_PLAY
            return refuse(reason, card=target)
    if card_of(target).ability(ab.Needs) and any(
        card_id(copy) == same and card.seat == seat for copy, card in state.table.items()
    ):
        return refuse(rl.UNIQUE_IN_PLAY, card=target)
    if "resource" in words and is_barred(known, seat, "resources"):
        return refuse(rl.ZAPPED, card=target)
    return refuse_control(known, seat, target) if "group" in words else None


def refuse_capture(
    state: InwoState, seat: str, attacker: str, target: str, at: str | None
) -> Refusal | None:
    """Why a Group that is captured could not lie on an open arrow of the attacker (I11.2)."""
    known = facts(state)
    barred = refuse_under(known, target, attacker) or _refuse_no_master(known, target, attacker)
    if barred:
        return barred
    places = places_under(state, seat, (attacker,), card=target)
    if not places:
        return refuse(rl.NO_OPEN_ARROW, card=attacker)
    if at is not None:
        places = [place for place in places if place[1] == at]
        if not places:
            return refuse(rl.ARROW_NOT_OPEN, card=attacker, arrow=at)
    # One card alone always fits where an arrow is open.
    if len(known.branch(target)) > 1 and fit(state, seat, target, places) is None:
        return refuse(rl.NO_ROOM, card=target)
    return None


# --- immunity and Secret (I17) --------------------------------------------------------------


def refuse_touching(
    known: Facts, by: str, target: str, *, uses_ability: bool = False
) -> Refusal | None:
    """Why a Group may not attack another, nor aid an attack on it; nor touch it by its text."""
    barred = refuse_immune(known, by, target, uses_ability=uses_ability)
    if barred or (uses_ability and are_near(known, by, target)):
        return barred
    return refuse_secret(known, by, target)


def refuse_helping(
    known: Facts, attack: RunningAttack, copy: str, side: str, *, is_eligible: bool
) -> Refusal | None:
    """Why a Group may not aid or oppose, or its action is illegal as things stand (I17.7, I22.6).

    A Secret attacker has the aid of its master and puppets, if they are eligible (I17.5 d).
    """
    target, leader = attack.target, attack.attacker
    if side == "oppose":
        is_kin = are_near(known, copy, target)
        return None if is_kin else refuse_secret(known, copy, target, opposes=True)
    refusal = refuse_touching(known, copy, target)
    if refusal or leader is None or (is_eligible and are_near(known, copy, leader)):
        return refusal
    return refuse_secret(known, copy, leader)


def are_near(known: Facts, copy: str, other: str) -> bool:
    """Whether one is the other's master (I17.5 d)."""
    a, b = known.table.get(copy), known.table.get(other)
    return a is not None and b is not None and (a.master == other or b.master == copy)


def refuse_immune(
    known: Facts, by: str, target: str, *, uses_ability: bool = False
) -> Refusal | None:
    """Immunity of the target to the Group; some is to its attacks alone (I17.1, I17.2)."""
    attacked, acting = known.table.get(target), known.table.get(by)
    if attacked is None or acting is None or acting.seat == attacked.seat:
        return None
    for card, immune in known.of_kind(ab.Immune):
        if uses_ability and immune.attacks:
            continue
        is_covered = known.reaches(card, immune.covers, target) and known.fits(immune.of, target)
        if is_covered and known.fits(immune.to, by) and "group" in card_of(by).words:
            return refuse(rl.IMMUNE, card=target, by=by)
    notes = (note for note in known.changes if note.stat == "immune")
    to = (*known.words(by), card_id(by))
    is_noted = any(str(note.value) in to and touches(known, note, target) for note in notes)
    return refuse(rl.IMMUNE, card=target, by=by) if is_noted else None


def refuse_secret(
    known: Facts, by: str, target: str, *, is_leader: bool = False, opposes: bool = False
) -> Refusal | None:
    """Only Secret Groups, Illuminati and its master and puppets touch a Secret Group (I17.4)."""
    if not is_secret(known, target) or "Secret" in known.words(by):
        return None
    if "illuminati" in card_of(by).words or any(
        known.fits(right.of, target)
        and not (right.joins if is_leader else right.for_all)
        and not (opposes and right.attacks)
        for right in _rights(known, by)
    ):
        return None
    return refuse(rl.SECRET, card=target, by=by)


def is_secret(known: Facts, copy: str) -> bool:
    """Whether a Group is Secret, and not laid bare by who leads the attack on it (I38.35)."""
    attack = known.state.attack
    is_bare = known.state.options.game_form == "subgenius"
    leader = attack.attacker if attack is not None and attack.target == copy else None
    is_bare |= leader is not None and any(right.for_all for right in _rights(known, leader))
    return "Secret" in known.words(copy) and not is_bare


def _rights(known: Facts, by: str) -> list[ab.SeesSecret]:
    return [right for card, right in known.of_kind(ab.SeesSecret) if card.copy == by]


# --- taking part (I16) ----------------------------------------------------------------------


def refuse_taking_part(known: Facts, attack: RunningAttack, seat: str) -> Refusal | None:
    """Privilege, the first turn and Instant attacks keep players out (I4.7, I16.1, I18.4)."""
    target = known.table.get(attack.target)
    concerned = {attack.seat, target.seat if target else attack.seat}
    if seat in attack.barred and seat not in concerned:
        return refuse(rl.SEAT_KEPT_OUT, seat=seat)
    if has_entered(attack, seat):
        return None
    if attack.privileged and seat not in concerned:
        return refuse(rl.PRIVILEGED, seat=seat)
    if known.state.shelters(attack.seat, seat):
        return refuse(rl.FIRST_TURN, seat=attack.seat)
    if attack.privileged and target is None and seat != attack.seat:
        return refuse(rl.PRIVILEGED, seat=seat)
    return None


def is_kept_out(known: Facts, attack: RunningAttack, play: AttackPlay) -> bool:
    """Whether a Group joined before a privilege came back that keeps its player out (I22.6)."""
    refusal = refuse_taking_part(known, attack, play.seat) if attack.privileged else None
    is_out = refusal is not None and refusal.reason is rl.PRIVILEGED
    return is_out and not is_opened(known, attack, play.card, play.what)


def refuse_master(known: Facts, copy: str, master: str) -> Refusal | None:
    """Why a Group may not come under a master by takeover or move (I36.6)."""
    barred = refuse_under(known, copy, master)
    if barred:
        return barred
    for card, _ in known.of_kind(ab.NoPuppets):
        if card.host == master and copy not in known.puppets.get(master, ()):
            return refuse(rl.MAY_NOT_CONTROL, card=copy, by=card.copy)
    return _refuse_no_master(known, copy, master)


def _refuse_no_master(known: Facts, copy: str, master: str) -> Refusal | None:
    """Why a Group is not taken, from the hand too, by who may not be its master (I36.6)."""
    rule = card_of(copy).ability(ab.NoMaster)
    if rule is None or not known.fits(rule.by, master):
        return None
    return refuse(rl.MAY_NOT_CONTROL, card=copy, by=master)


def refuse_under(known: Facts, copy: str, master: str) -> Refusal | None:
    """Why a Group never lies under a master, whatever brings it there (I36.6, I37)."""
    only = card_of(master).ability(ab.RulesOnly)
    if only is not None and not known.fits(only.of, copy):
        return refuse(rl.MAY_NOT_CONTROL, card=copy, by=master)
    rule = card_of(copy).ability(ab.Follows)
    if rule is None:
        return None
    others = (one for one in known.puppets.get(master, ()) if one != copy)
    has_one = any(card_id(one) == card_id(copy) for one in others)
    is_fit = known.fits(rule.of, master) and not has_one
    return None if is_fit else refuse(rl.MASTER_UNFIT, card=copy, by=master)
