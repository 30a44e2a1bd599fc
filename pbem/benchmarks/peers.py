"""What others reach in the same run, where they are installed: `pip install pbem[peers]`."""

from __future__ import annotations

import random
import time
from importlib.util import find_spec

MOVES = 4_000


def peer_figures(runs: int, seed: str) -> dict[str, float]:
    """`chess_moves_per_cpu_s`: moves of python-chess, each chosen from the full list of legal ones,
    best of several runs. Empty where it is not installed."""
    if find_spec("chess") is None:
        return {}
    return {"chess_moves_per_cpu_s": round(max(_chess_rate(seed) for _ in range(runs)), 1)}


def _chess_rate(seed: str) -> float:
    import chess

    chance, board, began = random.Random(seed), chess.Board(), time.process_time()
    for _ in range(MOVES):
        moves = list(board.legal_moves)
        if not moves or board.is_insufficient_material() or board.halfmove_clock >= 150:
            board = chess.Board()
            moves = list(board.legal_moves)
        board.push(chance.choice(moves))
    return MOVES / (time.process_time() - began)
