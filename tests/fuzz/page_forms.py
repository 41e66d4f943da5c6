"""What a page can be asked and sent: its forms with all their fields, and where it links to."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

UNSENT = ("reset", "button", "image")
TEXTS = {"textarea": "value", "option": "text"}


@dataclass
class Field:
    """One control: its kind, what stands in it, and what else it can hold."""

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
    # (name, value, where to) of each way to send it.
    buttons: list = field(default_factory=list)

    @property
    def values(self) -> dict:
        return {one.name: one.value for one in self.fields}


class Page(HTMLParser):
    """`forms` and `links` of a page at `address`; links lead to the same site, without their fragment."""

    def __init__(self, address: str, html: str):
        super().__init__()
        self.address, self.forms, self.links = address, [], []
        self.by_id, self.waiting, self.here, self.select, self.text = {}, [], None, None, None
        self.feed(html)
        self.close()
        for name, said, what in self.waiting:
            if name in self.by_id:
                self.put(self.by_id[name], said, what)

    def at(self, to: str) -> str:
        return urljoin(f"http://testserver{self.address}", to or self.address)

    def handle_starttag(self, tag, said):
        said = {name: value or "" for name, value in said}
        for name in ("href", "hx-get"):
            if name in said and self.at(said[name]).startswith("http://testserver/"):
                parts = urlsplit(self.at(said[name]))
                self.links.append(parts.path + (f"?{parts.query}" if parts.query else ""))
        if tag == "form":
            to = urlsplit(self.at(said.get("action") or said.get("hx-post", "")))
            self.here = Form(
                to.path + (f"?{to.query}" if to.query else ""), said.get("method", "get").lower()
            )
            self.forms.append(self.here)
            self.by_id[said.get("id")] = self.here
        elif tag in ("input", "select", "textarea", "button") and "disabled" not in said:
            self.control(tag, said)
        elif tag == "option" and self.select:
            if "disabled" not in said:
                self.select.options.append(said.get("value", ""))
            if "selected" in said or len(self.select.options) == 1:
                self.select.value = said.get("value", "")

    def control(self, tag, said):
        kind = (
            said.get("type", "submit" if tag == "button" else "text") if tag in ("input", "button") else tag
        )
        what = Field(said.get("name", ""), kind, said.get("value", ""), "checked" in said)
        what.low, what.high = said.get("min", ""), said.get("max", "")
        self.select = what if tag == "select" else None
        self.text = what if tag == "textarea" else None
        if "form" in said:
            self.waiting.append((said["form"], said, what))
        elif self.here is not None:
            self.put(self.here, said, what)

    def put(self, form, said, what):
        if what.kind == "submit":
            to = urlsplit(self.at(said["formaction"])) if "formaction" in said else None
            form.buttons.append((what.name, what.value, to.path if to else form.action))
        elif what.name and what.kind not in UNSENT:
            form.fields.append(what)

    def handle_endtag(self, tag):
        if tag == "form":
            self.here = None
        elif tag == "select":
            self.select = None
        elif tag == "textarea":
            self.text = None

    def handle_data(self, data):
        if self.text:
            # The first line break after the tag is not part of what stands there.
            self.text.value += data.removeprefix("\n") if not self.text.value else data
