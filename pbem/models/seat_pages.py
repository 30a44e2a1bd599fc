"""Ways into a seat's own page, and the devices on which it is open."""

from datetime import datetime

from sqlalchemy import Index
from sqlmodel import Field, SQLModel


class SeatLink(SQLModel, table=True):
    """The way into a seat's page that a mail to a person brings; only its digest is kept.

    It ends with the next report, at `ended_at`. `codes` counts the codes that were mailed to
    `email` for further devices, `tries` those that were typed wrong.
    """

    __tablename__ = "seat_link"
    __table_args__ = (Index(None, "seat_id"),)

    digest: str = Field(primary_key=True)
    seat_id: int = Field(foreign_key="seat.id")
    person_id: int = Field(foreign_key="person.id")
    email: str
    created_at: datetime
    ended_at: datetime | None = None
    codes: int = 0
    tries: int = 0


class SeatVisit(SQLModel, table=True):
    """A seat's page as it is open on one device, whose cookie alone has the secret.

    It holds while the seat has the token of `token_number` and the person may write for it.
    `device` is a number that the browser was given when it first opened a page.
    """

    __tablename__ = "seat_visit"
    __table_args__ = (Index(None, "seat_id"),)

    digest: str = Field(primary_key=True)
    seat_id: int = Field(foreign_key="seat.id")
    person_id: int = Field(foreign_key="person.id")
    email: str
    token_number: int
    created_at: datetime
    ends_at: datetime
    device: str | None = None
