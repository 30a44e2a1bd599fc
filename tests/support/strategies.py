"""Hypothesis strategies over the real cards and the cast, for every test that needs orders."""

from datetime import date
from typing import get_args

from hypothesis import strategies as st

from engine.core.arrangement import Laid
from engine.core.geometry import SIDES
from engine.illuminati import abilities as ab
from engine.illuminati import orders
from engine.illuminati.cards import CARDS, GROUPS, ILLUMINATI, SPECIALS
from pbem.games.illuminati.language import Vocabulary

CAST = ("ann", "bob", "cat", "dee")
NAMES = Vocabulary(
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
    turn=14,
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
wishes = st.lists(st.builds(orders.PuppetPlace, cards, maybe_side), max_size=3).map(tuple)

maybe_amount = st.none() | amounts
_days = st.dates(date(2020, 2, 29), date(2039, 12, 31))
_hours = st.times().map(lambda at: f"T{at:%H:%M}")
_ends = st.builds(
    lambda day, hour: day + hour,
    st.sampled_from(("mon", "sun", "today", "tomorrow"))
    | _days.map(lambda day: day.isoformat())
    | _days.map(lambda day: f"{day:%m-%d}"),
    st.just("") | _hours | _hours.map(lambda hour: f"{hour}Z"),
)
"""Days as `pbem.grammar.times.kept` keeps them."""
styles = st.sampled_from([None, "save", "all-in"])
privileges = st.builds(orders.Privilege, st.none() | specials)

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
    aim=maybe_amount,
    ceiling=maybe_amount,
    style=styles,
    overshoot=maybe_amount,
    only_if_need=maybe_amount,
    privilege=st.none() | privileges,
    by=st.none() | specials,
    lend=maybe_amount,
)


def _with_effect(*kinds: type) -> st.SearchStrategy[str]:
    return st.sampled_from(sorted(s.id for s in SPECIALS.values() if isinstance(s.effect, kinds)))


@st.composite
def bribes(draw: st.DrawFn) -> orders.Play:
    on, master, arrow = draw(st.none() | cards), draw(st.none() | cards), draw(maybe_side)
    return orders.Play(draw(_with_effect(ab.Bribe)), on=on, master=master, arrow=arrow)


_MONEY = (ab.Gain, ab.Spy, ab.RepeatIncome, ab.Revive, ab.RearrangeMoney)
_lines = st.integers(1, 99)
_moments = {
    "line": st.none() | _lines,
    "window": st.sampled_from([None, *get_args(orders.Window)]),
}
plays = st.one_of(
    st.builds(orders.Play, _with_effect(ab.Bribe, *_MONEY), **_moments),
    bribes(),
    st.builds(orders.Play, _with_effect(ab.Revive, ab.Spy), on=cards, **_moments),
    st.builds(orders.Play, _with_effect(ab.Spy), against=seats, **_moments),
    st.builds(orders.Play, _with_effect(ab.RearrangeMoney), amounts=money_rows, **_moments),
)
"""Plays that are lines of a script; those that wait are among `answers`."""
_some_seats = st.lists(seats, min_size=1, unique=True).map(tuple)
_usable = [id_ for id_, card in sorted(CARDS.items()) if card.ability(ab.Realign)]
_buying = [id_ for id_, card in sorted(CARDS.items()) if card.ability(ab.BuyCard)]

# --- answers, deals and cheats -------------------------------------------------------------

_some_groups = st.lists(groups, max_size=3, unique=True).map(tuple)
_alignments = st.lists(st.sampled_from(ab.ALIGNMENTS), max_size=3, unique=True).map(tuple)


@st.composite
def patterns(draw: st.DrawFn, *, has_owner: bool = True) -> orders.Pattern:
    """What a letter can say of attacks: groups or alignments, never both."""
    is_by_group = draw(st.booleans())
    return orders.Pattern(
        line=draw(st.none() | _lines),
        by=draw(st.none() | seats),
        owner=draw(st.none() | seats) if has_owner else None,
        groups=draw(_some_groups) if is_by_group else (),
        alignments=() if is_by_group else draw(_alignments),
        forms=draw(st.lists(st.sampled_from(ab.FORMS), max_size=3, unique=True).map(tuple)),
    )


_raising = {
    "aim": maybe_amount,
    "ceiling": maybe_amount,
    "style": styles,
    "overshoot": maybe_amount,
    "per_round": maybe_amount,
    "until_turn": maybe_amount,
}
days = st.sampled_from(
    ["fri", "tomorrow", "04-24", "2026-12-24", "04-24T20:00", "2026-04-24T08:30Z"]
)
"""When something ends, as the language keeps what was typed."""
_two_specials = st.lists(specials, min_size=1, max_size=2, unique=True).map(tuple)
answers = st.one_of(
    st.builds(orders.Stance, st.sampled_from(["oppose", "support"]), patterns(), **_raising),
    st.builds(orders.Stance, st.just("guard"), patterns(has_owner=False), **_raising),
    st.builds(orders.Stance, st.just("oppose"), patterns(), ceiling=amounts, until_at=days),
    st.builds(orders.Stance, st.just("aside"), patterns(), until_turn=maybe_amount),
    st.builds(orders.Stance, st.just("aside"), patterns(), until_at=_ends),
    st.builds(orders.Stance, st.just("oppose"), patterns(), ceiling=amounts, until_at=_ends),
    st.builds(orders.FixRoll, _with_effect(ab.SetRoll), patterns(), st.none() | st.booleans()),
    st.builds(orders.Abolish, _two_specials, patterns()),
    st.builds(orders.JoinIn, _with_effect(ab.Interfere), patterns()),
    st.builds(
        orders.Cancel,
        _with_effect(ab.CancelSpecial),
        st.none() | specials,
        st.none() | seats,
        st.booleans(),
    ),
    st.builds(orders.SkipTurn, _with_effect(ab.SkipTurnEffect), seats),
)

goods = st.builds(
    orders.Goods,
    amounts,
    st.lists(specials, max_size=2, unique=True).map(tuple),
    _some_groups,
)
places = st.lists(st.builds(Laid, groups, cards, sides), max_size=2).map(tuple)
deals = st.one_of(
    st.builds(orders.Offer, seats, goods, goods, maybe_amount),
    st.builds(orders.Offer, seats, goods, goods, until_at=_ends),
    st.builds(orders.Offer, seats, goods, goods, until_at=days),
    st.builds(orders.Offer, seats | st.just(""), goods, goods, maybe_amount, amounts),
    st.builds(orders.Accept, amounts, places, wishes),
    st.builds(orders.Decline, amounts),
    st.builds(orders.Catch, amounts, amounts),
)
_maybe_line = st.none() | _lines
cheats = st.one_of(
    st.builds(orders.Cheat, st.just("dice"), st.sampled_from([1, -1]), line=_maybe_line),
    st.builds(orders.Cheat, st.sampled_from(["bank", "peek"]), amounts),
    st.builds(
        orders.Cheat,
        st.sampled_from(["power", "resistance"]),
        amounts,
        _maybe_line,
        st.none() | cards,
    ),
    st.builds(
        orders.Cheat,
        st.just("stack"),
        cards=st.lists(groups | specials, min_size=1, max_size=3).map(tuple),
    ),
)

script_orders = st.one_of(
    attacks,
    plays,
    st.builds(orders.Transfer, amounts, cards, cards, st.booleans()),
    st.builds(orders.Move, cards, cards, maybe_side, wishes),
    st.builds(orders.Drop, cards),
    st.just(orders.Pass()),
    st.just(orders.More()),
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
    st.builds(orders.GiveGroup, seats, groups),
    st.builds(orders.Accuse, seats, st.sampled_from(sorted(ILLUMINATI))),
    cheats,
)
policies = st.one_of(
    answers,
    st.builds(orders.Reserve, amounts),
    st.builds(orders.AcceptGroups, seats),
    st.builds(orders.Understate, st.sampled_from(["power", "income"]), amounts),
    st.builds(orders.Copy, st.sampled_from(sorted(ILLUMINATI))),
    st.builds(orders.PayTaxFrom, st.lists(cards, max_size=3, unique=True).map(tuple)),
    st.builds(orders.ForegoTax, st.lists(seats, max_size=3, unique=True).map(tuple)),
    st.builds(orders.PayUpkeepFrom, st.booleans()),
)
acts = st.one_of(
    st.builds(orders.ChooseGoal, st.sampled_from(sorted(ILLUMINATI))), st.just(orders.Resign())
)
all_orders = st.one_of(script_orders, policies, acts, deals)

_operators = st.sampled_from(["<", "<=", "=", ">=", ">"])
plain_conditions = st.one_of(
    st.builds(orders.LineResult, _lines, st.booleans()),
    st.builds(orders.HeldBy, cards, st.none() | seats),
    st.builds(orders.Compare, st.just("money"), _operators, amounts),
    st.builds(orders.Compare, st.just("need"), _operators, amounts, _lines),
)
conditions = st.lists(
    plain_conditions | plain_conditions.map(orders.Not), min_size=1, max_size=3
).map(tuple)
