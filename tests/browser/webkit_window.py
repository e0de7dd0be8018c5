"""A bare window with WebKitGTK's view, which WebKitWebDriver starts in place of MiniBrowser, by the system's Python.

MiniBrowser cannot be narrower than 447 pixels. Needs Debian's ``python3-gi`` and ``gir1.2-webkit2-4.1``. Each process
is a new visitor: nothing is kept on disk. What the console complains of is printed, a line of JSON for each.
"""

# pyright: reportMissingImports=false, reportAttributeAccessIssue=false
import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

TELL = """{
  const tell = (...said) => webkit.messageHandlers.problem.postMessage(said.map(String).join(" "));
  const { error } = console;
  console.error = (...said) => { tell(...said); error.apply(console, said); };
  addEventListener("error", ({ message, filename, lineno }) => message && tell(message, filename, lineno));
  addEventListener("unhandledrejection", ({ reason }) => tell(reason));
  addEventListener("securitypolicyviolation", ({ violatedDirective: which, blockedURI }) => tell(which, blockedURI));
}"""
"""Runs before the scripts of a page."""


def view(context: WebKit2.WebContext) -> WebKit2.WebView:
    content = WebKit2.UserContentManager()
    content.register_script_message_handler("problem")
    content.connect(
        "script-message-received::problem", lambda _, said: print(said.get_js_value().to_json(0), flush=True)
    )
    frames, moment = WebKit2.UserContentInjectedFrames.TOP_FRAME, WebKit2.UserScriptInjectionTime.START
    content.add_script(WebKit2.UserScript.new(TELL, frames, moment, None, None))
    made = WebKit2.WebView(
        web_context=context,
        user_content_manager=content,
        is_controlled_by_automation=True,
        settings=WebKit2.Settings(enable_page_cache=True),
    )
    # Its natural size is that of the window before; as small as this it follows the window.
    made.set_size_request(1, 1)
    window = Gtk.Window(decorated=False, default_width=390, default_height=900)
    window.add(made)
    window.show_all()
    made.grab_focus()
    return made


def started(context: WebKit2.WebContext, session: WebKit2.AutomationSession) -> None:
    application = WebKit2.ApplicationInfo()
    # The name that WebKitWebDriver asks for unless it is told another.
    application.set_name("MiniBrowser")
    session.set_application_info(application)
    session.connect("create-web-view", lambda _: view(context))


def main() -> None:
    gtk = Gtk.Settings.get_default()
    # Whole advances of glyphs, as FreeType hints them, are those of no Apple device.
    for name, value in (("gtk-xft-hinting", 0), ("gtk-xft-hintstyle", "hintnone"), ("gtk-xft-rgba", "none")):
        gtk.set_property(name, value)
    context = WebKit2.WebContext(website_data_manager=WebKit2.WebsiteDataManager.new_ephemeral())
    context.set_automation_allowed(True)
    context.connect("automation-started", started)
    Gtk.main()


if __name__ == "__main__":
    main()
