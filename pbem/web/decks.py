"""`/decks/GAME`: cards to look through, and a deck to build; a letter brings it to a game."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, abort, render_template, request
from flask_limiter import Limiter
from flask_wtf.csrf import CSRFProtect, generate_csrf

from pbem.games.contract.building import CardsWanted
from pbem.mail.address import is_address
from pbem.service.context import ServiceContext
from pbem.service.pages.deck_page import (
    DeckAsked,
    changed_lines,
    check_deck,
    deck_letter,
    deck_page,
    ready_lines,
    text_of,
    trial_hand,
)
from pbem.web.forms import guard_forms
from pbem.web.inbound import AcceptPosted, letter_from
from pbem.web.rate import TOO_OFTEN, forms_limit

BUILDING = "900 per 10 minutes"
"""How often a client may have a deck checked: each card that is added is a form without scripts."""
_MOST_FIELD, _MOST_CARDS = 60, 10_000
_NO_DECKS = "No decks are built for a game of that name."


def deck_pages(
    service: ServiceContext, accept: AcceptPosted, csrf: CSRFProtect, limiter: Limiter
) -> Blueprint:
    """The page of each game that has decks, for anybody."""
    pages = Blueprint("decks", __name__, url_prefix="/decks")
    limiter.limit(_limit, methods=["POST"], error_message=TOO_OFTEN)(pages)
    guard_forms(pages, service, csrf)

    @pages.get("/<name>")
    def build(name: str) -> str:
        return _shown(service, name, _asked(request.args, text_of(request.args.get("deck", ""))))

    @pages.post("/<name>")
    def change(name: str) -> str:
        asked = _changed(service, name, request.form)
        is_drawn = request.form.get("do") == "draw"
        hand = trial_hand(service, name, asked) if is_drawn else ()
        return _shown(service, name, asked, hand)

    @pages.post("/<name>/check")
    def check(name: str) -> str:
        asked = _asked(request.form, request.form.get("deck", ""))
        verdict = check_deck(service, name, asked) or abort(404, _NO_DECKS)
        return render_template("decks/verdict.html", verdict=verdict, name=name)

    @pages.post("/<name>/bring")
    def bring(name: str) -> str:
        asked = _asked(request.form, request.form.get("deck", ""))
        if check_deck(service, name, asked) is None:
            abort(404, _NO_DECKS)
        sender, own = request.form.get("address", "").strip(), service.settings.mail.address
        if not is_address(sender):
            abort(400, "Write your own mail address, from which you have joined the game.")
        accept(letter_from(sender, own, deck_letter(name, asked)), own, sender, {})
        return render_template("play_sent.html", sender=sender)

    return pages


def _limit() -> str:
    return forms_limit() if request.endpoint == "decks.bring" else BUILDING


def _shown(
    service: ServiceContext, name: str, asked: DeckAsked, drawn: tuple[str, ...] = ()
) -> str:
    page = deck_page(service, name, asked, drawn) or abort(404, _NO_DECKS)
    return render_template("decks/build.html", page=page, csrf=generate_csrf())


def _asked(typed: Mapping[str, str], text: str) -> DeckAsked:
    """What a form or an address asks for."""
    field = {key: typed.get(key, "").strip()[:_MOST_FIELD] for key in ("kind", "word", "q", "game")}
    start = typed.get("to") or typed.get("start", "")
    number = min(int(start), _MOST_CARDS) if start.isascii() and start.isdigit() else 0
    wanted = CardsWanted(field["kind"], field["word"], field["q"])
    return DeckAsked(text, wanted, number, field["game"].split(" ")[0])


def _changed(service: ServiceContext, name: str, form: Mapping[str, str]) -> DeckAsked:
    """What a form asks for once its button has done its work."""
    asked = _asked(form, form.get("deck", ""))
    lines = asked.lines
    if form.get("ready"):
        lines = ready_lines(service, name, asked, form["ready"]) or lines
    for button, by in (("add", 1), ("less", -1)):
        if form.get(button):
            lines = changed_lines(name, lines, form[button], by)
    start = 0 if form.get("do") == "search" else asked.start
    return DeckAsked("\n".join(lines), asked.wanted, start, asked.game)
