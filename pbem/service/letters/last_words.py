"""Words for the end of a game, and for who follows it elsewhere: FEED is a calendar."""

from __future__ import annotations

from pbem.grammar.commands.spec import Command
from pbem.models import FINISHED, Game, Seat
from pbem.service.endings.finale_mails import mail_finale_again
from pbem.service.endings.gathering import open_talk, texts_of
from pbem.service.lobby.again import play_again
from pbem.service.seats.calendar_feed import calendar_address
from pbem.service.transaction import GameTx
from pbem.service.word_results import WordResult, refused

AGAIN = "PLAY AGAIN"
LAST_WORDS = ("TALK OPEN", "TALK CLOSED", "FEED", AGAIN)


def apply_last_word(tx: GameTx, seat: Seat, word: Command) -> WordResult:
    """Do what a player says for the end of a game, or tell him where his calendar is."""
    if word.verb == "FEED":
        return calendar_address(tx, seat, is_new=word.key == "NEW")
    return play_again(tx, seat) if word.verb == AGAIN else _open(tx, seat, word)


def _open(tx: GameTx, seat: Seat, word: Command) -> WordResult:
    """Let everybody read a seat's private talk once the game is over, as far as all agree."""
    if word.verb == "TALK CLOSED":
        if tx.game.phase == FINISHED:
            return refused("TALK CLOSED: the game is over, and what was opened has been read.")
        seat.talk_open = None
        tx.session.add(seat)
        return WordResult("TALK CLOSED: what you say in private stays closed.")
    was_open = _opened(tx) if tx.game.phase == FINISHED else 0
    seat.talk_open = True
    tx.session.add(seat)
    tx.session.flush()
    sentence = "TALK OPEN: everybody may read what you have said in private"
    if tx.game.phase != FINISHED:
        return WordResult(
            f"{sentence} once the game is over: each text that all who took part in it have "
            "opened. TALK CLOSED takes it back until then."
        )
    opened = _opened(tx)
    texts = "one text" if opened == 1 else f"{opened} texts"
    is_told = opened > was_open and mail_finale_again(tx, opened)
    news = " The finale goes to everybody again, with what is open now." if is_told else ""
    return WordResult(f"{sentence}, once all who took part have opened it: {texts} so far.{news}")


def _opened(tx: GameTx) -> int:
    """How many private texts everybody may read."""
    snapshot = tx.reload()
    return len(open_talk(texts_of(tx.session, snapshot), snapshot.seats))


def proof_problem(game: Game, word: Command) -> WordResult | None:
    """Why a game cannot be proved yet; None where it can."""
    if game.phase == FINISHED:
        return None
    return refused(
        f"{word.verb}: the game is not over, and its secrets are opened when it is. Then this "
        "brings you all of it as a file."
    )
