"""The table of dealers."""

from sqlalchemy import Column, Float, Integer, String
from sqlmodel import Field, SQLModel

from starbond_site.content.dealers import LENGTHS


def _text(name: str) -> Column[str]:
    return Column(String(LENGTHS.get(name, 16)), nullable=False)


class DealerRecord(SQLModel, table=True):
    """One dealer, with the fields of `content.dealers.Dealer`."""

    __tablename__ = "dealer"  # pyright: ignore[reportAssignmentType]  SQLModel takes a plain name
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: int | None = Field(default=None, sa_column=Column(Integer, primary_key=True))
    division: str = Field(sa_column=_text("division"))
    district: str = Field(sa_column=_text("district"))
    upazila: str = Field(sa_column=_text("upazila"))
    name: str = Field(sa_column=_text("name"))
    address: str = Field(sa_column=_text("address"))
    telephone: str = Field(sa_column=_text("telephone"))
    whatsapp: str = Field(default="", sa_column=_text("whatsapp"))
    latitude: float | None = Field(default=None, sa_column=Column(Float(53)))
    longitude: float | None = Field(default=None, sa_column=Column(Float(53)))
    division_bn: str = Field(default="", sa_column=_text("division"))
    district_bn: str = Field(default="", sa_column=_text("district"))
    upazila_bn: str = Field(default="", sa_column=_text("upazila"))
    name_bn: str = Field(default="", sa_column=_text("name"))
    address_bn: str = Field(default="", sa_column=_text("address"))
