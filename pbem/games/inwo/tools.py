"""What can be done with INWO at a terminal."""

from __future__ import annotations

from pbem.games.contract.tools import Tools, lazy

TOOLS = Tools(adjudicate=lazy("pbem.games.inwo.adjudication:adjudicate_file"))
