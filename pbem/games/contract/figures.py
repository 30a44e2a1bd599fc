"""Figures of simulated games, with 95 % intervals: of a rate by Wilson, of a mean by its error."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

Z = 1.959964
"""Standard errors to either side of a 95 % interval."""
PER_CENT = 100
DIGITS = 2


def percentile(values: Sequence[int], percent: int) -> int:
    """The smallest value that at least so many per cent do not exceed; 0 of none."""
    ordered = sorted(values)
    at = -(-len(ordered) * percent // PER_CENT)
    return ordered[max(at, 1) - 1] if ordered else 0


def rate(hits: int, tries: int) -> dict[str, float]:
    """Hits in per cent of the tries, and the ends of Wilson's interval; zeros of none."""
    if not tries:
        return {"percent": 0.0, "low": 0.0, "high": 0.0}
    share, weight = hits / tries, Z * Z / tries
    middle = (share + weight / 2) / (1 + weight)
    half = Z * sqrt(share * (1 - share) / tries + weight / (4 * tries)) / (1 + weight)
    return {
        "percent": round(PER_CENT * share, DIGITS),
        "low": round(PER_CENT * max(0.0, middle - half), DIGITS),
        "high": round(PER_CENT * min(1.0, middle + half), DIGITS),
    }


def mean(values: Sequence[float]) -> dict[str, float]:
    """The mean, and the ends of its interval; zeros of none."""
    if not values:
        return {"mean": 0.0, "low": 0.0, "high": 0.0}
    middle = sum(values) / len(values)
    spread = sum((value - middle) ** 2 for value in values) / max(len(values) - 1, 1)
    half = Z * sqrt(spread / len(values))
    return {
        "mean": round(middle, DIGITS),
        "low": round(middle - half, DIGITS),
        "high": round(middle + half, DIGITS),
    }


def within(found: dict[str, float]) -> dict[str, float]:
    """An interval of per cents, cut off where there are none."""
    low, high = max(found["low"], 0.0), min(found["high"], float(PER_CENT))
    return {**found, "low": low, "high": high}
