"""What players may say to each other in a game: its press rules, and what each of them means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pbem.grammar.orders.parsed import ALL, TalkText

PRESS: Mapping[str, str] = {
    "all": "Players may talk to all and to each other.",
    "public": "Talk is public: what you say to all is printed, and nobody can write to one player.",
    "private": "Talk is private: you can write to named players, and nothing is said to all.",
    "none": "Nobody talks at this table: texts are not passed on. You can still keep a diary.",
}
SENDER: Mapping[str, str] = {
    "named": "Every text bears its writer's name, but for rumours.",
    "free": "A text may go out without a name: SAY TO bob ANONYMOUSLY: and your text.",
    "anonymous": "Talk is anonymous: nobody is told who wrote a text.",
    "faked": (
        "Names on texts may be false: SAY TO bob AS cat: and your text arrives as if cat had "
        "written it. ANONYMOUSLY in place of AS cat leaves the name out. With SAY TO bob AS IF TO "
        "dee: bob thinks that dee had the text too. Believe no name."
    ),
}
SAME = "same"
WINDOW_PRESS: Mapping[str, str] = {
    SAME: "The rules of talk are the same while attacks are announced.",
    **{
        value: f"While attacks are announced: {rule[0].lower()}{rule[1:]}"
        for value, rule in PRESS.items()
    },
}
LATE_TALK = "If you are late, you cannot talk until your orders are in."


@dataclass(frozen=True, slots=True)
class PressRules:
    """The press rules of a game; `window_press` holds while answers are awaited."""

    press: str = "all"
    sender: str = "named"
    window_press: str = SAME
    late_talk: bool = True

    def sentences(self) -> Iterator[str]:
        """What is not as usual, a sentence each."""
        if self.press != "all":
            yield PRESS[self.press]
        if self.sender != "named" and self.press != "none":
            yield SENDER[self.sender]
        if self.window_press not in (SAME, self.press):
            yield WINDOW_PRESS[self.window_press]
        if not self.late_talk:
            yield LATE_TALK

    def refusal(self, talk: TalkText, *, in_window: bool, is_late: bool) -> str:
        """Why a text is not passed on, with what would be; "" where it is."""
        if not talk.to:
            return "" if talk.signed is None else "The moderator must know who you are."
        if is_late and not self.late_talk:
            return f"{LATE_TALK} Send your orders, or PASS, in the same letter."
        press = self.press if not in_window or self.window_press == SAME else self.window_press
        return self._why_unheard(talk, press, in_window) or self._why_unsigned(talk)

    def _why_unheard(self, talk: TalkText, press: str, in_window: bool) -> str:
        when = " while attacks are announced" if in_window and press != self.press else ""
        if press == "none":
            works = "When they are made, it is" if when else "DIARY keeps it for you"
            return f"Talk is not passed on at this table{when}. {works}."
        if press == "public" and talk.to != ALL:
            verb = "PROMISE ALL" if talk.kind == "promise" else "SAY TO ALL"
            return f"Talk is public at this table{when}. Try: {verb}: and your text"
        if press == "private" and talk.to == ALL:
            verb = "PROMISE" if talk.kind == "promise" else "SAY TO"
            return (
                f"Nothing is said to all at this table{when}. Name the players, as in {verb} bob:"
            )
        return ""

    def _why_unsigned(self, talk: TalkText) -> str:
        if talk.kind == "promise" and self.sender == "anonymous":
            return "Talk is anonymous at this table, and nobody can promise. SAY TO works."
        if talk.shown_to and self.sender != "faked":
            return "At this table a text names all whom it is for. Leave out AS IF TO."
        if talk.signed is None or self.sender == "anonymous" and not talk.signed:
            return ""
        if talk.signed and self.sender != "faked":
            return "At this table you cannot write in another's name. Leave out AS and the name."
        if self.sender == "named":
            return "At this table every text bears its writer's name. Leave out ANONYMOUSLY."
        return ""
