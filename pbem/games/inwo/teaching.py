"""The lessons of a tutorial of INWO: which comes when, and what stands in its lines.

In their lines {lead} names the lead, {takeover} takes a Group over, {attack}, {boosted} and
{destroy} are attacks after it, {second} one more, {order} a Plot, {answer} a defense.
"""

from __future__ import annotations

from engine.inwo.state import InwoState
from engine.inwo.view import inwo_view
from pbem.games.contract.reports import Teaching
from pbem.games.contract.teaching import Lesson, lines_of, with_end, with_lesson
from pbem.games.inwo.lesson_lines import places, rival_of
from pbem.games.inwo.world import goals

LESSONS = (
    Lesson(
        "YOUR LEAD",
        (
            "This is a game of your own against {rival}, a robot that answers at once, defends "
            "nothing and seldom attacks. It ends when somebody has won, or after eight turns of "
            "yours; you have seven days for each.",
            "You begin with your Illuminati and one Group of your deck, your lead. Groups act by "
            "their tokens: at the start of your turn each gets one, and an attack, a defense or "
            "help spends one. So the lead should be strong. Reply to this mail with these two "
            "lines on top, without a # in front:",
        ),
        ("{lead}", "READY"),
        (
            "READY says that nobody need wait for you. The answer comes at once; its first word, "
            "COVERED, says that your lines are safely filed.",
        ),
    ),
    Lesson(
        "A FREE GROUP",
        (
            "You have drawn a Plot and a Group card. The first line of a turn may take over one "
            "Group from your hand without a roll: it is placed at an open arrow of a card of "
            "yours, and gets its token at once. In a game for two, that costs the token of your "
            "Illuminati.",
        ),
        ("{takeover}", "READY"),
        (
            "AT E after such a line names the arrow, by its side of the card; without it the "
            "referee chooses one. THE TABLE, below, shows each card under its master.",
        ),
    ),
    Lesson(
        "AN ATTACK",
        (
            "A Group in your hand can also be taken by an attack to control. Two dice must not "
            "exceed the need, and 11 and 12 always fail. The need is a sum: the attacker's Power, "
            "that of its helpers and what alignments they share with the target, less the "
            "target's Resistance.",
            "The attack below comes to this: {sum}. So the need is {need}, which is a chance of "
            "{chance} %.",
        ),
        ("{takeover}", "{attack}", "READY"),
        (
            "The answer to your letter shows the same need beside the line, before you commit "
            "yourself: send other lines until you are happy, and READY with the last.",
        ),
    ),
    Lesson(
        "PLOTS",
        (
            "Your hand has Plots too. Some strengthen one action: named after BOOST, each adds "
            "10. Others change the world for everybody, and stay on the table from then on.",
        ),
        ("{takeover}", "{order}", "{boosted}", "READY"),
        (
            "Others may answer whatever is announced, with Plots and with tokens that they have "
            "kept. Your own tokens last until your next turn: what you do not spend now can "
            "defend you. {rival} is about to attack.",
        ),
    ),
    Lesson(
        "YOU ARE ATTACKED",
        (
            "{rival} attacks {target}. WHAT IS ANNOUNCED, below, has the sum as it stands. Nothing "
            "is rolled before you have answered. DEFEND spends the token of the target itself, and "
            "with ALL IN those of your other Groups that may help it; each lowers the need:",
        ),
        ("{answer}", "READY"),
        (
            "PASS lets it happen. GUARD ALL UNTIL 3 ALL IN is a standing order, which defends your "
            "Groups by itself until the need is 3, whenever somebody attacks.",
        ),
    ),
    Lesson(
        "AN ATTACK TO DESTROY",
        (
            "DESTROY takes a Group out of the game. Here the target's Power counts against you, "
            "not its Resistance; alignments that you share count against you too, and opposite "
            "ones for you. A Group near its Illuminati is safer than one at the end of a branch.",
        ),
        ("{takeover}", "{destroy}", "READY"),
        ("It costs your rival a Group, and some Illuminati and Goal cards win by it.",),
    ),
    Lesson(
        "HOW A GAME IS WON",
        (
            "At the end of each turn it is checked whether somebody has met a goal. The Basic Goal "
            "asks for a number of Groups, your Illuminati among them. Each Illuminati has a goal "
            "of its own, and Goal cards in the hand are goals as well. Yours stand in the box "
            "below: {goals}.",
            "You can attack with every Group that has a token:",
        ),
        ("{takeover}", "{attack}", "{second}", "READY"),
        (
            "That was the last lesson. Play on until you have won; the form at the end of each "
            "report has lines that can be sent. CARD and a name tells all about a card.",
        ),
    ),
)
_BY_TURN = {0: 1, 1: 2, 2: 3, 3: 5, 4: 6}
"""Which lesson comes with which turn of one's own, both counted from 0."""
_LEAD, _ATTACKED = 0, 4
_TURNS_UNTIL_ATTACKED = 3
_WON = "You have won after {turns}, with {goals}."
_NOBODY_WON = "The tutorial is over after {turns}. You have {goals}; {rival} has {theirs}."
_NEXT = (
    "To play with people, write to the referee's plain address: GAMES lists what you can JOIN, and "
    "CREATE Fnord-9 GAME inwo offers a game. TUTORIAL inwo begins another game like this one."
)


def taught(body: str, state: InwoState, seat: str, teaching: Teaching) -> str:
    """A report with what it is to teach on top."""
    is_won = teaching == "lesson" and bool(state.winners)
    if teaching == "end" or is_won:
        first = _WON if state.winners == (seat,) else _NOBODY_WON
        return with_end(body, (first, _NEXT), _ends(state, seat))
    number = lesson_number(state, seat) if teaching else None
    if number is None:
        return body
    heading, lesson = f"LESSON {number + 1} OF {len(LESSONS)}", LESSONS[number]
    return with_lesson(body, heading, lesson, places(state, seat, _asked(state, seat)))


def lesson_lines(state: InwoState, seat: str) -> tuple[str, ...]:
    """The lines of the lesson that is due; none where none is."""
    number = lesson_number(state, seat)
    if number is None:
        return ()
    return tuple(lines_of(LESSONS[number], places(state, seat, _asked(state, seat))))


def lesson_number(state: InwoState, seat: str) -> int | None:
    """Which lesson suits what a seat is asked now, counted from 0."""
    asked, turns = _asked(state, seat), state.seat(seat).turns_taken
    if asked == "leads":
        return _LEAD
    if asked == "script":
        return _BY_TURN.get(turns)
    attack = state.attack
    is_first = attack is not None and attack.round == 0 and state.controller(attack.target) == seat
    is_taught = asked == "answers" and is_first and turns == _TURNS_UNTIL_ATTACKED
    return _ATTACKED if is_taught else None


def _asked(state: InwoState, seat: str) -> str:
    return next((ask.kind for ask in state.asks if seat in ask.seats), "")


def _ends(state: InwoState, seat: str) -> dict[str, str]:
    rival, turns = rival_of(state, seat), state.seat(seat).turns_taken
    return {
        "turns": "one turn of yours" if turns == 1 else f"{turns} turns of yours",
        "rival": rival,
        "goals": goals(state, seat),
        "theirs": goals(inwo_view(state, seat), rival),
    }
