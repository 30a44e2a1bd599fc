"""Sealed bids: a game of three rounds, small enough to see all that the service asks of a game.

In each round everybody bids for a prize in secret. Then the best bid is told, and the others have
one window in which to BEAT it by a coin. A prize scores 1, and 2 more for the seat whose secret
favourite it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from pbem.games.contract.ruleset import Robots, RobotSeat, Rules, Secrecy
from pbem.games.contract.values import Ask, Filed, GameDice, SheetKey, Status, Step

PRIZES, COINS = ("red", "green", "blue"), 10


class Event(msgspec.Struct, frozen=True):
    """What happened to a seat: only it knows its favourite and its bids."""

    kind: Literal["joined", "bid", "led", "sold", "left"]
    seat: str
    prize: str = ""
    coins: int = 0


class State(msgspec.Struct, frozen=True):
    """`coins` are those of the seats that are still in; `prizes` say who has them."""

    favourites: dict[str, str] = {}
    coins: dict[str, int] = {}
    prizes: dict[str, str] = {}
    bids: dict[str, int] = {}
    round: int = 1
    leader: str = ""

    def score(self, seat: str) -> int:
        mine = [prize for prize, owner in self.prizes.items() if owner == seat]
        return len(mine) + 2 * (self.favourites[seat] in mine)


class ToyRules(Rules[State, Event]):
    """Every bid is asked for by itself, so that several asks are open at once."""

    def new(
        self, seats: Sequence[str], options: object, dice: GameDice, likes: object
    ) -> Step[State, Event]:
        picks = [PRIZES[dice.pick(at, "favourite", 3)] for at in range(len(seats))]
        joined = [Event("joined", seat, pick) for seat, pick in zip(seats, picks, strict=True)]
        return self._step(State(), joined)

    def status(self, state: State) -> Status:
        playing, asks = tuple(state.coins), []
        is_over = state.round > len(PRIZES) or len(playing) < 2
        best = max((state.score(seat) for seat in playing), default=0)
        if state.leader:
            others = tuple(seat for seat in playing if seat != state.leader)
            sheet = SheetKey("answers", state.round)
            asks = [Ask(f"beat:{state.round}", "answers", others, sheet)]
        else:
            waited = [seat for seat in playing if seat not in state.bids]
            asks = [Ask(f"bid:{state.round}:{seat}", "script", (seat,)) for seat in waited]
        return Status(
            turn=state.round,
            part=int(bool(state.leader)),
            mover=state.leader or [*playing, ""][0],
            playing=playing,
            winners=tuple(seat for seat in playing if is_over and state.score(seat) == best),
            is_over=is_over,
            asks=() if is_over else tuple(asks),
            sheets={seat: SheetKey("script", state.round) for seat in state.favourites},
        )

    def advance(
        self, state: State, ask: str, filed: Filed, dice: GameDice, at: object
    ) -> tuple[Step[State, Event], ...]:
        said = {seat: lines[-1].split() for seat, lines in filed.sheets.items() if lines}
        if not state.leader:
            seat = ask.rpartition(":")[2]
            bid = [int(word) for word in said.get(seat, []) if word.isdigit()]
            return (self._step(state, [Event("bid", seat, coins=sum(bid))], seat),)
        price, prize = state.bids[state.leader], PRIZES[state.round - 1]
        beaten = [seat for seat, words in said.items() if words == ["BEAT"]]
        buyer, price = (beaten[0], price + 1) if beaten else (state.leader, price)
        return (self._step(state, [Event("sold", buyer, prize, price)], state.leader, True),)

    def _step(
        self, state: State, events: list[Event], seat: str = "", is_turn: bool = False
    ) -> Step[State, Event]:
        """The events, and who leads once everybody has bid."""
        for event in events:
            state = self.evolve(state, event)
        if not state.leader and state.coins and state.coins.keys() <= state.bids.keys():
            leader = max(state.coins, key=lambda name: state.bids[name])
            events = [*events, Event("led", leader, coins=state.bids[leader])]
            state = self.evolve(state, events[-1])
        return Step(state, tuple(events), seat, is_turn=is_turn)

    def evolve(self, state: State | None, event: Event) -> State:
        state = state or State()
        seat, coins = event.seat, event.coins
        match event.kind:
            case "joined":
                favourites = {**state.favourites, seat: event.prize}
                return replace(state, favourites=favourites, coins={**state.coins, seat: COINS})
            case "bid":
                return replace(state, bids={**state.bids, seat: coins})
            case "led":
                return replace(state, leader=seat)
            case "left":
                left = {name: had for name, had in state.coins.items() if name != seat}
                return replace(state, coins=left, leader=state.leader.replace(seat, ""))
            case "sold":
                purse = {**state.coins, seat: state.coins[seat] - coins}
                prizes = {**state.prizes, event.prize: seat}
                return State(state.favourites, purse, prizes, round=state.round + 1)

    def audit(self, state: State) -> Sequence[str]:
        return [f"{seat} owes {-coins} coins" for seat, coins in state.coins.items() if coins < 0]

    def leave(
        self, state: State, seat: str, filed: Filed, dice: GameDice
    ) -> Step[State, Event] | None:
        return self._step(state, [Event("left", seat)], seat) if seat in state.coins else None


class ToyCodec:
    """Values as JSON."""

    def encode_state(self, state: State) -> str:
        return msgspec.json.encode(state).decode()

    def decode_state(self, text: str) -> State:
        return msgspec.json.decode(text, type=State)

    def encode_events(self, events: Sequence[Event]) -> str:
        return msgspec.json.encode(events).decode()

    def decode_events(self, text: str) -> tuple[Event, ...]:
        return msgspec.json.decode(text, type=tuple[Event, ...])


class ToySecrecy(Secrecy[State, Event]):
    """A favourite and a bid are their seat's alone."""

    def seen(self, event: Event, seat: str, state: State) -> Event | None:
        is_secret = event.kind in ("joined", "bid") and event.seat != seat
        return replace(event, prize="", coins=0) if is_secret else event


def letter(robot: RobotSeat, state: State, asks: Sequence[Ask], dice: GameDice) -> tuple[str, ...]:
    """A bid as the dice have it; a better one is beaten for the favourite alone."""
    seat, asked = robot.seat, [ask for ask in asks if robot.seat in ask.seats]
    if not asked or not state.leader:
        bid = dice.pick(state.round, f"bid:{seat}", state.coins[seat] + 1)
        return (f"BID {bid}", "READY") if asked else ()
    is_wanted = state.favourites[seat] == PRIZES[state.round - 1]
    can_pay = state.coins[seat] > state.bids[state.leader]
    return ("BEAT", "READY") if is_wanted and can_pay else ("READY",)


ROBOTS: Robots[State] = Robots(
    kinds=("bidder",),
    stand_in="bidder",
    writes=lambda state, seat, asks: any(seat in ask.seats for ask in asks),
    letter=letter,
)
