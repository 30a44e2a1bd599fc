"""Whole games of robots, audited after every turn and summed up."""

_EXPLAINED = """\
\b
random   any legal order, for finding what breaks: attacks, gifts, Specials,
         offers, accusations and cheats as the dice have it
greedy   the attack that gains most for its exact chance and cost, then the
         next; keeps money back for defence and opposes who is about to win
planner  thinks both actions through, with what others could take after
         them; times its Specials and trades where both gain
cautious passes, raises no attack, and answers those on itself
mixed    random, greedy and planner in turn

To see which of two is stronger, seat them both:

\b
    pbem simulate --games 400 --robots greedy,planner

What the figures mean:

\b
finished           games with a winner; others broke a rule or took more
                   than 150 rounds
unfinished         their numbers; --only NUMBER plays one again
failed invariants  what the audit found wrong, 0 if the rules hold
rounds             of finished games: a tenth took at most p10, half at most
                   the median, nine tenths at most p90
wins, goals        by Illuminati and by kind of goal; a shared victory
                   counts for each
robots             share: per cent of the victories, with the ends low and
                   high of its 95 % interval; fair: the kind's per cent of
                   the seats. Stronger is who has low above fair
captures from players, eliminations, passes, trades: sums over all games
spent on interference  MB of those who neither attack nor own the target
intervals          wins of an Illuminati in per cent of the games it was
                   dealt in, goals in per cent of the finished games, and
                   means a game, each with low and high
"""


def explained() -> str:
    """What the robots do, and what the figures mean."""
    return _EXPLAINED
