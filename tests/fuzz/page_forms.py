"""Parses the forms and links of a page."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

UNSENT = ("reset", "button", "image")


@dataclass
class Field:
    """A form control: its kind, its value, and its other possible values."""

    name: str
    kind: str
    value: str = ""
    checked: bool = False
    options: list = field(default_factory=list)
    low: str = ""
    high: str = ""


@dataclass
class Form:
    action: str
    method: str = "get"
    fields: list = field(default_factory=list)
    # (name, value, target) of each submit button.
    buttons: list = field(default_factory=list)

    @property
    def values(self) -> dict:
        return {control.name: control.value for control in self.fields}


class Page(HTMLParser):
    """`forms` and `links` of a page at `address`; links lead to the same site, without their fragment."""

    def __init__(self, address: str, html: str):
        super().__init__()
        self.address, self.forms, self.links = address, [], []
        self.by_id, self.outside_controls, self.form, self.select, self.text = {}, [], None, None, None
        self.feed(html)
        self.close()
        for form_id, attributes, control in self.outside_controls:
            if form_id in self.by_id:
                self.add_control(self.by_id[form_id], attributes, control)

    def absolute(self, url: str) -> str:
        return urljoin(f"http://testserver{self.address}", url or self.address)

    def handle_starttag(self, tag, attributes):
        attributes = {name: value or "" for name, value in attributes}
        for name in ("href", "hx-get"):
            if name in attributes and self.absolute(attributes[name]).startswith("http://testserver/"):
                self.links.append(path_and_query(self.absolute(attributes[name])))
        if tag == "form":
            target = self.absolute(attributes.get("action") or attributes.get("hx-post", ""))
            self.form = Form(path_and_query(target), attributes.get("method", "get").lower())
            self.forms.append(self.form)
            self.by_id[attributes.get("id")] = self.form
        elif tag in ("input", "select", "textarea", "button") and "disabled" not in attributes:
            self.handle_control(tag, attributes)
        elif tag == "option" and self.select:
            if "disabled" not in attributes:
                self.select.options.append(attributes.get("value", ""))
            if "selected" in attributes or len(self.select.options) == 1:
                self.select.value = attributes.get("value", "")

    def handle_control(self, tag, attributes):
        default_kinds = {"button": "submit", "input": "text"}
        kind = attributes.get("type", default_kinds[tag]) if tag in default_kinds else tag
        value, is_checked = attributes.get("value", ""), "checked" in attributes
        control = Field(attributes.get("name", ""), kind, value, is_checked)
        control.low, control.high = attributes.get("min", ""), attributes.get("max", "")
        self.select = control if tag == "select" else None
        self.text = control if tag == "textarea" else None
        if "form" in attributes:
            self.outside_controls.append((attributes["form"], attributes, control))
        elif self.form is not None:
            self.add_control(self.form, attributes, control)

    def add_control(self, form, attributes, control):
        if control.kind == "submit":
            url = attributes.get("formaction")
            target = urlsplit(self.absolute(url)).path if url is not None else form.action
            form.buttons.append((control.name, control.value, target))
        elif control.name and control.kind not in UNSENT:
            form.fields.append(control)

    def handle_endtag(self, tag):
        if tag == "form":
            self.form = None
        elif tag == "select":
            self.select = None
        elif tag == "textarea":
            self.text = None

    def handle_data(self, data):
        if self.text:
            # The first line break after the tag is not part of the value.
            self.text.value += data.removeprefix("\n") if not self.text.value else data


def path_and_query(url: str) -> str:
    parts = urlsplit(url)
    return parts.path + (f"?{parts.query}" if parts.query else "")
