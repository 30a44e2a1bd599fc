"""Broken input for every door: letters, orders, webhooks, positions and the console's forms.

`make fuzz` throws it for a minute, `make fuzz FOR=3600` for an hour. Whatever breaks is kept,
as short as Hypothesis can make it, in a file of `tests/fuzz/`, and from then on it is a test
(tests/running/test_fuzz_found.py).
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import random
import signal
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import hypothesis
from flask.testing import FlaskClient
from hypothesis import strategies as st

from pbem.budget import A_LETTER
from pbem.games.contract.orders import GameInput, LetterInput, SeatFile
from pbem.games.contract.tools import LinesToParse, PositionFile, TurnToAdjudicate
from pbem.games.contract.values import RulesetError
from pbem.games.illuminati.language import read as read_orders
from pbem.games.illuminati.language.verbs.table import VERBS
from pbem.games.registry import ruleset
from pbem.grammar.commands import MODERATORS
from pbem.log import configure_logging
from pbem.mail.letter import read_letter
from pbem.settings import Settings
from pbem.web.console_game import all_forms
from tests.mail.test_fuzz import CALLS_A_BYTE, CALLS_AT_LEAST, EDITS, SEEDS, SENT, check, mutated
from tests.support.console_visits import MO, Visitor, add_moderator, visitor
from tests.support.counting import calls
from tests.support.inwo_adjudication import EXAMPLE
from tests.support.places import TESTS
from tests.support.providers import Intake, client_of, form_of, mailgun_fields, ses_notice
from tests.support.registered import database_in
from tests.support.service_rows import FNORD, Table, new_table
from tests.support.strategies import NAMES

FOUND = TESTS / "fuzz"
A_ROUND = 40
"""Examples between two looks at the clock."""
MOST_CALLS = 6 * A_LETTER
"""Of functions, while one letter's orders are read, or judged."""
MOST_FOR_A_POST, MOST_FOR_A_POSITION, MOST_FOR_A_FORM = 10_000, 100_000, 200_000
"""Of functions at other doors, and so many more for each character of what comes in."""
CALLS_A_CHARACTER = 60
MOST_SECONDS = 30.0
"""Of CPU for one value: what calls no function, such as a pattern that backtracks, ends too."""
Check = Callable[[Any], None]


@dataclass(frozen=True, slots=True)
class Target:
    """A door: what is thrown at it, values that JSON has or bytes, and what must hold then."""

    thrown: st.SearchStrategy[Any]
    check: Check


# --- what is thrown --------------------------------------------------------------------------

_LINES = (TESTS / "games" / "inwo" / "typed_lines.txt").read_text(encoding="utf-8").splitlines()
_ORDERS = (
    *(example for verb in VERBS for example in verb.examples),
    *(line for line in _LINES if line.strip() and not line.startswith("#")),
    *(form for row in MODERATORS.rows for form in row.forms),
)
_BITS = (
    *(";", ":", ",", ".", "!", "'", '"', "(", ")", "[", "]", "{", "}", "@", "#", "%", "\\", "/"),
    *("\0", "\t", "\n", "\r", "\u2028", "\u200b", "\u202e", "\ufeff", "\ud7ff", "İ", "ß", "ﬁ", "①"),
    *("-1", "0", "1e9", "99999999999999999999", "½", "٣", "NaN", "IF", "ELSE:", "AND", "NOT", "ON"),
    *("WITH", "AID", "SPEND", "TO", "FROM", "UNTIL", "ann", "bob", "Mafia", "END", "SAY:", "---"),
)
_noise = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
_pieces = st.sampled_from(_ORDERS) | st.sampled_from(_BITS) | _noise


@st.composite
def broken_texts(draw: st.DrawFn, seeds: tuple[str, ...] = _ORDERS) -> str:
    """A few texts put together, with pieces put in, cut out and repeated."""
    text = "\n".join(draw(st.lists(st.sampled_from(seeds), min_size=1, max_size=5)))
    for _ in range(draw(st.integers(0, 6))):
        at = draw(st.integers(0, len(text)))
        cut = draw(st.integers(0, 12))
        text = text[:at] + draw(_pieces) * draw(st.integers(1, 4)) + text[at + cut :]
    return text


_fields = st.dictionaries(
    st.sampled_from(sorted({field.name for form in all_forms() for field in form.fields})),
    broken_texts() | st.sampled_from(("ann", "24h", "5", "yes", "mo@example.org")),
    max_size=5,
)
_forms = st.fixed_dictionaries(
    {
        "path": st.sampled_from(("game/1/do", "system/do", "login", "leave", "enter/x")),
        "form": st.sampled_from([*(form.id for form in all_forms()), "line", "x"]),
        "line": broken_texts(),
        "do": st.sampled_from(("retry-mail", "drop-letter", "release-letter", "accept-address")),
        "row": st.sampled_from(("1", "0", "-1", "x", "9" * 40)) | _noise,
        "sure": st.sampled_from(("", "yes")),
        "more": _fields,
    }
)


# --- what must hold --------------------------------------------------------------------------


def within(most: int, work: Callable[[], Any]) -> Any:
    """What work comes to that may call so many functions."""
    found: list[Any] = []
    made = calls(lambda: found.append(work()))
    assert made <= most, f"{made} calls"
    _SHARES.append(made / most)
    return found[0]


_SHARES: list[float] = []
"""Of their budgets, which the latest values have used."""


@contextmanager
def cpu_limit(seconds: float) -> Iterator[None]:
    """Break off what takes longer; in the main thread alone."""

    def end(*_signal: object) -> None:
        raise TimeoutError(f"more than {seconds:g} s of CPU")

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def check_thrown(name: str, value: Any) -> None:
    """Throw a value at a door; raises what breaks there."""
    with cpu_limit(MOST_SECONDS):
        TARGETS[name].check(value)


def _extracts(raw: bytes) -> None:
    """A letter is read within so many steps, and comes to the same each time."""
    most = CALLS_AT_LEAST + CALLS_A_BYTE * (len(raw) + len(SENT))
    letter = within(most, lambda: read_letter(raw, sent=SENT))
    check(letter)
    assert letter == read_letter(raw, sent=SENT)


def _reads(text: str) -> None:
    """Orders of Illuminati are read within so many steps, each line to something."""
    read = within(MOST_CALLS + 8 * len(text), lambda: read_orders(text, NAMES))
    assert all(line.status for line in read)


def _judged(name: str, text: str) -> None:
    """A letter is judged in a game of its own within so many steps, twice alike."""
    game, state, dice = _game(name)
    seat = game.rules.status(state).asks[0].seats[0]
    names = game.language.vocabulary(state, seat)
    filed = SeatFile(answers={one.key: "" for one in game.rules.status(state).windows_of(seat)})
    standing: dict[str, tuple[str, ...]] = {name: () for name in game.rules.status(state).playing}
    given = GameInput(state, lambda _seat: names, standing, dice)
    judged = game.language.judge(given, LetterInput(seat, text, filed))
    again = within(
        MOST_CALLS + CALLS_A_CHARACTER * len(text),
        lambda: game.language.judge(given, LetterInput(seat, text, filed)),
    )
    assert [line for line in judged.lines] == [line for line in again.lines]


@cache
def _game(name: str) -> tuple[Any, Any, Any]:
    game = ruleset(name)
    dice = game.dice(b"7" * 32)
    return game, game.rules.new(("ann", "bob", "cat"), None, dice, {}).state, dice


def _posted(body: bytes) -> None:
    """A provider's post is taken or refused; nothing breaks, and what is stored is bytes of it."""
    kinds = ("application/json", "text/plain", form_of({})[1], "application/x-www-form-urlencoded")
    for path in ("mailgun/mime", "sendgrid", "postmark", "ses"):
        for kind in kinds:
            _post(f"/inbound/{path}", body, kind)
    _post("/inbound", body, "message/rfc822")


def _post(path: str, body: bytes, kind: str) -> None:
    auth = ("pbem", "key-of-a-test")
    answer = within(
        MOST_FOR_A_POST + CALLS_A_CHARACTER * len(body),
        lambda: _webhooks().post(path, data=body, content_type=kind, auth=auth),
    )
    assert answer.status_code < 500, f"{path} {kind}: {answer.status_code}"


def _positioned(name: str, text: str) -> None:
    """A position is read, parsed in and played on, or refused in one line."""
    tools = ruleset(name).tools
    file = PositionFile("position.toml", text, _no_file)
    asked = [lambda: tools.adjudicate(TurnToAdjudicate(file, "ann: PASS\nbob: PASS", "3+1"))]
    if tools.parse is not None:
        asked.append(lambda: tools.parse(LinesToParse(file, "ann", "PASS")))
    for ask in asked:
        within(MOST_FOR_A_POSITION + CALLS_A_CHARACTER * len(text), partial(_done_or_refused, ask))


def _done_or_refused(ask: Callable[[], Any]) -> None:
    try:
        ask()
    except RulesetError as why:
        assert str(why).strip()


def _no_file(name: str) -> str:
    raise RulesetError(f"{name} cannot be read")


def _filled_in(form: Mapping[str, Any]) -> None:
    """A form of the console is done, refused or asked about."""
    mo = _console()
    fields = {name: form[name] for name in ("form", "line", "do", "row", "sure")} | form["more"]
    mo.get("/console/game/1" if "game" in form["path"] else "/console/system")
    hidden = {"csrf": mo.csrf, "version": mo.version, "key": mo.key}
    filled, headers = hidden | fields, {"Origin": "http://localhost"}
    answer = within(
        MOST_FOR_A_FORM + CALLS_A_CHARACTER * sum(map(len, filled.values())),
        lambda: mo.client.post(f"/console/{form['path']}", data=filled, headers=headers),
    )
    assert answer.status_code < 500, f"{form['path']}: {answer.status_code}"
    if form["path"] == "leave":
        mo.enter(MO)


# --- doors that need a service -----------------------------------------------------------------


@contextmanager
def doors() -> Iterator[None]:
    """A database for webhooks, and a moderated game for the console."""
    with tempfile.TemporaryDirectory() as folder, database_in(Path(folder)) as database:
        settings = Settings.model_validate({"mail": {"address": "game@example.org"}})
        table = new_table(database, settings)
        add_moderator(database, settings, MO, None)
        _OPEN.update(console=_entered(table), webhooks=client_of(database, Intake()))
        yield
        _OPEN.clear()


_OPEN: dict[str, Any] = {}


def _entered(table: Table) -> Visitor:
    mo = visitor(table)
    mo.enter(MO)
    return mo


def _console() -> Visitor:
    found: Visitor = _OPEN["console"]
    return found


def _webhooks() -> FlaskClient:
    found: FlaskClient = _OPEN["webhooks"]
    return found


_POSTED = (
    form_of(mailgun_fields())[0],
    json.dumps(ses_notice()).encode(),
    json.dumps(
        {"RawEmail": "x", "OriginalRecipient": "game+ann@example.org", "Headers": 7}
    ).encode(),
    form_of({"email": b"x", "envelope": b'{"to": 7}', "SPF": b"pass", "dkim": b"{}"})[0],
    b'{"Type": "Notification", "Message": "[]"}',
)
_bytes = st.builds(mutated, st.sampled_from(SEEDS), EDITS)
TARGETS: Mapping[str, Target] = {
    "extract": Target(_bytes, _extracts),
    "parse": Target(broken_texts(), _reads),
    "judge-illuminati": Target(broken_texts(), partial(_judged, "illuminati")),
    "judge-inwo": Target(broken_texts(), partial(_judged, "inwo")),
    "webhooks": Target(
        st.builds(mutated, st.sampled_from(_POSTED), EDITS) | st.binary(max_size=200), _posted
    ),
    "position-illuminati": Target(broken_texts((FNORD,)), partial(_positioned, "illuminati")),
    "position-inwo": Target(broken_texts((EXAMPLE,)), partial(_positioned, "inwo")),
    "console": Target(_forms, _filled_in),
}


# --- searching ---------------------------------------------------------------------------------


def search(name: str, seconds: float, seed: int) -> str:
    """Throw at a door for so long; the file that keeps what broke it, "" where nothing did."""
    target, until, last = TARGETS[name], time.monotonic() + seconds, [None]
    thrown = 0

    def throw(value: Any) -> None:
        nonlocal thrown
        thrown, last[0] = thrown + 1, value
        check_thrown(name, value)

    _SHARES.clear()
    while time.monotonic() < until:
        seed += 1
        profile = hypothesis.settings(
            max_examples=A_ROUND,
            deadline=None,
            database=None,
            suppress_health_check=list(hypothesis.HealthCheck),
        )
        run = hypothesis.seed(seed)(profile(hypothesis.given(target.thrown)(throw)))
        try:
            run()
        except Exception as error:
            print(f"{name}: {type(error).__name__}: {error}")
            return keep(name, last[0])
    most = max(_SHARES, default=0.0)
    print(f"{name}: {thrown} thrown, nothing broke; at most {most:.0%} of a budget was used")
    return ""


def keep(name: str, value: Any) -> str:
    """A file with what broke a door, under a name of its own."""
    kept = {"bytes": base64.b64encode(value).decode()} if isinstance(value, bytes) else value
    text = json.dumps(kept, indent=1, ensure_ascii=True) + "\n"
    path = FOUND / name / f"{hashlib.sha256(text.encode()).hexdigest()[:12]}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(path.relative_to(TESTS.parent))


def kept_in(path: Path) -> Any:
    """What such a file holds."""
    value = json.loads(path.read_text(encoding="utf-8"))
    is_bytes = isinstance(value, dict) and value.keys() == {"bytes"}
    return base64.b64decode(value["bytes"]) if is_bytes else value


def main() -> int:
    """Each door for its share of the time; 1 where one broke."""
    names = [*TARGETS] if len(sys.argv) < 2 else sys.argv[1:]
    seconds = float(os.environ.get("FUZZ_SECONDS", "60")) / len(names)
    seed = int(os.environ.get("SEED", "0")) or random.SystemRandom().randrange(10**9)
    configure_logging("critical")
    warnings.simplefilter("ignore", hypothesis.errors.NonInteractiveExampleWarning)
    print(f"seed {seed}, {seconds:.0f} s for each of {', '.join(names)}")
    with doors():
        found = [path for name in names if (path := search(name, seconds, seed))]
    for path in found:
        print(f"kept: {path}")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
