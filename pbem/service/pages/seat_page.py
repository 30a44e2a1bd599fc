"""A seat's own page: what happened, how things stand, what is on file, what could be ordered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile

from pbem.documents.html.blocks import Block, Cut, Heading, OrderForm
from pbem.documents.html.reading import blocks_of
from pbem.games.contract.pages import Choice, LineForm
from pbem.games.contract.reports import SeatNotes
from pbem.models import FINISHED, Outbox, Seat
from pbem.service.clocks import shown_deadline
from pbem.service.context import ServiceContext
from pbem.service.orders.fencing import mark_of
from pbem.service.orders.lookups import since_own_turn
from pbem.service.orders.on_file import SheetsOnFile, ahead_of, draft_of, sheets_of
from pbem.service.orders.submission import last_report
from pbem.service.pages.boards import drawn
from pbem.service.pages.sign_in import SeatVisitor
from pbem.service.snapshots import GameSnapshot, context_for, load_game
from pbem.service.waits import standing_words, waited_openly


@dataclass(frozen=True, slots=True)
class SeatPage:
    """All that a seat's page shows; `draft` are the lines on file as one would type them.

    `asked` says for what the seat is asked now, `waited_for` who else is, None where the table
    hides it. `story` is what the last report, `report_id`, told of
    what happened, `standing` how things stand now, in blocks. `mark` goes
    with the form, `ahead` and `policies` are on file besides.
    """

    game: str
    title: str
    phase: str
    seat: str
    turn: int
    mover: str
    deadline_at: datetime | None
    asked: tuple[str, ...]
    waited_for: tuple[str, ...] | None
    story: Sequence[Block]
    story_at: datetime | None
    report_id: int
    standing: Sequence[Block]
    draft: tuple[str, ...]
    is_ready: bool
    mark: str
    ahead: tuple[str, ...]
    policies: tuple[str, ...]
    choices: Sequence[Choice]
    examples: tuple[str, ...]
    forms: Sequence[LineForm]
    others: tuple[str, ...]
    board: str
    board_alt: str


def seat_page(service: ServiceContext, visitor: SeatVisitor) -> SeatPage:
    """The page as it is now."""
    now = service.clock()
    with service.database.read() as session:
        snapshot = load_game(session, visitor.game_id)
        row = snapshot.seats[visitor.seat]
        on_file = sheets_of(session, snapshot, row)
        report = last_report(session, row)
        waited = waited_openly(session, snapshot)
        events = since_own_turn(session, snapshot, visitor.seat)
    return _page(snapshot, visitor, on_file, (report, waited, events), now)


def _page(
    snapshot: GameSnapshot,
    visitor: SeatVisitor,
    on_file: SheetsOnFile,
    read: tuple[Outbox | None, tuple[str, ...] | None, tuple[object, ...]],
    now: datetime,
) -> SeatPage:
    report, waited, events = read
    seat, rules, status, game = visitor.seat, snapshot.ruleset, snapshot.status, snapshot.game
    row, given = snapshot.seats[seat], snapshot.given
    draft = draft_of(snapshot, seat, on_file.script, on_file.answers)
    asks = [ask for ask in status.asks if seat in ask.seats]
    return SeatPage(
        game=game.name,
        title=rules.title,
        phase=game.phase,
        seat=seat,
        turn=status.turn,
        mover="" if snapshot.is_shared else status.mover,
        deadline_at=shown_deadline(game),
        asked=tuple(dict.fromkeys(ask.kind for ask in asks)),
        waited_for=waited,
        story=_story(blocks_of(report.body)) if report else (),
        story_at=report.created_at if report else None,
        report_id=(report.id or 0) if report else 0,
        standing=standing_of(snapshot, row, on_file, events, now),
        draft=draft,
        is_ready=bool(on_file.script and on_file.script.is_ready),
        mark=mark_of(snapshot, seat, on_file.script, on_file.answers),
        ahead=ahead_of(snapshot, seat, on_file),
        policies=tuple(row.policies),
        choices=rules.page.choices(given, seat) if asks or snapshot.is_own_turn(seat) else (),
        examples=snapshot.examples(seat) if game.phase != FINISHED else (),
        forms=rules.page.policies if snapshot.is_in(seat) else (),
        others=tuple(name for name in status.playing if name != seat),
        board=drawn(game.ruleset, rules.reporter.view(snapshot.state, seat)),
        board_alt=rules.reporter.picture_alt,
    )


def _story(blocks: Sequence[Block]) -> list[Block]:
    """What a report tells of what happened: all before the reader's secrets and the world."""
    return list(takewhile(lambda one: not _is_of_now(one), blocks))


def _is_of_now(block: Block) -> bool:
    is_form = isinstance(block, OrderForm | Cut)
    return is_form or (isinstance(block, Heading) and block.role != "heading")


def standing_of(
    snapshot: GameSnapshot,
    row: Seat,
    on_file: SheetsOnFile,
    events: Sequence[object],
    now: datetime,
) -> list[Block]:
    """How things stand now for the seat, its secrets among them."""
    ends_at = shown_deadline(snapshot.game)
    context = context_for(snapshot, row.name, now, deadline_at=ends_at, is_page=True)
    notes = SeatNotes(
        script=on_file.script.text if on_file.script else "",
        answers=[sheet.text for sheet in on_file.answers.values() if sheet.text],
        standing=[*ahead_of(snapshot, row.name, on_file), *row.policies],
        asks=standing_words(row),
        events=events,
    )
    return blocks_of(snapshot.ruleset.reporter.status(snapshot.given, context, notes).body)
