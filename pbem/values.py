"""Frozen values of the service's side, made and changed as quickly as those of the engine."""

from engine.core.values import Value, changed, field

__all__ = ["Value", "changed", "field"]
