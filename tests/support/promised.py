"""Every form of an order that players are promised, as a line that means something to ann."""

ORDERS = """
ATTACK Yuppies WITH Mafia AID CIA, FBI SPEND 3 UP TO 9
ATTACK TO NEUTRALIZE Hackers WITH CIA
TAKE Hackers WITH CIA
CONTROL Hackers WITH CIA
NEUTRALIZE Hackers WITH CIA
DESTROY Hackers WITH CIA
ATTACK Yuppies WITH Mafia SPEND 2 FROM Mafia, 3 FROM Illuminati
ATTACK Yuppies WITH Mafia AIM 8
ATTACK Yuppies WITH Mafia ALL IN
ATTACK Yuppies WITH Mafia SAVE
ATTACK Yuppies WITH Mafia OVERSHOOT 4
ATTACK Yuppies WITH Mafia ONLY IF NEED >= 7
ATTACK Yuppies WITH Mafia PRIVILEGED BY Deep Agent
ATTACK Yuppies WITH Mafia PRIVILEGED FOR 5 MB
ATTACK Yuppies WITH Mafia AT N
ATTACK Yuppies WITH Mafia SHIP 4
ATTACK Yuppies WITH Mafia UNTIL 8 UP TO 9 SAVE
ATTACK Yuppies WITH Mafia UP TO 9 ALL IN
IF 1 FAILS: ATTACK Yuppies WITH Bavaria
IF 1 SUCCEEDS: ATTACK Yuppies WITH Bavaria
IF Yuppies IS MINE: PASS
IF Yuppies IS FREE: PASS
IF Yuppies IS BOB'S: PASS
IF MONEY >= 10: PASS
IF NEED 2 < 6: PASS
TURN 18: PASS
TURN 18: IF MONEY >= 10: PASS
REPEAT: PASS
@PASS
TRANSFER 5 FROM Mafia TO Illuminati
TRANSFER 5 FROM Mafia TO Illuminati AS ACTION
MOVE Hackers UNDER CIA AT S
DROP Trekkies
PASS
MORE
GIVE 10 TO bob
GIVE Bribery TO bob
GIVE Trekkies TO bob
SHOW Bribery TO ALL
PLAY Bribery ON Texas UNDER Mafia AT E
PLAY Slush Fund
PLAY Media Campaign ON KGB
PLAY Murphys Law ON 1 IF IT SUCCEEDS
PLAY Assassination ON 2 IF IT FAILS
PLAY Senate ON bob ON HIS NEXT TURN
PLAY Secrets ON ANY Special AGAINST ME
PLAY Secrets ON ANY Special BY bob
PLAY Secrets ON Murphys Law BY bob
ABOLISH PRIVILEGE ON 1 WITH Deep Agent
ABOLISH PRIVILEGE ON 1 WITH Bribery, Slush Fund
USE Lasers TO ADD Weird TO Texas
USE Lasers TO REMOVE Violent FROM Texas
USE Lasers TO REVERSE Straight OF Pentagon
USE Recyclers
ARRANGE CIA UNDER Mafia AT E, KGB UNDER Illuminati AT N
SPREAD 10 ON Mafia, 5 ON CIA
DESTROY Trekkies WITH CIA BY Whispering Campaign
PLAY White Collar Crime: 10 ON Mafia, 5 ON CIA
PLAY Computer Espionage ON Mafia
PLAY Computer Espionage ON bob
ATTACK Hackers WITH CIA AT N WITH Yuppies AT S, KGB DROPPED
MOVE Hackers UNDER CIA AT N WITH Yuppies AT S, KGB DROPPED
OFFER bob 5 MB AND Bribery FOR Trekkies EXPIRES FRI
OFFER bob 5 MB AND Bribery FOR Trekkies EXPIRES TURN 16
ACCEPT 41
DECLINE 41
COUNTER 41 5 MB FOR Trekkies
GUARD ALL UNTIL 5 MAX 4 EACH, 10 A ROUND
GUARD Mafia ALL IN
OPPOSE bob TAKING ANY Weird UNTIL 6 MAX 3
SUPPORT cat MAX 2 ONLY AGAINST bob
OPPOSE 1 UNTIL 5 MAX 6
INTERFERE WITH bob
HINDER bob
ASSIST bob
HELP bob
DEFEND Mafia
STAND ASIDE
RESERVE 5
PAY TAX FROM Mafia
FOREGO TAX ON bob
PAY POST OFFICE FROM MASTER
ACCEPT GROUPS FROM bob
GOAL Network
ACCUSE bob OF Cthulhu
POWER 6
INCOME 5
COPY Gnomes
CHEAT DICE DOWN ON 1
CHEAT BANK 3
CHEAT POWER 1 ON 1
CHEAT RESISTANCE 1 FOR Mafia
CHEAT PEEK 3
CHEAT STACK Yuppies, Mafia
CATCH TURN 14 LINE 7
RESIGN
""".strip().split("\n")
"""Lines that are an order of the game."""

WORDS = """
WAIT
READY
READY ANYWAY
READY UNLESS ATTACKED
READY UNLESS ATTACKED OFF
ASK ME
ASK ME ALWAYS
ASK ME OWN
ASK ME NEVER
ASK ME OFF
STATUS
UNDO
UNDO {3}
CLEAR
PREVIEW
AWAY FROM {24 Dec} TO {2 Jan}
DELEGATE TO {bob} UNTIL {3 Jan}
DELEGATE OFF
STAY
STANDBY
STANDBY OFF
SEND ANYWAY 3
MUTE bob
UNMUTE bob
VOTE EXTEND
VOTE YES
VOTE NO 2
VOTE DRAW bob, cat
REPORT bob
SET SILENCE bot
HELP
HELP ATTACK
RULES
RULES {privilege}
CARD Mafia
RESEND
RESEND 14
RESEND FULL
RESEND {14} DIGEST
RESEND BULLETIN
WHO
HISTORY
LOG
SET FORMAT html
SET LENGTH brief
DISPLAY TEST
TALK OPEN
FEED NEW
TALK CLOSED
VERIFY
EXPORT
PLAY AGAIN
TUTORIAL
""".strip().split("\n")
"""Lines that are words to the referee; what stands in {} is kept as it is typed."""

TALK = """
SAY TO bob, cat: {the Mafia is for sale}
SAY TO ALL: {fnord}
RUMOUR: {the Mafia is for sale}
DIARY: {keep the Mafia}
PROMISE bob: {the Mafia is yours}
""".strip().split("\n")
"""Lines that begin a text, which stands in {}."""


def plain(line: str) -> str:
    """The line as it is typed."""
    return line.replace("{", "").replace("}", "")
