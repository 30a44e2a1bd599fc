"""The web side: health, the inbound webhook and the page of games; `create_app` makes it."""

from pbem.web.app import create_app

__all__ = ["create_app"]
