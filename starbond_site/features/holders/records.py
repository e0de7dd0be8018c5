"""The table of those for whom a dividend waits."""

from sqlmodel import Field

from starbond_site.documents.records import Record


class Waiting(Record, table=True):
    """Somebody for whom a dividend waits, as a keyed hash: neither name nor amount (`service.digest`)."""

    __tablename__ = "dividend_waiting"

    digest: str = Field(max_length=64, primary_key=True)
