"""What was done of late: nothing from before then, nor from before the clock was set back."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import sqlalchemy as sa


def is_recent(at: datetime, then: datetime, now: datetime) -> bool:
    """Whether something was done since `then`; what is later than now was done by another clock."""
    return then < at <= now


def recently(column: Any, then: object, now: object) -> sa.ColumnElement[bool]:
    """The same of a column of times."""
    return sa.and_(column > then, column <= now)
