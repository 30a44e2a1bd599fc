"""Letters, mails, sheets and the log of a game in the console; nothing here changes anything."""

from __future__ import annotations

from typing import TypeVar

from flask import Blueprint, abort, g

from pbem.service.console.game import filed_page
from pbem.service.console.letters import letter_page, letters_page
from pbem.service.console.log import act_page, log_page
from pbem.service.console.outbox import mail_page, outbox_page
from pbem.service.context import ServiceContext
from pbem.web.console_game import GONE
from pbem.web.console_games import older_than
from pbem.web.console_words import render_sight

T = TypeVar("T")


def add_mail(pages: Blueprint, service: ServiceContext) -> None:
    """The pages below `/game/ID`: letters, outbox, filed, log."""
    game = "/game/<int(max=2147483647):game_id>"

    @pages.get(f"{game}/letters")
    def letters(game_id: int) -> str:
        access, page = _found(letters_page(service, g.player.id, game_id, older_than()))
        return render_sight("console/letters.html", access, page=page)

    @pages.get(f"{game}/letters/<int(max=2147483647):number>")
    def letter(game_id: int, number: int) -> str:
        shown = _found(letter_page(service, g.player.id, game_id, number))
        return render_sight("console/letter.html", shown.access, shown=shown)

    @pages.get(f"{game}/outbox")
    def outbox(game_id: int) -> str:
        access, page = _found(outbox_page(service, g.player.id, game_id, older_than()))
        return render_sight("console/outbox.html", access, page=page)

    @pages.get(f"{game}/outbox/<int(max=2147483647):number>")
    def mail(game_id: int, number: int) -> str:
        shown = _found(mail_page(service, g.player.id, game_id, number))
        return render_sight("console/mail.html", shown.access, shown=shown)

    @pages.get(f"{game}/filed")
    def filed(game_id: int) -> str:
        access, rows = _found(filed_page(service, g.player.id, game_id))
        return render_sight("console/filed.html", access, rows=rows)

    @pages.get(f"{game}/log")
    def log(game_id: int) -> str:
        access, page = _found(log_page(service, g.player.id, game_id, older_than()))
        return render_sight("console/log.html", access, page=page)

    @pages.get(f"{game}/log/<int(max=2147483647):number>")
    def act(game_id: int, number: int) -> str:
        access, one = _found(act_page(service, g.player.id, game_id, number))
        return render_sight("console/act.html", access, act=one)


def _found(page: T | None) -> T:
    if page is None:
        abort(404, GONE)
    return page
