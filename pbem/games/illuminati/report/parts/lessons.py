"""The lessons of a tutorial of *Illuminati*.

In their lines {attack} is the best one, {second} can follow it, {card} is a card of the reader's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.core.values import changed
from engine.illuminati.advice.advising import advised
from engine.illuminati.odds import LOWEST
from engine.illuminati.orders import Attack, Line, LineResult, Pass, Payment, Script, Transfer
from engine.illuminati.state import State
from engine.illuminati.structure import groups_of
from engine.illuminati.turn.checking import check
from pbem.documents.layout.mail_context import Mail
from pbem.documents.layout.plain import WIDTH
from pbem.games.contract.reports import Teaching
from pbem.games.contract.teaching import Lesson, with_end, with_lesson
from pbem.games.illuminati.judging.context import Given
from pbem.games.illuminati.language import Vocabulary, card_name, format_order
from pbem.games.illuminati.language.forms.conditions import format_conditions
from pbem.games.illuminati.report.parts.suggested_orders import fitting

LESSONS = (
    Lesson(
        "A FIRST ATTACK",
        (
            "This is a game of your own against two robots that answer at once and leave you in "
            "peace. It ends after eight turns of yours; you have seven days for each.",
            "You want groups. Those without a master stand under UNCONTROLLED in THE WORLD, below. "
            "To take one, roll its need or less with two dice; each MB added with SPEND makes the "
            "need one better. YOUR OPTIONS, near the end, lists attacks with their chance.",
            "This one is good. Reply to this mail with these two lines on top, without a # in "
            "front:",
        ),
        ("{attack}", "READY"),
        (
            "READY says that nobody need wait for you. The answer comes at once; its first word, "
            "COVERED, says that your orders are safely filed.",
        ),
    ),
    Lesson(
        "TWO ACTIONS",
        (
            "You have two actions a turn. The lines of your script run in their order, and one "
            "may depend on another:",
        ),
        ("{attack}", "{second}", "READY"),
        ("IF 1 FAILS means: if line 1 does not succeed. What does not apply costs nothing.",),
    ),
    Lesson(
        "MONEY",
        (
            "Money lies on cards. Income comes to the card that has it, and an attack is paid from "
            "the attacking card or from your Illuminati. TRANSFER moves money between neighbours. "
            "PREVIEW shows what your lines would do and files nothing:",
        ),
        ("{attack}", "{transfer}", "PREVIEW"),
        ("When you mean it, send the lines again without PREVIEW, and with READY.",),
    ),
    Lesson(
        "STANDING ORDERS",
        (
            "Others can attack your groups. When somebody does, you get a bulletin and the game "
            "waits for you; in this game you are not asked about other attacks. GUARD spends for "
            "your groups even if you send nothing, and RESERVE keeps so much in your Illuminati. "
            "Both stand until you change them:",
        ),
        ("GUARD ALL UNTIL 5 MAX {guard}", "RESERVE {reserve}", "STATUS"),
        ("STATUS lists what you have on file. These lines are no script: send one as well.",),
    ),
    Lesson(
        "LOOKING THINGS UP",
        (
            "Every rule and every card can be asked for, as often as you like. It is no action, "
            "and the answers come in mails of their own:",
        ),
        ("RULES privilege", "CARD {card}", "HELP ATTACK"),
    ),
    Lesson(
        "OTHER PEOPLE",
        (
            "Against people you talk, promise and deal. A text goes on to a blank line or to END; "
            "what you say to all is printed in the newspaper of the next report:",
        ),
        ("SAY TO ALL: The world is mine.", "END"),
        (
            "That was the last lesson. Play your turns to the end, or write GAMES to the referee's "
            "plain address and JOIN a game with people in it. RESIGN ends this one.",
        ),
    ),
)
_WAIT = (
    "It is not your turn yet; the robots move at once, so your next mail is on its way. Read this "
    "one in the meantime."
)
_END = (
    "The tutorial is over after {turns}. You hold {groups}; {others}. A game is won with twelve or "
    "so groups, or by the special goal that the report below tells of.",
    "To play with people, write GAMES to the referee's plain address: it lists what you can JOIN. "
    "TUTORIAL begins another game like this one.",
)


def taught(given: Given, seat: str, mail: Mail, teaching: Teaching) -> Mail:
    """The report with what it is to teach on top; the first turns alone have lessons."""
    state = given.state
    if teaching == "end":
        return replace(mail, body=with_end(mail.body, _END, _ends(state, seat)))
    number, is_own = state.seat(seat).turns_taken + 1, state.turn.seat == seat
    if not teaching or number > len(LESSONS) or not (is_own or number == 1):
        return mail
    lesson = LESSONS[number - 1]
    if not is_own:
        lesson = replace(lesson, after=(*lesson.after, _WAIT))
    heading, places = f"LESSON {number} OF {len(LESSONS)}", _places(state, seat, given.names(seat))
    return replace(mail, body=with_lesson(mail.body, heading, lesson, places, _fitted))


def _fitted(line: str) -> str:
    return fitting(line, WIDTH - 2) or line


def _ends(state: State, seat: str) -> dict[str, str]:
    """What has come of a tutorial that nobody won."""
    others = [
        f"{one.name} holds {_groups(state, one.name)}" for one in state.seats if one.name != seat
    ]
    turns = state.seat(seat).turns_taken
    return {
        "turns": "one turn of yours" if turns == 1 else f"{turns} turns of yours",
        "groups": _groups(state, seat),
        "others": ", ".join(others),
    }


def _groups(state: State, seat: str) -> str:
    many = len(list(groups_of(state, seat)))
    return {0: "no group", 1: "one group"}.get(many, f"{many} groups")


def _places(state: State, seat: str, names: Vocabulary) -> dict[str, str]:
    """What stands in the lines of a lesson: all of it can be done, and paid, at this table."""
    own = state.seat(seat).illuminati
    orders = [option.order for option in advised(state, seat)]
    attacks = [order for order in orders if isinstance(order, Attack)]
    script = {"attack": Line(1, attacks[0] if attacks else Pass())}
    seconds = [*_if_it_fails(state, seat, attacks), *_if_it_succeeds(attacks)]
    transfers = [Line(3, order) for order in orders if isinstance(order, Transfer)]
    for place, lines in (("second", seconds), ("transfer", transfers)):
        legal = (line for line in lines if _is_legal(state, seat, (*script.values(), line)))
        if best := next(legal, None):
            script[place] = best
    found = {place: _format(line, names) for place, line in script.items()}
    found["card"] = card_name(next(iter(groups_of(state, seat)), own))
    if money := state.money(own):
        found |= {"guard": str(min(4, money)), "reserve": str(min(3, money))}
    return found


def _if_it_fails(state: State, seat: str, attacks: Sequence[Attack]) -> Iterator[Line]:
    """Each attack with no more money than the first of them leaves."""
    spent = sum(payment.amount for attack in attacks[:1] for payment in attack.stake)
    left = max(0, state.money(state.seat(seat).illuminati) - spent)
    for attack in attacks:
        stake = min(left, sum(payment.amount for payment in attack.stake))
        paid = changed(attack, stake=(Payment(stake),) if stake else ())
        yield Line(2, paid, (LineResult(1, succeeds=False),))


def _if_it_succeeds(attacks: Sequence[Attack]) -> list[Line]:
    """Money for the group that the first attack takes."""
    return [
        Line(2, Transfer(1, attack.attacker, attack.target), (LineResult(1, succeeds=True),))
        for attack in attacks[:1]
        if attack.form == "control"
    ]


def _format(line: Line, names: Vocabulary) -> str:
    return format_conditions(line.conditions, names) + format_order(line.order, names)


def _is_legal(state: State, seat: str, script: Script) -> bool:
    """Whether every line can be run whatever is rolled, and every attack succeed."""
    rulings = check(state, seat, script)
    if any(ruling.status != "ok" or ruling.may_fail for ruling in rulings):
        return False
    return all(ruling.need is None or ruling.need >= LOWEST for ruling in rulings)
