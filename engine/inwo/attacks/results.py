"""What a successful attack does: a capture, a Group destroyed, a Place struck (I14, I19)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.devastation import devastate, lose_with_hosts
from engine.inwo.attacks.halves import become_halves
from engine.inwo.attacks.last_puppets import check_bereft
from engine.inwo.attacks.losses import hide_exposed, prefers
from engine.inwo.cards import card_id, card_of, is_resource
from engine.inwo.facts import Facts
from engine.inwo.inwotable import InwoTable
from engine.inwo.reach import doomed_with
from engine.inwo.selectors import Selector
from engine.inwo.state import UNCONTROLLED, VAMPIRE, Change, OnTable, Ruin, RunningAttack
from engine.inwo.structure import fit, places_under


def settle_capture(table: InwoTable) -> None:
    """The target comes under the attacker, its branch as it was where that fits (I9.4, I14.4)."""
    attack = table.attack
    assert attack.attacker is not None
    target, leader = attack.target, (attack.attacker,)
    places = places_under(table.state, attack.seat, leader, attack.at, card=target)
    laid = fit(table.state, attack.seat, attack.target, places, attack.wishes)
    assert laid is not None, "an attack without room does not close"
    if attack.from_hand:
        row = laid.laid[0]
        card = OnTable(attack.target, attack.seat, row.master, row.arrow)
        table.emit(ev.CameIntoPlay(card, "groups", "captured", late=True))
        become_halves(table, attack.target)
        _grow(table, attack)
    else:
        loser = table.state.table[attack.target].seat
        for root in laid.lost:
            remove_branch(table, root, "discards", "no-room")
        table.emit(ev.BranchLaid(attack.seat, laid.laid, "captured", loser))
        lose_with_hosts(table, attack.seat, [row.card for row in laid.laid])
        _grow(table, attack)
        _swap_agents(table, attack)
        check_bereft(table, loser, attack.seat)
    table.emit(ev.AttackEnded(attack.number, attack.seat, "captured"))


def _grow(table: InwoTable, attack: RunningAttack) -> None:
    """A liberator has the Power of what it has taken (I37)."""
    liberator = card_of(attack.attacker or "").ability(ab.Liberator) if attack.attacker else None
    if liberator is not None and table.known.fits(liberator.takes, attack.target):
        power = table.known.power(attack.target)
        change = Change(attack.attacker or "", "power", "set", power, until="good")
        table.emit(ev.ChangeBegan(change))


def _swap_agents(table: InwoTable, attack: RunningAttack) -> None:
    for play in attack.standing("agents"):
        if play.seat == attack.seat and play.favours == "attack":
            table.emit(ev.CopySwapped(attack.target, play.card))


def remove_branch(table: InwoTable, root: str, zone: ev.CardZone, why: str) -> None:
    """A branch leaves play undestroyed; its links lie by until it is back (I9.11, I20.9).

    To a hand: that of its controller. To a pile: each card's owner's.
    """
    cards = []
    for copy in reversed(table.known.branch(root)):
        controller = table.state.table[copy].seat
        to = controller if zone == "groups" else table.state.owner_of(copy).name
        cards.append((copy, to))
    table.emit(ev.LeftPlay(tuple(cards), zone, why))


def settle_destruction(table: InwoTable, killed: bool = False) -> None:
    """The target is destroyed; its puppets go to the hand of who controlled them (I14.5)."""
    attack = table.attack
    result: ev.AttackResult = "killed" if killed else "destroyed"
    if attack.from_hand:
        _destroy_unplayed(table, attack)
    else:
        destroy_group(table, attack.seat, attack.target, killed)
    table.emit(ev.AttackEnded(attack.number, attack.seat, result))


def _destroy_unplayed(table: InwoTable, attack: RunningAttack) -> None:
    """A Group that was never in play is destroyed, with credit (I37)."""
    words = tuple(sorted(card_of(attack.target).words))
    is_credit = lg.is_credited(attack.target)
    ruin = Ruin(attack.target, words, credit=is_credit)
    table.emit(ev.GroupDestroyed(attack.seat, ruin, table.state.owner_of(attack.target).name))


def hands_on(attack: RunningAttack) -> bool:
    """Whether its target, won, is handed on by a choice of the attacker (I37)."""
    return not attack.strip and not attack.from_hand and lg.is_burden(attack.target)


def settle_release(table: InwoTable) -> None:
    """It is discarded, its puppets go to the hand; or all lie uncontrolled (I38.81)."""
    attack, has_area = table.attack, table.state.has_area
    loser = table.state.table[attack.target].seat
    if not loser:
        # It lies uncontrolled already.
        table.emit(ev.AttackEnded(attack.number, attack.seat, "none"))
        return
    branch = table.known.branch(attack.target)
    for puppet in table.known.puppets.get(attack.target, ()):
        remove_branch(table, puppet, "groups", "master-lost")
    remove_branch(table, attack.target, "groups" if has_area else "discards", "released")
    if has_area:
        table.lay_open(branch, "groups", "by-card")
    check_bereft(table, loser, attack.seat)
    table.emit(ev.AttackEnded(attack.number, attack.seat, "none"))


def is_gone_for_good(known: Facts, target: str, *, killed: bool) -> bool:
    """Whether it can never be revived: a Vampire that is killed, who falls to Magic alone (I37)."""
    is_vampire = VAMPIRE in known.table[target].marks
    return is_vampire and killed or card_of(target).ability(ab.Undead) is not None


def is_deathless(known: Facts, copy: str) -> bool:
    """Whether a card linked to a Group keeps it from being killed (I37)."""
    return any(card.host == copy for card, _ in known.of_kind(ab.Deathless))


def destroy_group(
    table: InwoTable, seat: str, target: str, killed: bool = False, *, credit: bool = True
) -> None:
    """A Group goes to a destroyed pile, and what hung on it goes its way."""
    known = table.known
    loser = table.state.table[target].seat
    drawn = _spoils(table, seat, target)
    words = tuple(sorted(known.words(target)))
    is_beyond = _is_beyond(known) or is_gone_for_good(known, target, killed=killed)
    is_credit = credit and lg.is_credited(target) and card_of(target).ability(ab.Strikable) is None
    ruin = Ruin(target, words, killed, is_beyond, is_credit, loser)
    if card_of(target).ability(ab.Comeback) is not None:
        ruin = changed(ruin, back=(loser, known.table[target].master or ""))
    doomed = doomed_with(known, target)
    _free_puppets(table, target)
    if card_of(target).ability(ab.Returns):
        table.emit(ev.LeftPlay(((target, seat),), "groups", "returned"))
        table.lay_open((target,) if table.state.has_area else (), "groups", "by-card")
        drawn = 0
    else:
        table.emit(ev.GroupDestroyed(seat, ruin, loser))
    for copy in known.linked.get(target, ()) if not ruin.back else ():
        _unlink_destroyed(table, copy, seat)
    if drawn:
        table.draw(seat, "plot_deck", drawn, "spoils")
    spoiling = (card for card, _ in known.of_seat(seat, ab.SpoilsDraw))
    if any(prefers(table, card) for card in spoiling):
        hide_exposed(table, seat)
    for copy, is_killed in doomed:
        is_safe = copy not in table.state.table or lg.is_indestructible(table.known, copy)
        if not is_safe and not (is_killed and is_deathless(table.known, copy)):
            destroy_group(table, seat, copy, is_killed)
    check_bereft(table, loser, seat)


def ruin_group(table: InwoTable, seat: str, target: str, *, credit: bool = True) -> bool:
    """An effect of a card destroys a Group, if anything may (I10.8)."""
    if lg.is_indestructible(table.known, target):
        return False
    destroy_group(table, seat, target, credit=credit)
    return True


def _free_puppets(table: InwoTable, target: str) -> None:
    """They go to the hand of their player, or lie uncontrolled (I14.5, I29.8)."""
    known = table.known
    for puppet in known.puppets.get(target, ()):
        branch = known.branch(puppet)
        remove_branch(table, puppet, "groups", "master-destroyed")
        if table.state.has_area:
            table.lay_open(branch, "groups", "master-destroyed")


def _is_beyond(known: Facts) -> bool:
    """Whether a Plot in the attack puts what is destroyed beyond revival (I38.41)."""
    attack = known.state.attack
    played = [play.card for play in attack.standing("plot")] if attack else []
    played += [copy for copy in _attackers(known) if copy and not known.is_idle(copy)]
    return any(
        isinstance(one, ab.AttackPlot | ab.AttackBonus) and one.beyond
        for card in played
        for one in card_of(card).abilities
    )


def _unlink_destroyed(table: InwoTable, copy: str, seat: str) -> None:
    """Linked Plots are discarded, linked Resources destroyed without credit."""
    controller = table.state.table[copy].seat
    if is_resource(copy):
        ruin = Ruin(copy, tuple(sorted(card_of(copy).words)), credit=False)
        table.emit(ev.GroupDestroyed(seat, ruin, controller))
    else:
        owner = table.state.owner_of(copy).name
        table.emit(ev.LeftPlay(((copy, owner),), "discards", "host-destroyed"))


def _spoils(table: InwoTable, seat: str, target: str) -> int:
    """Plots that its destroyer draws (I35.18)."""
    known = table.known
    return sum(
        spoils.amount
        for card, spoils in known.of_seat(seat, ab.SpoilsDraw)
        if known.fits(spoils.target, target) and not prefers(table, card)
        if not spoils.part or card.copy in _attackers(known)
        if not spoils.rival or known.table[target].seat != seat
    )


def _attackers(known: Facts) -> list[str | None]:
    """Who is on the side of the attack under way."""
    attack = known.state.attack
    if attack is None:
        return []
    return [attack.attacker, *(play.card for play in attack.standing("aid"))]


def settle_gains(table: InwoTable, known: Facts, attack: RunningAttack) -> None:
    """Plots and tokens that an attack brings when it is over (I36.9); `known`: as it closed."""
    here = table.state.table
    is_gone = attack.target in known.table and attack.target not in here
    is_gone = is_gone and card_of(attack.target).ability(ab.Returns) is None
    for card, gain in known.of_kind(ab.AfterAttack):
        if gain.at_once:
            continue
        is_result = gain.result == "any" or (gain.result == "destroyed") is is_gone
        if gain.result == "failed":
            is_result = not is_gone and _is_where_it_was(table, known, attack)
        if not is_result or not _gains(known, attack, card, gain):
            continue
        if gain.gives == "token":
            if card.copy in here and here[card.copy].seat == card.seat:
                table.emit(ev.TokensPlaced(card.seat, ((card.copy, gain.amount),)))
        elif gain.to_attacker or (card.copy in here and here[card.copy].seat == card.seat):
            seat = attack.seat if gain.to_attacker else card.seat
            more = known.power(attack.target) if gain.power else 0
            table.draw(seat, "plot_deck", gain.amount + more, "effect")


def settle_rewards(
    table: InwoTable, known: Facts, attack: RunningAttack, *, is_success: bool
) -> None:
    """Cards drawn and tokens won by who attacked, aided or was attacked (I35.11, I36.8)."""
    target, now = known.table.get(attack.target), table.state.table.get(attack.target)
    attacking = dict.fromkeys((attack.seat, *(play.seat for play in attack.standing("aid"))))
    for _ in tuple(known.of_kind(ab.AttackDraws)):
        for seat in attacking:
            if target is not None and seat != target.seat:
                table.draw(seat, "plot_deck", 1, "effect")
        is_lost = target is not None and (now is None or now.seat != target.seat)
        if is_lost and target is not None and attack.seat != target.seat:
            table.draw(attack.seat, "group_deck", 1, "effect")
    rewarded = [play for play in attack.standing("plot") if _rewards(play.card)]
    owner = (target.seat,) if target is not None and target.seat else ()
    for seat in dict.fromkeys((*(attacking if is_success else ()), *owner)) if rewarded else ():
        root = table.state.seat(seat).illuminati
        table.emit(ev.TokensPlaced(seat, ((root, 1),)))


def _rewards(card: str) -> bool:
    change = card_of(card).ability(ab.DiceChange)
    return change is not None and change.op == "reward"


def gain_at_once(table: InwoTable) -> None:
    """Plots drawn as an attack is announced (I35.18)."""
    for card, gain in tuple(table.known.of_kind(ab.AfterAttack)):
        if gain.at_once and _gains(table.known, table.attack, card, gain):
            table.draw(card.seat, "plot_deck", gain.amount, "effect")


def _is_where_it_was(table: InwoTable, known: Facts, attack: RunningAttack) -> bool:
    """Whether the target is still its controller's."""
    before = known.table.get(attack.target)
    return before is not None and table.state.controller(attack.target) == before.seat


def _gains(known: Facts, attack: RunningAttack, card: OnTable, gain: ab.AfterAttack) -> bool:
    """Whether the attack was one that such a card gains by."""
    if not card.seat and not gain.to_attacker:
        return False
    target = known.table.get(attack.target)
    if gain.role == "target":
        return card.copy == attack.target
    if gain.role == "mine":
        is_mine = target is not None and target.seat == card.seat
        is_mine = is_mine and not (gain.rival and attack.seat == card.seat)
        return is_mine and known.fits(gain.against, attack.target, card.copy)
    attacking = (attack.attacker, *(play.card for play in attack.standing("aid")))
    opposing = [play.card for play in attack.standing("oppose", "self-defense")]
    if card.copy not in (*attacking, *opposing):
        return False
    faced = attack.target if card.copy in attacking else attack.attacker
    if faced is None or not known.fits(gain.against, faced):
        return False
    owner = known.table.get(faced)
    return not gain.rival or (owner is not None and owner.seat != card.seat)


def settle_disaster(table: InwoTable, margin: int) -> None:
    """A Disaster Devastates; by more than its margin it destroys (I18.7, I19)."""
    attack = table.attack
    assert attack.by_card is not None
    plot = card_of(attack.by_card).ability(ab.DisasterPlot)
    assert plot is not None
    parts = [one for p in attack.standing("plot") for one in card_of(p.card).abilities]
    is_spared = any(isinstance(part, ab.AttackPlot) and part.spares for part in parts)
    if plot.margin is not None and margin > plot.margin and not is_spared:
        settle_destruction(table)
        _bring_card_back(table, attack)
    else:
        result = devastate(table, attack.target)
        table.emit(ev.AttackEnded(attack.number, attack.seat, result))
    if plot.feeds is not None:
        _feed(table, attack, plot.feeds)


def _bring_card_back(table: InwoTable, attack: RunningAttack) -> None:
    """The Disaster returns to the hand for the action that was named for it (I38.64)."""
    owner = table.state.owner_of(attack.by_card or "").name if attack.by_card else ""
    if attack.payer and attack.by_card and table.state.tokens.get(attack.payer, 0):
        table.spend(attack.seat, attack.payer, "cost")
        card = (attack.by_card,)
        table.emit(ev.CardsMoved(owner, card, "discards", "plots", "back", 0, True, attack.seat))


def _feed(table: InwoTable, attack: RunningAttack, of: Selector) -> None:
    """A token for all such Groups in play, once a game for its player (I35.9)."""
    mark = card_of(attack.by_card or "").id
    if mark in table.state.seat(attack.seat).used_up:
        return
    table.emit(ev.OnceUsed(attack.seat, mark, True))
    known = table.known
    for copy, card in tuple(table.state.table.items()):
        is_able = known.is_group(copy) and not known.is_devastated(copy) and known.power(copy) > 0
        if is_able and known.fits(of, copy):
            table.emit(ev.TokensPlaced(card.seat, ((copy, 1),)))


def settle_softened(table: InwoTable, margin: int) -> None:
    """Destruction becomes Devastation, and that nothing (M7, I23.3)."""
    attack = table.attack
    plot = card_of(attack.by_card).ability(ab.DisasterPlot) if attack.by_card else None
    would_destroy = plot is None or (plot.margin is not None and margin > plot.margin)
    result = devastate(table, attack.target) if would_destroy else "none"
    table.emit(ev.AttackEnded(attack.number, attack.seat, result))


def bring_back(table: InwoTable) -> None:
    """As a turn ends what was destroyed for that turn alone returns, or it stays so (I37).

    It stays so where nothing revives it any more, or its player is out (I27.2, I38.41).
    """
    for pile in table.state.seats:
        for ruin in pile.destroyed:
            if not ruin.back:
                continue
            is_lost = ruin.back[0] != UNCONTROLLED and table.state.seat(ruin.back[0]).is_out
            if is_lost or lg.is_beyond(table.state, ruin):
                for copy in table.known.linked.get(ruin.copy, ()):
                    _unlink_destroyed(table, copy, pile.name)
            else:
                _return(table, pile.name, ruin.copy, *ruin.back)


def _return(table: InwoTable, pile: str, copy: str, seat: str, master: str) -> None:
    """On an arrow of its old master, else to the hand of its player; or it lies uncontrolled.

    Where another copy has come into play it comes to the hand, too (I25.1).
    """
    if seat == UNCONTROLLED:
        table.emit(ev.RuinRevived(pile, OnTable(copy, UNCONTROLLED)))
        return
    is_there = table.state.controller(master) == seat
    masters = (master,) if is_there else ()
    is_twice = any(card_id(other) == card_id(copy) for other in table.state.table)
    places = () if is_twice else places_under(table.state, seat, masters, card=copy)
    under, arrow = places[0] if places else (table.state.seat(seat).illuminati, None)
    table.emit(ev.RuinRevived(pile, OnTable(copy, seat, under, arrow)))
    if not places:
        table.emit(ev.LeftPlay(((copy, seat),), "groups", "no-room"))


def end_actions(table: InwoTable, cards: Iterable[str] | None = None) -> None:
    """What was for one action of a Group ends with it, or with the turn (I34.6)."""
    ends = None if cards is None else {f"one-action:{copy}" for copy in cards}
    found = (note.until for note in table.state.changes if note.until.startswith("one-action:"))
    for until in dict.fromkeys(found):
        if ends is None or until in ends:
            table.emit(ev.ChangesEnded(until))
