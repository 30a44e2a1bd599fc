"""Telling a sentence that begins with a verb of ours from an order that cannot be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.grammar.orders.language import Names
from pbem.grammar.orders.spelling import Token

MOST_WORDS = 24
"""Words of a line that are weighed."""
_SPEAKING = frozenset(
    ("i", "im", "ive", "id", "ill", "you", "your", "youre", "yours", "yourself", "we", "us", "our")
    + ("they", "them", "their", "he", "him", "she", "her", "its", "that", "thats", "what", "why")
    + ("how", "when", "who", "whom", "where", "because", "but", "so", "just", "very", "really")
    + ("am", "be", "been", "was", "were", "has", "had", "will", "would", "should", "could", "can")
    + ("cannot", "cant", "do", "does", "did", "dont", "never", "than", "there", "here", "some")
    + ("something", "out", "over", "about", "like", "well", "now", "later", "already", "too")
    + (
        "again",
        "yet",
        "still",
        "maybe",
        "while",
        "whenever",
        "whatever",
        "every",
        "sorry",
        "thanks",
    )
    + ("please", "also", "must", "mail", "email")
)
"""Words that sentences are made of, and orders are not."""
_LINKING = frozenset(
    ("the", "my", "me", "his", "it", "is", "to", "of", "for", "on", "in", "at", "with", "and", "as")
    + ("or", "all", "if", "by", "from", "up", "down", "off", "this", "next")
)
"""Words that stand in both."""
_BARE: tuple[list[str], ...] = ([], ["again"])
"""What may stand behind the verb of an order that lacks the rest."""
_OF_PHRASES = {("a", "round"), ("an", "action")}


def is_prose(tokens: Sequence[Token], at: int, names: Names) -> bool:
    """Whether the line whose first word is there is a sentence, and nobody meant it as an order.

    What is typed in capitals is always meant, and so is whatever names more things of the game
    than words of a sentence.
    """
    verb, behind = tokens[at], tokens[at + 1 :][:MOST_WORDS]
    if (verb.text.isupper() and len(verb.text) > 1) or [token.key for token in behind] in _BARE:
        return False
    if verb.text.endswith("?"):
        return True
    names.demand(len(behind))
    spoken = sum(1 for _ in _spoken(behind))
    meant = sum(_is_of_game(token, names) for token in behind)
    if spoken > meant:
        return True
    is_exclaimed = tokens[-1].text.endswith(("!", "?"))
    links = any(token.key in _LINKING for token in behind)
    return not meant and (links or is_exclaimed)


def _spoken(behind: Sequence[Token]) -> Iterator[Token]:
    """The words of a sentence; A and AN but for A ROUND and AS AN ACTION."""
    for token, other in zip(behind, (*behind[1:], Token("", "")), strict=True):
        is_article = token.key in ("a", "an") and (token.key, other.key) not in _OF_PHRASES
        if token.key in _SPEAKING or is_article:
            yield token


def _is_of_game(token: Token, names: Names) -> bool:
    """A number, a name or one a slip away, a verb of another order, a keyword of its own."""
    word = token.key
    if word in _SPEAKING or word in _LINKING:
        return False
    language = names.language
    if token.amount is not None or word in language.order_words:
        return True
    if word in language.by_word and word not in language.talk_words:
        return True
    return names.is_like_name(word)
