"""Checks a file in the browser: computes its SHA-256 there, and asks the server only for that."""

import reflex as rx

from starbond_site.components.react.local import library
from starbond_site.content import Site
from starbond_site.presentation import verification_result

library("hash.jsx")
library("dropped.jsx")


class FileCheck(rx.Component):
    """A box with one file input, and the answer in an element of role ``status``."""

    library = library("file_check.jsx")
    lib_dependencies: list[str] = ["@noble/hashes@2.4.0"]  # noqa: RUF012  (a field of the component, not a shared list)
    tag = "FileCheck"

    mark: rx.Var[str]
    """Mark of the element that the server fills with its answer."""

    language: rx.Var[str]
    """Language of the answers."""

    labels: rx.Var[dict[str, str]]
    """``interface.file_check``, and the digits and units of the language."""


def file_check(site: Site) -> rx.Component:
    dates = site.interface.dates.model_dump(include={"bytes", "kilobytes", "megabytes", "digits"})
    labels = site.interface.file_check.model_dump() | dates
    return FileCheck.create(mark=verification_result.MARK, language=site.language, labels=labels)
