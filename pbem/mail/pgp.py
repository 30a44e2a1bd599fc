"""The frame of a letter signed with OpenPGP in its text: no part of it is the player's."""

from collections.abc import Sequence

from pbem.mail.line import TextLine
from pbem.mail.marks import Label

_TOP = "-----BEGIN PGP SIGNED MESSAGE-----"
_BREAK = "-----BEGIN PGP SIGNATURE-----"
_END = "-----END PGP SIGNATURE-----"
_FIELDS = ("Hash:", "Charset:", "Version:", "Comment:")
_ESCAPE = "- "


def strip_pgp(lines: Sequence[TextLine]) -> list[TextLine]:
    """Empty the lines of the frame, take back its `- ` before dashes, and return those lines.

    What is quoted keeps its frame: it is not the player's anyway.
    """
    frame: list[TextLine] = []
    is_text = is_frame = False
    for line in lines:
        mark = line.content.rstrip() if line.content.startswith("-") and not line.depth else ""
        if mark in (_TOP, _BREAK) and (is_text or mark == _TOP):
            is_text, is_frame = mark == _TOP, True
        elif is_frame and (line.depth or not _is_of_frame(line.content, is_top=is_text)):
            is_frame = False
        elif is_text and not is_frame and mark:
            line.content = line.content.removeprefix(_ESCAPE)
        if is_frame:
            line.content = ""
            frame.append(line)
        is_frame = is_frame and mark != _END
    return frame


def _is_of_frame(text: str, *, is_top: bool) -> bool:
    """Say whether a line goes on with the frame: whoever has lost its end loses no order."""
    if text.startswith(_FIELDS) or text.rstrip() == _END:
        return True
    return not is_top and " " not in text.strip()


def label_pgp(frame: Sequence[TextLine]) -> None:
    """Label the lines that `strip_pgp` has emptied."""
    for line in frame:
        line.label = Label.OTHER
