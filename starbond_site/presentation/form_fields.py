"""Forms that the browser itself sends: fields with what was typed into them, and what is wrong with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import htpy as h
from htpy import Attribute, Element, Node, VoidElement

from starbond_site import content
from starbond_site.content import Site
from starbond_site.content.addresses import BANGLA

UPLOAD = "_upload"
"""Field of a form with the address of an upload; its leading underscore keeps it out of what is shown again."""

SEEN = "_seen"
"""Field of a form with the version of what its page showed: two windows never overrule each other."""
CONFIRMED = "confirmed"
"""Field of a box without which nothing is removed."""
NUMBER: Mapping[str, Attribute] = MappingProxyType({"inputmode": "decimal", "autocomplete": "off"})
TEXT, FILE_NAME = "text", "_file_name"
"""Fields of a form that takes a text as a file or typed: the text, and the name of its file."""


@dataclass(frozen=True, kw_only=True)
class FormInput:
    """The input of a form that was refused, and why; empty where nothing was refused."""

    form: str = ""
    """Its name, where a page has several."""
    sentence: str = ""
    """About the form as a whole."""
    typed: Mapping[str, str] = field(default_factory=dict)
    problems: Mapping[str, str] = field(default_factory=dict)
    """Sentences by field."""

    def of(self, form: str) -> "FormInput":
        """Return the input of one form of the page; nothing for any other."""
        return self if self.form == form else NOTHING


NOTHING = FormInput()


@dataclass(frozen=True, kw_only=True)
class Field:
    """A field of a form."""

    name: str
    label: str
    kind: str = "text"
    """Type of the ``input``, with ``checkbox`` for a box that need not be ticked, ``number`` or ``textarea``."""
    options: Sequence[tuple[str, str]] = ()
    """Value and words of each, for a drop-down."""
    please_choose: str = ""
    """Words of its first option, which has no value, where nothing may be chosen by default."""
    hint: str = ""
    is_required: bool = False
    attributes: Mapping[str, Attribute] = field(default_factory=dict)
    """Further ones."""

    @property
    def must_be_filled(self) -> bool:
        return self.is_required or bool(self.please_choose)

    def written(self, given: FormInput = NOTHING) -> Node:
        """Return label and control with what was typed, and what is wrong with it."""
        typed, problem = given.typed.get(self.name, ""), given.problems.get(self.name)
        if self.kind == "checkbox":
            ticked = box(self.name, given, {"id": self.name, **wrong(self.name, problem)})
            label = h.label(".desk__tick", for_=self.name)[ticked, h.span[self.label]]
            return h.fragment[label, problem_of(self.name, problem)]
        attributes: dict[str, Attribute] = {
            "class": ["input", "select" if self.options or self.please_choose else ""],
            "id": self.name,
            "name": self.name,
            **(NUMBER if self.kind == "number" else {}),
            **self.attributes,
            "required": self.must_be_filled,
            **wrong(self.name, problem, self.hint),
        }
        return h.div(".desk__field")[
            h.label(".field__label", for_=self.name)[self.label],
            self._control(attributes, typed),
            self.hint and h.small(".desk__hint", id=f"{self.name}-hint")[self.hint],
            problem_of(self.name, problem),
        ]

    def _control(self, attributes: Mapping[str, Attribute], typed: str) -> Node:
        if self.options or self.please_choose:
            return h.select(attributes)[
                self.please_choose and h.option(value="")[self.please_choose],
                [h.option(value=value, selected=value == typed)[words] for value, words in self.options],
            ]
        if self.kind == "textarea":
            # The parser of HTML drops a line feed that follows the tag, not a second one.
            return h.textarea(attributes)["\n", typed]
        # Browsers refuse a number in other digits than their own.
        kind = "text" if self.kind == "number" else self.kind
        return h.input(attributes, type=kind, value=None if self.kind == "file" else typed)


def in_bangla(name: str, label: str, most: int) -> Field:
    own = content.read(BANGLA).interface.language.name
    return Field(name=name, label=f"{label} ({own})", attributes={"maxlength": most, "lang": BANGLA})


def moment_field(name: str, label: str, hint: str, *, is_required: bool = False) -> Field:
    """Return a field for a moment with its seconds, which `local_time.typed` writes."""
    step = {"step": 1}
    return Field(name=name, label=label, kind="datetime-local", hint=hint, is_required=is_required, attributes=step)


def file_field(site: Site, item: Field, given: FormInput) -> Node:
    """Return a field for a file that is sent when it is chosen (`components/react/sent_file`).

    The form names the upload. A file that has arrived need not be chosen again when the form was refused.
    """
    sent = given.typed.get(UPLOAD, "")
    chooser = replace(item, kind="file", is_required=not sent, attributes={**item.attributes, "data-sent": True})
    return [
        chooser.written(FormInput(problems=given.problems)),
        h.p(role="status", data_said=True)[sent and site.interface.desk.file_kept],
        h.input(type="hidden", name=UPLOAD, value=sent),
    ]


@dataclass(frozen=True, kw_only=True)
class Choices:
    """Boxes, of which at least one has to be ticked."""

    name: str
    """Under which it is said what is wrong with them."""
    label: str
    options: Mapping[str, str]
    """Labels by the name of their box."""
    attributes: Mapping[str, Attribute] = field(default_factory=dict)
    """Of the first box."""

    def written(self, given: FormInput = NOTHING) -> Element:
        """Return the boxes with those ticked that were, and what is wrong with them."""
        problem = given.problems.get(self.name)
        first = {**wrong(self.name, problem), **self.attributes}
        boxes = [
            h.label[box(name, given, {} if number else first), " ", label]
            for number, (name, label) in enumerate(self.options.items())
        ]
        return h.fieldset[h.legend[self.label], boxes, problem_of(self.name, problem)]


def box(name: str, given: FormInput, attributes: Mapping[str, Attribute]) -> VoidElement:
    return h.input(attributes, type="checkbox", name=name, checked=bool(given.typed.get(name)))


def tick(name: str, label: str, value: str = "1") -> Element:
    control = h.input(type="checkbox", id=name, name=name, value=value, required=True)
    return h.label(".desk__tick", for_=name)[control, h.span[label]]


def wrong(name: str, problem: str | None, hint: str = "") -> Mapping[str, Attribute]:
    """Return the attributes that lead from a control to its hint, and to what is wrong with it."""
    described = [f"{name}-{part}" for part, text in (("hint", hint), ("problem", problem)) if text]
    return {"aria-invalid": "true" if problem else None, "aria-describedby": " ".join(described) or None}


def problem_of(name: str, problem: str | None) -> Node:
    return problem and h.p(".desk__problem", role="alert", id=f"{name}-problem")[lines(problem)]


def lines(text: str) -> Node:
    """Return a sentence, and below it in small type what stands in its further lines, such as a source."""
    first, *others = text.split("\n")
    return [first, [[h.br, h.small[other]] for other in others]]


def form(
    action: str,
    inside: Node,
    button: Node,
    *,
    hidden: Mapping[str, object] | None = None,
    style: str = "desk__form",
    is_primary: bool = True,
    **attributes: Attribute,
) -> Element:
    """Return a form.

    Args:
        button: its text, or elements.
        is_primary: whether the button is the primary one of the page, of which there is one at most.
        attributes: further ones; one of them names it.
    """
    style_of_button = ["button", is_primary and "button--primary"]
    send = h.button(class_=style_of_button)[button] if isinstance(button, str) else button
    unseen = [h.input(type="hidden", name=name, value=str(value)) for name, value in (hidden or {}).items()]
    return h.form(class_=style, method="post", action=action, **attributes)[unseen, inside, send]
