"""The table of dealers."""

from sqlalchemy import Column, Float, String
from sqlmodel import Field

from starbond_site.content.dealers import LENGTHS
from starbond_site.documents.records import NumberedRecord

NAMED = {"region": "division", "area": "district", "town": "upazila"}
"""Names of columns in the database, which stand in migrations and keep the words of the first company."""


def _text(name: str, suffix: str = "") -> Column[str]:
    return Column(f"{NAMED.get(name, name)}{suffix}", String(LENGTHS.get(name, 16)), nullable=False)


class DealerRecord(NumberedRecord, table=True):
    """One dealer, with the fields of `content.dealers.Dealer`."""

    __tablename__ = "dealer"

    region: str = Field(sa_column=_text("region"))
    area: str = Field(sa_column=_text("area"))
    town: str = Field(sa_column=_text("town"))
    name: str = Field(sa_column=_text("name"))
    address: str = Field(sa_column=_text("address"))
    telephone: str = Field(sa_column=_text("telephone"))
    whatsapp: str = Field(default="", sa_column=_text("whatsapp"))
    latitude: float | None = Field(default=None, sa_column=Column(Float(53)))
    longitude: float | None = Field(default=None, sa_column=Column(Float(53)))
    region_bn: str = Field(default="", sa_column=_text("region", "_bn"))
    area_bn: str = Field(default="", sa_column=_text("area", "_bn"))
    town_bn: str = Field(default="", sa_column=_text("town", "_bn"))
    name_bn: str = Field(default="", sa_column=_text("name", "_bn"))
    address_bn: str = Field(default="", sa_column=_text("address", "_bn"))
