"""Sentences that begin with a verb of ours, and remarks behind an order: they order nothing."""

import pytest

from pbem.games.illuminati.language import ParsedLine, format_line, read
from pbem.games.illuminati.language.verbs.table import VERBS
from tests.support.each import each
from tests.support.strategies import NAMES

SENTENCES = """
Resign? Never!
Resign yourself to it
Resign now or later, I do not care
Resign, bob, you cannot win
Away from my desk until Monday
Away until further notice, sorry
Away from keyboard to eat
Away with the fairies until further notice
Away we go
Back to work on Monday
Back from the pub now
Back in five minutes
If you are not the named addressee, please delete this mail
If you have received this message in error, notify the sender
If I were you, I would pass
If bob attacks me again I will be very cross
If this reaches you too late, never mind
1 if by land, 2 if by sea
1 if you like
1 if...
2 if that is alright
Pass the salt
Pass me the dice
Passing on this one, I think
Give me a break
Drop me a line
Drop by whenever you like
Drop it, will you?
Play it again, Sam
Play well and have fun
Playing for time, are we?
Use your head
Use it or lose it
Use the force, Luke
Use of this mail is subject to our terms
Move on already
Move along, nothing to see here
Guard duty tonight, so I was late
Guard your secrets well
Support is appreciated
Support for this list ends soon
Support me and you will not regret it
Help is on the way
Help yourself
Help, I am lost
Ready when you are
Ready or not, here I come
Ready for anything
Ready to talk?
Done with work for today
Done and dusted
Oppose him if you dare
Oppose what you like, I do not care
Show must go on
Show some mercy
Spread the word
Spread a little happiness
Power to the people
Power 5 is what I want to be when I grow up
Power went out here yesterday
Income inequality is a myth
Goal of the month
Goal is to win
Wait for me
Wait, what?
Wait a minute
More later
More to follow
More than I can chew
Offer still stands
Counter that!
Counter intelligence is hard
Accept my apologies
Accept it
Decline of the west
Reject it all
Refuse to sink
Withdraw while you can
Take it easy
Take your time
Control yourself
Capture the flag
Seize the day
Attack is the best form of defence
Attack me and you will regret it
Attack the day
Kill me now
Kill two birds with one stone
Transfer me to sales
Neutralize the threat
Release the kraken
Abandon all hope
Skip to the end
Skip it
Send my love to your wife
Send this mail on to nobody
Donate to charity
Arrange a meeting on Monday
Relocate to Berlin
Protect and serve
Defend yourself
Interfere at your peril
Assist me, please
Stand by me
Stand up and be counted
Stand aside and let me through
Reserve your judgement
Accuse me if you like
Cheat? Me?
Pay the piper
Forego the pleasure
Copy that
Copy me on this
Catch you later
Catch me if you can
Clear skies here today
Clear as mud
Undo what you did
Undo it all, please
Preview of coming attractions
Forecast is rain
Resend it, please
Cards on the table
Who knows
Who is it?
Who cares
History repeats itself
Log off now
Stay safe
Stay tuned
Stay with us
Set in stone
Set me free
Settings are wrong, I think
Display of power
Tutorial hell
Say no more
Say what you like
Tell you what
Ask me anything
Destroy the evidence
Ready as ever
None of your business
Nothing new here
Then again, maybe not
And give my love to all
Please accept my apologies
Now pass the ball
""".strip().split("\n")
"""Nobody means these as orders."""

DOUBTFUL = """
Resign tomorrow
If only I had more money
Pass the time with a good book
Give it a rest, bob
Give my regards to cat
Give peace a chance
Give and take, that is the game
Drop dead
Play nice, everyone
Move over, bob
Support your local library
Ready, set, go
Status quo ante
Status of my move: thinking
Status: single
Oppose tyranny!
Show me the money
Power corrupts
Income tax is due
Goal!!!
Wait until you see my next move
More tea, vicar?
Offer me something better
Offer bob my condolences
Take care
Take that, bob!
Control freak
Destroy after reading
Send help
Reveal nothing
Hinder me not
Block caps are rude
Stand aside, peasants
Abolish slavery
Abolish privilege for all
Reserve now and save
Cheat death
Cheat sheet attached
Pay attention
Pay up, bob
Pay tax from your own pocket
Copy cat
Clear enough?
Card games are fun
Delegate more
Delegate to whom until when?
Tell me about it
Tell bob I said hi
Rumour has it
Promise me
Promise made, promise kept
Diary of a madman
""".strip().split("\n")
"""Too short or too near to an order to be passed over; they are asked about at worst."""

TELEGRAMS = """
pass
pass please
pass, thanks
away until friday
away from 24 dec to 2 jan
resign
resign k7px
give 5 to bob
give bob trekkies
drop texas
play slush fund
use recyclers
move hackers under cia at s
guard all max 4
support cat max 2 only against bob
help bob
help attack
ready
done
status
oppose all max 3
show bribery to all
spread 10 on mafia, 5 on cia
power 6
income 5
goal network
wait
more
stand aside
take hackers with cia
if 1 fails: pass
if yuppies is mine, attack hackers with cia
rules privilege
please help
""".strip().split("\n")

REMARKS = """
noon
friday noon
8pm or so
ok
lol
asap
maybe
I think
and good luck
- what a mess
and hope
for once
to win
with love
as usual
kbg
yupies
texaz
mafja
bobb
from me
of course
etc
xqzw
huh
:-)
(sorry)
""".strip().split("\n")
"""What nobody can read behind an order."""
OF_THEIR_OWN = ("RULES", "HELP", "SET ZONE", "DELEGATE", "AWAY", "EXPIRES FRI")
"""Lines whose last words are the player's own: what they mean is not for the language to say."""
LINES = [
    example
    for verb in VERBS
    if verb.kind != "talk"
    for example in verb.examples
    if not example.startswith(OF_THEIR_OWN) and not example.endswith(OF_THEIR_OWN)
]


def said(line: ParsedLine) -> object:
    ahead = (line.turn, line.repeats)
    return (line.order, line.conditions, line.control, line.talk, line.code, ahead)


def is_taken(line: ParsedLine) -> bool:
    return line.order is not None or line.control is not None or line.talk is not None


@each("sentence", SENTENCES)
def test_a_sentence_is_prose(sentence: str) -> None:
    assert {line.status for line in read(sentence, NAMES)} == {"ignored"}


@each("sentence", [*SENTENCES, *DOUBTFUL])
def test_a_sentence_is_no_order(sentence: str) -> None:
    assert [format_line(line, NAMES) for line in read(sentence, NAMES) if is_taken(line)] == []


@each("typed", TELEGRAMS)
def test_a_telegram_is_an_order(typed: str) -> None:
    assert all(is_taken(line) and line.assumed == () for line in read(typed, NAMES))


WHOLE_TEXTS = ("REPORT bob", "REPORT bob: he threatens me")
"""Behind these every word is a text, which is shown to people."""


@pytest.mark.long
@pytest.mark.sampled(2)
@pytest.mark.parametrize("example", [line for line in LINES if line not in WHOLE_TEXTS])
def test_a_remark_behind_an_order_never_makes_another(example: str) -> None:
    (meant,) = read(example, NAMES)
    for remark in REMARKS:
        for line in read(f"{example} {remark}", NAMES):
            assert not is_taken(line) or said(line) == said(meant), remark


@pytest.mark.parametrize("example", ["OPPOSE bob UNTIL 3", "GUARD Mafia MAX 3", "STAND ASIDE"])
def test_a_word_that_nobody_can_read_is_asked_about(example: str) -> None:
    (line,) = read(f"{example} noon", NAMES)
    assert line.status == "unreadable"
    assert '"noon"' in line.problem


@each(
    ("typed", "told"),
    [
        ("OPPOSE bob UNTIL 3 EXPIRES friday noon", "OPPOSE bob UNTIL 3 EXPIRES FRI 12:00"),
        ("OPPOSE bob UNTIL 3 EXPIRES fri 8pm", "OPPOSE bob UNTIL 3 EXPIRES FRI 20:00"),
        ("OPPOSE bob MAX 3 until 2027-01-15", "OPPOSE bob MAX 3 EXPIRES 15 Jan 2027"),
        ("OPPOSE bob MAX 3 until 2026-12-01", "OPPOSE bob MAX 3 EXPIRES 1 Dec 2026"),
        ("OPPOSE bob MAX 3 expires on friday", "OPPOSE bob MAX 3 EXPIRES FRI"),
        ("OPPOSE bob MAX 3 until 24 Apr 8:30 pm", "OPPOSE bob MAX 3 EXPIRES 24 Apr 20:30"),
        ("GUARD ALL MAX 3 EXPIRES tomorrow 12am", "GUARD ALL MAX 3 EXPIRES TOMORROW 00:00"),
    ],
)
def test_an_end_is_read_as_people_say_hours(typed: str, told: str) -> None:
    (line,) = read(typed, NAMES)
    assert (line.status, format_line(line, NAMES)) == ("order", told)
