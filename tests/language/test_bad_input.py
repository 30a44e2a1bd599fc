"""Letters no one would write on purpose, and some that people do."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from pbem.games.illuminati.language import ParsedLine, Vocabulary, format_line, read
from pbem.games.illuminati.language.definition import LANGUAGE
from pbem.grammar.orders.foreign_verbs import spoken_hint
from pbem.mail.newtext import find_new_text
from tests.support.counting import calls
from tests.support.each import each
from tests.support.strategies import NAMES

PROSE = """
Dear all, what a round that was, and what a mess we are in now.
I had hoped that the Mafia would stay with me for a while, but no.
The Yuppies never had a chance, and neither had the Phone Company.
Who would have thought that bob could pull it off with three MB?
We shall see about that next week, when the weather is better.
My wife says hello, by the way, and the cat is fine again.
It rained all weekend; nobody attacked anything, not even the lawn.
Some people destroy what they cannot control, said my grandmother.
Rumours have it that dee is planning something with the Pentagon.
""".strip()


def statuses(text: str, names: Vocabulary = NAMES) -> list[str]:
    return [line.status for line in read(text, names)]


def orders(text: str, names: Vocabulary = NAMES) -> list[str]:
    return [format_line(line, names) for line in read(text, names) if is_taken(line)]


def is_taken(line: ParsedLine) -> bool:
    return line.order is not None or line.control is not None or line.talk is not None


def prose(lines: int) -> str:
    rows = PROSE.split("\n")
    return "\n".join(f"{rows[at % len(rows)]} {at}" for at in range(lines))


def test_prose_is_no_order() -> None:
    lines = read(prose(900), NAMES)
    assert len(lines) >= 900
    assert not any(line.status == "unread" for line in lines)
    assert not any(is_taken(line) for line in lines)


@pytest.mark.long
@pytest.mark.parametrize(
    "letter",
    [
        prose,
        lambda lines: "ATTACK Yupies WITH Mafja AID XYZ\n" * lines,
        lambda lines: "SAY TO bob: hm\nPASS\n\n" * lines,
        lambda lines: "IT 1 FAILS: PASS\n" * lines,
        lambda lines: "PASS DROP Texas DROP Texas DROP Texas\n" * lines,
        lambda lines: "ATTACK Yuppies " + "WIHT Mafia " * lines,
    ],
    ids=["prose", "slips", "talk", "ifs", "together", "one line"],
)
def test_twice_the_letter_is_at_most_twice_the_work(letter: Callable[[int], str]) -> None:
    read(letter(400), NAMES)
    once = calls(lambda: read(letter(200), NAMES))
    twice = calls(lambda: read(letter(400), NAMES))
    assert twice <= 2.2 * once + 1000


def test_a_line_of_100_kb_is_not_read_and_harms_no_other() -> None:
    long = "ATTACK " + "Yuppies WITH Mafia " * 5000
    lines = read(f"{long}\nPASS", NAMES)
    assert [line.status for line in lines] == ["unreadable", "order"]
    assert "longer than" in lines[0].problem
    assert calls(lambda: read(long, NAMES)) < 1000


SIGNATURE = """
PASS
--\x20
Ann Attack
ATTACK the day, DESTROY your fears
DROP the rest; GIVE love. PASS it on
RESIGN yourself to it
""".strip()


def test_a_signature_full_of_verbs_is_not_read() -> None:
    assert orders(find_new_text(SIGNATURE).text) == ["1: PASS"]


def test_nor_does_it_order_anything_if_its_mark_is_lost() -> None:
    assert orders(SIGNATURE.replace("-- \n", "")) == ["1: PASS"]


FOREIGN = {
    "German": ("Hallo zusammen,\nich möchte die Yuppies angreifen, mit der Mafia.\nGruß", "ATTACK"),
    "Polish": ("Cześć,\nzniszcz Hackers, proszę.\nPozdrawiam", "DESTROY"),
    "Japanese": ("こんにちは\nヤッピーをマフィアで攻撃\nよろしく", "ATTACK"),
}


@pytest.mark.parametrize("language", FOREIGN)
def test_another_language_is_ignored_counted_and_told_the_verb(language: str) -> None:
    text, verb = FOREIGN[language]
    lines = read(text, NAMES)
    assert {line.status for line in lines} == {"ignored"}
    assert len(lines) == 3
    hints = [spoken_hint(line.text, LANGUAGE) for line in lines]
    assert next(filter(None, hints)).endswith(f"write {verb}.")


@each(
    ("typed", "verb"),
    [
        ("I pass", "PASS"),
        ("do nothing", "PASS"),
        ("I'm ready", "READY"),
        ("We are finished!", "READY"),
        ("end my turn", "READY"),
        ("I am away next week", "AWAY"),
        ("vacation 24 Dec - 2 Jan", "AWAY"),
        ("trade bob my bribery for his yuppies", "OFFER"),
        ("I want to invade the yuppies", "ATTACK"),
        ("wipe out yuppies with mafia", "DESTROY"),
        ("put fbi under illuminati at east", "MOVE"),
        ("I quit", "RESIGN"),
    ],
)
def test_what_people_say_instead_of_a_verb_is_told(typed: str, verb: str) -> None:
    (line,) = read(typed, NAMES)
    assert line.status == "ignored"
    assert spoken_hint(typed, LANGUAGE).endswith(f"begin the line with {verb}.")


def test_english_prose_is_told_no_verb() -> None:
    assert not any(spoken_hint(line, LANGUAGE) for line in PROSE.split("\n"))


@each(
    "typed",
    [
        "🎲 ATTACK Yuppies WITH Mafia 🎉",
        "👉🏽 ATTACK Yuppies WITH Mafia",
        "- ✅ attack yuppies 🔥 with Mafia ❤️",
        "\u200fATTACK Yuppies WITH Mafia\u200e",
        "\u202eATTACK Yuppies\u202c WITH \u2067Mafia\u2069",
        "AT\u00adTACK Yup\u200bpies\u00a0WITH\u2009Mafia",
        "\ufeffAttack Yuppies With Mafia.",
        "“ATTACK Yuppies WITH Mafia”",
        "1.) ATTACK Yuppies WITH Mafia.",
        "(1) attack Yuppies, with Mafia!",
        "Line 1: Attack yuppies with mafia",
    ],
)
def test_what_phones_and_keyboards_add_does_not_matter(typed: str) -> None:
    assert orders(typed) == ["1: ATTACK Yuppies WITH Mafia"]


def test_a_letter_without_newlines_is_cut_at_full_stops() -> None:
    typed = "1. Attack yuppies with mafia spend 3. 2. If 1 fails: pass. 3. Drop S.M.O.F. Ready."
    assert orders(typed) == [
        "1: ATTACK Yuppies WITH Mafia SPEND 3",
        "2: IF 1 FAILS: PASS",
        "3: DROP S.M.O.F.",
        "READY",
    ]


def test_orders_with_nothing_between_them_are_asked_about() -> None:
    (line,) = read("attack yuppies with mafia attack hackers with cia ready", NAMES)
    assert line.status == "ambiguous"
    assert line.suggestions == ("ATTACK Yuppies WITH Mafia; ATTACK Hackers WITH C.I.A.; READY",)


@pytest.mark.parametrize("typed", ["3x: PASS", "3 PASS", "s3: PASS", "x3) PASS"])
def test_what_is_nearly_a_number_is_asked_about(typed: str) -> None:
    (line,) = read(typed, NAMES)
    assert (line.status, line.suggestions) == ("ambiguous", ("3: PASS", "PASS"))


def test_a_lone_short_word_may_be_a_name() -> None:
    assert statuses("Bass\n\nMoore") == ["ambiguous", "ambiguous"]
    assert statuses("Ann\nTess") == ["ignored", "ignored"]


@pytest.mark.parametrize("order", ["PASS", "1: PASS", "READY"])
def test_a_text_with_an_order_in_it_is_asked_about(order: str) -> None:
    (line, last) = read(f"SAY TO bob: hello\n{order}\n\nDROP Texas", NAMES)
    assert (line.status, line.talk) == ("ambiguous", None)
    assert f'"{order}" stands in the text' in line.problem
    assert last.status == "order"
    (line,) = read(f"SAY TO bob: hello\n{order}\nEND", NAMES)
    assert line.talk is not None and line.talk.text == f"hello\n{order}"


@pytest.mark.parametrize("end", ["\n\n", "\nEND\n", "\nend\n"])
def test_a_text_ends_where_it_is_said_to(end: str) -> None:
    text = f"SAY TO bob, cat: one # two\n  three\n# a comment\nfour{end}PASS"
    (line, last) = read(text, NAMES)
    assert line.talk is not None
    assert line.talk.text == "one # two\nthree\nfour"
    assert line.talk.to == ("bob", "cat")
    assert last.status == "order"


# --- names that are other things' names --------------------------------------------------------

ODD = replace(
    NAMES,
    seats=("ann", "mafia", "pass", "yuppies"),
    illuminati={"ann": "bavarian-illuminati", "mafia": "ufos", "pass": "network"},
)
"""A table where players are called like groups and verbs."""


@each(
    ("typed", "told"),
    [
        ("GIVE 5 TO mafia", "1: GIVE 5 TO mafia"),
        ("ATTACK Yuppies WITH Mafia", "1: ATTACK Yuppies WITH Mafia"),
        ("SAY TO pass: hm", "SAY TO pass: hm"),
        ("OFFER yuppies 5 MB FOR Yuppies", "OFFER yuppies 5 MB FOR Yuppies"),
        ("IF Yuppies IS yuppies'S: PASS", "1: IF Yuppies IS yuppies'S: PASS"),
        ("FOREGO TAX ON mafia", "FOREGO TAX ON mafia"),
        ("PASS", "1: PASS"),
    ],
)
def test_a_player_named_like_a_group_is_told_by_the_place(typed: str, told: str) -> None:
    (line,) = read(typed, ODD)
    assert is_taken(line), line.problem
    assert format_line(line, ODD) == told


@each(
    ("typed", "told"),
    [
        ("SAY TP bob: fnord", "SAY TO bob: fnord"),
        ("SAY TO bab: fnord", "SAY TO bob: fnord"),
        ("SAY TO bob, cst: fnord", "SAY TO bob, cat: fnord"),
        ("SAY TO al: fnord", "SAY TO ALL: fnord"),
        ("PROMISE bob fnord", "PROMISE bob: fnord"),
        ("SAY TO bob, fnord", "SAY TO bob: fnord"),
        ("RUMOUR fnord", "RUMOUR: fnord"),
        ("DIARY fnord", "DIARY: fnord"),
    ],
)
def test_a_slip_before_a_text_is_asked_about_with_the_line_meant(typed: str, told: str) -> None:
    (line,) = read(typed, NAMES)
    assert line.status == "unreadable"
    assert told in line.suggestions


def test_where_both_may_stand_it_is_asked_and_can_be_answered() -> None:
    (line,) = read("OPPOSE mafia MAX 3", ODD)
    assert line.status == "ambiguous"
    answers = [read(suggestion, ODD)[0].order for suggestion in line.suggestions]
    assert len(answers) == len(set(answers)) == 2
    assert None not in answers


@each(
    "told",
    [
        "OPPOSE PLAYER mafia MAX 3",
        "OPPOSE GROUP Mafia MAX 3",
        "OPPOSE PLAYER mafia TAKING GROUP Yuppies, GROUP Mafia MAX 3",
        "PLAY Computer Espionage ON PLAYER mafia",
        "PLAY Computer Espionage ON CARD Mafia",
        "PLAY Murphy's Law ON ANY ATTACK BY mafia TAKING GROUP Mafia",
    ],
)
def test_a_name_of_two_things_is_told_with_its_kind(told: str) -> None:
    (line,) = read(told, ODD)
    assert format_line(line.unnumbered, ODD) == told
