"""What can be done in an attack under way: aid, oppose, boost, agents, Plots (I12, I15)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from engine.core.rulings import Refusal
from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import joining as jn
from engine.inwo.attacks.strength import multiplier_of, refuse_strength, strength
from engine.inwo.attacks.sum import are_eligible, need_of, terms_of
from engine.inwo.cards import card_id, card_of
from engine.inwo.facts import facts
from engine.inwo.inwotable import InwoTable, find, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import AttackPlay, Change, InwoState


def joined(table: InwoTable, play: AttackPlay) -> None:
    """The play joins the list; then the sum is another."""
    play = changed(play, line=table.attack.number, round=table.attack.round)
    table.emit(ev.AttackJoined(play, _need_with(table, play)))


def _need_with(table: InwoTable, play: AttackPlay) -> int:
    attack = table.attack
    return need_of(terms_of(table.state, changed(attack, plays=(*attack.plays, play))))


def next_number(table: InwoTable) -> int:
    return len(table.attack.plays) + 2


def play_boosts(table: InwoTable, seat: str, plots: Iterable[str]) -> tuple[str, ...]:
    held: list[str] = []
    for plot in plots:
        copy = find(table.state.seat(seat).plots, plot)
        assert copy is not None
        table.discard(seat, copy, "plots", "played")
        held.append(copy)
    return tuple(held)


def roll_words(table: InwoTable, number: str, cards: Iterable[str]) -> None:
    """Who has a word by the dice rolls for it, once, as he gets a part in an attack (I38.21)."""
    for copy in cards:
        word = _word_to_roll(table.state, number, copy)
        if word is not None:
            is_his = table.die(copy) <= word.most
            table.emit(ev.ChangeBegan(_rolled(number, copy, word, is_his=is_his)))


def _word_to_roll(state: InwoState, number: str, copy: str) -> ab.RolledWord | None:
    rule = card_of(copy).ability(ab.RolledWord)
    if rule is None or copy not in state.table:
        return None
    results = [_rolled(number, copy, rule, is_his=is_his) for is_his in (True, False)]
    return None if any(one in state.changes for one in results) else rule


def _rolled(number: str, copy: str, word: ab.RolledWord, *, is_his: bool) -> Change:
    op: Literal["gain", "lose"] = "gain" if is_his else "lose"
    return Change(copy, "alignment", op, word.word, until=f"attack:{number}")


def _refuse_join(table: InwoTable, seat: str, copy: str, side: str) -> Refusal | None:
    """Who could join with a word of the dice rolls for it before he is refused (I38.21)."""
    refusal = jn.refuse_join(table.known, table.attack, seat, copy, side)
    number = table.attack.number
    word = _word_to_roll(table.state, number, copy) if refusal else None
    if refusal is None or word is None or refusal.reason is not rl.NOT_ELIGIBLE:
        return refusal
    gained = (*table.state.changes, _rolled(number, copy, word, is_his=True))
    known = facts(changed(table.state, changes=gained))
    if jn.refuse_join(known, table.attack, seat, copy, side) is None:
        roll_words(table, number, (copy,))
        refusal = jn.refuse_join(table.known, table.attack, seat, copy, side)
    return refusal


def obey_dice_law(table: InwoTable) -> None:
    """A natural 2 is 12, and costs a token of his Illuminati."""
    attack = table.attack
    attacking = [(attack.seat, attack.attacker or "")]
    attacking += [(play.seat, play.card) for play in attack.standing("aid")]
    for seat, copy in attacking:
        law = card_of(copy).ability(ab.DiceLaw) if copy else None
        if law is not None and attack.roll == (1, 1):
            table.emit(ev.DiceChanged(attack.number, "set", 12))
            root = table.state.seat(seat).illuminati
            if table.state.tokens.get(root, 0):
                table.emit(ev.TokensTaken(seat, ((root, 1),), "dice-law"))


def join(table: InwoTable, seat: str, helper: od.Helper, side: str) -> Refusal | None:
    """A Group spends its token to aid or oppose, with its boosts (I12)."""
    copy = on_table(table.state, helper.card, seat)
    if copy is None:
        return refuse(rl.NOT_ON_TABLE, card=helper.card)
    refusal = _refuse_join(table, seat, copy, side)
    if refusal:
        return refusal
    if jn.ends_privilege(table.known, table.attack, copy):
        table.emit(ev.PrivilegeEnded(table.attack.number, copy))
    boosts = _fitting(table, seat, copy, helper.boosts)
    table.spend(seat, copy, side)
    roll_words(table, table.attack.number, (copy,))
    if not are_eligible(table.known, table.attack, copy, side):
        for plot in boosts:
            table.leave_out(f"BOOST {card_id(plot)}", refuse(rl.BOOST_UNFIT, card=plot))
        boosts = ()
    held = play_boosts(table, seat, boosts)
    play = AttackPlay(next_number(table), seat, "aid", copy, held, "attack")
    if side == "oppose":
        play = changed(play, what="oppose", favours="defense")
    joined(table, play)
    return None


def add_power(table: InwoTable, seat: str, helper: od.Helper) -> None:
    """The Group that adds its Power to a card's attack spends its token (I18.9)."""
    copy = on_table(table.state, helper.card, seat)
    assert copy is not None
    fitting = _fitting(table, seat, copy, helper.boosts)
    table.spend(seat, copy, "aid")
    roll_words(table, table.attack.number, (copy,))
    held = play_boosts(table, seat, fitting)
    joined(table, AttackPlay(next_number(table), seat, "aid", copy, held))


def _fitting(table: InwoTable, seat: str, copy: str, boosts: Iterable[str]) -> tuple[str, ...]:
    fitting: list[str] = []
    for plot in boosts:
        if multiplier_of(table.state, seat, plot):
            refusal = strengthen(table, seat, plot, copy)
        else:
            refusal = jn.refuse_boost(table.state, seat, plot, copy, fitting)
            if refusal is None:
                fitting.append(find(table.state.seat(seat).plots, plot) or plot)
        if refusal:
            table.leave_out(f"BOOST {card_id(plot)}", refusal)
    return tuple(fitting)


def defend(table: InwoTable, seat: str, boosts: Iterable[str] = ()) -> Refusal | None:
    """A token of the target in its own defense (I12.4)."""
    refusal = jn.refuse_self_defense(table.known, table.attack, seat)
    if refusal:
        return refusal
    target = table.attack.target
    fitting = _fitting(table, seat, target, boosts)
    table.spend(seat, target, "self-defense")
    held = play_boosts(table, seat, fitting)
    joined(table, AttackPlay(next_number(table), seat, "self-defense", target, held, "defense"))
    return None


def shore_up(table: InwoTable, seat: str, plot: str, on: str = "") -> Refusal | None:
    """A +10 for the defense of the value attacked, `on` that Group if one is named (I35.1)."""
    attack = table.attack
    target = table.state.table.get(attack.target)
    if target is None or target.seat != seat:
        return refuse(rl.NOT_YOURS, card=attack.target)
    if on and on_table(table.state, on, seat) != attack.target:
        return refuse(rl.BOOST_UNFIT, card=plot, on=on)
    if attack.instant:
        return refuse(rl.NOT_PLAYABLE, card=plot)
    refusal = jn.refuse_boost(table.state, seat, plot, attack.target)
    if refusal is None:
        (held,) = play_boosts(table, seat, (plot,))
        joined(table, AttackPlay(next_number(table), seat, "defend", held, favours="defense"))
    return refusal


def send_agents(table: InwoTable, seat: str, side: str) -> Refusal | None:
    """A copy of the target from the hand, for or against (I15)."""
    refusal = jn.refuse_agents(table.known, table.attack, seat, side)
    if refusal:
        return refusal
    held = find(table.state.seat(seat).groups, card_id(table.attack.target))
    assert held is not None
    table.discard(seat, held, "groups", "agents")
    play = AttackPlay(next_number(table), seat, "agents", held)
    joined(table, play if side == "aid" else changed(play, favours="defense"))
    return None


def strengthen(table: InwoTable, seat: str, plot: str, copy: str) -> Refusal | None:
    """The action that a card is about to spend, or spends as it attacks (I38.15)."""
    held, deed = find(table.state.seat(seat).plots, plot), multiplier_of(table.state, seat, plot)
    assert held is not None and deed is not None
    refusal = refuse_strength(table.known, deed, seat, held, copy)
    if refusal is None:
        table.discard(seat, held, "plots", "played")
        play = AttackPlay(next_number(table), seat, "effect", held)
        for change in strength(copy, deed, f"{table.attack.number}.{play.number}"):
            table.emit(ev.ChangeBegan(change))
        joined(table, play)
    return refusal


def play_along(
    table: InwoTable, seat: str, copy: str, what: Literal["plot", "card"] = "plot"
) -> None:
    """A Plot in the attack that adds nothing, and counts once it is settled; or a second card."""
    joined(table, AttackPlay(next_number(table), seat, what, copy))
