"""The acknowledgement: what was understood, what it would do, what is still open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.illuminati import orders as od
from engine.illuminati.attacks.course import whole_stake
from engine.illuminati.odds import ways
from engine.illuminati.turn.parts import takes_action
from engine.illuminati.view import View
from pbem.reports.paper import clock
from pbem.reports.paper.about import STANDING, About, Answer, AnswerLine, Fate, Mail, Stakes
from pbem.reports.paper.cast import short_name
from pbem.reports.paper.letterhead import letterhead
from pbem.reports.paper.plain import one_line
from pbem.reports.paper.render import render
from pbem.reports.parts.coverage import verdict
from pbem.reports.parts.purses import can_transfer, worst_case
from pbem.reports.parts.sums import percent

ACTIONS = 2
TRANSFERS = 2


@dataclass(frozen=True, slots=True)
class ToldLine:
    """A line of an acknowledgement, safe to print."""

    label: str
    fate: str
    text: str
    told: str
    note: str
    odds: tuple[str, ...]
    cost: str = ""


@dataclass(frozen=True, slots=True)
class ToldLetter:
    """What became of one letter, safe to print; `at` is when it came, in the player's zone."""

    at: str
    lines: tuple[ToldLine, ...]
    controls: tuple[str, ...]
    ignored: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Arrows:
    """Groups that one card's attacks are to bring in, and the arrows it has open for them."""

    where: str
    wanted: int
    open: int


@dataclass(frozen=True, slots=True)
class Totals:
    """What the script on file would use; `now` are the MB that go at once."""

    actions: int
    transfers: int
    now: int
    arrows: tuple[Arrows, ...]
    is_pass: bool

    @property
    def actions_left(self) -> int:
        return max(0, ACTIONS - self.actions)

    @property
    def is_crowded(self) -> bool:
        return any(card.wanted > card.open for card in self.arrows)

    @property
    def transfers_left(self) -> int:
        return max(0, TRANSFERS - self.transfers)


def acknowledgement(
    about: About,
    answer: Answer,
    view: View | None = None,
    earlier: Sequence[ToldLetter] = (),
    told: ToldLetter | None = None,
) -> Mail:
    """The answer to a letter, and to `earlier` ones that are answered with it.

    With a view, promised money and wanted arrows are set against what is there; `told` is what it
    says of the letter, where the caller has it already.
    """
    letters = (*earlier, told or told_letter(about, answer))
    return render("acknowledgement", answer_context(about, answer, view, letters))


def answer_context(
    about: About, answer: Answer, view: View | None, letters: Sequence[ToldLetter]
) -> dict[str, object]:
    """All the acknowledgement says, as values."""
    at = answer.deadline_at
    asked = _unsettled(letters, "ASK")
    questions = len(asked)
    runs = [line.order for line in answer.script_on_file if line.fate != "REFUSED"]
    all_totals = totals(runs, view)
    is_scripted = answer.is_your_turn and bool(answer.script_on_file)
    return {
        "head": letterhead(about),
        "verdict": verdict(answer, questions),
        "is_my_turn": answer.is_your_turn and not answer.is_over,
        "is_over": answer.is_over,
        "is_out": answer.is_out,
        "is_ready": answer.is_ready,
        "is_answering": answer.is_answering,
        "is_frozen": answer.is_frozen,
        "is_due": answer.is_due and (answer.is_ready or answer.is_frozen or is_scripted),
        "is_announcing": answer.is_announcing,
        "is_released": answer.is_released,
        "revision": answer.revision,
        "answers_revision": answer.answers_revision,
        "answers": [told_line(line) for line in answer.answers_on_file],
        "letters": letters,
        "script": [] if answer.is_over else [told_line(line) for line in answer.script_on_file],
        "totals": all_totals,
        "transfers_left": all_totals.transfers_left if can_transfer(view) else 0,
        "worst": worst_case(answer.script_on_file, view, answer.reserve),
        "worst_answers": worst_case(answer.answers_on_file, view, answer.reserve),
        "has_done": any(line.fate == "DONE" for letter in letters for line in letter.lines),
        "questions": questions,
        "asked_at": next((line.label for line in asked if line.label), ""),
        "refused": len(_unsettled(letters, "REFUSED")),
        "would_be": [told_line(line) for line in answer.would_be],
        "would_total": totals([line.order for line in answer.would_be], view),
        "worst_would_be": worst_case(answer.would_be, view, answer.reserve),
        "deadline": clock.full(at, about.zone) if at else "",
        "left": clock.span(at - about.now) if at else "",
    }


def told_letter(about: About, answer: Answer) -> ToldLetter:
    """What the acknowledgement says of the letter itself."""
    at = answer.received_at or about.now
    return ToldLetter(
        f"{clock.short(at, about.zone)}:{at:%S}",
        tuple(told_line(line) for line in answer.lines),
        tuple(one_line(text, 1000) for text in answer.controls),
        tuple(one_line(text, 100) for text in answer.ignored),
    )


def _unsettled(letters: Sequence[ToldLetter], fate: Fate) -> list[ToldLine]:
    """The lines with that fate, but those that a later letter has put right by their number."""
    found: list[ToldLine] = []
    for letter in letters:
        right = {line.label for line in letter.lines if line.label and line.fate in STANDING}
        found = [line for line in found if line.label not in right]
        found += [line for line in letter.lines if line.fate == fate]
    return found


def told_line(line: AnswerLine) -> ToldLine:
    """A line with its fate, told back, with need, chance and cost now and at the ceiling."""
    text, told = one_line(line.text, 200), one_line(line.told)
    return ToldLine(
        "" if line.number is None else str(line.number),
        line.fate,
        text,
        told if line.fate in STANDING else "",
        one_line(line.note, 600),
        tuple(_odds(line)),
        _cost(line.stakes) if line.stakes and not isinstance(line.order, od.Stance) else "",
    )


def _odds(line: AnswerLine) -> Iterator[str]:
    """`need 6, 42 %`, `with your 4 MB: 10, 92 %`, `at the ceiling of 6 MB: 12, 92 %`."""
    need, stakes = line.need, line.stakes
    if need is None:
        return
    if stakes is None or stakes.before is None or stakes.top is None:
        yield f"need {need}" + (f", {percent(line.ways)} %" if line.ways is not None else "")
        return
    yield f"need {_chance(stakes.before)}"
    if stakes.before != need:
        yield f"with your {need - stakes.before} MB: {_chance(need)}"
    if stakes.most == stakes.now:
        return
    if stakes.top == need:
        yield "raised no further unless others raise against you"
    elif stakes.most is None or stakes.reach < stakes.most:
        yield f"with all the {stakes.reach} MB you have for it: {_chance(stakes.top)}"
    else:
        yield f"at the ceiling of {stakes.most} MB: {_chance(stakes.top)}"


def _chance(need: int) -> str:
    return f"{need}, {percent(ways(need))} %"


def _cost(stakes: Stakes) -> str:
    """`costs 4 MB at once, 9 MB at most`."""
    fee = f" ({stakes.fee} of them for the privilege)" if stakes.fee else ""
    if stakes.most is None:
        return f"costs {stakes.now} MB at once{fee}, at most all it can use: {stakes.reach} MB"
    if stakes.most == stakes.now:
        return f"costs {stakes.now} MB{fee}" if stakes.now else ""
    if not stakes.now:
        return f"costs at most {stakes.most} MB"
    return f"costs {stakes.now} MB at once{fee}, {stakes.most} MB at most"


def totals(orders: Sequence[od.Order | None], view: View | None) -> Totals:
    """Actions, transfers, MB at once and arrows if every line were carried out in his turn."""
    known = [order for order in orders if order is not None]
    now = view if view and view.to_move == view.seat else None
    moved = sum(isinstance(order, od.Transfer) and not order.as_action for order in known)
    return Totals(
        sum(map(takes_action, known)) + (ACTIONS - now.actions_left if now else 0),
        moved + (TRANSFERS - now.transfers_left if now else 0),
        sum(map(_at_once, known)),
        tuple(_arrows(known, view)),
        bool(known) and all(isinstance(order, od.Pass) for order in known),
    )


def _at_once(order: od.Order) -> int:
    match order:
        case od.Attack():
            return whole_stake(order)
        case od.GiveMoney(amount=amount):
            return amount
    return 0


def _arrows(orders: Sequence[od.Order], view: View | None) -> Iterable[Arrows]:
    """Each card that is to get groups, how many, and how many arrows it has open (R8.2)."""
    wanted: dict[str, dict[str, None]] = {}
    for order in orders:
        if isinstance(order, od.Attack) and order.form == "control":
            wanted.setdefault(order.attacker, {})[order.target] = None
        elif isinstance(order, od.Play) and order.master and order.on:
            wanted.setdefault(order.master, {})[order.on] = None
    mine = [s for s in view.seats if s.name == view.seat] if view else []
    open_of = {card.card: len(card.open_arrows) for seat in mine for card in seat.cards}
    for card, targets in wanted.items():
        if card in open_of:
            yield Arrows(short_name(card), len(targets), open_of[card])
