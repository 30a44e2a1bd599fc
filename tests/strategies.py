"""Hypothesis strategies over the real cards and the cast, for every test that needs orders."""

from hypothesis import strategies as st

from engine.core.arrangement import Laid
from engine.core.geometry import SIDES
from engine.illuminati import abilities as ab
from engine.illuminati import orders
from engine.illuminati.cards import CARDS, GROUPS, ILLUMINATI, SPECIALS
from pbem.language import Names

CAST = ("ann", "bob", "cat", "dee")
NAMES = Names(
    seats=CAST,
    me="ann",
    illuminati={
        "ann": "bavarian-illuminati",
        "bob": "gnomes-of-zurich",
        "cat": "ufos",
        "dee": "network",
    },
    targets=("yuppies", "hackers", "phone-company", "phone-phreaks", "kgb", "pentagon"),
    mine=("bavarian-illuminati", "mafia", "cia", "fbi", "texas", "trekkies"),
    hand=("bribery", "slush-fund", "media-campaign", "computer-espionage", "white-collar-crime"),
    uncontrolled=("yuppies", "hackers", "phone-company", "phone-phreaks"),
    dead=("moonies",),
)
"""What ann may name at a table of four in the middle of a game."""

groups = st.sampled_from(sorted(GROUPS))
cards = st.sampled_from(sorted(CARDS))
specials = st.sampled_from(sorted(SPECIALS))
seats = st.sampled_from(CAST)
sides = st.sampled_from(SIDES)
maybe_side = st.none() | sides
amounts = st.integers(0, 999_999)
money_rows = st.dictionaries(cards, amounts, min_size=1, max_size=4).map(
    lambda rows: tuple(rows.items())
)
wishes = st.lists(st.builds(orders.Wish, cards, maybe_side), max_size=3).map(tuple)

attacks = st.builds(
    orders.Attack,
    form=st.sampled_from(ab.FORMS),
    target=cards,
    attacker=cards,
    aid=st.lists(cards, max_size=4).map(tuple),
    stake=st.lists(st.builds(orders.Payment, amounts, st.none() | cards), max_size=3).map(tuple),
    arrow=maybe_side,
    ship=amounts,
    wishes=wishes,
)


def _with_effect(*kinds: type) -> st.SearchStrategy[str]:
    return st.sampled_from(sorted(s.id for s in SPECIALS.values() if isinstance(s.effect, kinds)))


@st.composite
def bribes(draw: st.DrawFn) -> orders.Play:
    on, master, arrow = draw(st.none() | cards), draw(st.none() | cards), draw(maybe_side)
    return orders.Play(draw(_with_effect(ab.Bribe)), on=on, master=master, arrow=arrow)


plays = st.one_of(
    st.builds(orders.Play, specials),
    bribes(),
    st.builds(orders.Play, _with_effect(ab.Revive, ab.Spy), on=cards),
    st.builds(orders.Play, _with_effect(ab.Spy, ab.SkipTurn), against=seats),
    st.builds(orders.Play, _with_effect(ab.RearrangeMoney), amounts=money_rows),
)
_some_seats = st.lists(seats, min_size=1, unique=True).map(tuple)
_usable = [id_ for id_, card in sorted(CARDS.items()) if card.ability(ab.Realign)]
_buying = [id_ for id_, card in sorted(CARDS.items()) if card.ability(ab.BuyCard)]

script_orders = st.one_of(
    attacks,
    plays,
    st.builds(orders.Transfer, amounts, cards, cards, st.booleans()),
    st.builds(orders.Move, cards, cards, maybe_side, wishes),
    st.builds(orders.Drop, cards),
    st.just(orders.Pass()),
    st.builds(orders.GiveMoney, seats, amounts),
    st.builds(orders.GiveSpecial, seats, specials),
    st.builds(orders.Show, specials, _some_seats),
    st.builds(
        orders.UseRealign,
        st.sampled_from(_usable),
        st.sampled_from(["add", "remove", "reverse"]),
        st.sampled_from(ab.ALIGNMENTS),
        cards,
    ),
    st.builds(orders.UseBuyCard, st.sampled_from(_buying)),
    st.builds(
        orders.Arrange,
        st.lists(st.builds(Laid, cards, cards, sides), min_size=1, max_size=4).map(tuple),
    ),
    st.builds(orders.Spread, money_rows),
)
policies = st.one_of(
    st.builds(orders.PayTaxFrom, st.lists(cards, max_size=3, unique=True).map(tuple)),
    st.builds(orders.ForegoTax, st.lists(seats, max_size=3, unique=True).map(tuple)),
    st.builds(orders.PayUpkeepFrom, st.booleans()),
)
acts = st.one_of(
    st.builds(orders.ChooseGoal, st.sampled_from(sorted(ILLUMINATI))), st.just(orders.Resign())
)
all_orders = st.one_of(script_orders, policies, acts)

_numbers = st.integers(1, 99)
_operators = st.sampled_from(["<", "<=", "=", ">=", ">"])
plain_conditions = st.one_of(
    st.builds(orders.LineResult, _numbers, st.booleans()),
    st.builds(orders.HeldBy, cards, st.none() | seats),
    st.builds(orders.Compare, st.just("money"), _operators, amounts),
    st.builds(orders.Compare, st.just("need"), _operators, amounts, _numbers),
)
conditions = st.lists(
    plain_conditions | plain_conditions.map(orders.Not), min_size=1, max_size=3
).map(tuple)
