"""What a position may say, when the lines of others are made, how cards are called (I39)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.core.values import changed
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.state import AttackPlay
from engine.inwo.view import inwo_seen
from tests.support.inwo_adjudication import EXAMPLE, adjudicated, result


def ruled(found: dict[str, Any]) -> list[tuple[str, str, str]]:
    """The seat, status and reason of each line."""
    return [(one["seat"], one["status"], one["reason"]) for one in found["rulings"]]


def with_top(line: str) -> str:
    return f"{line}\n{EXAMPLE}"


# --- chance (I39.3) -------------------------------------------------------------------------


def test_an_entry_of_the_dice_is_one_die_or_two(tmp_path: Path) -> None:
    orders = "ann: DESTROY KKK WITH Illuminati AGENTS\n"
    assert result(tmp_path, EXAMPLE, orders, "2+3")["attacks"][0]["roll"] == [2, 3]
    code, output = adjudicated(tmp_path, EXAMPLE, orders, "--dice", "7")
    assert code == 2 and "write two dice as 3+1, one as 4" in output


# --- what has been used (I39.7) -------------------------------------------------------------


def test_what_a_position_says_is_used_is_not_used_again_in_the_turn(tmp_path: Path) -> None:
    used = 'used = ["ufos", "necronomicon", "bring"]\nresources = ["necronomicon"]'
    own = f'illuminati = "servants-of-cthulhu"\n{used}'
    position = EXAMPLE.replace('illuminati = "servants-of-cthulhu"', own)
    orders = "ann: LINK Necronomicon TO Mafia\nann: BRING Eliza\n"
    position = position.replace('group_hand = ["kkk"]', 'group_hand = ["kkk", "eliza"]')
    told = result(tmp_path, position, orders)["rulings"]
    assert [one["rule"] for one in told] == ["I20.3", "I5.5"]


# --- lines (I39.4 to I39.6) -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("TRANSFER 3 FROM Mafia TO KKK", "I21.3"),
        ("SPREAD", "I21.3"),
        ("SPEND 4", "I6.1"),
        ("NEUTRALIZE KKK WITH Mafia", "I11.1"),
        ("DROP Mafia", "I9.8"),
        ("RESERVE 3", "I6.3"),
        ("PAY TAX", "I6.8"),
        ("ABOLISH PRIVILEGE", "I16.3"),
        ("CHEAT", "I30.6"),
        ("ACCUSE bob", "I4.1"),
        ("COPY UFOs", "I4.1"),
    ],
)
def test_an_order_of_the_classic_game_is_refused_with_the_rule_in_its_place(
    tmp_path: Path, line: str, rule: str
) -> None:
    (told,) = result(tmp_path, EXAMPLE, f"ann: {line}\n")["rulings"]
    assert (told["status"], told["reason"], told["rule"]) == ("illegal", "other-game", rule)


def test_what_is_no_order_has_a_rule_too(tmp_path: Path) -> None:
    found = result(tmp_path, EXAMPLE, "ann: FROBNICATE\nzoe: PASS\nann: ATTACK Xyz WITH Mafia\n")
    assert [(one["status"], one["rule"]) for one in found["rulings"]] == [
        ("unreadable", "I31.2"),
        ("unreadable", "I39.4"),
        ("unreadable", "I31.2"),
    ]


def test_talk_is_no_order_and_takes_nothing(tmp_path: Path) -> None:
    found = result(tmp_path, EXAMPLE, "ann: SAY TO ALL: hello\nbob: RUMOUR: hm\nann: KNOCK\n")
    assert ruled(found) == [("ann", "ok", ""), ("bob", "ok", ""), ("ann", "ok", "")]
    assert [one["line"] for one in found["rulings"]] == [1, None, 2]


def test_more_parts_what_is_announced_and_at_the_end_is_nothing(tmp_path: Path) -> None:
    """(I31.3; I39.4.) Before MORE the play stands when it is settled, without the attack."""
    position = EXAMPLE.replace("tokens = 1\nplot", 'tokens = 2\nplots = ["power-corrupts"]\nplot')
    orders = "ann: PLAY Power Corrupts ON Mafia\nann: MORE\nann: KNOCK\nann: MORE\n"
    found = result(tmp_path, position, orders)
    assert [(one["line"], one["text"]) for one in found["rulings"]] == [
        (1, "PLAY Power Corrupts ON Mafia"),
        (2, "MORE"),
        (3, "KNOCK"),
    ]


@pytest.mark.parametrize(
    "rest", ["MORE", "GUARD ALL UNTIL 3", "FROBNICATE", "SAY TO ALL: hello", "IF 1 FAILS: MORE"]
)
def test_more_is_nothing_where_no_line_of_the_script_follows(tmp_path: Path, rest: str) -> None:
    """(I39.1, I39.4.) It would ask for ever."""
    orders = f"ann: DESTROY KKK WITH Illuminati AGENTS\nann: MORE\nann: {rest}\n"
    found = result(tmp_path, EXAMPLE, orders, "1+1")
    assert found["attacks"][0]["roll"] == [1, 1] and found["after"]["to_move"] == "bob"


def test_what_nobody_can_answer_is_done_before_the_step_in_the_order_of_the_file(
    tmp_path: Path,
) -> None:
    """(I39.5.) bob gives at b0 what ann has from then on."""
    position = EXAMPLE.replace('illuminati = "ufos"', 'illuminati = "ufos"\nplots = ["hoax"]')
    position = position.replace("[[seat]]", 'step = "b0"\n[[seat]]', 1)
    found = result(tmp_path, position, "bob: GIVE Hoax! TO ann\nann: PASS\n")
    assert ruled(found)[0] == ("bob", "ok", "")
    assert found["after"]["plots"]["ann"] == ["hoax", "jihad"], "before his own draw"


def test_what_is_not_legal_before_the_step_is_tried_again(tmp_path: Path) -> None:
    """(I39.5.) bob gives on what ann gives him first."""
    position = EXAMPLE.replace("tokens = 1\nplot", 'tokens = 1\nplots = ["hoax"]\nplot')
    found = result(tmp_path, position, "bob: EXPOSE Hoax!\nann: GIVE Hoax! TO bob\n")
    assert ruled(found) == [("bob", "ok", ""), ("ann", "ok", "")]
    assert found["after"]["exposed"]["bob"] == ["hoax"]


def test_a_line_that_was_never_made_has_the_reason_of_its_last_try(tmp_path: Path) -> None:
    found = result(tmp_path, EXAMPLE, "bob: EXPOSE Hoax!\nann: KNOCK\n")
    assert ruled(found)[0] == ("bob", "illegal", "not-in-hand")


# --- fields (I39.7 to I39.11) ---------------------------------------------------------------


def test_a_barred_plot_is_not_played(tmp_path: Path) -> None:
    position = with_top('barred = ["power-corrupts"]')
    position = position.replace("tokens = 1\nplot", 'tokens = 2\nplots = ["power-corrupts"]\nplot')
    (told,) = result(tmp_path, position, "ann: PLAY Power Corrupts ON Mafia\n")["rulings"]
    assert (told["status"], told["reason"], told["rule"]) == ("illegal", "barred", "I37")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ('{ on = "the-mafia", stat = "frozen" }', "frozen"),
        ('{ on = "ann", stat = "frozen", is = "Violent" }', "frozen"),
        ('{ on = "all", stat = "frozen", is = "Violent" }', "frozen"),
        ('{ on = "all", stat = "frozen", is = "Church" }', ""),
        ('{ on = "bob", stat = "frozen" }', ""),
        ('{ on = "kkk", stat = "immune", value = "Criminal" }', "immune"),
        ('{ on = "kkk", stat = "immune", value = "Liberal" }', ""),
        ('{ on = "eff", stat = "immune", value = "Criminal" }', ""),
        ('{ on = "the-mafia", stat = "alignment", op = "lose", value = "Violent" }', ""),
    ],
)
def test_a_change_that_is_no_number_bars_what_it_says(
    tmp_path: Path, change: str, reason: str
) -> None:
    position = with_top(f"changes = [{change}]").replace(
        'arrow = "N" }]\n[[seat]]\nname = "bob"',
        'arrow = "N", tokens = 1 }]\n[[seat]]\nname = "bob"',
    )
    (told,) = result(tmp_path, position, "ann: DESTROY KKK WITH Mafia\n")["rulings"]
    assert told["reason"] == reason


def test_an_arrow_is_gained_and_lost(tmp_path: Path) -> None:
    """The Mafia has no arrow N, as its incoming one lies there."""
    line = "ann: MOVE KKK UNDER Mafia AT {side}\n"
    groups = '{ id = "the-mafia", master = "servants-of-cthulhu", arrow = "N" }'
    more = groups + ', { id = "c-i-a", master = "servants-of-cthulhu", arrow = "E" }'
    position = EXAMPLE.replace(groups, more)

    def status(change: str, side: str) -> str:
        top = f"changes = [{change}]\n" if change else ""
        order = line.format(side=side).replace("KKK", "CIA")
        found: str = result(tmp_path, top + position, order)["rulings"][-1]["status"]
        return found

    open_ = [side for side in "NESW" if status("", side) == "ok"]
    lost = f'{{ on = "the-mafia", stat = "arrow", op = "lose", value = "{open_[0]}" }}'
    assert status(lost, open_[0]) == "illegal"


def test_a_group_hangs_on_a_side_without_arrow_where_a_card_lets_it(tmp_path: Path) -> None:
    """(I39.11.) It has its mark, and goes to another side for nothing."""
    old = '{ id = "eff", master = "ufos", arrow = "E" }'
    assert old in EXAMPLE
    stray = '{ id = "joggers", master = "hackers", arrow = "S", marks = ["any-side"] }, '
    held = '{ id = "dallas-catacombs", master = "ufos", arrow = "S" }, '
    hackers = '{ id = "hackers", master = "ufos", arrow = "W" }, '
    position = EXAMPLE.replace(old, held + hackers + stray + old)
    assert result(tmp_path, position, "")["after"]["marks"] == {"joggers": ["any-side"]}
    after = result(tmp_path, position, "bob: MOVE Joggers AT E\n")["after"]
    assert after["arrow"]["joggers"] == "E" and after["tokens"]["kkk"] == 1
    straight = result(tmp_path, position, "bob: MOVE Joggers AT W\n")["after"]
    assert straight["marks"] == {}
    code, output = adjudicated(tmp_path, position.replace(held, ""), "")
    assert code == 2 and "has no arrow S" in output


def test_a_change_for_the_next_action_ends_with_it(tmp_path: Path) -> None:
    """(I39.10.) The Mafia's +3 is in its attack, and gone after it."""
    change = '{ on = "the-mafia", stat = "power", op = "add", value = 3, until = "action" }'
    position = with_top(f"changes = [{change}]").replace(
        'arrow = "N" }]\n[[seat]]\nname = "bob"',
        'arrow = "N", tokens = 1 }]\n[[seat]]\nname = "bob"',
    )
    assert result(tmp_path, position, "")["after"]["values"]["the-mafia"]["power"] == 9
    found = result(tmp_path, position, "ann: DESTROY KKK WITH Mafia\n")
    assert found["attacks"][0]["parts"][0] == {"what": "power", "who": "the-mafia", "value": 9}
    assert found["after"]["values"]["the-mafia"]["power"] == 6


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ('{ on = "kkk", stat = "power", value = "x" }', "value of power must be a whole number"),
        ('{ on = "kkk", stat = "power", op = "gain", value = 1 }', "op of power must be one of"),
        ('{ on = "kkk", stat = "alignment", value = 1 }', "value of alignment must be a word"),
        ('{ on = "kkk", stat = "frozen", until = "never" }', "until must be turn, good, action"),
        ('{ on = "c-i-a", stat = "frozen" }', "a change of what is neither in play nor in a hand"),
    ],
)
def test_a_change_that_cannot_be_is_refused(tmp_path: Path, change: str, fault: str) -> None:
    code, output = adjudicated(tmp_path, with_top(f"changes = [{change}]"), "")
    assert code == 2 and fault in output


RELICS = (
    EXAMPLE.replace("[[seat]]\nname", "SEAT\nname")
    .replace(
        'illuminati = "ufos"',
        'illuminati = "ufos"\nresources = [{ id = "cyborg-soldiers", linked = "kkk"NUMBER }]',
    )
    .replace("tokens = 1\nplot", 'tokens = 1\nresources = [{ id = "cyborg-soldiers"MINE }]\nplot')
    .replace("SEAT", "[[seat]]")
)


@pytest.mark.parametrize(
    ("mine", "his", "names"),
    [
        ("", "", ["cyborg-soldiers#1", "cyborg-soldiers#2"]),
        (", copy = 2", ", copy = 1", ["cyborg-soldiers#2", "cyborg-soldiers#1"]),
    ],
)
def test_copies_of_one_card_are_numbered(
    tmp_path: Path, mine: str, his: str, names: list[str]
) -> None:
    """(I39.9.)"""
    position = RELICS.replace("MINE", mine).replace("NUMBER", his)
    after = result(tmp_path, position, "")["after"]
    assert [after["resources"]["ann"][0], after["resources"]["bob"][0]] == names
    assert after["linked"][names[1]] == "kkk"


def test_copies_are_listed_as_in_the_position_and_called_by_their_numbers(tmp_path: Path) -> None:
    """(I39.7, I39.9.) So they are in orders and in changes."""
    groups = (
        'illuminati = "ufos"\ngroups = [{ id = "media-sensation", copy = 2, master = "ufos", '
        'arrow = "S" }, { id = "media-sensation", copy = 1, master = "ufos", arrow = "W", '
        "tokens = 1 }, "
    )
    change = '{ on = "media-sensation#1", stat = "power", value = 5, until = "good" }'
    position = with_top(f"changes = [{change}]")
    position = position.replace('illuminati = "ufos"\ngroups = [', groups)
    found = result(tmp_path, position, "bob: REMOVE TOKEN FROM Media Sensation#1\n")
    assert [one["status"] for one in found["rulings"]] == ["ok"]
    after, held = found["after"], ["media-sensation#2", "media-sensation#1", "kkk", "eff"]
    assert after["holds"]["bob"] == found["views"]["ann"]["holds"]["bob"] == held
    assert after["arrow"]["media-sensation#1"] == "W"
    assert [after["values"][name]["power"] for name in held[:2]] == [1, 6]


def test_copies_that_are_not_numbered_from_one_are_refused(tmp_path: Path) -> None:
    position = RELICS.replace("MINE", ", copy = 1").replace("NUMBER", ", copy = 1")
    code, output = adjudicated(tmp_path, position, "")
    assert code == 2 and "copy numbers its copies in play" in output


# --- parts of lines (I11.12, I39.12) --------------------------------------------------------

BOOSTED = EXAMPLE.replace(
    "tokens = 1\nplot", 'tokens = 1\nplots = ["jihad", "car-bomb"]\nplot'
).replace(
    'arrow = "N" }]\n[[seat]]\nname = "bob"', 'arrow = "N", tokens = 1 }]\n[[seat]]\nname = "bob"'
)


@pytest.mark.parametrize(
    ("line", "part", "reason"),
    [
        ("DESTROY KKK WITH Illuminati AID Mafia", "AID Mafia", "not-eligible"),
        ("DESTROY KKK WITH Mafia BOOST Jihad", "BOOST Jihad", "boost-unfit"),
        ("DESTROY KKK WITH Illuminati AID EFF", "AID EFF", "not-yours"),
        ("DESTROY KKK WITH Illuminati PLAY Car Bomb", "PLAY Car Bomb", "not-playable"),
    ],
)
def test_what_is_left_out_of_a_line_has_a_ruling_of_its_own(
    tmp_path: Path, line: str, part: str, reason: str
) -> None:
    found = result(tmp_path, BOOSTED, f"ann: {line}\n")["rulings"]
    told = [(one["text"], one["status"], one["reason"]) for one in found]
    assert told == [(part, "illegal", reason), (line, "ok", "")]


def test_a_helper_of_an_answer_that_may_not_join_is_told(tmp_path: Path) -> None:
    orders = "ann: DESTROY KKK WITH Illuminati\nbob: OPPOSE 1 WITH Illuminati, EFF\n"
    position = EXAMPLE.replace('illuminati = "ufos"', 'illuminati = "ufos"\ntokens = 1')
    found = result(tmp_path, position, orders)["rulings"]
    assert [(one["text"], one["reason"]) for one in found][1:] == [
        ("OPPOSE EFF", "no-token"),
        ("OPPOSE 1 WITH Illuminati, EFF", ""),
    ]


@pytest.mark.parametrize("on", ["bob", "UFOs", "HIS ILLUMINATI", "bob's Illuminati"])
def test_a_zap_on_a_player_lies_on_his_illuminati(tmp_path: Path, on: str) -> None:
    """(I35.5.)"""
    position = EXAMPLE.replace("tokens = 1\nplot", 'tokens = 1\nplots = ["tanstaafl"]\nplot')
    found = result(tmp_path, position, f"ann: PLAY Tanstaafl ON {on}\n")
    assert found["after"]["zaps"]["bob"] == ["tanstaafl"]


@pytest.mark.parametrize("on", ["bob", "ann", "KKK", "2", ""])
@pytest.mark.parametrize("plot", ["market-manipulation", "scandal", "reload"])
def test_a_plot_aimed_at_what_it_is_not_for_is_refused(tmp_path: Path, plot: str, on: str) -> None:
    position = EXAMPLE.replace("tokens = 1\nplot", f'tokens = 1\nplots = ["{plot}"]\nplot')
    line = f"ann: PLAY {plot} ON {on}\n" if on else f"ann: PLAY {plot}\n"
    assert result(tmp_path, position, line)["rulings"][0]["status"] in ("illegal", "ok")


_MAFIA = '"the-mafia", master'
_OWN = 'illuminati = "servants-of-cthulhu"'


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('to_move = "ann"', 'to_move = "ann"\nnwos = ["hoax"]', "not a New World Order"),
        (
            'to_move = "ann"',
            'to_move = "ann"\nnwos = ["fear-and-loathing", "world-hunger"]',
            "are both blue (I24.1)",
        ),
        (
            'to_move = "ann"',
            'to_move = "ann"\nchanges = [{ on = "all", is = "Blue", stat = "power", value = 1 }]',
            "'Blue' is no alignment or attribute",
        ),
        (
            _OWN,
            f'{_OWN}\nresources = ["necronomicon", "necronomicon"]',
            "necronomicon is in play 2 times, not once (I25.2)",
        ),
        (_OWN, f'{_OWN}\nused = ["nonsense"]', "'nonsense' is no card, nor one of bring, draw"),
        (_OWN, f'{_OWN}\nused_up = ["nonsense"]', "no such card as 'nonsense'"),
        (
            'to_move = "ann"',
            'to_move = "ann"\nchanges = [{ on = "kkk", stat = "power", until = "turn-of:dee", '
            "value = 1 }]",
            "'dee' is not a seat",
        ),
        (
            'to_move = "ann"',
            'to_move = "ann"\nchanges = [{ on = "kkk", stat = "alignment", value = "Blue" }]',
            "value of alignment must be one of Government",
        ),
        (_OWN, f'{_OWN}\nzaps = ["hoax"]', "hoax is not a Zap"),
        (_OWN, f'{_OWN}\nagents = ["servants-of-cthulhu"]', "is his own (I25.6)"),
        (
            _OWN,
            f'{_OWN}\nresources = [{{ id = "necronomicon", linked = "texas" }}]',
            "linked to texas, not in play",
        ),
        (_MAFIA, '"the-mafia", devastated = true, master', "the-mafia is not a Place"),
        (_MAFIA, '"the-mafia", marks = ["vampire"], master', "the-mafia is not a Personality"),
        (_MAFIA, '"the-mafia", stores = ["hoax"], master', "the-mafia has nothing under it"),
        (_MAFIA, '"the-mafia", called = "Us", master', "the-mafia has a name of its own"),
        (_OWN, f'{_OWN}\nresources = [{{ id = "eliza", note = "kkk" }}]', "eliza has no note"),
        (_OWN, f'{_OWN}\nfailed = ["kkk", "kkk"]', "kkk is in group_hand once for each"),
        (_OWN, f'{_OWN}\ndestroyed = ["hoax"]', "hoax is a Plot, which is discarded"),
        ('to_move = "ann"', 'to_move = "ann"\nplayers_began = 1', "2 seats are listed, so not 1"),
        (
            'to_move = "ann"',
            'to_move = "ann"\nchanges = [{ on = "ufos", stat = "attribute", value = "Space" }]',
            "ufos is an Illuminati, without attribute",
        ),
        (
            _OWN,
            f"{_OWN}\nresources = ["
            '{ id = "power-satellite", linked = "the-mafia" }, '
            '{ id = "power-satellite", linked = "the-mafia" }]',
            "power-satellite is linked to the-mafia 2 times, not once (I20.6)",
        ),
        (
            _OWN,
            f'{_OWN}\nresources = ["clipper-chip", "clipper-chip"]',
            "clipper-chip is there 2 times, and each player has one (I20.6)",
        ),
        (_MAFIA, '"the-mafia", linked = ["hoax"], master', "the-mafia is not linked to hoax, as"),
        (_MAFIA, '"the-mafia", linked = ["family-values"], master', "never linked to a Group"),
        (_OWN, f"{_OWN}\neliminated = true", "to_move: ann is eliminated"),
        ('illuminati = "ufos"', 'illuminati = "ufos"\neliminated = true', "groups: he is elim"),
        ('name = "bob"', 'name = ""', "has no : or @"),
    ],
)
def test_a_table_that_no_game_has_is_refused(
    tmp_path: Path, old: str, new: str, fault: str
) -> None:
    """(I39.7.)"""
    code, output = adjudicated(tmp_path, EXAMPLE.replace(old, new, 1), "")
    assert code == 2 and fault in output


@pytest.mark.parametrize(
    ("plot", "order", "rule"),
    [
        ("earthquake", "PLAY Earthquake ON EFF", "I35.9"),
        ("vile-secretions", "PLAY Vile Secretions ON KKK", "I35.6"),
    ],
)
def test_a_refusal_cites_the_rule_of_the_cards_family(
    tmp_path: Path, plot: str, order: str, rule: str
) -> None:
    """(I39.12.)"""
    position = EXAMPLE.replace("tokens = 1\nplot", f'tokens = 1\nplots = ["{plot}"]\nplot')
    found = result(tmp_path, position, f"ann: {order}\n")["rulings"]
    assert [(one["status"], one["rule"]) for one in found] == [("illegal", rule)]


def test_a_copy_is_made_of_the_plot_of_the_player_who_is_named(tmp_path: Path) -> None:
    """(I33.12.) Behind the Plot comes what it is played on; who pays stands behind PAYING."""
    group = '{ id = "eff", master = "ufos", arrow = "E" }'
    shops = '{ id = "copy-shops", master = "ufos", arrow = "S", tokens = 1 }, '
    root = 'illuminati = "ufos"\n'
    position = EXAMPLE.replace(group, shops + group)
    position = position.replace(root, root + 'tokens = 1\nplots = ["jihad", "hoax"]\n')
    position = position.replace(
        "tokens = 1\nplot_deck", 'tokens = 1\nexposed = ["jake-day"]\nplot_deck'
    )
    line = "bob: USE Copy Shops DISCARDING Jihad ON Jake Day OF ann, KKK PAYING Illuminati\n"
    found = result(tmp_path, position, line)
    assert ruled(found) == [("bob", "ok", "")]
    after = found["after"]
    assert after["plots"]["bob"] == ["hoax"] and after["exposed"]["ann"] == ["jake-day"]
    assert after["tokens"]["ufos"] == 0 and after["linked"] == {"jake-day": "kkk"}
    assert "Weird" in after["values"]["kkk"]["alignments"]


# --- what is told, what must be said --------------------------------------------------------


def test_a_card_that_is_taken_is_known_to_taker_and_former_holder_alone() -> None:
    """I7.10."""
    taken = ev.CardsMoved("bob", ("hoax@b1",), "plot_deck", "plots", "tax", to_seat="ann")
    seen = {reader: inwo_seen(taken, reader) for reader in ("ann", "bob", "cat")}
    assert seen["ann"] == seen["bob"] == taken and seen["cat"] != taken


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("", "I33.6"),
        ("bob: SAY TO ALL: no more lawyers here\n", "I33.6"),
        ("bob: SAY TO ALL: let us kill all the judges\n", "I33.6"),
        ("bob: SAY TO bob: let us kill all the lawyers\n", "I33.6"),
        ("bob: SAY TO ALL: Let us kill all the Lawyers!\n", ""),
    ],
)
def test_a_sentence_must_be_said_to_all(tmp_path: Path, said: str, rule: str) -> None:
    """I33.6: at least five words with the word `lawyers` among them."""
    position = (
        EXAMPLE.replace("kkk", "lawyers")
        .replace("agents", "")
        .replace(
            'illuminati = "ufos"',
            'illuminati = "ufos"\nplots = ["the-first-thing-we-do-lets-kill-all-the-lawyers"]',
        )
    )
    orders = f"{said}ann: DESTROY Lawyers WITH Illuminati\nbob: PLAY The First Thing ON 1\n"
    told = result(tmp_path, position, orders, "1+1")["rulings"]
    assert told[-1]["rule"] == rule


def test_what_the_pyramid_sees_is_named_once(tmp_path: Path) -> None:
    """I33.2: the first Plot that a rival draws in a turn, and no other."""
    position = EXAMPLE.replace('"eff"', '"the-great-pyramid"').replace(
        'plot_deck = ["jihad"]', 'plot_deck = ["jihad", "hoax"]'
    )
    position = position.replace('arrow = "N" }]\n[[seat', 'arrow = "N", tokens = 2 }]\n[[seat')
    orders = "ann: BUY PLOT WITH Illuminati\nann: BUY PLOT WITH Mafia, Mafia\n"
    found = result(tmp_path, position, orders)
    assert found["after"]["plots"]["ann"] == ["jihad", "hoax"]
    assert found["views"]["bob"]["seen"] == ["jihad"]
    assert found["views"]["ann"]["seen"] == []


def test_resources_lie_hidden_under_warehouse_23(tmp_path: Path) -> None:
    """(I39.8.) They are counted in nobody's holdings, and their player alone sees them."""
    stored = 'resources = [{ id = "warehouse-23", stores = ["eliza"] }]'
    position = EXAMPLE.replace(_OWN, f"{_OWN}\n{stored}")
    found = result(tmp_path, position, "ann: EXPOSE Eliza\n")
    assert found["rulings"][0]["status"] == "ok"
    assert found["after"]["resources"]["ann"] == ["warehouse-23", "eliza"]


def test_a_plot_that_is_wished_for_is_named_to_nobody_else() -> None:
    """(I31.16.) Its player may know from before what lies in the hand."""
    order = od.PlayPlot("logic-bomb", ("bob",), "jihad")
    play = AttackPlay(1, "ann", "effect", "logic-bomb@a1", order=order, line="1")
    for seat, value in (("ann", "jihad"), ("bob", "")):
        seen = inwo_seen(ev.PlayMade(play), seat)
        assert isinstance(seen, ev.PlayMade) and seen.play.order == changed(order, value=value)


def test_a_copy_that_is_not_there_and_a_takeover_of_nothing_stop_nothing(tmp_path: Path) -> None:
    """(I39.9, I31.2.) Such lines are told, and the rest of the letter is read."""
    position = with_top('step = "b3"').replace(_OWN, f"{_OWN}\nplots = []")
    (late,) = result(tmp_path, EXAMPLE, "ann: TAKEOVER NONE\n")["rulings"]
    assert late["status"] == "ok", "nothing comes in the main phase, either"
    orders = (
        "ann: TAKEOVER NONE\nann: ATTACK Trekkies#2 WITH Illuminati\n"
        "ann: DESTROY EFF WITH Trekkies#2, Mafia\nann: BUY PLOT WITH Illuminati.\n"
    )
    assert ruled(result(tmp_path, position, orders)) == [
        ("ann", "ok", ""),
        ("ann", "illegal", "no-target"),
        ("ann", "unreadable", "one Group attacks, others AID it: WITH Trekkies AID The Mafia"),
        ("ann", "ok", ""),
    ]


def test_a_card_of_any_list_may_have_another_owner(tmp_path: Path) -> None:
    """(I39.8, I1.2.) Discarded it goes to the pile of its owner."""
    own = (
        'plots = [{ id = "hoax", owner = "bob" }]\n'
        'discards = [{ id = "bribery", owner = "bob" }]\n'
        'exposed = [{ id = "martyrs", owner = "bob" }, "jihad"]'
    )
    orders = "ann: DISCARD Hoax\nann: DISCARD Martyrs\nann: DISCARD Jihad\n"
    after = result(tmp_path, EXAMPLE.replace(_OWN, f"{_OWN}\n{own}"), orders)["after"]
    assert after["piles"] == {"ann": ["jihad", "bribery"], "bob": ["martyrs", "hoax"]}
    wrong = EXAMPLE.replace(_OWN, f'{_OWN}\nplots = [{{ id = "hoax", owner = "dee" }}]')
    code, output = adjudicated(tmp_path, wrong, orders)
    assert code == 2 and "hoax: 'dee' is no seat" in output


def test_who_is_eliminated_leaves_his_piles_and_is_passed_over(tmp_path: Path) -> None:
    """(I27.2, I39.7.) What he has destroyed stays destroyed; his lines are not made."""
    dee = (
        '\n[[seat]]\nname = "dee"\nilluminati = "shangri-la"\neliminated = true\n'
        'discards = ["hoax"]\ndestroyed = ["nasa"]\n'
    )
    position = EXAMPLE.replace('["kkk"]', '["nasa"]').replace('"ann"\n[[', f'"ann"{dee}[[')
    orders = "ann: ATTACK NASA WITH Illuminati\ndee: BUY PLOT WITH Illuminati\n"
    found = result(tmp_path, position, orders)
    assert [one["status"] for one in found["rulings"]] == ["illegal", "skipped"]
    assert found["rulings"][0]["rule"] == "I25.1"
    after = found["after"]
    assert after["eliminated"] == ["dee"] and after["to_move"] == "bob"
    assert after["piles"]["dee"] == ["hoax"] and "shangri-la" not in after["tokens"]


def test_a_knock_whose_if_is_not_so_ends_nothing(tmp_path: Path) -> None:
    """(I31.2.)"""
    orders = "ann: IF Mafia HAS TOKEN: KNOCK\nann: BUY PLOT WITH Illuminati\n"
    found = result(tmp_path, EXAMPLE, orders)
    assert ruled(found) == [("ann", "skipped", "condition-false"), ("ann", "ok", "")]
    orders = orders.replace("IF Mafia", "IF UFOs").replace("HAS TOKEN", "IS BOB'S")
    found = result(tmp_path, EXAMPLE, orders)
    assert ruled(found) == [("ann", "ok", ""), ("ann", "skipped", "not-needed")]
