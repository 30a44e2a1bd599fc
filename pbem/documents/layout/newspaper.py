"""A table's newspaper: what players have said, in columns, each text in its frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.documents.layout.player_texts import PlayerText, PrintedText, printed


@dataclass(frozen=True, slots=True)
class Column:
    """A part of the newspaper with its texts."""

    title: str
    texts: tuple[PrintedText, ...]


@dataclass(frozen=True, slots=True)
class Newspaper:
    """One reader's copy; `number` is that of the last turn that was run."""

    number: int
    news: tuple[str, ...]
    columns: tuple[Column, ...]
    notices: tuple[str, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.news or self.columns or self.notices)


def columns_of(talk: Sequence[PlayerText], reader: str, *, is_over: bool) -> tuple[Column, ...]:
    """The columns of a reader's copy; diaries are printed once the game is over."""
    diaries = [text for text in talk if text.kind == "diary"] if is_over else []
    sections = (
        ("Said aloud", [text for text in talk if text.kind == "say" and text.to is None]),
        ("Promised aloud", [text for text in talk if text.kind == "promise" and text.to is None]),
        ("Letters to the editor", [text for text in talk if text.kind == "letter"]),
        ("Rumours, unsigned", [text for text in talk if text.kind == "rumour"]),
        ("Personals, in your copy alone", [text for text in talk if _is_personal(text)]),
        ("From the diaries, now open", diaries),
    )
    return tuple(
        Column(title, tuple(printed(text, reader) for text in texts))
        for title, texts in sections
        if texts
    )


def _is_personal(text: PlayerText) -> bool:
    return text.kind in ("say", "promise") and text.to is not None


def own_diary(talk: Sequence[PlayerText], reader: str) -> list[PrintedText]:
    """What the reader has noted since his last report."""
    return [printed(text, reader) for text in talk if text.kind == "diary" and text.seat == reader]
