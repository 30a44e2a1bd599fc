"""parse(format(order)) == order for every order, field and choice the engine knows."""

from collections import defaultdict
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from engine.illuminati import orders
from engine.illuminati.orders import Condition, Order
from pbem.games.illuminati.language import format_line, format_order, read
from pbem.grammar.orders.parsed import ALL, ParsedLine, TalkText
from tests.support.strategies import CAST, NAMES, all_orders, conditions

CLASSES: tuple[type[Any], ...] = (*get_args(Order), *get_args(Condition))
INSIDE = (orders.Pattern, orders.Payment, orders.PuppetPlace, orders.Privilege, orders.Goods)
Seen = dict[tuple[str, str], set[object]]


def of_value(value: object, seen: Seen) -> None:
    """Notes every field of a value and of the values in it."""
    for row in msgspec.structs.fields(value):  # type: ignore[arg-type]
        found = getattr(value, row.name)
        seen[type(value).__name__, row.name].add(found)
        for part in found if isinstance(found, tuple) else (found,):
            if isinstance(part, (*CLASSES, *INSIDE)):
                of_value(part, seen)


@pytest.fixture(scope="module")
def drawn() -> Seen:
    """What the strategies draw: the values of every field of every class."""
    seen: Seen = defaultdict(set)

    @settings(
        max_examples=100,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.lists(all_orders, min_size=20, max_size=24), conditions)
    def draw(some: list[Order], others: tuple[Condition, ...]) -> None:
        for value in (*some, *others):
            of_value(value, seen)
            seen[type(value).__name__, ""].add(True)

    draw()
    return seen


def literals(hint: object) -> tuple[object, ...]:
    """The choices of a field, those of None, unions and rows taken apart."""
    if get_origin(hint) is Literal:
        return get_args(hint)
    return tuple(choice for part in get_args(hint) for choice in literals(part))


def default_of(row: msgspec.structs.FieldInfo) -> object:
    return None if row.default is msgspec.NODEFAULT else row.default


@pytest.mark.long
@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_every_order_and_condition_is_drawn(kind: type[Any], drawn: Seen) -> None:
    assert drawn[kind.__name__, ""]


@pytest.mark.long
@pytest.mark.parametrize("kind", (*CLASSES, *INSIDE), ids=lambda kind: kind.__name__)
def test_every_field_is_drawn_with_more_than_its_default(kind: type[Any], drawn: Seen) -> None:
    for row in msgspec.structs.fields(kind):
        found = drawn[kind.__name__, row.name]
        assert found - {default_of(row)}, f"{kind.__name__}.{row.name}"


@pytest.mark.long
def test_every_choice_of_a_field_is_drawn(drawn: Seen) -> None:
    """Choices that several classes share, such as the arrows, in one of them."""
    found: dict[tuple[object, ...], set[object]] = defaultdict(set)
    for kind in (*CLASSES, *INSIDE):
        for name, hint in get_type_hints(kind).items():
            for value in drawn[kind.__name__, name]:
                found[literals(hint)] |= set(value) if isinstance(value, tuple) else {value}
    assert len(found) > 5
    assert {choices: set(choices) - values for choices, values in found.items()} == {
        choices: set() for choices in found
    }


@pytest.mark.long
@settings(max_examples=300)
@given(all_orders)
def test_what_is_told_is_told_the_same_again(order: Order) -> None:
    told = format_order(order, NAMES)
    (line,) = read(told, NAMES)
    assert line.order is not None
    assert format_order(line.order, NAMES) == told


# --- words and texts ------------------------------------------------------------------------

_words = st.sampled_from(
    ["READY", "WAIT", "CLEAR", "STATUS", "UNDO", "PREVIEW", "WHO", "HISTORY", "STAY", "STANDBY"]
    + ["HELP", "RULES", "LOG", "RESEND", "TUTORIAL"]
)
_days = st.sampled_from(["24 Dec", "Friday", "2026-12-24", "24.12", "tomorrow 18:00"])
_turns = st.integers(1, 99)
commands = st.one_of(
    _words,
    st.builds("UNDO {}".format, st.integers(0, 99)),
    st.builds("RESEND {} {}".format, _turns, st.sampled_from(["FULL", "BRIEF"])),
    st.builds("RESEND {}".format, _turns | st.sampled_from(["BULLETIN", "DIGEST"])),
    st.builds("HISTORY {}".format, _turns),
    st.builds("HELP {}".format, st.sampled_from(["ATTACK", "SAY", "HELP", "LETTERS"])),
    st.builds("RULES {}".format, st.sampled_from(["privilege", "R6.3", "the need"])),
    st.builds("CARD {}".format, st.sampled_from(["Mafia", "Slush Fund", "UFOs"])),
    st.builds("AWAY FROM {} TO {}".format, _days, _days),
    st.builds("AWAY UNTIL {}".format, _days),
    st.builds(
        "DELEGATE TO {} UNTIL {}{}".format,
        st.sampled_from(["bob", "eve@example.org"]),
        _days,
        st.sampled_from(["", " CODE K7PXABCD"]),
    ),
    st.sampled_from(["AWAY OFF", "DELEGATE OFF", "STANDBY OFF", "ASK ME OWN", "DISPLAY TEST"]),
    st.sampled_from(["READY ANYWAY", "READY UNLESS ATTACKED", "READY UNLESS ATTACKED OFF"]),
    st.builds("SET {}".format, st.sampled_from(["SILENCE bot", "FORMAT html", "QUIET off"])),
    st.sampled_from(["SET", "SET ZONE Europe/Berlin", "SET QUIET 22:00 - 07:00"]),
)


@settings(max_examples=200)
@given(commands)
def test_a_command_in_its_canonical_form_is_read_as_it_stands(typed: str) -> None:
    (line,) = read(typed, NAMES)
    assert (line.status, line.assumed) == ("control", ())
    assert format_line(line, NAMES) == typed


_lines = st.text(st.characters(codec="ascii", categories=["L", "N", "P"]), min_size=1).filter(
    lambda row: row.casefold() != "end" and not row.startswith(("#", "//"))
)
_heard = st.lists(st.sampled_from(CAST[1:]), min_size=1, unique=True).map(tuple) | st.just(ALL)
_texts = st.lists(_lines, min_size=1, max_size=4).map("\n".join)
talks = st.one_of(
    st.builds(TalkText, st.sampled_from(["say", "promise"]), _heard, _texts),
    st.builds(TalkText, st.just("rumour"), st.just(ALL), _texts),
    st.builds(TalkText, st.just("diary"), st.just(()), _texts),
)


@pytest.mark.long
@settings(max_examples=300)
@example(TalkText("rumour", ALL, "0\nPREVIEW"))
@given(talks)
def test_a_text_told_is_the_same_text_read(talk: TalkText) -> None:
    told = format_line(ParsedLine(0, False, "", "talk", talk=talk), NAMES)
    (line, after) = read(f"{told}\n\nPASS", NAMES)
    assert (line.status, line.talk) == ("talk", talk)
    assert after.status == "order"
