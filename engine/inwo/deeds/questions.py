"""Private questions: what a player must choose, asked of him alone (I33.1 to I33.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.last_puppets import check_bereft
from engine.inwo.attacks.results import remove_branch, ruin_group
from engine.inwo.cards import card_of
from engine.inwo.deeds.laying import is_spared
from engine.inwo.deeds.liars import refuse_lie
from engine.inwo.deeds.takeovers import hand_on
from engine.inwo.facts import facts
from engine.inwo.inwotable import InwoTable, find, find_among, in_hand
from engine.inwo.rulings import refuse
from engine.inwo.state import LATE, Change, Deal, InwoSeat, InwoState, OnTable, OpenAsk, Question

CONSENTS = ("consent", "refuse")
"""What may be answered; silence refuses."""
KEEP_OR_LIE = ("keep", "lie")
"""What may be answered of a trade; silence keeps it, or lies as its order said (M11)."""
ONE_OR_REST = ("this", "rest")
"""What may be said of a Plot that is held out."""
_WORDS = {"consent": CONSENTS, "keep-or-lie": KEEP_OR_LIE, "this-or-rest": ONE_OR_REST}


def _settle_trade(table: InwoTable, question: Question, answer: str) -> None:
    is_meant = answer == KEEP_OR_LIE[1]
    table.emit(ev.LieMeant(question.seat, question.amount, is_meant))


def _other_party(state: InwoState, question: Question) -> str:
    deal = _deal_of(state, question)
    return deal.to if deal.by == question.seat else deal.by


def _deal_of(state: InwoState, question: Question) -> Deal:
    """The trade that he is asked about."""
    return next(one for one in state.deals if one.number_of(question.seat) == question.amount)


def _has_lied(state: InwoState, question: Question) -> bool:
    """Whether he has said already that he lies."""
    deal = _deal_of(state, question)
    is_his = deal.by == question.seat
    return deal.lies if is_his else deal.accepted is not None and deal.accepted.lies


def _settle_consent(table: InwoTable, question: Question, answer: str) -> None:
    """One who refuses ends it for all; with the last consent it is agreed."""
    is_given = answer == CONSENTS[0]
    seat = question.credit
    is_hidden = question.order is not None
    table.emit(ev.ConsentGiven(question.seat, seat, question.card, is_given, is_hidden))
    asked = question.key.rpartition(".")[0]
    others = [one for one in table.state.questions if one.key.rpartition(".")[0] == asked]
    if not is_given:
        for other in others:
            table.emit(ev.QuestionClosed(other.key))
            table.emit(ev.AskClosed(other.key))
    elif not others and table.state.controller(question.card) == seat:
        _agree(table, question)


def is_agreed(events: Sequence[ev.InwoEvent]) -> bool:
    """Whether the last answer to what was asked was a consent, with which all have agreed."""
    answers = [event for event in events if isinstance(event, ev.ConsentGiven)]
    return bool(answers) and answers[-1].is_given


def _agree(table: InwoTable, question: Question) -> None:
    bet = card_of(question.card).ability(ab.Bet)
    if bet is not None:
        _roll(table, question, bet)
        return
    agreed = Change(question.card, "agreed", "gain", question.victim, until="good")
    table.emit(ev.ChangeBegan(agreed))


def _roll(table: InwoTable, question: Question, bet: ab.Bet) -> None:
    """The dice say who draws from whose deck."""
    seat, copy = question.credit, question.card
    if lg.refuse_acting(table.known, copy, rl.NO_TOKEN_TO_USE) is not None:
        return
    table.spend(seat, copy, "ability")
    draw = table.state.draws
    roll = table.dice.roll(draw, "effect")
    table.emit(ev.CardRolled(copy, roll, draw))
    pair = (seat, question.seat)
    loser, winner = pair if sum(roll) <= bet.lost else pair[::-1]
    won = table.state.seat(loser).plot_deck[: question.amount]
    if won and not table.bars_draws(winner, "plot_deck"):
        moved = ev.CardsMoved(loser, won, "plot_deck", "plots", "bet", to_seat=winner)
        table.emit(moved)


def ask(table: InwoTable, *questions: Question) -> None:
    """Ask them; where the game does not wait, lines on file or the defaults answer at once.

    Some wait for the end of what is being carried out.
    """
    asked = [one for one in questions if choices_of(table.state, one)]
    for question in asked:
        table.emit(ev.QuestionAsked(question))
    is_waiting = table.state.options.pace != "policies" and table.state.turn.step != "e3"
    for question in asked:
        if is_waiting:
            table.emit(ev.Asked(OpenAsk(question.key, "question", (question.seat,))))
        elif question in table.state.questions and question.kind not in LATE:
            close_question(table, question.key)


def choices_of(state: InwoState, question: Question) -> tuple[str, ...]:
    """The cards among which he chooses."""
    if question.kind == "lose-group":
        mine = [c for c in facts(state).groups[question.seat][1:] if not lg.is_burden(c)]
        return lg.destructible(facts(state), mine) if question.credit else tuple(mine)
    if question.kind in _WORDS:
        return _WORDS[question.kind]
    if question.kind in ("search", "stock"):
        return _found(state.seat(question.seat), question)
    if question.kind == "bury-groups":
        return state.in_reach(question.seat)
    if question.kind == "pay-or-lose":
        return tuple(card for card in question.cards if state.controller(card) == question.seat)
    if question.kind in ("rearrange", "hand-on"):
        return question.cards
    if question.kind == "infect":
        return tuple(card for card in question.cards if _is_catching(state, question.card, card))
    if question.kind in ("pick", "take", "use-or-lose", "expose", "hold-out"):
        holder = state.seat(question.victim or question.seat)
        held = (*holder.plots, *holder.groups)
        return tuple(card for card in question.cards if card in held)
    return state.seat(question.seat).plots


def _is_catching(state: InwoState, plague: str, copy: str) -> bool:
    return copy in state.table and not is_spared(facts(state), plague, copy)


def _found(holder: InwoSeat, question: Question) -> tuple[str, ...]:
    """The cards of a deck that was looked through, or of the hand, which are there still."""
    stock = (*holder.groups, *holder.group_deck)
    among = stock if question.kind == "stock" else _decks(holder)
    return tuple(card for card in question.cards if card in among)


def _decks(holder: InwoSeat) -> tuple[str, ...]:
    return (*holder.plot_deck, *holder.group_deck)


def refuse_choice(state: InwoState, seat: str, order: od.Choose) -> Refusal | None:
    """Why a choice answers no question to him."""
    mine = [question for question in state.questions if question.seat == seat]
    if not mine:
        return refuse(rl.NO_QUESTION, seat=seat)
    refusals = [refuse_answer(state, question, order) for question in mine]
    return None if None in refusals else refusals[0]


def refuse_answer(state: InwoState, question: Question, order: od.Choose) -> Refusal | None:
    """Why a choice does not answer that question."""
    choices = choices_of(state, question)
    wanted = min(question.number, len(choices))
    named = [_chosen(state, choices, name) for name in order.cards]
    is_fit = None not in named and len(set(named)) == len(named) == wanted and not order.rest
    if is_fit and question.kind == "keep-or-lie" and named[0] == KEEP_OR_LIE[1]:
        return refuse_lie(state, question.seat, _other_party(state, question))
    return None if is_fit else refuse(rl.NOT_A_CHOICE, number=wanted)


def close_question(table: InwoTable, key: str) -> None:
    """His choice on file if it fits, else what silence means (I33.3)."""
    question = next(one for one in table.state.questions if one.key == key)
    chosen = _on_file(table, question) or default_of(table, question)
    table.emit(ev.QuestionClosed(key))
    if any(ask.key == key for ask in table.state.asks):
        table.emit(ev.AskClosed(key))
    for card in chosen:
        settle_choice(table, question, card)
    if question.kind == "search":
        table.shuffle(question.seat, _deck_of(question.cards[0]))


def _on_file(table: InwoTable, question: Question) -> list[str]:
    """The next CHOOSE line of the player that fits."""
    choices = choices_of(table.state, question)
    for line in table.answers.get(question.seat, ()):
        key = (question.seat, line.number)
        if key in table.made or not isinstance(line.order, od.Choose):
            continue
        refusal = refuse_answer(table.state, question, line.order)
        if refusal:
            table.refused[key] = refusal
            continue
        table.settle_line(*key)
        return [_chosen(table.state, choices, name) or name for name in line.order.cards]
    return []


def _chosen(state: InwoState, choices: Sequence[str], name: str) -> str | None:
    """The choice of that name, or of that number among them, the first being 1."""
    if not name.isdecimal():
        return find_among(state, choices, name)
    return choices[int(name) - 1] if 0 < int(name) <= len(choices) else None


def default_of(table: InwoTable, question: Question) -> list[str]:
    """By his SHED order, else the newest Plots; of Groups the puppetless one with least Power."""
    choices = choices_of(table.state, question)
    if question.kind in ("this-or-rest", "pay-or-lose", "hand-on"):
        return [choices[0]]
    if question.kind == "consent":
        return [CONSENTS[1]]
    if question.kind == "keep-or-lie":
        return [KEEP_OR_LIE[_has_lied(table.state, question)]]
    if question.kind == "infect":
        return [_by_lot(table, question.seat, choices)] if choices else []
    if question.kind == "stock":
        return [table.wished(question.seat, choices) or choices[0]] if choices else []
    if question.kind == "search":
        # Silence takes what lies on top, as a draw would.
        in_order = _decks(table.state.seat(question.seat))
        return [card for card in in_order if card in choices][: question.number]
    if question.kind == "lose-group":
        leaves = [copy for copy in choices if not table.known.puppets.get(copy)] or choices
        return [min(reversed(leaves), key=table.known.counting().power)]
    shed = dict.fromkeys(card for card, _ in shed_order(table, question.seat, choices))
    return list(shed)[: question.number]


def _by_lot(table: InwoTable, seat: str, choices: Sequence[str]) -> str:
    """One of a rival's cards, if there is any among them (I33.3)."""
    rivals = [card for card in choices if table.state.controller(card) != seat] or list(choices)
    draw = table.state.draws
    chosen = rivals[table.dice.pick(draw, "infect", len(rivals))] if len(rivals) > 1 else rivals[0]
    if len(rivals) > 1:
        table.emit(ev.PickedByLot(seat, 1, draw))
    return chosen


def _infect(table: InwoTable, question: Question, card: str) -> None:
    """It goes on to him, who loses his tokens."""
    if question.card in table.state.table:
        table.emit(ev.Relinked(question.card, card))
        if number := table.state.tokens.get(card, 0):
            seat = table.state.table[card].seat
            table.emit(ev.TokensTaken(seat, ((card, number),), "powerless"))


def _power_in_hand(copy: str) -> int:
    """Of Groups the one with least Power goes first; Plots have none (I33.3)."""
    card = card_of(copy)
    return 0 if card.is_plot else card.power


def shed_order(table: InwoTable, seat: str, among: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Cards as he would give them up, and where to: as he says, then the newest, hidden first.

    Of Groups it is the one with the least Power (I33.3).
    """
    exposed = table.state.seat(seat).exposed
    newest = sorted(reversed(among), key=lambda copy: (copy in exposed, _power_in_hand(copy)))
    for policy in table.policies_of(seat, od.ShedPolicy):
        for wish in policy.wishes:
            if wish.card:
                named = find(among, wish.card)
                fitting = [named] if named else []
            else:
                fitting = [c for c in newest if not wish.word or wish.word in card_of(c).words]
            yield from ((copy, wish.to) for copy in fitting)
    yield from ((copy, "top") for copy in newest)


def _hold_out(table: InwoTable, question: Question, card: str) -> None:
    """The other player says, unseen, whether that Plot or all others will lie open."""
    key, seat = f"{question.key}.{question.credit}", question.credit
    victim = question.seat
    ask(table, Question(key, seat, "this-or-rest", question.card, 1, (card,), victim))


def _bare(table: InwoTable, question: Question, answer: str) -> None:
    """That Plot of the victim, or all his other hidden ones."""
    holder = table.state.seat(question.victim)
    hidden = [p for p in holder.plots if p not in holder.exposed and p not in holder.stored]
    for copy in hidden:
        if (copy in question.cards) is (answer == ONE_OR_REST[0]):
            table.emit(ev.PlotExposed(question.victim, copy))
            table.spare(question.victim)


def _bury(table: InwoTable, question: Question, card: str) -> None:
    owner = table.state.owner_of(card).name
    if card in table.state.table:
        table.emit(ev.LeftPlay(((card, question.seat),), "group_deck", "buried", -1))
        return
    moved = ev.CardsMoved(
        question.seat, (card,), "groups", "group_deck", "buried", -1, False, owner
    )
    table.emit(moved)


def _deck_of(card: str) -> ev.DeckZone:
    return "plot_deck" if card_of(card).is_plot else "group_deck"


def _take_found(table: InwoTable, question: Question, card: str) -> None:
    table.take(question.seat, _deck_of(card), (card,), "searched")


def _pay_or_lose(table: InwoTable, question: Question, card: str) -> None:
    """A token of his Illuminati for the other's, or a Group discarded."""
    if card == table.state.seat(question.seat).illuminati:
        root = table.state.seat(question.credit).illuminati
        table.emit(ev.TokensTaken(question.seat, ((card, 1),), "given"))
        table.emit(ev.TokensPlaced(question.credit, ((root, 1),)))
        return
    _discard_group(table, question.seat, card)


def _stock(table: InwoTable, question: Question, card: str) -> None:
    """It comes into play for nothing; a deck that was looked through is shuffled (I1.9, I37)."""
    holder = table.state.seat(question.seat)
    zone: ev.CardZone = "groups" if card in holder.groups else "group_deck"
    late = not table.state.is_before_tokens
    laid = OnTable(card, question.seat, host=holder.illuminati)
    table.emit(ev.CameIntoPlay(laid, zone, "by-card", late))
    if zone == "group_deck":
        table.shuffle(question.seat, "group_deck")


def _hand_on(table: InwoTable, question: Question, card: str) -> None:
    """A burden is discarded, or goes to the player of that Illuminati (I37)."""
    loser = table.state.controller(question.card)
    if loser is None:
        return
    receiver = table.state.controller(card)
    if card == question.card or receiver is None:
        _discard_group(table, loser, question.card)
    else:
        hand_on(table, receiver, question.card)
        check_bereft(table, loser, question.seat)


_OTHERS: Mapping[str, Callable[[InwoTable, Question, str], None]] = {
    "hold-out": _hold_out,
    "this-or-rest": _bare,
    "bury-groups": _bury,
    "pay-or-lose": _pay_or_lose,
    "search": _take_found,
    "consent": _settle_consent,
    "keep-or-lie": _settle_trade,
    "infect": _infect,
    "hand-on": _hand_on,
    "stock": _stock,
}


def _discard_group(table: InwoTable, seat: str, card: str) -> None:
    """A Group of a structure is discarded, and its puppets go to the hand."""
    for puppet in table.known.puppets.get(card, ()):
        remove_branch(table, puppet, "groups", "master-lost")
    remove_branch(table, card, "discards", "effect")
    check_bereft(table, seat, seat)


def settle_choice(table: InwoTable, question: Question, card: str) -> None:
    """What was chosen is discarded, taken, or destroyed for another's credit."""
    if question.kind in _OTHERS:
        _OTHERS[question.kind](table, question, card)
        return
    if question.kind == "take":
        to = question.seat
        taken = ev.CardsMoved(
            question.victim, (card,), "plots", "plots", "taken", 0, question.open_, to
        )
        table.emit(taken)
        return
    if question.kind == "expose":
        shown = question.victim or question.seat
        table.emit(ev.PlotExposed(shown, card))
        table.spare(shown)
        return
    if question.kind != "lose-group":
        holder = question.victim or question.seat
        held = in_hand(table.state, holder, card)
        if held is not None:
            zone: ev.CardZone = "plots" if held in table.state.seat(holder).plots else "groups"
            table.discard(holder, held, zone, "effect")
        return
    if question.credit:
        ruin_group(table, question.credit, card)
        return
    _discard_group(table, question.seat, card)
