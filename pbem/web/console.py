"""The web console of moderators: every page below `/console`, behind one door."""

from __future__ import annotations

from flask import Blueprint
from flask_limiter import Limiter
from flask_wtf.csrf import CSRFProtect

from pbem.service.context import ServiceContext
from pbem.web.console_auth import ConsoleAuth
from pbem.web.console_game import add_game
from pbem.web.console_games import add_games
from pbem.web.console_login import add_login
from pbem.web.console_mail import add_mail
from pbem.web.console_words import add_words


def console_pages(service: ServiceContext, csrf: CSRFProtect, limiter: Limiter) -> Blueprint:
    """Pages for who has come in by a mailed link; they show games and build lines for `obey`."""
    pages = Blueprint("console", __name__, url_prefix="/console")
    add_words(pages, service)
    ConsoleAuth(service, pages, csrf, limiter)
    add_login(pages, service)
    add_games(pages, service)
    add_game(pages, service)
    add_mail(pages, service)
    return pages
