"""Letters, mails, sheets and the log of a game in the console; nothing here changes anything."""

from __future__ import annotations

from typing import TypeVar

from flask import Blueprint, abort, g, render_template

from pbem.service.console.game import filed_page
from pbem.service.console.letters import letter_page, letters_page
from pbem.service.console.log import act_page, log_page
from pbem.service.console.outbox import mail_page, outbox_page
from pbem.service.desk import Desk
from pbem.web.console_game import GONE
from pbem.web.console_games import older_than

T = TypeVar("T")


def add_mail(pages: Blueprint, desk: Desk) -> None:
    """The pages below `/game/ID`: letters, outbox, filed, log."""
    game = "/game/<int(max=2147483647):game_id>"

    @pages.get(f"{game}/letters")
    def letters(game_id: int) -> str:
        sight, page = _found(letters_page(desk, g.player.id, game_id, older_than()))
        return render_template("console/letters.html", sight=sight, page=page)

    @pages.get(f"{game}/letters/<int(max=2147483647):number>")
    def letter(game_id: int, number: int) -> str:
        shown = _found(letter_page(desk, g.player.id, game_id, number))
        return render_template("console/letter.html", sight=shown.sight, shown=shown)

    @pages.get(f"{game}/outbox")
    def outbox(game_id: int) -> str:
        sight, page = _found(outbox_page(desk, g.player.id, game_id, older_than()))
        return render_template("console/outbox.html", sight=sight, page=page)

    @pages.get(f"{game}/outbox/<int(max=2147483647):number>")
    def mail(game_id: int, number: int) -> str:
        shown = _found(mail_page(desk, g.player.id, game_id, number))
        return render_template("console/mail.html", sight=shown.sight, shown=shown)

    @pages.get(f"{game}/filed")
    def filed(game_id: int) -> str:
        sight, rows = _found(filed_page(desk, g.player.id, game_id))
        return render_template("console/filed.html", sight=sight, rows=rows)

    @pages.get(f"{game}/log")
    def log(game_id: int) -> str:
        sight, page = _found(log_page(desk, g.player.id, game_id, older_than()))
        return render_template("console/log.html", sight=sight, page=page)

    @pages.get(f"{game}/log/<int(max=2147483647):number>")
    def act(game_id: int, number: int) -> str:
        sight, one = _found(act_page(desk, g.player.id, game_id, number))
        return render_template("console/act.html", sight=sight, act=one)


def _found(page: T | None) -> T:
    if page is None:
        abort(404, GONE)
    return page
