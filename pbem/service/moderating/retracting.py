"""Texts that players were told are taken back wherever they are still shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from sqlmodel import col, select

from pbem.documents.layout.player_texts import framed
from pbem.documents.marks import marked, marked_lines
from pbem.models import HeldTalk, Outbox, Talk
from pbem.service.moderating.command_context import Applied, CommandContext, CommandRefused, handles

TAKEN_BACK = "[taken back]"
"""What stands where a text stood."""


@handles("RETRACT")
def retract(context: CommandContext) -> Applied | CommandRefused:
    """`RETRACT n`: what letter n has told others is replaced on pages, in mails and in the talk."""
    number = context.command.number or 0
    if not context.actor.sees_letters(context.game):
        return CommandRefused(
            "You play in this game, so you cannot take back other players' texts. The operator "
            "can do it: "
            "RETRACT {number}."
        )
    own = select(Talk).where(Talk.game_id == context.id, Talk.letter_id == number)
    rows = context.session.exec(own.order_by(col(Talk.id)).with_for_update()).all()
    texts = [row.text for row in rows if row.text != TAKEN_BACK]
    if not texts:
        return CommandRefused(
            f"Letter {number} holds no text that anybody in this game can still read. LETTERS "
            "lists its letters; the report of a player who minds a text names the text's letter."
        )
    _forget_waiting(context, number)
    for row in rows:
        row.text = TAKEN_BACK
        context.session.add(row)
    mails = _replace_in_mails(context, texts)
    sentence = "1 text is" if len(texts) == 1 else f"{len(texts)} texts are"
    answer = (
        f"{sentence} taken back: {TAKEN_BACK} stands there now, on all pages and in {mails} of the "
        "mails kept here. What has been sent cannot be called back from its readers."
    )
    return Applied(answer, after={"letter": number, "texts": len(texts)})


def _forget_waiting(context: CommandContext, number: int) -> None:
    """What the same letter would still tell, once its writer sends it anyway."""
    held = select(HeldTalk).where(HeldTalk.letter_id == number, col(HeldTalk.sent_at).is_(None))
    for row in context.session.exec(held).all():
        context.session.delete(row)


def _replace_in_mails(context: CommandContext, texts: Sequence[str]) -> int:
    """Replace the texts in the bodies that are kept of the game's mails; in how many."""
    wanted = select(Outbox).where(Outbox.game_id == context.id).order_by(col(Outbox.id))
    changed = 0
    for row in context.session.exec(wanted).all():
        body = without_texts(row.body, texts)
        if body != row.body:
            row.body = body
            context.session.add(row)
            changed += 1
    return changed


def without_texts(body: str, texts: Sequence[str]) -> str:
    """A marked text in which each of these texts of players, in its frame, is taken back."""
    frames = [framed(text) for text in texts]
    return "\n".join(_lines_without(body, frames))


def _lines_without(body: str, frames: Sequence[str]) -> Iterator[str]:
    lines = [(mark == "quote", typed, line) for (mark, line), typed in _with_typed(body)]
    for is_quote, group in groupby(lines, key=lambda one: one[0]):
        found = list(group)
        if is_quote and "\n".join(line for _, _, line in found) in frames:
            yield marked(framed(TAKEN_BACK), "quote")
        else:
            yield from (typed for _, typed, _ in found)


def _with_typed(body: str) -> Iterator[tuple[tuple[str, str], str]]:
    return zip(marked_lines(body), body.split("\n"), strict=True)
