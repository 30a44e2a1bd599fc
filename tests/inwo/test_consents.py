"""What others are asked, where the game waits for them: alone, and told to nobody (I33.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.dice import LoadedDice, SecretDice
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.audit import audit_inwo
from engine.inwo.cards import card_id
from engine.inwo.game import Advanced, act, advance
from engine.inwo.placing import place
from engine.inwo.state import InwoState
from engine.inwo.view import inwo_seen, inwo_view
from pbem.games.inwo.card_names import names_of
from pbem.games.inwo.story import asked_of
from pbem.games.inwo.world import format_question
from tests.support.inwo_cases import order_of, position_of

JESTED = {
    "ann": "ufos | the-mafia N | plots: sacred-jests",
    "bob": "bermuda-triangle | canada N +1 | plots: hoax, crusade",
    "cat": "the-network | elvis N",
}


def placed(seats: Mapping[str, str], **more: Any) -> InwoState:
    return place(position_of({"seats": seats, "options": {"pace": "table"}, **more}))


def on(state: InwoState, answers: Mapping[str, tuple[str, ...]]) -> Advanced:
    """The first ask closed with these orders."""
    lines: dict[str, tuple[od.InwoLine, ...]] = {}
    for seat, texts in answers.items():
        orders = [order_of(text) for text in texts]
        assert not any(isinstance(one, od.InwoPolicy) for one in orders)
        made = (od.InwoLine(at + 1, one) for at, one in enumerate(orders))  # type: ignore[arg-type]
        lines[seat] = tuple(made)
    dice = LoadedDice([], SecretDice(b"consents"))
    done = advance(state, state.asks[0].key, lines, {}, dice)
    assert audit_inwo(done.state) == []
    return done


def jested() -> InwoState:
    """The rival is asked what he does with the Plot that the lot has found."""
    state = on(placed(JESTED), {"ann": ("PLAY sacred-jests ON bob", "KNOCK")}).state
    while state.asks[0].kind == "answers":
        state = on(state, {}).state
    return state


def test_only_the_rival_knows_which_plot_he_must_use() -> None:
    """I36.15, I33.3."""
    state = jested()
    (question,) = state.questions
    assert (question.seat, question.kind) == ("bob", "use-or-lose")
    for reader in ("ann", "cat", None):
        assert inwo_view(state, reader).questions == ()
        assert question.cards[0] not in repr(inwo_view(state, reader))
        assert inwo_seen(ev.QuestionAsked(question), reader) is None


def test_a_plot_that_must_be_used_and_is_not_is_discarded() -> None:
    """I36.15."""
    state = jested()
    copy = state.questions[0].cards[0]
    after = on(state, {}).state
    assert copy in after.seat("bob").discards and not after.questions


def test_a_plot_that_must_be_used_is() -> None:
    """I36.15."""
    bob = "bermuda-triangle +1 | canada N | plots: dont-rock-the-boat"
    seats = {**JESTED, "bob": bob}
    state = on(placed(seats), {"ann": ("PLAY sacred-jests ON bob",)}).state
    while state.asks[0].kind == "answers":
        state = on(state, {}).state
    done = on(state, {"bob": ("PLAY dont-rock-the-boat ON ufos",)})
    zaps = [
        card for card in done.state.table.values() if card_id(card.copy) == "dont-rock-the-boat"
    ]
    assert [card.host for card in zaps] == [done.state.seat("ann").illuminati]
    assert not done.state.questions


def test_who_agrees_to_a_bet_is_asked_and_no_other() -> None:
    """I33.11."""
    seats = {
        "ann": "ufos | las-vegas N +1 | plot_deck: jihad, hoax",
        "bob": "bermuda-triangle | canada N | plot_deck: martyrs, crusade",
        "cat": "the-network | elvis N",
    }
    asked = on(placed(seats), {"ann": ("BET 1 WITH bob BY las-vegas", "KNOCK")}).state
    assert [one.seats for one in asked.asks] == [("bob",)]
    assert inwo_view(asked, "cat").questions == ()
    refused = on(asked, {"bob": ("CHOOSE refuse",)})
    assert [e.is_given for e in refused.events if isinstance(e, ev.ConsentGiven)] == [False]
    assert not any(isinstance(e, ev.CardRolled) for e in refused.events)
    agreed = on(asked, {"bob": ("CHOOSE consent",)})
    assert [e.is_given for e in agreed.events if isinstance(e, ev.ConsentGiven)] == [True]


def test_one_who_refuses_ends_what_all_were_asked() -> None:
    """I33.9."""
    seats = {
        "ann": "ufos | international-cocaine-smugglers N",
        "bob": "bermuda-triangle | canada N",
        "cat": "the-network | elvis N",
    }
    order = "ASK international-cocaine-smugglers ON elvis"
    state = on(placed(seats), {"ann": (order, "KNOCK")}).state
    assert sorted(one.seats for one in state.asks) == [("bob",), ("cat",)]
    done = on(state, {"bob": ("CHOOSE refuse",)}).state
    assert not done.questions
    assert not any(change.stat == "agreed" for change in done.changes)


def test_nobody_is_told_that_an_offer_is_a_lie() -> None:
    """I33.4."""
    seats = {
        "ann": "ufos | the-mafia N | plots: jihad, i-lied",
        "bob": "bermuda-triangle | canada N | group_hand: hackers",
    }
    order = "OFFER bob GIVING jihad FOR hackers AND LIE"
    done = on(placed(seats), {"ann": (order, "KNOCK")})
    (deal,) = done.state.deals
    assert deal.lies and inwo_view(done.state, "ann").deals == (deal,)
    assert [one.lies for one in inwo_view(done.state, "bob").deals] == [False]
    offered = next(e for e in done.events if isinstance(e, ev.DealOffered))
    seen = inwo_seen(offered, "bob")
    assert isinstance(seen, ev.DealOffered) and not seen.deal.lies


def test_a_lie_is_answered_by_an_order_with_when_as_the_letter_is_read() -> None:
    """I31.14, I33.4."""
    seats = {
        "ann": "ufos +1 | the-mafia N +1 | plots: jihad, hoax | plot_deck: crusade "
        "| group_deck: elvis",
        "bob": "bermuda-triangle | canada N | plots: i-lied | group_hand: hackers",
    }
    dice = SecretDice(b"lies")
    offer, lie = order_of("OFFER bob GIVING jihad FOR hackers"), order_of("ACCEPT 1 AND LIE")
    assert isinstance(offer, od.OfferDeal) and isinstance(lie, od.AcceptDeal)
    offered = act(placed(seats), "ann", (od.InwoLine(1, offer),), dice).state
    cancel = od.Trigger("played", (od.PlayPlot("hoax", paying=("the-mafia",)),), mine=True)
    done = act(offered, "bob", (od.InwoLine(1, lie),), dice, {"ann": (cancel,)}).state
    held = [[card_id(copy) for copy in (*seat.plots, *seat.groups)] for seat in done.seats]
    assert held == [["hackers"], ["jihad"]]


def test_what_is_traded_and_is_no_named_card_can_be_told() -> None:
    """I21.4, I38.84."""
    assert names_of(("a-token", "a-hidden-plot", "jihad")) == "a token, a hidden Plot and Jihad"


REFORMERS = {
    "ann": "ufos +1 | big-media N +1 | plots: sweeping-reforms",
    "bob": "bermuda-triangle | junk-mail N +1",
    "cat": "the-network +1 | comic-books N +1 | plots: hoax | plot_deck: jihad",
}
REFORM = "PLAY sweeping-reforms PAYING big-media, junk-mail, comic-books"


def reforming(order: str = REFORM) -> InwoState:
    return on(placed(REFORMERS, nwos=["solidarity"]), {"ann": (order, "KNOCK")}).state


def test_each_whose_groups_would_pay_is_asked_alone() -> None:
    """I1.10. Nothing is spent yet, and nobody else learns of the Plot."""
    state = reforming()
    assert sorted(one.seats for one in state.asks) == [("bob",), ("cat",)]
    bob = next(one for one in state.questions if one.seat == "bob")
    text = "an action of Junk Mail to pay for Sweeping Reforms"
    assert asked_of(bob) == text and text in format_question(bob)
    assert [card_id(copy) for copy in state.seat("ann").plots] == ["sweeping-reforms"]
    assert set(state.tokens.values()) == {0, 1}
    one = reforming("PLAY sweeping-reforms PAYING big-media, comic-books, tabloids")
    assert not one.questions, "nobody has Tabloids"
    assert "sweeping-reforms" not in repr(inwo_view(state, None))


def test_nobody_else_learns_what_they_say() -> None:
    """I1.10, I31.16."""
    done = on(reforming(), {"bob": ("CHOOSE consent",)})
    (given,) = (event for event in done.events if isinstance(event, ev.ConsentGiven))
    assert given.is_given and inwo_seen(given, "cat") is None is inwo_seen(given, None)
    assert inwo_seen(given, "ann") == given == inwo_seen(given, "bob")
    assert not done.state.seat("ann").discards
    assert "sweeping-reforms" not in repr(inwo_view(done.state, None))


def test_the_last_consent_plays_it_and_others_may_answer() -> None:
    """I1.10, I31.3."""
    state = on(reforming(), {"bob": ("CHOOSE consent",)}).state
    state = on(state, {"cat": ("CHOOSE consent",)}).state
    assert state.asks[0].kind == "answers" and not state.questions
    tokens = {card_id(copy): number for copy, number in state.tokens.items()}
    assert [tokens[name] for name in ("big-media", "junk-mail", "comic-books")] == [0, 0, 0]
    while state.asks[0].kind == "answers":
        state = on(state, {}).state
    assert "solidarity" not in [card_id(copy) for copy in state.table]


def test_one_who_refuses_leaves_everything_as_it_was() -> None:
    """I1.10. The script goes on, and in this turn the same is not asked again."""
    start = on(placed(REFORMERS, nwos=["solidarity"]), {"ann": (REFORM, REFORM, "KNOCK")}).state
    done = on(start, {"bob": ("CHOOSE refuse",)})
    assert not done.state.questions and done.state.turn.seat == "bob"
    assert [card_id(copy) for copy in done.state.seat("ann").plots] == ["sweeping-reforms"]
    refused = [one for one in done.events if isinstance(one, ev.LineSettled) and one.reason]
    assert [(one.line, one.reason, one.rule) for one in refused] == [(2, "no-consent", "I1.10")]
