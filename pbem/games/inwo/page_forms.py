"""The pages of INWO: its standing orders as forms, and where the rest is."""

from __future__ import annotations

from pbem.games.contract.pages import LineForm, PageSide
from pbem.games.contract.tools import lazy
from pbem.grammar.commands.spec import Field, Form

_UNTIL = Field("until", "until the need is", "number", "3", lead="UNTIL")
_KEEP = Field("keep", "tokens to keep", "number", "0", is_needed=False, lead="KEEP")
POLICIES: tuple[LineForm, ...] = (
    LineForm(
        "GUARD",
        "Defends your Groups whenever somebody attacks them.",
        Form("Guard", (Field("what", "what", hint="ALL, or a card"), _UNTIL, _KEEP)),
    ),
    LineForm(
        "OPPOSE",
        "Opposes the attacks of a player.",
        Form(
            "Oppose",
            (
                Field("whom", "whose attacks", "seat"),
                _UNTIL,
                Field("cards", "with", hint="CIA, Texas", lead="WITH"),
            ),
        ),
    ),
    LineForm(
        "PASS ALWAYS ON",
        "Nobody waits for you; your other standing orders still act.",
        Form("Pass", (Field("what", "on what", hint="attacks NOT ON ME, or ALL"),)),
    ),
    LineForm(
        "SHED",
        "Says which Plots you give up when you have too many.",
        Form("Shed", (Field("cards", "Plots", hint="Jihad TO BOTTOM, ANY Goal TO DISCARDS"),)),
    ),
    LineForm(
        "BUY PLOTS BEFORE TOKENS KEEP",
        "Turns tokens that are left over into Plots as your turn begins.",
        Form("Buy Plots", (Field("keep", "tokens to keep", "number", "2"),)),
    ),
    LineForm(
        "DECLARE",
        "Says whether victory is declared for you.",
        Form("Declare", (Field("when", "when", hint="ALWAYS, NEVER, or IF bob DECLARES"),)),
    ),
)
_PAGE = "pbem.games.inwo.page"
PAGE = PageSide(
    lazy(f"{_PAGE}:choices"), POLICIES, lazy(f"{_PAGE}:threats"), lazy(f"{_PAGE}:figures")
)
