"""Checks a file in the browser: computes its SHA-256 there, and asks the server only for that."""

import reflex as rx

from starbond_site.components.react import component
from starbond_site.content import Site
from starbond_site.presentation import verification_result

_file_check = component("file_check/file_check.jsx", "FileCheck", "@noble/hashes@2.4.0")


def file_check(site: Site) -> rx.Component:
    dates = site.interface.dates.model_dump(include={"bytes", "kilobytes", "megabytes", "digits"})
    labels = site.interface.file_check.model_dump() | dates
    return _file_check(mark=verification_result.MARK, language=site.language, labels=labels)
