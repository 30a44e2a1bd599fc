"""`/play`: the lobby as a page. What is sent there is a letter, and confirmed like any other."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, abort, render_template, request
from flask_limiter import Limiter
from flask_wtf.csrf import CSRFProtect, generate_csrf

from pbem.games.registry import rulesets
from pbem.grammar.game_settings import AT_START
from pbem.mail.address import is_address
from pbem.service.context import ServiceContext
from pbem.service.lobby.places import CLOCKS, offers
from pbem.service.pages.deck_page import games_with_decks
from pbem.service.seats.observers import games_to_watch
from pbem.service.turns.tutoring import taught_games
from pbem.web.decks import deck_pages
from pbem.web.forms import guard_forms
from pbem.web.inbound import AcceptPosted, letter_from
from pbem.web.rate import TOO_OFTEN, forms_limit

_LINES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "TUTORIAL": (("game", ""),),
    **dict.fromkeys(("GAMES", "MINE", "PROFILE", "EXPORT", "DELETE"), ()),
    "WORDS": (("game", ""), ("words", ":")),
    **dict.fromkeys(("LEAVE", "HERE", "CANCEL", "UNWATCH"), (("game", ""),)),
    "START": (("game", ""),),
    "WATCH": (("game", ""),),
    "INVITE": (("friend", ""), ("game", "TO")),
    "JOIN": (("game", ""), ("alias", "AS"), ("password", "PASSWORD")),
    "CREATE": (
        *(("game", ""), ("players", "PLAYERS"), ("clock", "CLOCK"), ("alias", "AS")),
        *(("password", "PASSWORD"), ("kind", "GAME")),
        *((name, name.upper()) for name in AT_START),
    ),
}
"""The fields of each form, in the order of the line it stands for, with the word before each."""
_ENDS: Mapping[str, str] = {
    "START": "WITH ROBOTS",
    **dict.fromkeys(("EXPORT", "DELETE"), "MY DATA"),
}
"""What ends the line of a form, whatever its fields hold."""
_MOST_FIELD = 200


def open_pages(
    service: ServiceContext, accept: AcceptPosted, csrf: CSRFProtect, limiter: Limiter
) -> tuple[Blueprint, ...]:
    """The pages with forms for strangers: the lobby, and decks to bring to its games."""
    lobby = _lobby_pages(service, accept, csrf, limiter)
    return lobby, deck_pages(service, accept, csrf, limiter)


def _lobby_pages(
    service: ServiceContext, accept: AcceptPosted, csrf: CSRFProtect, limiter: Limiter
) -> Blueprint:
    """The games that can be joined, with a form for each line that a stranger may write."""
    pages = Blueprint("lobby", __name__)
    limiter.limit(forms_limit, methods=["POST"], error_message=TOO_OFTEN)(pages)
    guard_forms(pages, service, csrf)

    @pages.get("/play")
    def play() -> str:
        games, played = offers(service), games_to_watch(service)
        values = {"games": games, "played": played, "clocks": CLOCKS, "csrf": generate_csrf()}
        values["kinds"] = [(game.name, game.title) for game in rulesets()]
        values["settings"] = AT_START.values()
        values["taught"] = [(game.name, game.title) for game in taught_games().values()]
        return render_template("play.html", decks=games_with_decks(), **values)

    @pages.post("/play")
    def send() -> str:
        sender = request.form.get("address", "").strip()
        line = _line(request.form)
        if not is_address(sender) or line is None:
            abort(400, "Write your own mail address, and what a form asks for.")
        own = service.settings.mail.address
        accept(letter_from(sender, own, line), own, sender, {})
        return render_template("play_sent.html", sender=sender)

    return pages


def _line(form: Mapping[str, str]) -> str | None:
    """The line that a form stands for; None where it is none of ours."""
    verb = form.get("verb", "")
    fields = _LINES.get(verb)
    if fields is None:
        return None
    words = [verb]
    for name, lead in fields:
        typed = " ".join(form.get(name, "").split())[:_MOST_FIELD]
        words += [lead, typed] if typed else []
    return " ".join(filter(None, (*words, _ENDS.get(verb, ""))))
