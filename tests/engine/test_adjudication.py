"""What `pbem adjudicate --json` says of raises, attacks called off, and others' lines."""

from __future__ import annotations

import json
from typing import Any

from engine.core.dice import LoadedDice, Roll, SecretDice
from pbem.games.illuminati.adjudication import adjudicate, as_plain
from tests.support.ruling_cases import Case, table_of

ATTACK_KEYS = {
    *("attacker", "target", "kind", "parts", "need", "roll", "total", "success"),
    *("called_off", "raises"),
}


def adjudicated(table: str, orders: str, *rolls: Roll) -> dict[str, Any]:
    rows = [row.strip() for row in table.strip().splitlines()]
    case = Case("R0-0", "", (), {"TABLE": rows}, __file__)  # type: ignore[arg-type]
    dice = LoadedDice(rolls, SecretDice(b"json"))
    plain = as_plain(adjudicate(table_of(case), orders, dice))
    parsed: dict[str, Any] = json.loads(json.dumps(plain))
    return parsed


def test_raises_stand_with_their_attack_and_the_stake_with_none() -> None:
    result = adjudicated(
        """ann* bermuda 9: N mafia
           bob gnomes 9: N pentagon (W cia (W fbi (N yuppies 1)))
           free texas""",
        """ann: ATTACK Yuppies WITH Bermuda SPEND 2 UP TO 3 AIM 5
           ann: ATTACK Texas WITH Mafia
           bob: GUARD Yuppies UNTIL 3
           bob: OPPOSE 2 UNTIL 4 MAX 9""",
        (4, 4),
        (2, 2),
    )
    first, second = result["attacks"]
    assert set(first) == ATTACK_KEYS
    assert first["raises"] == [
        {"seat": "bob", "money": 1, "from": "yuppies", "need": 4},
        {"seat": "bob", "money": 1, "from": "gnomes-of-zurich", "need": 3},
        {"seat": "ann", "money": 1, "from": "bermuda-triangle", "need": 4},
        {"seat": "bob", "money": 1, "from": "gnomes-of-zurich", "need": 3},
    ]
    money = [part for part in first["parts"] if part["what"] == "money"]
    assert money == [
        {"what": "money", "who": "bermuda-triangle", "value": 2},
        {"what": "money", "who": "yuppies", "value": -2},
        {"what": "money", "who": "gnomes-of-zurich", "value": -1},
        {"what": "money", "who": "bermuda-triangle", "value": 1},
        {"what": "money", "who": "gnomes-of-zurich", "value": -1},
    ]
    assert first["need"] == sum(part["value"] for part in first["parts"]) == 3
    assert second["raises"] == [{"seat": "bob", "money": 1, "from": "gnomes-of-zurich", "need": 4}]
    assert (second["roll"], second["total"], second["success"]) == ([2, 2], 4, True)


def test_an_attack_called_off_has_its_sum_and_neither_roll_nor_total() -> None:
    result = adjudicated(
        """ann* bermuda 5
           free pentagon""",
        "ann: ATTACK Pentagon WITH Bermuda SPEND 5 ONLY IF NEED >= 9",
    )
    (attack,) = result["attacks"]
    assert set(attack) == ATTACK_KEYS
    assert attack["called_off"] is True
    assert (attack["roll"], attack["total"], attack["success"]) == (None, None, False)
    assert attack["need"] == 2
    assert attack["raises"] == []


def test_the_total_is_that_after_cards_and_the_roll_that_of_the_dice() -> None:
    result = adjudicated(
        """ann* bermuda; hand assassination
           free yuppies""",
        """ann: ATTACK Yuppies WITH Bermuda
           ann: PLAY Assassination ON 1 IF IT FAILS""",
        (6, 5),
    )
    (attack,) = result["attacks"]
    assert (attack["roll"], attack["total"], attack["success"]) == ([6, 5], 2, True)


def test_an_offer_is_made_before_it_is_accepted_whoever_writes_first() -> None:
    result = adjudicated(
        """ann* bermuda 9: N mafia
           bob gnomes 1; hand bribery""",
        """bob: ACCEPT 1
           ann: OFFER bob 4 MB FOR Bribery
           ann: DROP Mafia""",
    )
    assert [row["status"] for row in result["rulings"]] == ["ok", "ok", "ok"]
    assert result["after"]["money"]["gnomes-of-zurich"] == 5
    assert result["after"]["hands"]["ann"] == ["bribery"]


def test_every_line_of_another_seat_has_its_own_number() -> None:
    result = adjudicated(
        """ann* bermuda: N mafia
           bob gnomes 9; hand murphys-law""",
        """ann: DROP Mafia
           bob: GUARD ALL
           bob: PLAY Murphys Law ON 1
           bob: RESERVE 3
           bob: GIVE 1 TO ann
           bob: PLAY Secrets ON ANY Special""",
    )
    of_bob = [row for row in result["rulings"] if row["seat"] == "bob"]
    assert [row["line"] for row in of_bob] == [1, 2, 3, 4, 5]
    assert [row["status"] for row in of_bob] == ["ok", "ok", "ok", "ok", "illegal"]


def test_lines_of_a_lost_turn_are_skipped_for_that() -> None:
    result = adjudicated(
        """ann* bermuda: N mafia
           bob gnomes; hand senate""",
        """ann: DROP Mafia
           bob: PLAY Senate ON ann""",
    )
    (of_ann,) = [row for row in result["rulings"] if row["seat"] == "ann"]
    assert (of_ann["status"], of_ann["reason"], of_ann["rule"]) == ("skipped", "turn-lost", "R9.7")
    assert result["after"]["holds"]["ann"] == ["mafia"]
