"""What can be done with INWO at a terminal."""

from __future__ import annotations

from pbem.games.contract.tools import Tools, lazy

_HERE = "pbem.games.inwo"
TOOLS = Tools(
    rules=lazy(f"{_HERE}.rulebook:look_up"),
    adjudicate=lazy(f"{_HERE}.adjudication:adjudicate_file"),
    parse=lazy(f"{_HERE}.parsing:parse"),
    verify=lazy(f"{_HERE}.verification:verify"),
    remarks=lazy(f"{_HERE}.verification:remarks"),
    simulate=lazy(f"{_HERE}.simulation:simulate"),
    summary=lazy(f"{_HERE}.simulation:summary"),
    simulation_help=lazy(f"{_HERE}.simulation:explained"),
    bench_engine=lazy(f"{_HERE}.benchmark:bench_engine"),
    sample_full=lazy(f"{_HERE}.benchmark:sample_full"),
    bench_options={"pace": "policies"},
)
