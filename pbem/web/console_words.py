"""What every page of the console has: its reader, and moments on his clock."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any

from flask import Blueprint, current_app, g, render_template, request
from flask_wtf.csrf import generate_csrf

from pbem.service.codes import hide_secrets
from pbem.service.console.access import GameAccess, in_zone, moment, time_left
from pbem.service.context import ServiceContext
from pbem.service.preferences import zone_for
from pbem.service.system.page import operates


def add_words(pages: Blueprint, service: ServiceContext) -> None:
    """Give the templates their filters for moments and for texts with keys in them, and who reads.

    `moment` and `left` are of a moment, `said` of a text for many readers.
    """

    @pages.app_context_processor
    def shared() -> dict[str, Any]:
        if request.blueprint != pages.name:
            return {}
        player = g.get("player")
        return {
            "csrf": generate_csrf() if current_app.secret_key else "",
            "form_key": secrets.token_urlsafe(12),
            "player": player,
            "is_operator": player is not None and operates(service, player.id),
        }

    @pages.app_template_filter("moment")
    def in_full(at: datetime) -> str:
        return moment(at, _zone())

    @pages.app_template_filter("left")
    def left(at: datetime) -> str:
        return time_left(at, service.clock())

    pages.add_app_template_filter(hide_secrets, "scrubbed")

    @pages.app_template_filter("in_own_zone")
    def in_own_zone(text: str) -> str:
        return in_zone(text, _zone())


def render_sight(template: str, access: GameAccess, **more: object) -> str:
    """A page of one game, its moments in the zone of who looks at it."""
    g.zone = access.zone
    return render_template(template, access=access, **more)


def _zone() -> str:
    player = g.get("player")
    return g.get("zone") or (zone_for(player) if player else "UTC")
