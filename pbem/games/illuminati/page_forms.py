"""The pages of *Illuminati*: its standing orders as forms, and where the rest is."""

from __future__ import annotations

from pbem.games.contract.pages import LineForm, PageSide
from pbem.games.contract.tools import lazy
from pbem.grammar.commands.spec import Field, Form

_MOST = Field("most", "MB at most", "number", lead="MAX")
_UNTIL = Field("until", "until the need is", "number", "6", is_needed=False, lead="UNTIL")
POLICIES: tuple[LineForm, ...] = (
    LineForm(
        "GUARD",
        "Spends against attacks on your own groups.",
        Form(
            "Guard",
            (Field("what", "what", hint="ALL, or a card"), _UNTIL, _MOST),
        ),
    ),
    LineForm(
        "OPPOSE",
        "Spends against attacks of others.",
        Form("Oppose", (Field("whom", "whose attacks", "seat", "ALL"), _UNTIL, _MOST)),
    ),
    LineForm(
        "SUPPORT",
        "Spends for attacks of others.",
        Form("Support", (Field("whom", "whose attacks", "seat", "ALL"), _MOST)),
    ),
    LineForm(
        "RESERVE",
        "Keeps so much on your Illuminati, whatever else is raised.",
        Form("Keep back", (Field("amount", "MB", "number"),)),
    ),
    LineForm(
        "PAY TAX FROM",
        "Says where tax is paid from.",
        Form("Pay tax from", (Field("cards", "cards", hint="Mafia, CIA, or ANY"),)),
    ),
    LineForm(
        "FOREGO TAX ON",
        "Says whom you do not tax.",
        Form("Forego tax", (Field("whom", "players", hint="bob, or NOBODY"),)),
    ),
    LineForm("STAND ASIDE", "Spends nothing, and ends broader standing orders.", Form("Aside")),
)
_PAGE = "pbem.games.illuminati.page"
PAGE = PageSide(
    lazy(f"{_PAGE}:choices"), POLICIES, lazy(f"{_PAGE}:threats"), lazy(f"{_PAGE}:figures")
)
