"""Rulings as text: what `tests/rulings/README.txt` describes, read into cases."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from engine.core.rulings import RefusalFacts
from engine.core.values import changed
from engine.illuminati.cards import ILLUMINATI
from engine.illuminati.cards.card import SET_MARK
from engine.illuminati.cards.custom import cards_with, groups_with, read_own_cards, specials_with
from engine.illuminati.state import State
from pbem.games.illuminati.language.reasons.refusals import TEXTS
from pbem.games.illuminati.position import card_id, read_position
from tests.support.places import TESTS

FOLDER = TESTS / "rulings"
OWN = read_own_cards((FOLDER / "own_cards.toml").read_text(encoding="utf-8")).texts
"""The cards of a table whose case says `cards own_cards.toml`."""
ANY = (*cards_with(OWN), *specials_with(OWN))
SPARE = (("bob", "gnomes-of-zurich"), ("bob", "network"))
"""The second seat of a table that names one, with the first Illuminati that is free."""

MANY_WORDS = ("not-enough-money",)
"""Its sentences are for one treasury or for several, and each names what it has."""


@dataclass(frozen=True)
class Case:
    """One ruling: its number, its title, its tags and the lines of each section."""

    number: str
    title: str
    tags: tuple[str, ...]
    sections: dict[str, list[str]]
    path: Path

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules it shows: the one in its number and those among its tags."""
        return (self.number.split("-")[0], *(tag for tag in self.tags if tag[0] == "R"))


def read_cases(path: Path) -> list[Case]:
    """The cases of one file, in order; ValueError names a line that belongs nowhere."""
    cases: list[Case] = []
    section: list[str] = []
    for row in path.read_text(encoding="utf-8").splitlines():
        if row.startswith("# "):
            found = re.fullmatch(r"# (\S+)  (.*?)(?:  \[(.*)\])?", row)
            if found is None:
                raise ValueError(f"{path.name}: no case begins like {row!r}")
            tags = tuple(tag.strip() for tag in (found[3] or "").split(",") if tag.strip())
            cases.append(Case(found[1], found[2], tags, {}, path))
        elif row.strip():
            if row[0] != " ":
                section = cases[-1].sections.setdefault(row.split()[0], [])
            section.append(row[8:].strip())
    return cases


def every_case() -> list[Case]:
    """All the cases of all the files."""
    return [case for path in sorted(FOLDER.glob("r*.txt")) for case in read_cases(path)]


# --- a table ----------------------------------------------------------------------------


@dataclass
class Row:
    """One seat as written: holdings as (card, master, arrow, MB), other words by key."""

    name: str
    illuminati: str | None
    money: int
    groups: list[tuple[str, str, str, int]]
    words: dict[str, str] = field(default_factory=dict)


def cards_in(text: str, among: tuple[str, ...] = ANY) -> list[str]:
    """Card ids from names between commas."""
    return [card_id(name.strip(), among, "case") for name in text.split(",") if name.strip()]


def read_row(text: str, illuminati: str | None = None) -> Row:
    """`ann bermuda 5: N mafia 3 (W cia); hand bribery` as a row; AFTER leaves out the card."""
    head, *rest = [part.strip() for part in text.split(";")]
    label, _, tree = head.partition(":")
    words = label.split()
    name = words.pop(0)
    money = int(words.pop()) if words and words[-1].isdigit() else 0
    if words:
        illuminati = card_id(" ".join(words), tuple(ILLUMINATI), "case")
    assert illuminati is not None, f"whose structure is {text!r}?"
    groups: list[tuple[str, str, str, int]] = []
    _read_tree(re.findall(r"[(),]|[^(),]+", tree), illuminati, groups)
    keyed = {part.split()[0]: " ".join(part.split()[1:]) for part in rest}
    return Row(name, illuminati, money, groups, keyed)


def _read_tree(tokens: list[str], master: str, found: list[tuple[str, str, str, int]]) -> None:
    last = master
    while tokens:
        token = tokens.pop(0).strip()
        if token == ")":
            return
        if token == "(":
            _read_tree(tokens, last, found)
        elif token and token != ",":
            arrow, *words = token.split()
            money = int(words.pop()) if words[-1].isdigit() else 0
            last = card_id(" ".join(words), groups_with(OWN), "case")
            found.append((last, master, arrow, money))


def table_of(case: Case) -> State:
    """The state of a case's TABLE, by way of a POSITION.toml."""
    rows = [line for line in case.sections["TABLE"]]
    numbers = ("began", "turn", "parts")
    piles = ("free", "dead", "deck", "discards", *numbers, "options", "won", "allowed", "cards")
    seats = [row for row in rows if row.split()[0] not in piles]
    top = {row.split()[0]: row.partition(" ")[2].strip() for row in rows if row not in seats}
    read = [read_row(row.replace("*", "", 1)) for row in seats]
    mover = next(row.split("*")[0] for row in seats if "*" in row.split()[0])
    if len(read) == 1:
        taken = read[0].illuminati
        name, card = next(spare for spare in SPARE if spare[1] != taken)
        read.append(Row(name, card, 0, []))
    text = "\n".join([*_toml_top(mover, top), *map(_toml_seat, read)])
    state = read_position(text, lambda name: (FOLDER / name).read_text(encoding="utf-8"))
    allowed = tuple(top.get("allowed", "").replace(",", " ").split())
    turn = changed(state.turn, allowed=allowed)
    return changed(state, turn=turn, winners=tuple(top.get("won", "").split()))


def _toml_list(cards: list[str]) -> str:
    return "[" + ", ".join(f'"{short(card)}"' for card in cards) + "]"


def unknown_to(reason: str, facts: RefusalFacts) -> set[str]:
    """What the words of a refusal could tell, and it does not know."""
    named = set(re.findall(r"\{(\w+)", " ".join(TEXTS[reason])))
    return set() if reason in MANY_WORDS else named - facts.keys()


def short(card: str) -> str:
    """The id as a position writes it."""
    return card.partition(SET_MARK)[0]


def _toml_top(mover: str, top: dict[str, str]) -> list[str]:
    lines = [f'to_move = "{mover}"', f"turn_number = {top.get('turn', '1')}"]
    if "cards" in top:
        lines.append(f'cards = "{top["cards"]}"')
    if "parts" in top:
        lines.append(f"parts = {top['parts']}")
    if "began" in top:
        lines.append(f"players_began = {top['began']}")
    deck = top.get("deck", "")
    if deck.startswith("exactly"):
        lines.append("deck_exact = true")
    names = {"free": "uncontrolled", "dead": "dead", "discards": "discards"}
    lines += [f"{names[key]} = {_toml_list(cards_in(top.get(key, '')))}" for key in names]
    lines.append(f"deck = {_toml_list(cards_in(deck.removeprefix('exactly')))}")
    for option in top.get("options", "").split():
        key, _, value = option.partition("=")
        is_plain = value in ("true", "false") or value.isdigit() or value.startswith("[")
        plain = value if is_plain else f'"{value}"'
        lines.append(f"options.{key} = {plain}")
    return lines


def _toml_seat(row: Row) -> str:
    words = row.words
    lines = [f'[[seat]]\nname = "{row.name}"\nilluminati = "{row.illuminati}"']
    lines.append(f"money = {row.money}\nturns_taken = {words.get('turns', '0')}")
    lines += [
        f"{key} = {_toml_list(cards_in(words[key]))}"
        for key in ("hand", "kills", "neutralized")
        if key in words
    ]
    lines += [f'{key} = "{words[key]}"' for key in ("goal", "copies") if key in words]
    lines += [f"{key} = true" for key in ("identified",) if key in words]
    if "out" in words:
        lines.append("eliminated = true")
    groups = [
        f'{{ id = "{short(card)}", master = "{short(master)}", '
        f'arrow = "{arrow}", money = {money} }}'
        for card, master, arrow, money in row.groups
    ]
    lines.append(f"groups = [{', '.join(groups)}]")
    return "\n".join(lines)
