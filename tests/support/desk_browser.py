"""The desk in a browser without a screen, which takes answers to polls and pressed buttons as htmx does."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

from django.urls import reverse

VOID = {"input", "br", "img", "meta", "link", "use", "hr", "path"}
# Different in each answer, whatever the page shows.
OWN_VALUES = {"csrfmiddlewaretoken", "key", "version"}


@dataclass
class Node:
    """An element with its attributes, elements and texts."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list = field(default_factory=list)

    def walk(self):
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()

    def find(self, name, value):
        """Return the first element in this one whose attribute has this value, or None."""
        return next((node for node in self.walk() if node.attributes.get(name) == value), None)

    def replace(self, old, new):
        for node in self.walk():
            node.children = [new if child is old else child for child in node.children]

    def plain(self, others=None):
        """Return the element as nested tuples, without what each answer has of its own.

        `others` are what to return instead for some elements, by their id() in Python.
        """
        if id(self) in (others or {}):
            return others[id(self)]
        attributes = dict(self.attributes)
        if attributes.get("name") in OWN_VALUES:
            attributes.pop("value")
        texts = (child if isinstance(child, Node) else " ".join(child.split()) for child in self.children)
        children = [one.plain(others) if isinstance(one, Node) else one for one in texts if one]
        return self.tag, attributes, children


class TreeBuilder(HTMLParser):
    """Builds the tree of a text: `root` has its outermost elements."""

    def __init__(self):
        super().__init__()
        self.root = Node("root")
        self.open = [self.root]

    def handle_starttag(self, tag, attributes):
        node = Node(tag, {name: value or "" for name, value in attributes})
        self.open[-1].children.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_startendtag(self, tag, attributes):
        self.open[-1].children.append(Node(tag, {name: value or "" for name, value in attributes}))

    def handle_endtag(self, tag):
        while tag in (node.tag for node in self.open) and self.open.pop().tag != tag:
            pass

    def handle_data(self, text):
        self.open[-1].children.append(text)


def parse(html: str) -> Node:
    builder = TreeBuilder()
    builder.feed(html)
    return builder.root


class DeskBrowser:
    """A browser at an event's desk."""

    def __init__(self, client, event, query=""):
        self.client, self.event, self.query = client, event, query
        self.address = f"{reverse('desk', args=[event.slug])}{query}"
        self.page = parse(client.get(self.address).content.decode())
        poller = next(node for node in self.page.walk() if "data-etag" in node.attributes)
        self.main, self.etag = poller.attributes["id"], poller.attributes["data-etag"]
        self.poll_address = poller.attributes["hx-get"]
        # Rows that answers to pressed buttons brought, by key, with what a new page showed then.
        self.pressed = {}

    def live(self) -> dict:
        """Return what the page shows in each of its live fragments.

        A row that a pressed button brought counts as what a new page showed then.
        """
        others = {id(row): plain for row, plain in self.pressed.values()}
        boxes = (node for node in self.page.walk() if node.attributes.get("id", "").startswith("live-"))
        return {
            box.attributes["id"]: [node.plain(others) for node in box.children if isinstance(node, Node)]
            for box in boxes
        }

    def versions(self) -> set[str]:
        """Return the versions that the forms of the tables send."""
        tables = self.page.find("id", "live-tables")
        return {
            node.attributes["value"] for node in tables.walk() if node.attributes.get("name") == "version"
        }

    def poll(self):
        """Ask for what has changed, and show it. Return the response."""
        rows = [node for node in self.page.walk() if "data-digest" in node.attributes]
        posted = "+".join(f"{row.attributes['data-key']}:{row.attributes['data-digest']}" for row in rows)
        address = f"{self.poll_address}&posted={posted}" if posted else self.poll_address
        response = self.client.get(address, headers={"If-None-Match": self.etag, "HX-Request": "true"})
        if response.status_code == 304:
            return response
        assert response.status_code == 200, response.status_code
        self.etag = response.headers["ETag"]
        for row in rows:
            del row.attributes["data-digest"]
        answer = parse(response.content.decode())
        self.swap_out_of_band(answer)
        self.page.find("id", self.main).children = answer.children
        self.take_order(response.headers["Event-Version"].partition(".")[2])
        return response

    def press(self, form, result_text):
        """Press a button of a row; show the answer."""
        fields = {
            node.attributes["name"]: node.attributes.get("value", "")
            for node in form.walk()
            if node.tag == "input" and node.attributes.get("type") == "hidden"
        }
        headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{self.address}"}
        address, fields = form.attributes["hx-post"], fields | {"result_text": result_text}
        response = self.client.post(address, fields, headers=headers)
        assert response.status_code in (200, 422), response.status_code
        answer = parse(response.content.decode())
        self.swap_out_of_band(answer)
        rows = [node for node in answer.children if isinstance(node, Node) and node.tag == "li"]
        for row in rows:
            key = row.attributes["data-key"]
            self.page.replace(self.page.find("data-key", key), row)
            opened = DeskBrowser(self.client, self.event, self.query).page.find("data-key", key)
            if opened:
                self.pressed[key] = row, opened.plain()
            else:
                # The desk shows another round meanwhile, or none: the next poll takes the row away.
                self.poll()
        return response

    def swap_out_of_band(self, answer: Node):
        for node in [node for node in answer.children if isinstance(node, Node)]:
            swap = node.attributes.pop("hx-swap-oob", None)
            if swap is None:
                continue
            answer.children.remove(node)
            if swap == "innerHTML":
                self.page.find("id", node.attributes["id"]).children = node.children
            else:
                target = self.page.find("data-key", node.attributes["data-key"])
                assert target, f"nothing to swap: {node.attributes}"
                self.page.replace(target, node)

    def take_order(self, version: str):
        """Sort the rows, and let their forms send the version that they show, as the page's script does."""
        lists = (node for node in self.page.walk() if node.attributes.get("class", "").startswith("tables"))
        rows = next(lists, None)
        if rows is None:
            return
        order = self.page.find("id", "live-order").find("hidden", "").attributes["data-order"].split()
        elements = [node for node in rows.children if isinstance(node, Node)]
        rows.children = sorted(elements, key=lambda row: order.index(row.attributes["data-key"]))
        for node in rows.walk():
            if node.attributes.get("name") == "version":
                node.attributes["value"] = version
