"""What follows an attack by the texts of cards: spoils, revenge, lasting marks (M7, I36, I37)."""

from __future__ import annotations

from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo.attacks.losses import target_now
from engine.inwo.attacks.results import ruin_group
from engine.inwo.cards import card_of
from engine.inwo.facts import Facts
from engine.inwo.inwotable import InwoTable
from engine.inwo.reach import of_chief
from engine.inwo.state import CHIEF_JUSTICE, UNCONTROLLED, VAMPIRE, Change, RunningAttack

SURELY_LOST = 11


def settle_stripping(table: InwoTable) -> None:
    """The target loses one alignment for good, and nothing else (I37)."""
    attack = table.attack
    change = Change(attack.target, "alignment", "lose", attack.strip, until="good")
    table.emit(ev.ChangeBegan(change))
    table.emit(ev.AttackEnded(attack.number, attack.seat, "stripped"))


def settle_aftermath(
    table: InwoTable, known: Facts, attack: RunningAttack, *, is_success: bool
) -> None:
    """All of it; `known`: as the attack closed."""
    _bite(table, attack, is_success)
    _retaliate(table, known, attack, is_success)
    _give_back(table, attack, is_success)
    if not is_success:
        _fall_with(table, known, attack)
        _appoint(table, attack)
        _cut(table, attack)
    _pass_on(table, attack)


def _attackers(attack: RunningAttack) -> list[tuple[str, str]]:
    """The Groups on the attacker's side, with their players."""
    helpers = [(play.seat, play.card) for play in attack.standing("aid")]
    return [(attack.seat, attack.attacker), *helpers] if attack.attacker else helpers


def _bite(table: InwoTable, attack: RunningAttack, is_success: bool) -> None:
    """A Personality captured by Vampires is one, the agents' copy if that came in (I37)."""
    leader = attack.attacker
    is_biting = leader is not None and card_of(leader).ability(ab.TurnsVampire) is not None
    if not (is_biting and is_success and attack.form == "control"):
        return
    copy = target_now(table.state, attack)
    card = table.state.table.get(copy)
    if card and card.master == leader and "personality" in table.known.words(copy):
        table.emit(ev.Marked(copy, VAMPIRE))


def _retaliate(table: InwoTable, known: Facts, attack: RunningAttack, is_success: bool) -> None:
    """Plots for who destroyed it; a failure gives its controller Plots and a victim (I37)."""
    target = known.table.get(attack.target)
    is_meant = card_of(attack.target).ability(ab.Retaliates) is not None
    if target is None or not is_meant or attack.form != "destroy" or known.is_idle(attack.target):
        return
    attackers = _attackers(attack)
    if attack.target not in table.state.table:
        for seat, _ in attackers:
            table.draw(seat, "plot_deck", 1, "effect")
        return
    if is_success or not attackers or target.seat == UNCONTROLLED:
        return
    table.draw(target.seat, "plot_deck", len(attackers), "effect")
    groups = [copy for _, copy in attackers if known.is_group(copy)]
    if groups:
        weakest = min(known.power(copy) for copy in groups)
        tied = [copy for copy in groups if known.power(copy) == weakest]
        draw = table.state.draws
        chosen = tied[table.dice.pick(draw, "weakest", len(tied))] if len(tied) > 1 else tied[0]
        if len(tied) > 1:
            table.emit(ev.PickedByLot(target.seat, 1, draw))
        if chosen in table.state.table:
            ruin_group(table, target.seat, chosen)


def _give_back(table: InwoTable, attack: RunningAttack, is_success: bool) -> None:
    """A Plot whose side has won comes back to the hand, exposed (I36.4)."""
    for play in attack.standing("plot"):
        parts = (one for one in card_of(play.card).abilities if isinstance(one, ab.AttackPlot))
        has_won = (play.favours == "attack") is is_success
        if has_won and any(part.returns for part in parts):
            take_back(table, play.seat, play.card)


def drop_unfit(table: InwoTable) -> None:
    """Boosts whose Group fits no longer as the window closes go back to the hand (I22.5, I22.8)."""
    attack, known = table.attack, table.known
    hosts = {"boost": attack.attacker, "defend": attack.target}
    for play in attack.standing("boost", "defend"):
        host = hosts[play.what]
        if host is not None and not _boosts(known, play.card, host):
            table.emit(ev.PlayCancelled(play.full))
            take_back(table, play.seat, play.card)
    for play in attack.standing("aid", "oppose", "self-defense"):
        for boost in play.boosts:
            if not _boosts(known, boost, play.card):
                table.emit(ev.BoostReturned(play.full, boost))
                take_back(table, play.seat, boost)


def _boosts(known: Facts, plot: str, host: str) -> bool:
    boost = card_of(plot).ability(ab.PlotBoost)
    return boost is None or known.fits(boost.of, host)


def take_back(table: InwoTable, seat: str, card: str) -> None:
    """A Plot that was played goes from its owner's pile to the hand, exposed (I22.5)."""
    owner = table.state.owner_of(card).name
    if card in table.state.seat(owner).discards:
        back = ev.CardsMoved(owner, (card,), "discards", "plots", "back", 0, True, seat)
        table.emit(back)


def _fall_with(table: InwoTable, known: Facts, attack: RunningAttack) -> None:
    """Who staked itself on an attack is destroyed by its failure (I38.54)."""
    leader, target = attack.attacker, known.table.get(attack.target)
    if leader is None or card_of(leader).ability(ab.LastStand) is None:
        return
    has_staked = any(play.card == leader for play in attack.standing("plot"))
    if has_staked and leader in table.state.table:
        ruin_group(table, target.seat if target else attack.seat, leader)


def _appoint(table: InwoTable, attack: RunningAttack) -> None:
    """Who has survived a Nomination is Chief Justice for good (I37)."""
    rule = card_of(attack.by_card).ability(ab.Nomination) if attack.by_card else None
    if rule is None or attack.target not in table.state.table:
        return
    table.emit(ev.Marked(attack.target, CHIEF_JUSTICE))
    for change in of_chief(attack.target):
        table.emit(ev.ChangeBegan(change))


def _cut(table: InwoTable, attack: RunningAttack) -> None:
    """A failure that ends the attacker's turn (I36.9)."""
    for play in attack.standing("plot"):
        change = card_of(play.card).ability(ab.DiceChange)
        if change is not None and change.op == "cut" and attack.seat == table.state.turn.seat:
            table.emit(ev.TurnCut(play.card))


def _pass_on(table: InwoTable, attack: RunningAttack) -> None:
    """A natural 11 or 12 of who has such a card ends his turn; a rival gets it (I38.12)."""
    if (
        attack.roll is None
        or sum(attack.roll) < SURELY_LOST
        or attack.seat != table.state.turn.seat
    ):
        return
    for card, _ in tuple(table.known.of_seat(attack.seat, ab.PassesOn)):
        rivals = [one.name for one in table.state.seats_after(attack.seat)]
        if not rivals:
            continue
        rolls: dict[str, int] = {}
        for name in rivals:
            draw = table.state.draws
            roll = table.dice.roll(draw, "passes-on")
            table.emit(ev.CardRolled(card.copy, roll, draw))
            rolls[name] = sum(roll)
        to = max(rivals, key=lambda name: rolls[name])
        table.emit(ev.ResourceGiven(card.copy, to, table.state.seat(to).illuminati))
        table.emit(ev.TurnCut(card.copy))


def settle_boldness(table: InwoTable, known: Facts, attack: RunningAttack) -> None:
    """What becomes of a bold attacker (I35.11); `known`: as the attack closed."""
    leader, target = attack.attacker, known.table.get(attack.target)
    if (
        leader is None
        or target is None
        or attack.form != "destroy"
        or leader not in table.state.table
    ):
        return
    for _, rule in known.of_kind(ab.BoldAttack):
        if not (known.fits(rule.of, leader) and known.fits(rule.target, attack.target)):
            continue
        if attack.target not in table.state.table:
            table.draw(attack.seat, "plot_deck", 1, "effect")
            table.emit(ev.TokensPlaced(attack.seat, ((leader, 1),)))
        else:
            ruin_group(table, target.seat, leader)
        return


def settle_records(
    table: InwoTable, known: Facts, attack: RunningAttack, *, is_success: bool
) -> None:
    """What an attack leaves on who took part, and on its target (I36.1, I36.9)."""
    attacking = (attack.attacker, *(play.card for play in attack.standing("aid")))
    opposing = tuple(play.card for play in attack.standing("oppose"))
    here = table.state.table
    for card, _ in known.of_kind(ab.Veteran):
        if attack.form == "destroy" and card.copy in attacking and card.copy in here:
            op: ab.Operation = "add" if is_success else "drop"
            table.emit(ev.ChangeBegan(Change(card.copy, "power", op, 1, until="good")))
    for card, _ in known.of_kind(ab.SkipsTokens):
        is_rolled = attack.roll is not None and card.copy in (*attacking, *opposing)
        target = target_now(table.state, attack)
        if is_rolled and target in here and target != card.copy:
            until = f"token:{target}"
            table.emit(ev.ChangeBegan(Change(target, "no-token", "gain", "", until=until)))
