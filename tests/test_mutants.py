"""The score of `make mutants`: what counts, and what is refused."""

import pytest

from tests.tools.mutants import NotTried, Result, Sample, interval, outcomes, report, share

ROLL = "engine.core.dice.x_roll__mutmut_1"
SEEN = "engine.illuminati.view.x__seen__mutmut_31"
SERIES = "pbem.grammar.orders.reader.xǁReaderǁseries__mutmut_2"


@pytest.mark.parametrize(
    ("noticed", "of", "low", "high"), [(50, 100, 0.404, 0.596), (0, 10, 0.0, 0.278)]
)
def test_the_interval_is_wilsons(noticed: int, of: int, low: float, high: float) -> None:
    assert interval(noticed, of) == pytest.approx((low, high), abs=0.001)


def test_what_no_test_notices_is_no_kill_nor_is_it_left_out() -> None:
    results = outcomes({ROLL: 1, SEEN: 0, SERIES: 36, "engine.core.dice.x_pick__mutmut_2": 33})
    assert [row.outcome for row in results] == ["no tests", "killed", "survived", "timeout"]
    assert share(results).startswith("50.0 % ")


def test_what_is_not_tried_yet_counts_for_nothing() -> None:
    assert outcomes({ROLL: None, SEEN: 0}) == [Result(SEEN, "survived")]


@pytest.mark.parametrize("code", [255, 2, 4, 35])
def test_a_mutant_that_could_not_be_tried_is_no_kill(code: int) -> None:
    with pytest.raises(NotTried, match=rf"{ROLL} ended with {code}"):
        outcomes({ROLL: code, SEEN: 0})


@pytest.mark.parametrize(
    ("mutant", "package"),
    [
        (ROLL, "engine.core"),
        (SEEN, "engine.illuminati"),
        (SERIES, "pbem.grammar.orders"),
        ("engine.illuminati.robots.x_letter__mutmut_1", "engine.illuminati.robots"),
    ],
)
def test_a_mutant_counts_for_its_package(mutant: str, package: str) -> None:
    assert Result(mutant, "killed").package == package


def test_a_report_of_a_part_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.tools.mutants.version", lambda name: "1.0")
    told = report("abc1234", Sample(made=9, count=3, seed=12), outcomes({ROLL: 1, SEEN: 0}))
    assert "2 tried of a random sample of 3" in told and "Not all are tried yet" in told
    assert f"## Survived\n\n- `{SEEN}`" in told
    whole = report("abc1234", Sample(made=9, count=2, seed=12), outcomes({ROLL: 1, SEEN: 0}))
    assert "Not all" not in whole
