"""A report as a robot reads it: its own cards and the lines it is offered, from the text alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

MOST_NEED = 10
"""11 and 12 always fail, so more than this is wasted."""
_FORMS = {"CONTROL": "control", "NEUTRALIZE": "neutralize", "DESTROY": "destroy"}
_SUBJECT = re.compile(r"\[(?P<game>[^\]]+)\] Turn (?P<turn>\d+) - (?P<rest>.+)")
_BULLETIN = re.compile(r"\[(?P<game>[^\]]+)\] .+ attacks .+ - (?P<rest>answer\b.*)")
_TURN = re.compile(r", TURN (\d+): ")
_HEADING = re.compile(r"== (?P<title>[^=]+) ==+")
_ROW = re.compile(
    r"  (?P<tree>.{35}) (?P<code>\w+) +\d+/(?P<transferable>\d+)"
    r" +\S+ +\S+ +\S+ +(?P<money>\d+|-) \S+"
)
_ATTACK = re.compile(
    r"ATTACK (?:TO (?P<form>[A-Z]+) )?(?P<target>.+?) WITH (?P<attacker>.+?)(?: AID (?P<aid>.+))?"
)
_TRANSFER = re.compile(r"TRANSFER (?P<amount>\d+) FROM (?P<source>.+?) TO .+")
_OFFERED = re.compile(r"# (?P<line>[A-Z]{3,} ?.*?)(?:  +# need (?P<need>-?\d+), \d+ %)?")
_STANDING = re.compile(r"[ *] (?P<who>\S+) +\S.*? (?P<groups>\d+)/(?P<wanted>\d+) +[#.]{10} .*")


@dataclass(frozen=True, slots=True)
class ReportCard:
    """A card of the reader's own structure; `money` in MB."""

    code: str
    transferable: int
    money: int


@dataclass(frozen=True, slots=True)
class OfferedAttack:
    """An attack the report offers: `line` as it stands there, its cards by code.

    `need` is before any money.
    """

    line: str
    form: str
    target: str
    attacker: str
    aid: tuple[str, ...]
    need: int


@dataclass(frozen=True, slots=True)
class OfferedTransfer:
    """A transfer the report offers: so many MB away from a card."""

    line: str
    source: str
    amount: int


@dataclass(frozen=True, slots=True)
class RobotReport:
    """What a robot takes from one report; `cards` begins with its Illuminati.

    `plays` are offered lines that play a Special or use a power; `shares` say how much of the
    groups that win each player has, by the name he has here, the reader being "You"; `lead` is
    the most groups anyone has and how many win; `winners` the sentences that say who won.
    """

    cards: tuple[ReportCard, ...]
    offers: tuple[OfferedAttack, ...]
    transfers: tuple[OfferedTransfer, ...]
    plays: tuple[str, ...]
    shares: Mapping[str, float]
    lead: tuple[int, int]
    winners: str


@dataclass(frozen=True, slots=True)
class SubjectHeading:
    """What the subject of a mail says."""

    game: str
    turn: int
    rest: str

    @property
    def wants_orders(self) -> bool:
        """Whether the reader is the one to move."""
        return self.rest.startswith("you act")

    @property
    def wants_answer(self) -> bool:
        """Whether an attack is announced that the reader may answer."""
        return self.rest.startswith("answer")

    @property
    def is_bulletin(self) -> bool:
        """Whether a script is announced, the reader's own or another's."""
        return self.wants_answer or self.rest == "your script is announced"

    @property
    def is_over(self) -> bool:
        """Whether this is the last report."""
        return self.rest == "the game is over"

    @property
    def is_report(self) -> bool:
        """Whether it is a report, and no answer to a letter."""
        return self.is_over or " act" in self.rest

    @property
    def is_covered(self) -> bool:
        """Whether an answer says that all was understood."""
        return self.rest == "COVERED"


def heading_of(subject: str, text: str = "") -> SubjectHeading | None:
    """The parts of a subject such as `[Fnord-7] Turn 14 - COVERED`; None for any other.

    The subject of a bulletin names the danger instead of the turn, which its text begins with.
    """
    line = " ".join(subject.split())
    found, turn = _SUBJECT.fullmatch(line), _TURN.search(text)
    if found:
        return SubjectHeading(found["game"], int(found["turn"]), found["rest"])
    found = _BULLETIN.fullmatch(line)
    return (
        SubjectHeading(found["game"], int(turn[1]) if turn else 0, found["rest"]) if found else None
    )


def read_report(text: str) -> RobotReport:
    """Take from a report what a player would look at before he answers."""
    sections = _sections(text)
    cards, spellings = _own_cards(sections.get("THE WORLD", []))
    options = [
        found for line in sections.get("YOUR OPTIONS", []) if (found := _OFFERED.fullmatch(line))
    ]
    attacks = (_offer(o["line"], int(o["need"]), spellings) for o in options if o["need"])
    transfers = (_transfer(option["line"], spellings) for option in options)
    standings = [
        row for line in sections.get("STANDINGS", []) if (row := _STANDING.fullmatch(line))
    ]
    return RobotReport(
        cards=cards,
        offers=tuple(offer for offer in attacks if offer),
        transfers=tuple(transfer for transfer in transfers if transfer),
        plays=tuple(o["line"] for o in options if o["line"].startswith(("PLAY ", "USE "))),
        shares={row["who"]: int(row["groups"]) / int(row["wanted"]) for row in standings},
        lead=_lead(standings),
        winners=_winners(sections[""]),
    )


def _sections(text: str) -> dict[str, list[str]]:
    """The lines below each heading; what stands before the first is under the empty name."""
    found: dict[str, list[str]] = {"": []}
    title = ""
    for line in text.splitlines():
        if heading := _HEADING.fullmatch(line):
            title = heading["title"].partition(",")[0].partition(" (")[0]
        found.setdefault(title, []).append(line)
    return found


def _own_cards(world: list[str]) -> tuple[tuple[ReportCard, ...], dict[str, str]]:
    """The rows below YOU, and the code for every name and code that stands there."""
    cards: list[ReportCard] = []
    spellings: dict[str, str] = {}
    is_mine = False
    for line in world:
        row = _ROW.fullmatch(line)
        if row is None:
            is_mine = line.startswith("  YOU ")
        if row is None or not is_mine:
            continue
        money = 0 if row["money"] == "-" else int(row["money"])
        cards.append(ReportCard(row["code"], int(row["transferable"]), money))
        name = re.sub(r"^[|` ]*-[NESW] ", "", row["tree"]).strip().rstrip("*")
        for spelling in (name, name.removeprefix("The "), row["code"]):
            spellings[spelling.casefold()] = row["code"]
    return tuple(cards), spellings


def _offer(told: str, need: int, spellings: dict[str, str]) -> OfferedAttack | None:
    """An offered attack, if the robot knows all its own cards in it."""
    line, _, spend = told.partition(" SPEND ")
    need -= int(spend or 0)
    found = _ATTACK.fullmatch(line)
    if found is None:
        return None
    named = [found["attacker"], *(found["aid"].split(", ") if found["aid"] else ())]
    codes = [_code(name, spellings) for name in named]
    attacker, *aid = [code for code in codes if code is not None] or [""]
    if len(codes) != 1 + len(aid) or not attacker:
        return None
    form = _FORMS.get(found["form"] or "CONTROL", "control")
    return OfferedAttack(line, form, found["target"], attacker, tuple(aid), need)


def _code(name: str, spellings: dict[str, str]) -> str | None:
    """The code of an own card; a table has room for four letters of a code."""
    spelt = name.removeprefix("The ").casefold()
    return spellings.get(spelt) or spellings.get(spelt[:4])


def _transfer(line: str, spellings: dict[str, str]) -> OfferedTransfer | None:
    found = _TRANSFER.fullmatch(line)
    source = _code(found["source"], spellings) if found else None
    return OfferedTransfer(line, source, int(found["amount"])) if found and source else None


def _lead(standings: list[re.Match[str]]) -> tuple[int, int]:
    return max(((int(row["groups"]), int(row["wanted"])) for row in standings), default=(0, 0))


def _winners(box: list[str]) -> str:
    """What the box says after THE GAME IS OVER, on one line."""
    inside = " ".join(line.strip("|").strip() for line in box if line.startswith("|")).split()
    told = " ".join(inside).partition("THE GAME IS OVER. ")[2]
    return told.partition(" You have ")[0].partition(" You are out ")[0]
