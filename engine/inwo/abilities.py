"""What a card can do, as data (I35): rules ask for these values, cards never act by themselves.

A field of type Selector is written as text in the card files (`selectors.selector`). `whom` and
`covers` say whose cards an ability reaches, seen from the card that has it: itself, its master,
its direct puppets, its whole branch, the card it is linked to (`host`), all of its controller's
(`mine`), his others (`others`), his Illuminati, or everybody's (`all`); what a Group is `tied`
to, or those tied to it (`tenants`).
"""

from __future__ import annotations

from typing import Literal

from engine.core.values import Value
from engine.inwo.selectors import ALL, Attribute, InwoAlignment, Selector

Aim = Literal["control", "destroy"]
"""The form of an attack (I11.1)."""
StatName = Literal["power", "global", "resistance"]
Operation = Literal["set", "raise", "times", "add", "drop"]
"""What is done to a value; `drop` lowers it, but not below 1."""
Whom = Literal[
    "self",
    "master",
    "puppets",
    "branch",
    "host",
    "mine",
    "others",
    "illuminati",
    "all",
    "tied",
    "tenants",
    "holdings",
]
AttackPurpose = Literal["", "attack", "defense", "target"]
"""For what a value is asked: outside attacks, for an attacker's side, for a target's."""
Instants = Literal["no", "disasters", "assassinations", "all"]
DeckName = Literal["plots", "groups"]
Colour = Literal["red", "blue", "yellow"]

BOTH: tuple[Aim, ...] = ("control", "destroy")
BASIC_ONLY = "BASIC ONLY"


class Cost(Value):
    """One way to pay for a play, all its parts together (I34.5).

    `illuminati` are tokens of his Illuminati, -1 all it has; `payer` Groups that act, `number` of
    any Power or enough for `total`, or for more than the target's Power (`over`); `plots` and
    `groups` cards from the tops of his decks, `hand` other Plots of his hand, `hand_groups` its
    Group cards. Who acts `shares` an
    alignment with the Group that the play is about, or one of several does; `one` of them is such.
    `every`: all tokens of all such Groups, of one at least. In One Big Deck as many Plots of the
    hand as `common` says stand for what comes off decks; -1: it cannot be paid so (I30.3).
    Groups of `anybody` act for it, if they are named and their players agree (I1.10).
    """

    illuminati: int = 0
    payer: Selector | None = None
    number: int = 1
    total: int = 0
    over: bool = False
    plots: int = 0
    groups: int = 0
    hand: int = 0
    hand_groups: int = 0
    unseen: bool = False
    every: bool = False
    shares: bool = False
    one: Selector | None = None
    common: int = 0
    anybody: bool = False


# --- constant abilities of cards in play ----------------------------------------------------


class AttackBonus(Value):
    """Points for attacks (I13.8, I35.13).

    `any`: of every attack of its controller, `rivals`: of the others', `everyone`: of all;
    `direct`: of those it leads; `joining`: where its
    action is in the attack; `against`: of anybody's attack on this card. `in_place` is the
    alignment whose pair it replaces (I13.3); `only`: in no other attacks than those Instants.
    `of_master`: also of a target with such a master; `by_master`: of its own master's attacks;
    `unprivileged`: of no privileged ones; `beyond`: what it destroys never returns (I38.41).
    `on_rival`: of attacks on the Groups of such an Illuminati; `in_area`: while nobody controls it;
    `agreed`: also of a Personality that all players have agreed on (I33.9).
    """

    amount: int
    scope: Literal["any", "direct", "joining", "against", "everyone", "rivals"]
    forms: tuple[Aim, ...] = BOTH
    target: Selector = ALL
    leader: Selector = ALL
    in_place: InwoAlignment | None = None
    further: bool = False
    instants: Instants = "no"
    only: bool = False
    per: tuple[Attribute | InwoAlignment, ...] = ()
    sides: tuple[str, ...] = ("aid", "oppose")
    rival: bool = False
    of_master: Selector | None = None
    by_master: bool = False
    unprivileged: bool = False
    beyond: bool = False
    on_rival: Selector | None = None
    in_area: bool = False
    agreed: bool = False
    kind: Literal["bonus"] = "bonus"


class Defense(Value):
    """Points for the defense of what it covers (I35.22); `against`: the leader or a helper.

    `no_disasters`: in no Disaster, Instant or not. What it does in `instants` it does in
    `standard` play alone, if that is said.
    """

    amount: int
    covers: Whom
    of: Selector = ALL
    forms: tuple[Aim, ...] = BOTH
    against: Selector = ALL
    helpers: bool = False
    instants: Instants = "no"
    only: bool = False
    no_disasters: bool = False
    standard: bool = False
    kind: Literal["shield"] = "shield"


class StatChange(Value):
    """A number set, raised, multiplied or added to (I10.1, I35.14, I35.24).

    `per`: once for each such card its controller has, or `everybody`; `if_any`: not to a 0;
    `equals`: set to that value of the card.
    `while_mine`, `while_any`: only while its controller, or anybody, has such a card. `printed`:
    of the words printed on a card; `apart`: it does not add up with other Resources on that card;
    `placed`: only of Groups in a structure; `off_hours`: only on free days and in the evening.
    """

    op: Operation
    amount: int = 0
    stats: tuple[StatName, ...] = ("power",)
    whom: Whom = "self"
    of: Selector = ALL
    per: Selector | None = None
    equals: StatName | None = None
    purpose: AttackPurpose = ""
    everybody: bool = False
    if_any: bool = False
    while_mine: Selector | None = None
    while_any: Selector | None = None
    printed: bool = False
    apart: bool = False
    placed: bool = False
    off_hours: bool = False
    kind: Literal["stat"] = "stat"


class Identity(Value):
    """Alignments and attributes given and taken (I2.3, I35.19); `blank`: it can have none.

    One is gained that was `chosen` as the card was played.

    `most_power`: of Groups that have no more once all other changes are made (I38.72); some do not
    count `for_goals` (I38.69).
    """

    gains: tuple[InwoAlignment | Attribute, ...] = ()
    loses: tuple[InwoAlignment | Attribute, ...] = ()
    blank: bool = False
    whom: Whom = "host"
    of: Selector = ALL
    most_power: int | None = None
    for_goals: bool = True
    chosen: bool = False
    kind: Literal["identity"] = "identity"


class ExtraTokens(Value):
    """Tokens more at each B4 (I6.1, I35.16); `per`: for each such puppet of the card."""

    amount: int
    whom: Whom
    of: Selector = ALL
    per: Selector | None = None
    keeps: bool = False
    kind: Literal["tokens"] = "tokens"


class ExtraDraw(Value):
    """Cards more at the start of its controller's turn (I5.2, I35.18); `per`: for each puppet.

    `in_area`: they are turned up in the uncontrolled area, where there is one (I29.4).
    """

    amount: int
    deck: DeckName
    per: Selector | None = None
    in_area: bool = False
    kind: Literal["draw"] = "draw"


class AutoReroll(Value):
    """Dice rolled again, once (I38.10).

    Of a failed attack to control by the Group it is linked to, or of a successful one on such a
    Group of its controller.
    """

    of: Selector
    kind: Literal["auto-reroll"] = "auto-reroll"


class Crash(Value):
    """What an 11 or 12 costs in an attack that its Group leads or aids (I38.11).

    The card `itself`, with all that its controller hides, or the Group it is linked to.
    """

    loses: Literal["itself", "host"]
    kind: Literal["crash"] = "crash"


class LossGain(Value):
    """Plots off the deck of a rival who captures or destroys a Group of its controller (I36.7).

    Or, if he says so, all hidden Plots of the rival are exposed; of one who destroys he chooses one
    that is discarded.
    """

    captured: int
    destroyed: int
    kind: Literal["loss-gain"] = "loss-gain"


class SpoilsDraw(Value):
    """Plots drawn when its controller destroys such a Group; `part`: if it was in the attack."""

    amount: int
    target: Selector = ALL
    part: bool = False
    rival: bool = False
    kind: Literal["spoils"] = "spoils"


class Immune(Value):
    """What it covers cannot be attacked or touched by such Groups (I17, I35.26).

    `cards`: nor by such Plots and Resources, or attacks of that kind (I17.3); `attacks`: only to
    attacks that they make or aid.
    """

    to: Selector
    covers: Whom
    of: Selector = ALL
    rivals: bool = False
    cards: bool = False
    attacks: bool = False
    kind: Literal["immune"] = "immune"


class Protected(Value):
    """What it covers cannot be attacked so, by such attackers (I11.6, I35.32).

    `by_cards`: nor by cards that attack; `own`: nor by his own Illuminati; `while_self`: only
    while it is such a card itself; `while_linked`: while a card of that id is linked to it.
    """

    forms: tuple[Aim, ...]
    by: Selector = ALL
    covers: Whom = "self"
    of: Selector = ALL
    by_cards: bool = True
    own: bool = False
    while_self: Selector = ALL
    while_linked: str = ""
    kind: Literal["protect"] = "protect"


class DisasterProof(Value):
    """Such Disasters cannot be played on what it covers (I35.26)."""

    to: Selector = ALL
    covers: Whom = "self"
    kind: Literal["disaster-proof"] = "disaster-proof"


class AttackMultiplier(Value):
    """Power multiplied in attacks on such targets (I38.17).

    Its own, or that of all such Groups on the `sides` named; `part`: while it makes or aids the
    attack, or opposes it where the side is the defense; `exposed`: while its controller shows
    that Plot; `leads`: of the attacker itself alone.
    """

    factor: int
    whom: Literal["self", "all"] = "self"
    of: Selector = ALL
    target: Selector = ALL
    forms: tuple[Aim, ...] = BOTH
    sides: tuple[AttackPurpose, ...] = ("attack",)
    part: bool = False
    exposed: str = ""
    leads: bool = False
    kind: Literal["attack-times"] = "attack-times"


class KeepsOut(Value):
    """While it makes or aids an attack no such Group may join the defense (I36.5)."""

    of: Selector
    kind: Literal["keeps-out"] = "keeps-out"


class SeesSecret(Value):
    """It may touch Secret Groups; `for_all`: whoever joins an attack that it leads (I38.35).

    Only such Groups, and not attack them itself where it only `joins`, nor oppose attacks on them
    where it only `attacks`.
    """

    for_all: bool = False
    of: Selector = ALL
    joins: bool = False
    attacks: bool = False
    kind: Literal["sees-secret"] = "sees-secret"


class AfterAttack(Value):
    """What an attack brings when it is over (I36.9): Plots for a player or a token for itself.

    `role`: it was the target, or took part, or the target was a Group of its controller;
    `against`: whom it faced, a rival's where `rival`; `at_once`: as the attack is announced.
    `to_attacker`: his are the Plots; `power`:
    one more for each point of the target's Power.
    """

    role: Literal["target", "part", "mine"]
    gives: Literal["token", "plots"]
    result: Literal["any", "failed", "destroyed"] = "any"
    amount: int = 1
    against: Selector = ALL
    rival: bool = False
    to_attacker: bool = False
    at_once: bool = False
    power: bool = False
    kind: Literal["after-attack"] = "after-attack"


class BoldAttack(Value):
    """What becomes of such a Group that leads an attack to destroy on such another (I35.11).

    If it succeeds its controller draws a Plot and it gets a token; else it is destroyed, to the
    credit of the other's controller.
    """

    of: Selector
    target: Selector
    kind: Literal["bold-attack"] = "bold-attack"


class Veteran(Value):
    """Its Power rises by each successful attack to destroy that it makes or aids (I36.1).

    By a failed one it falls, but not below 1.
    """

    kind: Literal["veteran"] = "veteran"


class AttackDraws(Value):
    """Who attacks a rival, or aids that, draws a Plot; who takes or destroys, a Group (I35.11)."""

    kind: Literal["attack-draws"] = "attack-draws"


class NoMaster(Value):
    """It never comes under such a master by takeover or move (I36.6)."""

    by: Selector
    kind: Literal["no-master"] = "no-master"


class SkipsTokens(Value):
    """The target of an attack that it joins gets no token the next time (I36.9)."""

    kind: Literal["skips-tokens"] = "skips-tokens"


class Returns(Value):
    """Destroyed it goes to the hand of its destroyer, and counts for nothing (I36.7)."""

    kind: Literal["returns"] = "returns"


class SeesDraws(Value):
    """Rivals show its controller the first Plot that they draw in a turn (I36.10)."""

    kind: Literal["sees-draws"] = "sees-draws"


class Tie(Value):
    """It may be linked to such a Group (I20.1): of its controller's alone, or anybody's.

    With `hosts` such Groups may be linked to it instead. `doom`: if the Place of the two is
    destroyed the other goes too, to the credit of the destroyer.
    """

    of: Selector
    whose: Literal["mine", "any"] = "mine"
    hosts: bool = False
    doom: bool = False
    kind: Literal["tie"] = "tie"


class Unwarded(Value):
    """In an Assassination that it takes part in no defense counts but by Magic (I36.4)."""

    kind: Literal["unwarded"] = "unwarded"


class Guise(Value):
    """As what a Group counts for its own part of an attack that it makes or aids (I36.2, I36.3).

    Where a target has the word it counts as it `mirrors` that, to control; of the words of
    `swaps` it and the target have the one that serves it; its master has any of its alignments
    where it `lends` them.
    """

    mirrors: InwoAlignment | None = None
    swaps: tuple[InwoAlignment, ...] = ()
    lends: bool = False
    kind: Literal["guise"] = "guise"


class OwnChoice(Value):
    """It has a word or not as serves its controller in each sum (I38.22)."""

    word: InwoAlignment
    kind: Literal["own-choice"] = "own-choice"


class CopiesMaster(Value):
    """It has its master's alignments, none else where `exact`, and some more.

    That both are Fanatic makes them alike, not opposed (I38.71).
    """

    exact: bool = False
    gains: tuple[InwoAlignment, ...] = ()
    kind: Literal["copies-master"] = "copies-master"


class AgentsBonus(Value):
    """Agents that its controller plays count so much more (I35.34)."""

    amount: int
    kind: Literal["agents-bonus"] = "agents-bonus"


class Assassin(Value):
    """Its attack to destroy a Personality may be an Assassination (I38.67)."""

    kind: Literal["assassin"] = "assassin"


class InstantPlot(Value):
    """Makes such a Group's attack to destroy Instant, where its own bonuses count (I38.68)."""

    leader: Selector
    target: Selector
    kind: Literal["instant-plot"] = "instant-plot"


class Strips(Value):
    """Its attack may take an alignment from a Group for good, with a bonus (I37)."""

    amount: int
    kind: Literal["strips"] = "strips"


class Retaliates(Value):
    """Who destroys it draws a Plot for each Group that took part; who fails pays for it (I37)."""

    kind: Literal["retaliates"] = "retaliates"


class Rallies(Value):
    """Such Groups may join whichever side of an attack it is on (I37)."""

    of: Selector
    kind: Literal["rallies"] = "rallies"


class TakeoverBan(Value):
    """No rival takes over such Groups automatically, unless its controller allows it (I35.38)."""

    of: Selector
    kind: Literal["takeover-ban"] = "takeover-ban"


class RulesOnly(Value):
    """It is master of no other Groups than such (I35.38)."""

    of: Selector
    kind: Literal["rules-only"] = "rules-only"


class LinkLock(Value):
    """Resources linked to it stay so for good (I36.14)."""

    kind: Literal["link-lock"] = "link-lock"


class RolledPower(Value):
    """Its printed Power is two dice less so much, as it comes and as turns begin (I38.20)."""

    less: int
    kind: Literal["rolled-power"] = "rolled-power"


class PuppetPower(Value):
    """Its printed Power is that of the strongest such puppet (I36.1)."""

    of: Selector
    kind: Literal["puppet-power"] = "puppet-power"


class MadDays(Value):
    """A die as its controller's turn begins: at most so much, and it has no token (I38.23).

    Then its alignments count for no Goal either.
    """

    most: int
    kind: Literal["mad-days"] = "mad-days"


class EndFee(Value):
    """At the end of its controller's turns a card is discarded for it, or it is lost (I36.12)."""

    kind: Literal["end-fee"] = "end-fee"


class PickDraw(Value):
    """Its controller looks at so many Plots before a draw, and takes one that he wishes (I38.27).

    They are on top of the deck, or at its bottom where `looks` is negative. Where it is `blind`, of
    either deck: for a card that he does not wish he takes the bottom one unseen. What he `returns`
    of those he looked at goes on top again, or under the deck if he says so.
    """

    looks: int
    blind: bool = False
    returns: bool = False
    kind: Literal["pick-draw"] = "pick-draw"


class Liar(Value):
    """Its player need not keep his side of a trade (I33.4)."""

    kind: Literal["liar"] = "liar"


class Trademark(Value):
    """Who names its Group to all must write the full name (I33.5)."""

    kind: Literal["trademark"] = "trademark"


class LieProof(Value):
    """Nobody lies to its controller in a trade (I33.4)."""

    kind: Literal["lie-proof"] = "lie-proof"


class Bet(Value):
    """Its controller bets up to so many Plots with a player who accepts it (I33.11).

    Two dice: at most `lost`, and the other draws them from his deck; else he does from the other's.
    """

    most: int
    lost: int
    kind: Literal["bet"] = "bet"


class Opportunity(Value):
    """An attack out of turn on a Group that a rival failed to take from his hand (I37)."""

    amount: int
    kind: Literal["opportunity"] = "opportunity"


class Strikable(Value):
    """Any Disaster may be played on this Resource, as on a Place; it is never Devastated (I37).

    Once it is destroyed a copy may come into play all the same.
    """

    kind: Literal["strikable"] = "strikable"


class Deathless(Value):
    """The Personality that it is linked to is never killed (I37)."""

    kind: Literal["deathless"] = "deathless"


class NoPuppets(Value):
    """The Group that it is linked to gets no more puppets (I37)."""

    kind: Literal["no-puppets"] = "no-puppets"


class Plague(Value):
    """Its host has no token, and is immune once it has gone on, as the next turn begins (I37).

    Nobody in the structure of such a Group catches it.
    """

    spares: Selector
    kind: Literal["plague"] = "plague"


class TokenDuty(Value):
    """A token more for his Illuminati at B4, which he must give a rival's, or lose (I33.11)."""

    kind: Literal["token-duty"] = "token-duty"


class SearchDraw(Value):
    """For its action its controller takes a Plot that he wishes, for one of his draws (I33.1)."""

    kind: Literal["search-draw"] = "search-draw"


class Rearranges(Value):
    """Its controller lays his structure anew (I9.9): as his turn ends, or for actions."""

    last: bool = False
    kind: Literal["rearranges"] = "rearranges"


class Many(Value):
    """Any number may be in play; destroyed they count for a Goal only with `credit` (I36.7)."""

    credit: bool = False
    kind: Literal["many"] = "many"


class Burden(Value):
    """It may be hung on a rival, counts for no Goal and raises the Basic one (I37).

    It is never moved, given or destroyed: who has won an attack on it hands it on, or discards it.
    """

    raises: int
    kind: Literal["burden"] = "burden"


class SharesFate(Value):
    """Linked to a Place it is destroyed as that is Devastated or lost (I36.7).

    Where it is destroyed itself the Place is Devastated.
    """

    kind: Literal["shares-fate"] = "shares-fate"


class WordOfHost(Value):
    """As it is linked an alignment of its Group is added, removed or reversed for good (I35.19)."""

    ways: tuple[str, ...]
    kind: Literal["word-of-host"] = "word-of-host"


class Follows(Value):
    """It hangs under no Group but such a one, and no two of it under one (I37)."""

    of: Selector
    kind: Literal["follows"] = "follows"


class AnySide(Value):
    """It may hang on a side of its master that has no arrow (I38.87)."""

    kind: Literal["any-side"] = "any-side"


class CopiesPlots(Value):
    """For its action and a Plot its controller uses a copy of a rival's exposed Plot (I33.12)."""

    kind: Literal["copies-plots"] = "copies-plots"


class FreeSides(Value):
    """Groups of its controller hang on any sides of their masters, on which they move (I37).

    No master has more of them than it has arrows.
    """

    kind: Literal["free-sides"] = "free-sides"


class TakenBy(Value):
    """Only who has exposed a Plot of that id may control it (I37)."""

    exposed: str
    kind: Literal["taken-by"] = "taken-by"


class NameBan(Value):
    """One rival whom it names does nothing in an attack that it makes or aids (I38.34)."""

    kind: Literal["name-ban"] = "name-ban"


class DiceLaw(Value):
    """Where it makes or aids an attack 11 may succeed, but a natural 2 is 12 (I36.8)."""

    kind: Literal["dice-law"] = "dice-law"


class PassesOn(Value):
    """A natural 11 or 12 of its controller ends his turn and gives it to a rival (I38.12)."""

    kind: Literal["passes-on"] = "passes-on"


class TurnsVampire(Value):
    """A Personality that it captures is a Vampire for good (I37)."""

    kind: Literal["turns-vampire"] = "turns-vampire"


class Undead(Value):
    """Destroyed by Magic alone, then beyond revival; it keeps its Magic Artifacts (I36.7)."""

    kind: Literal["undead"] = "undead"


class Gamble(Value):
    """One die as it joins an attack against such Groups (I38.19).

    So much Power for the attack, or its own destruction on a 6.
    """

    power: int
    against: Selector
    kind: Literal["gamble"] = "gamble"


class LastStand(Value):
    """It destroys itself where an attack that it led with its extra points has failed (I38.54)."""

    kind: Literal["last-stand"] = "last-stand"


class RolledWord(Value):
    """One die in each attack that it has a part in: at most so much, and it has a word (I38.21)."""

    word: InwoAlignment
    most: int
    kind: Literal["rolled-word"] = "rolled-word"


class Comeback(Value):
    """Destroyed, it is back as the turn ends, if nobody has won (I37)."""

    kind: Literal["comeback"] = "comeback"


class Needs(Value):
    """It is discarded once its controller has no such Group; one for each player (I35.14)."""

    of: Selector
    kind: Literal["needs"] = "needs"


class ResistanceAgainst(Value):
    """Its printed Resistance against such attackers (I36.1)."""

    amount: int
    by: Selector
    kind: Literal["resistance-against"] = "resistance-against"


class Disarms(Value):
    """Such a target of its attack to control has printed Resistance 0 (I36.1).

    Nor has it loyalty for sharing that word with its master.
    """

    word: InwoAlignment
    kind: Literal["disarms"] = "disarms"


class AutoRelief(Value):
    """Places that it Relieves for nothing (I36.12): in E1, or as the next turn begins."""

    covers: Whom
    next_turn: bool = False
    kind: Literal["auto-relief"] = "auto-relief"


class FreeMove(Value):
    """Once in his own turn its controller moves a Group at no cost (I38.32)."""

    kind: Literal["free-move"] = "free-move"


class NoPrivilege(Value):
    """What it covers cannot be the target of a privileged attack (I36.4)."""

    covers: Whom
    kind: Literal["no-privilege"] = "no-privilege"


class Inert(Value):
    """It has no token while its Power is 0, though that is printed (I36.7)."""

    kind: Literal["inert"] = "inert"


class AllPrivileged(Value):
    """All attacks of the Group it is linked to are privileged; lost with its words (I35.31)."""

    kind: Literal["all-privileged"] = "all-privileged"


class RivalPhase(Value):
    """A token in each rival's B4, if it has none (I35.16)."""

    kind: Literal["rival-phase"] = "rival-phase"


class Barred(Value):
    """Its controller may not attack such targets so (I35.38); by card where `takeover`.

    Only the Group it is linked to may not where `host`.
    """

    forms: tuple[Aim, ...]
    target: Selector
    takeover: bool = False
    host: bool = False
    kind: Literal["bar"] = "bar"


class HandLimit(Value):
    """Plots or Goals its controller may hold more (I7.6, I7.7, I35.35); `different` ones alone."""

    plots: int = 0
    goals: int = 0
    different: bool = False
    kind: Literal["limit"] = "limit"


class ExposeReward(Value):
    """Who exposes it gets a token for his Illuminati, once a game (I38.78).

    From then on nothing hides, discards or steals it.
    """

    kind: Literal["expose-reward"] = "expose-reward"


class ReliefWeight(Value):
    """What its action counts for Relief (I19.4), `once` a turn, and Plots drawn for it (I35.36)."""

    times: int = 1
    counts: int = 0
    draws: int = 0
    once: bool = False
    kind: Literal["relief"] = "relief"


class FreePrivilege(Value):
    """Attacks a turn that may be privileged at no cost (I16.2)."""

    times: int = 1
    kind: Literal["privilege"] = "privilege"


class KeepsFailed(Value):
    """Groups its controller fails to take from his hand are not discarded at E1 (I14.6)."""

    kind: Literal["keeps-failed"] = "keeps-failed"


class FreeDefense(Value):
    """Its Power defends such Groups of its controller without a token (I35.33, I38.18)."""

    of: Selector
    kind: Literal["free-defense"] = "free-defense"


class AgentProof(Value):
    """Copies of the Group it is linked to, or of itself, are refused as agents (I35.34)."""

    kind: Literal["agent-proof"] = "agent-proof"


class NoAgents(Value):
    """Copies of its controller's Groups are refused as agents (I38.91)."""

    kind: Literal["no-agents"] = "no-agents"


class ResourceTerms(Value):
    """What a Resource may be linked to (I20.4); `for_good`: once and for all.

    `sole`: a new one discards the one in play, or `ruins` it (I38.57).
    """

    to: Selector
    one: bool = False
    for_good: bool = False
    sole: bool = False
    ruins: bool = False
    kind: Literal["linked-to"] = "linked-to"


# --- Goals (I26, I35.10) --------------------------------------------------------------------


class DoubleGoal(Value):
    """Such Groups count double for the Basic Goal (I26.3).

    `unrivalled`: while no rival has such a Group of more Power (I38.92).
    """

    of: Selector
    unrivalled: bool = False
    kind: Literal["double"] = "double"


class MixGoal(Value):
    """So many destroyed of one sort, of `rivals` or anybody, and controlled of another."""

    destroyed: Selector
    controlled: Selector
    rivals: bool = False
    ways: tuple[tuple[int, int], ...] = ((2, 6), (3, 5), (4, 4), (5, 3), (6, 1))
    kind: Literal["mix"] = "mix"


class OustGoal(Value):
    """So many rivals whose last Group was lost with his help; or by him, of his own kind (I38.77).

    `kin`: only those with the same Illuminati, and it is he who takes the Group.
    """

    number: int
    kin: bool = False
    kind: Literal["oust"] = "oust"


class BareGoal(Value):
    """Shown as a rival takes his last puppet: he wins if he still has none (I38.77)."""

    kind: Literal["bare"] = "bare"


class TotalGoal(Value):
    """Total Power, of such Groups or of all; `everyone`: whoever controls them."""

    power: int
    of: Selector = ALL
    everyone: bool = False
    alignments: bool = False
    kind: Literal["total"] = "total"


class CountGoal(Value):
    """So many such Groups with that total Power."""

    number: int
    of: Selector
    power: int = 0
    kind: Literal["count"] = "count"


class GoalWeight(Value):
    """It counts as so many Groups of an alignment for Goals other than the Basic one (I35.37)."""

    word: InwoAlignment
    counts: int = 2
    kind: Literal["goal-weight"] = "goal-weight"


class ResourceGoal(Value):
    """Such Resources count as one Group each for the Basic Goal."""

    of: Selector
    kind: Literal["resources"] = "resources"


class DestroyGoal(Value):
    """Each Group destroyed lowers the number needed by one; so many win outright (I26.4)."""

    outright: int
    kind: Literal["destroy"] = "destroy"


class RuinGoal(Value):
    """Destroyed cards of a kind count two Groups each for the Basic Goal (I35.10).

    So `most` of them, and no others; who destroys by his Illuminati needs fewer Groups for them
    instead. So many win `outright` while no card of that id is in play.
    """

    of: Selector
    most: int
    outright: int
    without: str
    kind: Literal["ruins"] = "ruins"


class GoalRule(Value):
    """As its player said: only the Basic Goal wins, or it asks so many Groups `more` (I35.11)."""

    more: int
    kind: Literal["goal-rule"] = "goal-rule"

    @property
    def words(self) -> tuple[str, str]:
        """What may be said."""
        return BASIC_ONLY, f"PLUS {self.more}"


class TokenGoal(Value):
    """So many tokens of the Illuminati count as a Group each for the Basic Goal; not combinable."""

    most: int
    kind: Literal["token-goal"] = "token-goal"


class AnyGoal(Value):
    """Nothing of its own to win by but Goal cards."""

    kind: Literal["none"] = "none"


# --- Plots (I35.1 to I35.11) ----------------------------------------------------------------


class PlotBoost(Value):
    """+10 to a Group's action or defense (I35.1)."""

    of: Selector
    kind: Literal["boost10"] = "boost10"


class Reload(Value):
    """Tokens on such Groups for an Illuminati action (I35.2)."""

    of: Selector
    kind: Literal["reload"] = "reload"


class RaisePower(Value):
    """Linked to such a Group for its own action: Power raised to a number (I35.3)."""

    of: Selector
    to: int = 6
    kind: Literal["raise-power"] = "raise-power"


class ChangeAlignment(Value):
    """Linked to a Group, which gains the alignment (I35.4), and loses a Plot linked to it."""

    gains: InwoAlignment
    discards: str = ""
    kind: Literal["change-alignment"] = "change-alignment"


class Zap(Value):
    """Laid on a rival: his attacks and takeovers of such Groups are forbidden (I35.5).

    Or it `bars` something else: cards that attack, draws of Group cards, new Resources, hidden
    draws of Plots, the defense of nearness, the automatic takeover. Some Illuminati it `spares`. It
    `gives` points to one attack each turn; `many`: not in a game for two (I28.3).
    """

    of: Selector | None = None
    bars: Literal["", "strikes", "group-draws", "resources", "secrecy", "position", "takeovers"] = (
        ""
    )
    spares: Selector | None = None
    gives: int = 0
    many: bool = False
    kind: Literal["zap"] = "zap"


class Paralyze(Value):
    """Linked to such a Group, which does nothing any more (I35.6)."""

    of: Selector
    payer: Selector
    kind: Literal["paralyze"] = "paralyze"


class AssassinPlot(Value):
    """An Instant attack on a Personality (I18.6, I35.8); of more Power where it is `if_magic`."""

    power: int
    adds: Selector
    magic: bool = False
    if_magic: int = 0
    kind: Literal["assassination"] = "assassination"


class DisasterPlot(Value):
    """An attack on a Place that Devastates (I18.7, I35.9): Power by target, first that fits.

    `closed`: nobody may aid it; `defenders` oppose it with their Power whatever they are. `more`
    Power `per` such card of the victim's controller; such Groups as it `stuns` lose a token; one
    that `adds` its Power is needed. Such defenders count three `times`; where it destroys it comes
    back to the hand for an action of who it is `back_for`; the action of such a Group `swings` it:
    half or double its Power. After a success all such Groups as it `feeds` get a token, once
    a game for each player.
    """

    powers: tuple[tuple[Selector, int], ...]
    target: Selector = ALL
    margin: int | None = None
    instant: bool = True
    closed: bool = False
    defenders: Selector | None = None
    per: Selector | None = None
    more: int = 0
    stuns: Selector | None = None
    adds: Selector | None = None
    feeds: Selector | None = None
    times: Selector | None = None
    back_for: Selector | None = None
    swings: Selector | None = None
    kind: Literal["disaster"] = "disaster"


class Nomination(Value):
    """An attack to destroy a Personality by a card, which anybody may join (I37).

    Such Groups count double. Who survives has so much printed Power, one word more and a mark.
    """

    power: int
    doubles: Selector
    word: InwoAlignment
    raised: int
    kind: Literal["nomination"] = "nomination"


class WorldOrder(Value):
    """A New World Order of a colour (I24, I35.11); its changes are other abilities of the card.

    It `waits` until every player has had the chance to move Groups for Plots (I37).
    """

    colour: Colour
    waits: bool = False
    kind: Literal["nwo"] = "nwo"


class LinkedChange(Value):
    """A Plot that is linked for good to a card of its kind and changes it (I35.14, I35.13).

    What it does is in the other abilities of the card, from its host's side. `whose`: of which
    seat the Group must be; `just_played`: also a Group that is attacked from a hand; `apart`: not
    where that Plot is linked; `near`: directly under the Illuminati alone; `own_turn`: in one's own
    turn alone. It joins its Group to
    such a `partner` of his, and costs so many Plots of the `hand` besides. `once` a game, by
    whomever, and while no copy is in play (I37).
    """

    of: Selector
    whose: Literal["mine", "any"] = "mine"
    price: Literal["free", "own", "own-or-master", "illuminati", "media"] = "free"
    just_played: bool = False
    one_each: bool = False
    per_player: bool = False
    apart: str = ""
    near: bool = False
    in_attack: bool = True
    costs: tuple[Cost, ...] = ()
    partner: Selector | None = None
    hand: int = 0
    relieves: bool = False
    sole: bool = False
    chosen: bool = False
    once: bool = False
    own_turn: bool = False
    kind: Literal["linked"] = "linked"


class AttackPlot(Value):
    """Points for an attack under way, by a Plot or for a card's token (I35.13, I38.93).

    Privileged where it says so (I16.2); `lower` is what it may take away instead. Of an Instant
    attack only what is named; `only`: in those alone; `cards`: by which cards it is made;
    `direct`: the attacker itself must fit; `linked`: a card that is linked to the target;
    `beyond`: what it destroys never returns (I38.41). Such Groups as it `opens` the attack to may
    join the `sides` whatever the alignments, his own or `all_seats`'; it `enters` him into a
    privileged attack (I35.23). `with_agents`: only beside a copy of the target from the hand.
    `spoken`: its player must have said that word to all (I33.6).
    `times`: the value attacked is multiplied; `magic`: the attack is a Magic one (I38.52);
    `releases`: the target is nobody's after a success, whatever protects it; `sure`: an attack from
    the hand succeeds without dice, and the turn ends; `akin`: by a Group that shares an alignment
    with the target, or such a one;
    `about`: such a Group, its puppet, or its master unless that is directly under the Illuminati;
    `relieves`: a Place Devastated all the same is Relieved in its controller's next turn;
    `for_agents`: while another's agents are on that side; `spares`: a Disaster only Devastates;
    `returns`: it comes back exposed if its side wins; `sole`: one in an attack, a defender's sends
    the attacker's back; `per_card`: so much for the printed Power of each Group card of the hand
    that is given up, or for each undrawn Plot where it is only `near`; `itself`: of its own attacks
    alone; `given`: a Group card of the hand, which the target's player gets; `lends`: the Power of
    its card, to Groups of other players. One of the `costs` is paid.
    """

    amount: int
    forms: tuple[Aim, ...]
    target: Selector = ALL
    leader: Selector = ALL
    payer: Selector | None = None
    privileged: bool = False
    side: Literal["attack", "defense"] = "attack"
    instants: Instants = "no"
    only: bool = False
    cards: Selector = ALL
    lower: int = 0
    free: bool = False
    discards: bool = False
    direct: bool = False
    linked: str = ""
    beyond: bool = False
    opens: Selector | None = None
    sides: tuple[str, ...] = ("oppose",)
    all_seats: bool = False
    with_agents: bool = False
    enters: bool = False
    spoken: str = ""
    times: int = 1
    magic: bool = False
    relieves: bool = False
    about: Selector | None = None
    releases: bool = False
    sure: bool = False
    akin: Selector | None = None
    for_agents: bool = False
    spares: bool = False
    returns: bool = False
    sole: bool = False
    per_card: bool = False
    near: bool = False
    itself: bool = False
    given: bool = False
    lends: bool = False
    costs: tuple[Cost, ...] = ()
    kind: Literal["attack-plot"] = "attack-plot"


class Polls(Value):
    """Power and Resistance of his Groups of one alignment multiplied for defense, until his next
    turn begins (I38.14); the alignment is told as it is played."""

    times: int
    kind: Literal["polls"] = "polls"


class AlignmentRule(Value):
    """For everybody: how often identical and opposite alignments count (I38.70).

    `fanatic`: two Fanatics are identical, not opposite (I38.71); `mine`: only where that serves
    its controller's attack or defense.
    """

    same: int = 1
    opposed: int = 1
    fanatic: bool = False
    mine: bool = False
    kind: Literal["alignment-rule"] = "alignment-rule"


class Disabled(Value):
    """Such cards, by their printed words, have no ability (I35.39).

    `tokens`: nor any token; `while_token`: only while the card that says so has one; `kin`: by the
    words they have now, and where their master or a puppet is such, too.
    """

    of: Selector
    tokens: bool = False
    while_token: bool = False
    kin: bool = False
    kind: Literal["disable"] = "disable"


class WorldRule(Value):
    """For everybody: nobody aids another's attack, or takes over automatically (I35.11)."""

    no_aid: bool = False
    no_takeover: bool = False
    kind: Literal["world-rule"] = "world-rule"


class MayJoin(Value):
    """It may aid or oppose such attacks whatever the alignments (I35.23).

    `ends_privilege`: a privileged one too, which ends it; `privileged_only`: in those alone;
    `both`: on such targets by such leaders.
    """

    on: Selector
    by: Selector | None = None
    whom: Whom = "self"
    forms: tuple[Aim, ...] = BOTH
    sides: tuple[str, ...] = ("aid", "oppose")
    ends_privilege: bool = False
    privileged_only: bool = False
    both: bool = False
    kind: Literal["may-join"] = "may-join"


class DiceChange(Value):
    """What it does to dice just rolled (I35.17): for whose attack, of which kind, how it went.

    `magic`: the shift if a Magic Group is in the attack; a `reroll` is made at a need changed by
    `amount`. `help`: Groups join after the roll; `reward`: once it is settled, tokens for the
    Illuminati of who succeeded and of the target (I36.8). `only`: of Assassinations alone; `links`:
    the Plot stays with the target; `one`: not while a card of that id is in play; `cut`: the
    failure ends the attacker's turn; `led_by` such a Group of his; `free`: for no token.
    """

    op: Literal["set", "shift", "reroll", "fail", "soften", "help", "reward", "cut"]
    amount: int = 0
    magic: int = 0
    whose: Literal["any", "mine", "rival", "victim"] = "any"
    when: Literal["", "success", "failure"] = ""
    forms: tuple[Aim, ...] = BOTH
    target: Selector = ALL
    instants: Instants = "all"
    only: bool = False
    links: bool = False
    one: str = ""
    draws: int = 0
    led_by: Selector = ALL
    free: bool = False
    costs: tuple[Cost, ...] = ()
    kind: Literal["dice"] = "dice"


class DoubleStrike(Value):
    """Played with two cards of a kind that attack: the second adds its Power alone (I37)."""

    of: Literal["disaster", "assassination"]
    kind: Literal["double-strike"] = "double-strike"


class StandIn(Value):
    """It stands for one action of no more than that Power in a Plot's cost, once a turn (I38.90).

    His top Plot is discarded for it.
    """

    power: int
    kind: Literal["stand-in"] = "stand-in"


class FollowStrike(Value):
    """An Instant attack on an Organization right after a Place was ruined (I38.66)."""

    destroyed: int
    devastated: int
    joiners: Selector
    kind: Literal["follow-strike"] = "follow-strike"


class Liberator(Value):
    """Doubles what is brought against such a master; takes the Power of what it takes (I37)."""

    master: Selector
    takes: Selector
    kind: Literal["liberator"] = "liberator"


class Store(Value):
    """One hidden Plot may lie under it (I36.18); `own_only`: outside the limit, for it alone."""

    goals: bool = True
    own_only: bool = False
    kind: Literal["store"] = "store"


class HidesResources(Value):
    """Resources lie hidden under it; such a one comes with it, of the hand or the deck (I37)."""

    brings: Selector
    kind: Literal["hides-resources"] = "hides-resources"


class Note(Value):
    """A secret note on it: of one of his Groups, or of any Place (I33.13)."""

    of: Literal["mine", "place"]
    kind: Literal["note"] = "note"


class PairRule(Value):
    """Of which alignment pairs it frees an attack that it takes part in (I36.3).

    `opposed`: of all opposite ones; else of those that work against its controller.
    """

    opposed: bool = False
    forms: tuple[Aim, ...] = BOTH
    kind: Literal["pair-rule"] = "pair-rule"


class StartRoll(Value):
    """Two dice before its controller draws: at most so many give cards more (I36.11)."""

    most: int
    draws: int = 1
    kind: Literal["start-roll"] = "start-roll"


class TaxOfAll(Value):
    """What taxes one rival taxes every other player (I38.25)."""

    kind: Literal["tax-of-all"] = "tax-of-all"


class PlotTax(Value):
    """The top Plot of a rival's deck at the start of its turns; some it `spares` (I38.25)."""

    spares: Selector
    kind: Literal["tax"] = "tax"


class NegatePrivilege(Value):
    """An attack is privileged no longer (I16.3)."""

    kind: Literal["negate-privilege"] = "negate-privilege"


class ClaimPrivilege(Value):
    """An attack of his is privileged where a Secret Group or his Illuminati is in it (I16.2)."""

    kind: Literal["claim-privilege"] = "claim-privilege"


class Swapped(Value):
    """With one copy of each card it may be discarded for a new draw (I30.3)."""

    kind: Literal["swapped"] = "swapped"


ClosingMoment = Literal["", "turn-begins", "lost", "takeover", "drawn"]
"""At which of the moments that close at once a card is played (I23)."""
DeedName = Literal[
    "divide",
    "leave",
    "lose-draw",
    "clear-self",
    "shoot-down",
    "purge-agents",
    "take-drawn",
    "search-deck",
    "allow-arranging",
    "jest",
    "free-attack",
    "allow-gifts",
    "immortalize",
    "seize",
    "add-arrows",
    "unmask",
    "take-under",
    "pay-to-know",
    "smite",
    "beg",
    "multiply",
    "diet",
    "prefer",
    "gamble",
    "strike-down",
    "corrupt",
    "take-group",
    "swap-exposed",
    "fish",
    "cancel-exposing",
    "hide-all",
    "look-decks",
    "roll-lost",
    "shift-group",
    "substitute",
    "devour",
    "clone-killed",
    "reverse-words",
    "turn-zap",
    "cancel-side",
    "send-back",
    "remove-zap",
    "bring-linked",
    "find-resource",
    "lose-words",
    "take-personality",
    "bar-wins",
    "bar-draws",
    "investigate",
    "take-offer",
    "undo-takeover",
    "grab",
    "forge",
    "beam",
    "silence",
    "tire-all",
    "sell-out",
    "unbury",
    "revive",
    "bury",
    "take-lost",
    "rewrite",
    "undo",
    "offer-choice",
    "cancel-plot",
    "take-plot",
    "cancel-action",
    "draw-plots",
    "draw-groups",
    "realign",
    "take-tokens",
    "place-tokens",
    "ruin-resource",
    "self-ruin",
    "discard-orders",
    "freeze",
    "lose-word",
    "pass-token",
    "remove-zaps",
    "bring-resource",
    "cancel-agents",
    "discard-exposed",
    "steal-exposed",
    "bury-exposed",
    "expose",
    "hide-own",
    "look",
    "look-top",
    "discard-random",
    "discard-top",
    "ask-discard",
    "ask-groups",
    "pick-discard",
    "draw-to",
    "redraw",
    "all-draw",
    "gain-token",
    "gain-openly",
    "remove-all-zaps",
    "recall",
    "take-back",
    "borrow-token",
    "weaken",
    "roll-draw",
    "pick-take",
    "lay-bare",
    "swap-groups",
    "redeal",
    "expose-both",
    "expose-but-one",
    "bar-plot",
    "double-cost",
    "take-trip",
]


class Deed(Value):
    """What a Plot does when it is played, or a card in play for its token (I35.15 to I35.29).

    `of` are the cards it may be aimed at, `whose` of which seat, `most` how many of them (0: all
    that fit), of which one alone may be `one_of`. `ways` of changing an alignment are ADD, REMOVE
    and REVERSE; `words` are frozen or lost. `groups`: of Group cards, not Plots; `open_`: all see
    them; `top`: of the deck, not the bottom. An `amount` of 0 is all. One of the `costs` is paid;
    a card in play spends its own token unless it is `free`, and then once a turn.
    It must be `named` in the order where there are several.

    `limit`: how often its card is played: once a turn, a game, or a turn on one victim. Tokens are
    taken by `amount` of who has at least `least`, with the `branch`, of who has none `without`.
    `play_on`: also a play aimed at such a card; `often`: free any number of times; `no_plots`:
    while he has none; `master_pays`: an action of the target's master, or nothing where that is
    his Illuminati; `each`: the cost is paid for each card named. `with_tokens`: what comes has its
    tokens; `shuffles`: the deck is shuffled behind it, if its owner lets it; `of_player`: all of a
    player that have the word told, which its payer has too; `after_tokens`: before anything else of
    the main phase; `ends_turn`: his turn (I5.7). `last`: at the end of his turn; `fresh`: of Groups
    that came after the tokens; `in_attack_on_him`: of what takes part in an attack on him;
    `changing`: of Plots that change a Group for a time; `killed`:
    of Groups that were, or were not; `with_help`: while he controls such a Group; `why`: lost for
    that alone; at which `moment` it is played; another card may be taken over `again`.
    An action is multiplied by the `amount`, or the next defense where it `defends`, too; the Group
    is destroyed behind it where it `dooms`. `looking`: of Plots that look at his hidden ones. The
    `host` acts for it; it is only for a card that `lies` on the table, of `anyone`
    else; `own_too`: lost by himself;
    those named of `others` too;
    only its master or puppets that are such by their own cards are `near`; `early`: a line of it
    does not bring the tokens about (I5.4); `main`: only in the main phase, in no attack (I34.2).
    A table may refuse it by an `option`.
    """

    does: DeedName
    of: Selector = ALL
    whose: Literal["any", "mine", "rival"] = "any"
    most: int = 1
    amount: int = 1
    named: str = ""
    one_of: Selector | None = None
    ways: tuple[str, ...] = ()
    outside: bool = False
    unprivileged: bool = False
    words: tuple[str, ...] = ()
    groups: bool = False
    open_: bool = False
    top: bool = False
    costs: tuple[Cost, ...] = ()
    free: bool = False
    own_turn: bool = False
    main: bool = False
    limit: Literal["", "turn", "victim", "game"] = ""
    least: int = 1
    branch: bool = False
    without: Selector | None = None
    play_on: Selector | None = None
    often: bool = False
    no_plots: bool = False
    master_pays: bool = False
    each: bool = False
    with_tokens: bool = False
    of_player: bool = False
    shuffles: bool = False
    after_tokens: bool = False
    ends_turn: bool = False
    last: bool = False
    fresh: bool = False
    in_attack_on_him: bool = False
    changing: bool = False
    killed: bool | None = None
    with_help: Selector | None = None
    why: str = ""
    moment: ClosingMoment = ""
    again: bool = False
    defends: bool = False
    dooms: bool = False
    looking: bool = False
    host: bool = False
    lies: bool = False
    anyone: bool = False
    early: bool = False
    own_too: bool = False
    option: str = ""
    near: bool = False
    others: bool = False
    kind: Literal["deed"] = "deed"


CardAbility = (
    AttackBonus
    | Defense
    | StatChange
    | Identity
    | ExtraTokens
    | ExtraDraw
    | AutoReroll
    | Crash
    | LossGain
    | SpoilsDraw
    | Immune
    | Protected
    | DisasterProof
    | AttackMultiplier
    | KeepsOut
    | SeesSecret
    | AfterAttack
    | BoldAttack
    | Veteran
    | SkipsTokens
    | AttackDraws
    | NoMaster
    | Returns
    | SeesDraws
    | Tie
    | Unwarded
    | Guise
    | OwnChoice
    | CopiesMaster
    | AgentsBonus
    | Assassin
    | InstantPlot
    | Strips
    | Retaliates
    | Rallies
    | NameBan
    | TakenBy
    | SharesFate
    | Burden
    | WordOfHost
    | RolledPower
    | PuppetPower
    | MadDays
    | EndFee
    | SearchDraw
    | Liar
    | Trademark
    | LieProof
    | Bet
    | NoPuppets
    | Deathless
    | Strikable
    | Opportunity
    | Plague
    | TokenDuty
    | PickDraw
    | Rearranges
    | Many
    | Follows
    | AnySide
    | FreeSides
    | CopiesPlots
    | TakeoverBan
    | RulesOnly
    | LinkLock
    | DiceLaw
    | PassesOn
    | TurnsVampire
    | Undead
    | Gamble
    | LastStand
    | RolledWord
    | Nomination
    | Comeback
    | Needs
    | ResistanceAgainst
    | Inert
    | AllPrivileged
    | RivalPhase
    | Disarms
    | FreeMove
    | AutoRelief
    | NoPrivilege
    | Barred
    | HandLimit
    | ExposeReward
    | ReliefWeight
    | FreePrivilege
    | KeepsFailed
    | FreeDefense
    | NoAgents
    | AgentProof
    | ResourceTerms
    | DoubleGoal
    | MixGoal
    | OustGoal
    | BareGoal
    | TotalGoal
    | CountGoal
    | GoalWeight
    | ResourceGoal
    | DestroyGoal
    | TokenGoal
    | RuinGoal
    | GoalRule
    | AnyGoal
    | PlotBoost
    | Reload
    | RaisePower
    | ChangeAlignment
    | Zap
    | Paralyze
    | AssassinPlot
    | DisasterPlot
    | WorldOrder
    | LinkedChange
    | AttackPlot
    | Polls
    | AlignmentRule
    | Disabled
    | WorldRule
    | MayJoin
    | DiceChange
    | FollowStrike
    | DoubleStrike
    | StandIn
    | Liberator
    | Store
    | HidesResources
    | Note
    | PairRule
    | StartRoll
    | PlotTax
    | TaxOfAll
    | NegatePrivilege
    | ClaimPrivilege
    | Swapped
    | Deed
)
