"""Public pages: the list of games, for people and as JSON, and the link that stops mails."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, abort, jsonify, render_template, request

from pbem.service.context import ServiceContext
from pbem.service.endings.public_pages import game_feed, opened_game, public_turn, ratings_page
from pbem.service.listing import ListedGame, games_page
from pbem.service.mailing.stopping import (
    WATCHED,
    StopLink,
    choose,
    choose_watch,
    look_up,
    look_up_watch,
)
from pbem.service.seats.calendar_feed import calendar_of
from pbem.service.seats.public_game import public_game


def stop_pages(service: ServiceContext) -> Blueprint:
    """`/stop/...`, links in mails: mail programs post to them (RFC 8058), people see a button."""
    pages = Blueprint("stopping", __name__)
    address = "/stop/<int:seat_id>/<kind>/<code>"

    # Scanners of mail follow every link, so a GET must not stop anything.
    @pages.get(address)
    def look(seat_id: int, kind: str, code: str) -> str:
        return _page(service, look_up(service, seat_id, kind, code))

    @pages.post(address)
    def stop(seat_id: int, kind: str, code: str) -> str:
        again = request.form.get("again") == "yes"
        return _page(service, choose(service, seat_id, kind, code, stop=not again))

    @pages.get("/stop/watch/<int:observer_id>/<code>")
    def look_watch(observer_id: int, code: str) -> str:
        return _page(service, look_up_watch(service, observer_id, code))

    @pages.post("/stop/watch/<int:observer_id>/<code>")
    def stop_watch(observer_id: int, code: str) -> str:
        again = request.form.get("again") == "yes"
        return _page(service, choose_watch(service, observer_id, code, stop=not again))

    return pages


def _page(service: ServiceContext, choice: StopLink | None) -> str:
    if choice is None:
        abort(404, "this link is none of ours")
    return render_template("stop.html", choice=choice, is_watched=choice.kind == WATCHED)


_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def public_pages(service: ServiceContext) -> Blueprint:
    """`/`, `/games.json` and a page a game: nothing a rival must not know."""
    pages = Blueprint("public", __name__)

    database = service.database

    @pages.get("/")
    def games() -> str:
        found = games_page(database, is_public=True)
        return render_template("games.html", games=found)

    @pages.get("/games.json")
    def games_json() -> Response:
        return jsonify(games=[_as_json(game) for game in games_page(database, is_public=True)])

    @pages.get("/terms")
    def terms() -> str:
        settings = service.settings
        own = Path(settings.web.terms).read_text(encoding="utf-8") if settings.web.terms else ""
        paragraphs = [" ".join(part.split()) for part in own.split("\n\n") if part.strip()]
        address = settings.mail.address
        return render_template("terms.html", own=paragraphs, keep=settings.keep, address=address)

    @pages.get("/game/<path:name>")
    def game(name: str) -> str:
        shown = public_game(service, name)
        if shown is None:
            abort(404, "No game that anybody may watch has this name.")
        return render_template("game.html", game=shown)

    _add_history(pages, service)
    return pages


_NO_GAME = "No game that anybody may watch has this name."


def _add_history(pages: Blueprint, service: ServiceContext) -> None:
    """The turns of a game, its feed, and what is opened when it is over."""

    @pages.get("/game/<name>/turn")
    def turn(name: str) -> str:
        shown = public_turn(service, name, request.args.get("number", type=int))
        return render_template("turn.html", turn=shown or abort(404, "There is no such turn."))

    @pages.get("/game/<name>/feed.atom")
    def feed(name: str) -> Response:
        found = game_feed(service, name) or abort(404, _NO_GAME)
        return Response(render_template("feed.xml", feed=found), mimetype="application/atom+xml")

    @pages.get("/game/<name>/finale")
    def finale(name: str) -> str:
        opened = opened_game(service, name) or abort(404, "No such game is over.")
        return render_template("finale.html", game=opened)

    @pages.get("/game/<name>/proof")
    def proof(name: str) -> Response:
        opened = opened_game(service, name) or abort(404, "No such game is over.")
        file = opened.proof
        headers = {"Content-Disposition": f'attachment; filename="{file.name}"'}
        return Response(file.content, mimetype=file.type, headers=headers)

    @pages.get("/calendar/<int(max=2147483647):seat_id>-<code>.ics")
    def calendar(seat_id: int, code: str) -> Response:
        found = calendar_of(service, seat_id, code) or abort(404, "This link is none of ours.")
        return Response(found, mimetype="text/calendar")

    @pages.get("/ratings")
    def ratings() -> str:
        return render_template("ratings.html", lists=ratings_page(service))


def _as_json(game: ListedGame) -> dict[str, Any]:
    found = asdict(game) | {"rules": game.rules}
    del found["ruleset"], found["options"], found["has_page"]
    for key in ("deadline_at", "finished_at"):
        found[key] = utc_stamp(found[key]) if found[key] else None
    return found


def utc_stamp(at: datetime) -> str:
    """RFC 3339 in UTC: 2026-11-21T18:00:00Z."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def utc_text(at: datetime) -> str:
    """For people, in any locale of the server: Sat 21 Nov 2026, 18:00 UTC."""
    at = at.astimezone(UTC)
    day, month = _DAYS[at.weekday()], _MONTHS[at.month - 1]
    return f"{day} {at.day} {month} {at.year}, {at:%H:%M} UTC"
