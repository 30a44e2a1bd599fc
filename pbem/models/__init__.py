"""The tables, one module a topic: rows are storage, columns ending in `_at` are aware UTC.

Nothing assigned to a row is validated, and JSON is assigned whole: an edit in place is not saved.
What is text hashed or compared, such as a state or its events, is kept as text. Unique constraints
are the idempotency keys of the four hops.
"""

from pbem.models.columns import key_of as key_of
from pbem.models.columns import metadata as metadata
from pbem.models.endings import Ending as Ending
from pbem.models.endings import HookCall as HookCall
from pbem.models.endings import Rating as Rating
from pbem.models.endings import Webhook as Webhook
from pbem.models.games import FINISHED as FINISHED
from pbem.models.games import GAME as GAME
from pbem.models.games import PAUSED as PAUSED
from pbem.models.games import RUNNING as RUNNING
from pbem.models.games import TUTORIAL as TUTORIAL
from pbem.models.games import Act as Act
from pbem.models.games import Game as Game
from pbem.models.games import Record as Record
from pbem.models.games import Turn as Turn
from pbem.models.games import game_key as game_key
from pbem.models.letters import DEAD as DEAD
from pbem.models.letters import DONE as DONE
from pbem.models.letters import HELD as HELD
from pbem.models.letters import NEW as NEW
from pbem.models.letters import ORDERS as ORDERS
from pbem.models.letters import WEB as WEB
from pbem.models.letters import HeldTalk as HeldTalk
from pbem.models.letters import Letter as Letter
from pbem.models.letters import Sheet as Sheet
from pbem.models.letters import Talk as Talk
from pbem.models.lobby import CANCELLED as CANCELLED
from pbem.models.lobby import FULL as FULL
from pbem.models.lobby import OPEN as OPEN
from pbem.models.lobby import STARTED as STARTED
from pbem.models.lobby import Invitation as Invitation
from pbem.models.lobby import Observer as Observer
from pbem.models.lobby import OpenGame as OpenGame
from pbem.models.lobby import OpenSeat as OpenSeat
from pbem.models.lobby import RefusedAddress as RefusedAddress
from pbem.models.lobby import Visit as Visit
from pbem.models.look_alikes import skeleton as skeleton
from pbem.models.mails import SENT as SENT
from pbem.models.mails import Attachment as Attachment
from pbem.models.mails import DomainHour as DomainHour
from pbem.models.mails import OperatorNotice as OperatorNotice
from pbem.models.mails import Outbox as Outbox
from pbem.models.mails import Setting as Setting
from pbem.models.people import BAD as BAD
from pbem.models.people import BOTH as BOTH
from pbem.models.people import GOOD as GOOD
from pbem.models.people import TEXT as TEXT
from pbem.models.people import Address as Address
from pbem.models.people import Bounce as Bounce
from pbem.models.people import CpuDay as CpuDay
from pbem.models.people import Login as Login
from pbem.models.people import Person as Person
from pbem.models.people import UsedForm as UsedForm
from pbem.models.people import WebSession as WebSession
from pbem.models.seats import CARRIED as CARRIED
from pbem.models.seats import FAILED as FAILED
from pbem.models.seats import NOBODY as NOBODY
from pbem.models.seats import Absence as Absence
from pbem.models.seats import FormerToken as FormerToken
from pbem.models.seats import Moderator as Moderator
from pbem.models.seats import Seat as Seat
from pbem.models.seats import SeatLink as SeatLink
from pbem.models.seats import SeatVisit as SeatVisit
from pbem.models.seats import Sitter as Sitter
from pbem.models.seats import Standby as Standby
from pbem.models.seats import Vote as Vote
