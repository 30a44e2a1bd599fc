"""What a player looks up on his page: reports, boards of old, charts, the log, the talk, cards."""

from __future__ import annotations

from flask import Blueprint, abort, g, render_template, request, url_for

from pbem.service.context import ServiceContext
from pbem.service.pages import history
from pbem.web.boards import linked
from pbem.web.charts import chart_of

_ID = "/<int(max=2147483647):seat_id>"
_MISSING = "There is no such page of your seat."
MOST_WORDS = 80


def add_history(pages: Blueprint, service: ServiceContext) -> None:
    """The pages below a seat's own that only tell."""

    @pages.get(f"{_ID}/history")
    def reports(seat_id: int) -> str:
        charted = history.charts(service, g.visitor)
        drawn = [
            chart_of(name, charted.turns, rows) for name, rows in (charted.figures or {}).items()
        ]
        mails = history.reports(service, g.visitor)
        return render_template("seat/history.html", mails=mails, charts=drawn, visitor=g.visitor)

    @pages.get(f"{_ID}/report/<int(max=2147483647):number>")
    def report(seat_id: int, number: int) -> str:
        mail = history.report(service, g.visitor, number) or abort(404, _MISSING)
        return render_template("seat/report.html", mail=mail, visitor=g.visitor)

    @pages.get(f"{_ID}/board")
    def board(seat_id: int) -> str:
        number = request.args.get("turn", type=int)
        old = history.old_board(service, g.visitor, number)
        if old is None and number is not None:
            abort(404, _MISSING)
        drawn = linked(old.board, url_for("seat.card", seat_id=seat_id, card="")) if old else ""
        template = "seat/board_part.html" if request.args.get("part") else "seat/board.html"
        return render_template(template, old=old, board=drawn, visitor=g.visitor)

    @pages.get(f"{_ID}/log")
    def log(seat_id: int) -> str:
        words = request.args.get("q", "")[:MOST_WORDS]
        hits = history.search(service, g.visitor, words)
        return render_template("seat/log.html", words=words, hits=hits, visitor=g.visitor)

    @pages.get(f"{_ID}/talk")
    def talk(seat_id: int) -> str:
        texts = history.talk(service, g.visitor)
        return render_template("seat/talk.html", texts=texts, visitor=g.visitor)

    @pages.get(f"{_ID}/card/", defaults={"card": ""})
    @pages.get(f"{_ID}/card/<card>")
    def card(seat_id: int, card: str) -> str:
        shown = history.card_page(service, g.visitor, card) or abort(404, _MISSING)
        template = "seat/card_part.html" if request.args.get("part") else "seat/card.html"
        return render_template(template, card=shown, visitor=g.visitor)
