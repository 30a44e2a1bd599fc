"""Many cases in one test: a test of its own for each takes longer than most take to be tried."""

from __future__ import annotations

import inspect
import itertools
import traceback
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any

from _pytest.outcomes import Failed

Check = Callable[..., None]


def each(
    names: str | Sequence[str], rows: Iterable[Any], ids: Iterable[str] | Callable | None = None
) -> Callable[[Check], Check]:
    """Like `pytest.mark.parametrize`, for what needs no state: all rows are tried, and those that
    fail are listed."""
    fields = names.replace(",", " ").split() if isinstance(names, str) else list(names)

    def of(check: Check) -> Check:
        cases = list(rows)
        named = list(map(ids, cases)) if callable(ids) else list(ids or map(repr, cases))
        wanted = inspect.signature(check)

        @wraps(check)
        def test(**given: Any) -> None:
            assert cases, "there is nothing to try"
            failures = []
            for case, name in itertools.zip_longest(cases, named):
                row = dict(zip(fields, case if len(fields) > 1 else (case,), strict=True))
                try:
                    check(**row, **given)
                except (Exception, Failed) as why:
                    failures.append((name, why))
            told = [f"{name}: {_told(why)}" for name, why in failures]
            assert not failures, f"{len(told)} of {len(cases)}\n" + "\n".join(told)

        rest = [one for name, one in wanted.parameters.items() if name not in fields]
        test.__signature__ = wanted.replace(parameters=rest)  # type: ignore[attr-defined]
        return test

    return of


def _told(why: BaseException) -> str:
    """What failed, and where."""
    at = traceback.extract_tb(why.__traceback__)[-1]
    return f"{type(why).__name__} at {at.filename}:{at.lineno}: {why}"
