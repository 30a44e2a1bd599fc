"""How often one client may do something: kept in this process, forgotten when it ends."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from datetime import datetime, timedelta
from threading import Lock

from pbem.lately import is_of_late

MOST_KEYS = 10_000
"""Clients that are remembered; beyond them whoever was seen longest ago is forgotten."""


class Rate:
    """At most `most` times within `window` for each key."""

    def __init__(self, most: int, window: timedelta) -> None:
        self.most, self.window = most, window
        self._seen: OrderedDict[str, list[datetime]] = OrderedDict()
        self._lock = Lock()

    def is_over(self, key: str, now: datetime) -> bool:
        """Count one more; True, and not counted, where there were as many as there may be."""
        with self._lock:
            then = now - self.window
            times = [at for at in self._seen.get(key, ()) if is_of_late(at, then, now)]
            self._seen[key] = times
            self._seen.move_to_end(key)
            if len(times) >= self.most:
                return True
            times.append(now)
            if len(self._seen) > MOST_KEYS:
                self._seen.popitem(last=False)
            return False


def client_of(peer: str, forwarded: str) -> str:
    """Whom a request counts for: its address, of IPv6 the network of 64 bits.

    A proxy on this machine is believed about who is behind it: the last of X-Forwarded-For is
    what it wrote itself. Nobody else is.
    """
    behind = forwarded.rpartition(",")[2].strip()
    try:
        found = ipaddress.ip_address(peer)
        if found.is_loopback and behind:
            found = ipaddress.ip_address(behind)
    except ValueError:
        return peer[:64]
    if found.version == 6:
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)
