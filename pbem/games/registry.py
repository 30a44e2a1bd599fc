"""The games there are, by name: the only file of the service's side that imports a game."""

from __future__ import annotations
