"""Sealed bids: a game of three rounds, small enough to see all that the service asks of a game.

In each round all bid for a prize in secret; then the others have one window in which to BEAT the
best bid by a coin. A prize scores 1, and 2 more for the seat whose secret favourite it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.core.dice import SecretDice
from pbem.games.contract.plain import PlainCodec, PlainLanguage
from pbem.games.contract.plain_mails import PlainReporter
from pbem.games.contract.plain_verbs import plain_verb
from pbem.games.contract.ruleset import Robots, RobotSeat, Rules, Ruleset, Secrecy
from pbem.games.contract.values import Ask, Filed, GameDice, SheetKey, Status, Step

PRIZES, COINS = ("red", "green", "blue"), 10


class Event(msgspec.Struct, frozen=True):
    kind: Literal["joined", "bid", "bought", "left"]
    seat: str
    prize: str = ""
    coins: int = 0


class State(msgspec.Struct, frozen=True):  # `coins` are those of the seats still in
    favourites: dict[str, str] = {}
    coins: dict[str, int] = {}
    prizes: dict[str, str] = {}
    bids: dict[str, int] = {}
    round: int = 1

    @property
    def leader(self) -> str:
        has_all = self.coins and self.coins.keys() <= self.bids.keys()
        return max(self.coins, key=lambda seat: self.bids[seat]) if has_all else ""

    def score(self, seat: str) -> int:
        mine = [prize for prize, owner in self.prizes.items() if owner == seat]
        return len(mine) + 2 * (self.favourites[seat] in mine)


class ToyRules(Rules[State, Event]):
    """Every bid is asked for by itself, so that several asks are open at once."""

    def new(
        self, seats: Sequence[str], _options: object, dice: GameDice, _likes: object
    ) -> Step[State, Event]:
        picks = [PRIZES[dice.pick(at, "favourite", 3)] for at in range(len(seats))]
        joined = tuple(Event("joined", *pair) for pair in zip(seats, picks, strict=True))
        secrets = dict(zip(seats, picks, strict=True))
        return Step(State(secrets, dict.fromkeys(seats, COINS)), joined)

    def status(self, state: State) -> Status:
        playing, number = tuple(state.coins), state.round
        is_over = number > len(PRIZES) or len(playing) < 2
        best = max((state.score(seat) for seat in playing), default=0)
        asks = [Ask(f"bid:{number}:{s}", "script", (s,)) for s in playing if s not in state.bids]
        if state.leader:
            others = tuple(seat for seat in playing if seat != state.leader)
            asks = [Ask(f"beat:{number}", "answers", others, SheetKey("answers", number))]
        return Status(
            turn=number,
            part=int(bool(state.leader)),
            mover=state.leader or [*playing, ""][0],
            playing=playing,
            winners=tuple(seat for seat in playing if is_over and state.score(seat) == best),
            is_over=is_over,
            asks=() if is_over else tuple(asks),
            sheets={seat: SheetKey("script", number) for seat in state.favourites},
        )

    def advance(
        self, state: State, ask: str, filed: Filed, _dice: GameDice, _at: object
    ) -> tuple[Step[State, Event], ...]:
        said = {seat: lines[-1].split() for seat, lines in filed.sheets.items() if lines}
        if not state.leader:
            seat = ask.split(":")[2]
            typed = sum(int(word) for word in said.get(seat, []) if word.isdigit())
            bid = Event("bid", seat, coins=min(typed, state.coins[seat]))
            return (Step(self.evolve(state, bid), (bid,), seat),)
        price = state.bids[state.leader]
        able = [s for s, words in said.items() if words == ["BEAT"] and state.coins[s] > price]
        buyer, price = (able[0], price + 1) if able else (state.leader, price)
        bought = Event("bought", buyer, PRIZES[state.round - 1], price)
        return (Step(self.evolve(state, bought), (bought,), state.leader, is_turn=True),)

    def evolve(self, state: State | None, event: Event) -> State:
        state, seat = state or State(), event.seat
        match event.kind:
            case "joined":
                favourites = {**state.favourites, seat: event.prize}
                return replace(state, favourites=favourites, coins={**state.coins, seat: COINS})
            case "bid":
                return replace(state, bids={**state.bids, seat: event.coins})
            case "left":
                return replace(state, coins={s: c for s, c in state.coins.items() if s != seat})
            case "bought":
                purse = {**state.coins, seat: state.coins[seat] - event.coins}
                prizes = {**state.prizes, event.prize: seat}
                return State(state.favourites, purse, prizes, round=state.round + 1)

    def audit(self, state: State) -> Sequence[str]:
        return [f"{seat} owes {-coins} coins" for seat, coins in state.coins.items() if coins < 0]

    def leave(
        self, state: State, seat: str, _filed: Filed, _dice: GameDice
    ) -> Step[State, Event] | None:
        gone, is_in = Event("left", seat), seat in state.coins
        return Step(self.evolve(state, gone), (gone,), seat) if is_in else None


class ToySecrecy(Secrecy[State, Event]):
    def seen(self, event: Event, seat: str, _state: State) -> Event | None:
        is_secret = event.kind in ("joined", "bid") and event.seat != seat
        return replace(event, prize="", coins=0) if is_secret else event


class ToyReporter(PlainReporter[State, Event]):
    def format_event(self, event: Event, _seat: str) -> str:
        return (
            " ".join(f"{event.seat} {event.kind} {event.prize} {event.coins or ''}".split()) + "."
        )

    def world(self, state: State, seat: str) -> Sequence[str]:
        own = [f"Your favourite is {state.favourites[seat]}."] if seat in state.favourites else []
        return (*own, *(f"{name} has {coins} coins." for name, coins in state.coins.items()))


def letter(robot: RobotSeat, state: State, asks: Sequence[Ask], dice: GameDice) -> tuple[str, ...]:
    if not any(robot.seat in ask.seats for ask in asks):
        return ()
    bid = dice.pick(state.round, f"bid:{robot.seat}", state.coins[robot.seat] + 1)
    is_wanted = state.favourites[robot.seat] == PRIZES[state.round - 1]
    return (("BEAT",) if is_wanted else ()) if state.leader else (f"BID {bid}",)


VERBS = (plain_verb("BID", "So many coins.", number=True), plain_verb("BEAT", "By a coin."))
RULES, SECRECY = ToyRules(), ToySecrecy()
TOY: Ruleset[State, Event] = Ruleset(
    *("toy", "Sealed bids", "1", range(2, 5), RULES, PlainCodec(State, Event), SecretDice),
    *(PlainLanguage(RULES.status, VERBS, "Bid for three prizes."), SECRECY),
    *(ToyReporter(SECRECY.seen), Robots(("bidder",), "bidder", lambda *_: True, letter)),
)
