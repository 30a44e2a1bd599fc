"""How fast reports are made: text, HTML and picture of a full table, in CPU time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from pbem.benchmarks.harness import best_ms, machine
from pbem.documents.html import Picture, to_html
from pbem.documents.html.page import forget_html
from pbem.documents.layout.mail_context import AttachedFile, Mail
from pbem.documents.layout.plain import forget_laid_out
from pbem.games.contract.ruleset import Ruleset
from pbem.games.contract.tools import Bars, SampleReport, SampleReports
from pbem.mail.compose import File, Message, message_id_for, render
from pbem.startup import freeze_loaded_objects

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)

BARS: Bars = {
    "report_text_html_ms": ("under", 12),
    "report_png_ms": ("under", 150),
    "turn_mails_s": ("under", 1),
    "html_bytes": ("under", 90_000),
}
"""What each figure must keep to."""


def bench_render(played: Ruleset[Any, Any], runs: int, seed: str) -> dict[str, Any]:
    """Best of several runs of each figure, for the fullest table of some games of robots.

    `report_text_html_ms` is a report as text and its HTML, the mean of a turn's six, the options
    already found and nothing written before; `report_png_ms` the picture in a process that has
    drawn none of its cards, `report_png_again_ms` one that has drawn all and no page,
    `report_png_other_ms` that of the next seat after it; `turn_mails_s` all mails of a turn,
    options, pictures and bytes included, nothing written or drawn before.
    """
    assert played.tools.sample_reports is not None, "a game with reports to render"
    sample = played.tools.sample_reports(seed)
    made = sample.make()
    mails, png = [one.mail() for one in made], made[0].picture()
    freeze_loaded_objects()
    acts: dict[str, Callable[[], object]] = {
        "report_text_ms": lambda: [one.mail().text for one in made],
        "report_html_ms": lambda: [to_html(mail.body) for mail in mails],
        "report_text_html_ms": lambda: [_text_and_html(one.mail()) for one in made],
        "report_png_ms": made[0].picture,
        "report_png_again_ms": made[0].picture,
        "report_png_other_ms": made[1].picture,
        "turn_mails_ms": lambda: _turn_mails(sample),
    }
    before = dict.fromkeys(acts, lambda: _forget(sample))
    before["report_png_again_ms"] = sample.forget_pages
    before["report_png_other_ms"] = lambda: _draw_first(sample, made[0])
    found = best_ms(runs, acts, before)
    for each in ("report_text_ms", "report_html_ms", "report_text_html_ms"):
        found[each] /= len(made)
    found["turn_mails_s"] = found.pop("turn_mails_ms") / 1000
    rounded: dict[str, Any] = {key: round(value, 4) for key, value in found.items()}
    return rounded | {
        "text_bytes": len(mails[0].text),
        "html_bytes": max(len(to_html(mail.body).encode()) for mail in mails),
        "png_bytes": len(png),
        "cards_drawn": sample.cards,
        **machine(runs),
    }


def _text_and_html(mail: Mail) -> tuple[str, str]:
    return mail.text, to_html(mail.body)


def _forget(sample: SampleReports) -> None:
    """As a process is that has written and drawn nothing yet."""
    forget_laid_out()
    forget_html()
    sample.forget()


def _draw_first(sample: SampleReports, report: SampleReport) -> None:
    sample.forget_pages()
    report.picture()


def _turn_mails(sample: SampleReports) -> list[bytes]:
    """Every mail of a turn as the bytes that would be sent."""
    return [_as_bytes(one.mail(), one.files()) for one in sample.make()]


def _as_bytes(mail: Mail, files: Sequence[AttachedFile]) -> bytes:
    shown = Picture(files[0].cid or "", "The table.", files[0].content)
    return render(
        Message(
            to="ann@example.org",
            subject=mail.subject,
            text=mail.text,
            html=to_html(mail.body, subject=mail.subject, picture=shown),
            message_id=message_id_for(b"bench", "report", "example.org", "token"),
            from_addr="game@example.org",
            date_at=NOW,
            files=tuple(File(f.name, f.type, f.content, f.cid) for f in files),
        )
    )
