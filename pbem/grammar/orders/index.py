"""Looking a name up by exact spelling, by a part of it, and with a typing slip."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from rapidfuzz import process
from rapidfuzz.distance import OSA

from pbem.grammar.orders.spelling import key

LONG = 9
"""Letters from which a name may have two slips."""
_MOST_SLIPS = 2
_MOST_KEPT = 32
_DULL = frozenset({"the", "of", "for", "and", "a", "in", "illuminati"})


class Index:
    """Spellings of things by id. Answers are ids in the order they were given, without doubles."""

    def __init__(
        self,
        spellings: Mapping[str, Iterable[str]],
        shortest_part: int = 3,
        dull: Collection[str] = _DULL,
    ) -> None:
        self.shortest_part, self._dull = shortest_part, dull
        self._rank = {id_: rank for rank, id_ in enumerate(spellings)}
        self._keys: dict[str, list[str]] = {}
        self._exact: dict[str, list[str]] = {}
        self._parts: dict[str, list[str]] = {}
        for id_, names in spellings.items():
            self._add(id_, list(names))
        self._sorted = sorted((k, id_) for id_, keys in self._keys.items() for k in keys)
        self._kept: dict[tuple[str, ...], dict[str, list[str]]] = {}
        self.longest = max((len(k) for k, _ in self._sorted), default=0) + _MOST_SLIPS

    def _add(self, id_: str, names: Sequence[str]) -> None:
        self._keys[id_] = list(dict.fromkeys(key(name) for name in names))
        for spelt in self._keys[id_]:
            _append(self._exact, spelt, id_)
        for name in names:
            for part in self._runs(name):
                _append(self._parts, part, id_)

    def _runs(self, name: str) -> Iterable[str]:
        """Every run of whole words of a name, as a key, but for those that say nothing."""
        words = [word for word in name.replace("/", " ").replace("-", " ").split() if key(word)]
        for start in range(len(words)):
            for end in range(start + 1, len(words) + 1):
                run = words[start:end]
                if not all(key(word) in self._dull for word in run):
                    yield key(" ".join(run))

    def __contains__(self, id_: str) -> bool:
        return id_ in self._rank

    def __iter__(self) -> Iterator[str]:
        return iter(self._rank)

    def exact(self, spelt: str) -> tuple[str, ...]:
        return tuple(self._exact.get(spelt, ()))

    def words(self, spelt: str) -> tuple[str, ...]:
        """Those of which it is one or more whole words."""
        return tuple(self._parts.get(spelt, ()))

    def parts(self, spelt: str) -> tuple[str, ...]:
        """Those of which it is the beginning or one or more whole words."""
        if len(spelt) < self.shortest_part:
            return ()
        found = set(self.words(spelt))
        for known, id_ in self._sorted[bisect_left(self._sorted, (spelt, "")) :]:
            if not known.startswith(spelt):
                break
            found.add(id_)
        return self._in_order(found)

    def slips(self, spelt: str, among: Collection[str] = (), most: int = 2) -> tuple[str, ...]:
        """Those one letter wrong, missing, doubled or swapped; else two in a long name.

        With `most` 1 only the former.
        """
        if len(spelt) < 3:
            return ()
        choices = self._choices(among)
        near = process.extract(
            spelt, list(choices), scorer=OSA.distance, score_cutoff=most, limit=None
        )
        for slips_made in range(1, most + 1):
            fit = {
                id_
                for known, slips, _ in near
                if slips <= slips_made and _may_slip(spelt, known, slips_made)
                for id_ in choices[known]
            }
            if fit:
                return self._in_order(fit)
        return ()

    def beside(self, spelt: str, among: Collection[str]) -> tuple[str, ...]:
        """Those of `among` that are one slip away, however short the spelling."""
        choices = self._choices(among) if among else {}
        near = process.extract(
            spelt, list(choices), scorer=OSA.distance, score_cutoff=1, limit=None
        )
        return self._in_order({id_ for known, _, _ in near for id_ in choices[known]})

    def nearest(self, spelt: str, among: Collection[str] = (), limit: int = 3) -> tuple[str, ...]:
        """The most similar ones, best first; none that has little in common."""
        choices = self._choices(among)
        near = process.extract(
            spelt, list(choices), scorer=OSA.normalized_similarity, score_cutoff=0.5, limit=limit
        )
        return tuple(dict.fromkeys(choices[known][0] for known, _, _ in near))

    def _choices(self, among: Collection[str]) -> dict[str, list[str]]:
        """Ids by spelling; kept, as the places of one letter ask for the same few over and over."""
        wanted = tuple(among)
        choices = self._kept.get(wanted)
        if choices is None:
            choices = {}
            for id_ in wanted or self._keys:
                for known in self._keys.get(id_, ()):
                    choices.setdefault(known, []).append(id_)
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[wanted] = choices
        return choices

    def _in_order(self, ids: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(ids, key=lambda id_: self._rank[id_]))


def _may_slip(spelt: str, known: str, slips: int) -> bool:
    """Whether a name is long enough for that; a short one may have a letter swapped or doubled."""
    if slips > 1:
        return len(known) >= LONG
    return len(known) > 3 or set(spelt) == set(known)


def _append(table: dict[str, list[str]], spelt: str, id_: str) -> None:
    row = table.setdefault(spelt, [])
    if id_ not in row:
        row.append(id_)
