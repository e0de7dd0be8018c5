"""React components of our own, whose props are those of their JSX, here in snake case.

They are created here, except those with the same props on several pages: these have a function in a module beside their
JSX.
"""

from typing import Any

from starbond_site.components.react.component import component
from starbond_site.content import Site
from starbond_site.shared import local_time


def dates(site: Site) -> dict[str, Any]:
    """Return the words and the time zone with which ``dates.jsx`` writes a day."""
    words = site.interface.dates.model_dump(include={"date", "months", "digits"})
    return words | {"zone": local_time.in_browser()}


alert_fields = component("alert_form/alert_form.jsx", "AlertFields")
availability = component("alert_form/alert_form.jsx", "Availability")
chakra_field = component("chakra_field/chakra_field.jsx", "ChakraField")
chakra_island = component("chakra_island/chakra_island.jsx", "ChakraIsland")
countdown = component("countdown/countdown.jsx", "Countdown")
dealer_filter = component("dealer_filter/dealer_filter.jsx", "DealerFilter")
dialog = component("dialog/dialog.jsx", "Dialog")
document_frame = component("document_frame/document_frame.jsx", "DocumentFrame")
file_check = component("file_check/file_check.jsx", "FileCheck", "@noble/hashes@2.4.0")
error_boundary = component("error_boundary/error_boundary.jsx", "ErrorBoundary")
finder = component("finder/finder.jsx", "Finder")
open_now = component("open_now/open_now.jsx", "OpenNow")
posted_form = component("posted_form/posted_form.jsx", "PostedForm")
email_field = component("posted_form/posted_form.jsx", "EmailField")
consent = component("posted_form/posted_form.jsx", "Consent")
honeypot = component("posted_form/posted_form.jsx", "Honeypot")
print_page = component("print_page/print_page.jsx", "PrintPage")
sheet_line = component("print_page/print_page.jsx", "SheetLine")
sent_file = component("sent_file/sent_file.jsx", "SentFile")
site_menu = component("site_menu/site_menu.jsx", "SiteMenu")
site_search = component("site_search/site_search.jsx", "SiteSearch")
typeface = component("typeface/typeface.jsx", "Typeface")
tabs = component("tabs/tabs.jsx", "Tabs")
key_form = component("upload_key/upload_key.jsx", "KeyForm")
forget_key = component("upload_key/upload_key.jsx", "ForgetKey")
upload_form = component("upload_form/upload_form.jsx", "UploadForm")
access_unknown = component("upload_form/upload_form.jsx", "AccessUnknown")
chosen_file = component("upload_form/upload_form.jsx", "ChosenFile")
title_fields = component("upload_form/upload_form.jsx", "TitleFields")
gate = component("upload_form/upload_form.jsx", "Gate")
transferring = component("upload_form/upload_form.jsx", "Transferring")
outcome = component("upload_form/upload_form.jsx", "Outcome")
preflight_panel = component("upload_form/preflight_panel.jsx", "PreflightPanel")
pair_offer = component("upload_form/preflight_panel.jsx", "PairOffer")
