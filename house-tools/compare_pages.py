"""Render every page of the site from any worktree and compare two recordings. (Shared tool of issue O.)

    cd /work/NAME                                            # the worktree whose code is rendered
    .venv/bin/python /tmp/compare/pages.py record /tmp/NAME/after          # about a minute
    .venv/bin/python /tmp/compare/pages.py compare /tmp/compare/a4f9fa05 /tmp/NAME/after

`record FOLDER [--only REGEX] [--renamed FILE] [--all] [--jobs N]`
    Copies the database /tmp/compare/states.sqlite3 (made by the code of a4f9fa05: all states of an event and
    the demo), migrates it with the code of the worktree you stand in, and opens every page in
    /tmp/compare/addresses.json as anonymous, player (a browser that opened a secret link first), scorekeeper,
    organiser and superuser, also live parts (`?part=`), files, and forms with invalid values. Time and
    secrets are fixed: two recordings of the same code are equal. One file a page and role:
    FOLDER/ROLE/PATH.html, whose first lines are the address, the status and the content type.
    --only   only addresses that contain this regular expression (also matched on "NAME PATH", e.g.
             `--only '^standings '`): a few seconds
    --all    also every page in every state as organiser (some minutes)
    --jobs   processes, 2 unless told
`compare OLD NEW [--html] [--renamed FILE] [--only REGEX] [--lines N]`
    Compares status, visible text (whitespace collapsed), form fields (name, type, value, options, action,
    method) and links; with --html all tags and attributes, too (for a change of template language: only
    whitespace between tags is ignored). Equal differences of many pages are shown once, with their number.
    Exit code 1 if there is a difference. Pages recorded on one side only are reported, except with --only.
`build` has made states.sqlite3 and addresses.json, in a worktree of a4f9fa05; no need to run it again.

FILE (default /tmp/compare/renamed.json if it exists; add to it when you rename fields; one object a kind):
    {"fields": {"said": ["result_text", "do"]}, names of form fields and query parameters: the old, the new ones
     "values": {"look": "see"},               values of hidden fields and of submit buttons
     "text": {"regex": "replacement"}}        lines of text and attributes, last resort
    `record` sends invalid forms and queries with the new names if the form on the page has them.
"""

import argparse
import difflib
import gzip
import hashlib
import json
import os
import re
import secrets
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import traceback
import uuid
from collections import Counter, defaultdict
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

HERE = Path("/tmp/compare")
STATES_FILE, ADDRESSES, RENAMED = HERE / "states.sqlite3", HERE / "addresses.json", HERE / "renamed.json"
ROLES = ("anonymous", "player", "scorekeeper", "organiser", "superuser")
NOW = "2026-11-27T18:30:00+00:00"
# Pages opened in states that no example of PAGES names.
CORE = (
    "event", "standings", "players", "prizes", "about", "lists", "me", "desk", "desk_players", "desk_round",
    "desk_settings", "settings_format", "desk_log", "desk_check_in", "desk_registration", "desk_draft",
    "cut_to_finals", "draft", "bracket", "round", "draw", "desk_phases", "screen", "register", "forecast",
    "desk_lists", "take_back", "published", "adjust_round", "desk_screens", "desk_paper",
)  # fmt: skip


# --- The worktree's Django -----------------------------------------------------------------------------

def start_django(database):
    """Set up the project in the current folder on a database, with fixed time and secrets."""
    os.environ.update(
        SECRET_KEY="compare" * 8, ALLOWED_HOSTS="testserver", SIGN_UP="open", CI="1", SEED="1", TIME_ZONE="UTC",
        DATABASE_URL=f"sqlite:///{database}", DJANGO_SETTINGS_MODULE="config.settings", DEBUG="0", LOGS="",
        CACHE_URL="", EMAIL_URL="smtp://127.0.0.1:9", SITE_URL="", PROXIES="0",
    )  # fmt: skip
    sys.path[:0] = [os.getcwd(), str(HERE / "lib")]
    sys.path[:] = [path for path in sys.path if path != str(HERE)]
    import pytest  # noqa: F401 - the settings see by it that this is no real site

    import django

    django.setup()
    import logging

    logging.disable(logging.CRITICAL)


@contextmanager
def seeded(text):
    """Draw all secrets from this text."""
    generator = Random(text)
    names = {
        (secrets, "token_bytes"): lambda nbytes=None: generator.randbytes(nbytes or 32),
        (secrets, "choice"): generator.choice,
        (secrets, "randbelow"): generator.randrange,
        (secrets, "randbits"): generator.getrandbits,
        (uuid, "uuid4"): lambda: uuid.UUID(int=generator.getrandbits(128), version=4),
        (os, "urandom"): generator.randbytes,
    }
    before = {key: getattr(*key) for key in names}
    for (module, name), function in names.items():
        setattr(module, name, function)
    try:
        yield
    finally:
        for (module, name), function in before.items():
            setattr(module, name, function)


@contextmanager
def fixed_time():
    import time_machine

    with time_machine.travel(NOW, tick=False):
        yield


# --- build ---------------------------------------------------------------------------------------------

def build(options):
    file = HERE / "new.sqlite3"
    for path in HERE.glob("new.sqlite3*"):
        path.unlink()
    start_django(file)
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    with fixed_time(), seeded("build"):
        entries = build_states()
    STATES_FILE.unlink(missing_ok=True)
    copy_database(file, STATES_FILE)
    for path in HERE.glob("new.sqlite3*"):
        path.unlink()
    ADDRESSES.write_text(json.dumps(entries, indent=0))
    print(len(entries), "addresses;", STATES_FILE.stat().st_size // 1000, "kB")


def copy_database(source, target):
    source, target = sqlite3.connect(source), sqlite3.connect(target)
    source.backup(target)
    source.close()
    target.close()


def build_states():
    from django.contrib.auth import get_user_model
    from django.core.exceptions import ObjectDoesNotExist
    from django.core.management import call_command
    from django.urls import NoReverseMatch
    from tests.actions.action_states import STATES as ACTION_STATES
    from tests.growing.addresses import FILES
    from tests.journeys.accessibility.event_states import build_events
    from tests.journeys.accessibility.pages import PAGES, STATES
    from tournaments.models import Event, Staff

    users = get_user_model()
    call_command("demo", stdout=open(os.devnull, "w"))
    demo_events = list(Event.objects.order_by("pk"))
    organiser = users.objects.get(username="organiser")
    organiser.is_superuser = organiser.is_staff = True
    organiser.email = "organiser@example.org"
    organiser.save()
    people = {role: users.objects.create_user(f"visiting-{role}") for role in ("scorekeeper", "organiser")}
    events = build_events(organiser, set(STATES) | set(ACTION_STATES))
    events |= {f"demo{number}": event for number, event in enumerate(demo_events)}
    for event in events.values():
        for role, user in people.items():
            Staff.objects.get_or_create(event=event, user=user, defaults={"role": role})
    entries, seen = [], set()

    def add(name, example, state, level):
        try:
            path = example.address(name, {example.state: events.get(state)})
        except (ObjectDoesNotExist, AttributeError, IndexError, NoReverseMatch, KeyError, ValueError):
            return
        if name == "correct":
            path += "&seed=the+same"
        key = (path, json.dumps(example.typed))
        if key not in seen:
            seen.add(key)
            slug = events[state].slug if state else None
            entries.append(
                {"name": name, "path": path, "typed": example.typed, "state": state, "slug": slug, "level": level}
            )

    examples = [(name, example) for name, group in (PAGES | FILES).items() for example in group]
    for name, example in examples:
        add(name, example, example.state, "page")
    for state in events:
        for name, example in examples:
            if example.state and not example.typed and example.place.get("slug", "") is not None:
                add(name, example, state, "core" if name in CORE and not example.query else "all")
    tokens = {}
    for event in events.values():
        player = event.players.order_by("pk").first()
        tokens[event.slug] = player.token if player else ""
    for entry in entries:
        entry["token"] = tokens.get(entry["slug"], "")
    return entries


# --- record --------------------------------------------------------------------------------------------

def record(options):
    began = __import__("time").monotonic()
    folder = Path(options.folder).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory(prefix="compare-") as temporary:
        database = Path(temporary) / "states.sqlite3"
        shutil.copy(STATES_FILE, database)
        start_django(database)
        from django.core.management import call_command

        with fixed_time(), seeded("migrate"):
            call_command("migrate", verbosity=0)
        from django.db import connection

        connection.close()
        processes = []
        for number in range(options.jobs):
            own = Path(temporary) / f"{number}.sqlite3"
            copy_database(database, own)
            processes.append(
                subprocess.Popen(
                    [sys.executable, __file__, "work", str(folder), str(own), str(number), str(options.jobs),
                     options.only or "", options.renamed or "", str(int(options.all))],
                    # Sets in the same order in each run.
                    env=os.environ | {"PYTHONHASHSEED": "0"},
                )  # fmt: skip
            )
        failed = [process.wait() for process in processes]
    files = sum(1 for _ in folder.rglob("*.html"))
    failures = Counter()
    for file in folder.rglob("*.html"):
        status = file.read_text(encoding="utf-8").split("\n", 2)[1]
        if status.startswith("status 500"):
            failures[status] += 1
    for status, count in sorted(failures.items(), key=lambda item: -item[1])[:30]:
        print(f"{count:5} {status}")
    print(f"{files} pages in {folder}, {__import__('time').monotonic() - began:.0f} s")
    sys.exit(any(failed))


def read_renamed(path):
    file = Path(path) if path else RENAMED
    renamed = json.loads(file.read_text()) if file.exists() else {}
    renamed = {kind: renamed.get(kind, {}) for kind in ("fields", "values", "text")}
    # Pages are compared under the old names.
    renamed["old_names"] = {new: old for old, names in renamed["fields"].items() for new in names}
    return renamed


def work(arguments):
    """Record the share `number` of `jobs` of the addresses."""
    folder, database, number, jobs, only, renamed, with_all = arguments
    start_django(database)
    renamed = read_renamed(renamed)
    entries = [
        entry
        for entry in json.loads(ADDRESSES.read_text())
        if (entry["level"] != "all" or int(with_all))
        and (not only or re.search(only, entry["path"]) or re.search(only, f"{entry['name']} {entry['path']}"))
    ]
    # Pages of one event in one process, so that its history is read once.
    groups = sorted({entry["slug"] or "" for entry in entries})
    mine = {group for index, group in enumerate(groups) if index % int(jobs) == int(number)}
    with fixed_time():
        Recorder(Path(folder), renamed).record([entry for entry in entries if (entry["slug"] or "") in mine])


class Recorder:
    def __init__(self, folder, renamed):
        from django.contrib.auth import get_user_model
        from django.core.cache import caches
        from django.test import Client

        self.folder, self.renamed, self.limits, self.Client = folder, renamed, caches["limits"], Client
        users = {user.username: user for user in get_user_model().objects.all()}
        self.clients = {
            "anonymous": Client(raise_request_exception=False),
            "scorekeeper": self.signed_in(users["visiting-scorekeeper"]),
            "organiser": self.signed_in(users["visiting-organiser"]),
            "superuser": self.signed_in(users["organiser"]),
        }
        self.players = {}

    def signed_in(self, user):
        client = self.Client(raise_request_exception=False)
        with seeded(f"session {user.username}"):
            client.force_login(user)
            client.get("/")
        return client

    def client(self, role, entry):
        if role != "player":
            return self.clients[role]
        slug = entry["slug"]
        if slug not in self.players:
            self.players[slug] = self.Client(raise_request_exception=False)
            with seeded(f"player {slug}"):
                self.players[slug].get(f"/e/{slug}/me/{entry['token']}/")
        return self.players[slug]

    def record(self, entries):
        for entry in sorted(entries, key=lambda entry: (entry["slug"] or "", entry["typed"] is not None)):
            for role in self.roles_of(entry):
                self.record_page(entry, role)

    def roles_of(self, entry):
        if entry["level"] == "all":
            return ("organiser",)
        if entry["level"] == "core":
            return ("organiser",) if "/desk/" in entry["path"] else ("anonymous",)
        if not entry["slug"] or not entry["token"]:
            return tuple(role for role in ROLES if role != "player")
        return ROLES

    def record_page(self, entry, role):
        client = self.client(role, entry)
        path = self.with_new_names(client, entry["path"])
        response, text = self.get(client, entry["path"], path, role)
        parts = []
        if entry["typed"] is None:
            self.write(role, entry["path"], response, text)
            parts = re.findall(r'hx-get="([^"]*part=[^"]*)"', text) if response.status_code == 200 else []
        elif response.status_code == 200:
            self.post(client, entry, path, role, text)
        for part in dict.fromkeys(parts):
            part = urljoin(path, part.replace("&amp;", "&"))
            response, text = self.get(client, part, part, role)
            self.write(role, part, response, text)

    def with_new_names(self, client, path):
        parts = urlsplit(path)
        names = self.renamed["fields"]
        if not parts.query or not any(name in names for name, _value in parse_qsl(parts.query)):
            return path
        new = urlencode([(names.get(name, [name])[0], value) for name, value in parse_qsl(parts.query)])
        new_path = f"{parts.path}?{new}"
        # The code before the renaming knows only the old names.
        with seeded(path):
            return new_path if b"".join(client.get(new_path)) != b"".join(client.get(parts.path)) else path

    def get(self, client, key, path, role):
        self.limits.clear()
        with seeded(f"{role} {key}"):
            response = client.get(path)
            return response, content_of(response)

    def post(self, client, entry, path, role, text):
        page = Page(path, text)
        for number in (-1, 0, 1):
            names = {old: new[number] for old, new in self.renamed["fields"].items() if -1 < number < len(new)}
            typed = {names.get(name, name): value for name, value in entry["typed"].items()}
            form = next((form for form in page.forms if set(typed) <= {f.name for f in form.fields}), None)
            form = form or next((f for f in page.forms if next(iter(typed)) in {c.name for c in f.fields}), None)
            if form:
                break
        else:
            self.write(role, f"{entry['path']} POST", None, f"no form with {list(entry['typed'])}")
            return
        data = {}
        for control in form.fields:
            if control.kind in ("checkbox", "radio") and not control.checked:
                continue
            if control.kind != "file":
                data.setdefault(control.name, []).append(control.value)
        data |= typed
        self.limits.clear()
        with seeded(f"{role} {entry['path']} POST"):
            response = client.post(form.action, data)
            text = content_of(response)
        self.write(role, f"{entry['path']} POST {json.dumps(entry['typed'])}", response, text)

    def write(self, role, key, response, text):
        head = [f"{key} as {role}"]
        if response is not None:
            head += [
                f"status {response.status_code} {response.headers.get('Location', '')}{problem(response)}".strip(),
                response.headers.get("Content-Type", ""),
            ]
        else:
            head += ["status 0", ""]
        name = re.sub(r"[^\w.=&-]+", "_", key).strip("_")[:100]
        file = self.folder / role / f"{name}-{hashlib.sha1(key.encode()).hexdigest()[:8]}.html"
        file.parent.mkdir(exist_ok=True)
        file.write_text("\n".join((*head, text)), encoding="utf-8")


def problem(response):
    """Return the exception that was the answer's cause, with its place in a template."""
    if not getattr(response, "exc_info", None):
        return ""
    _kind, error, trace = response.exc_info
    places = [frame for frame in traceback.extract_tb(trace) if "/templates/" in frame.filename]
    place = places[-1] if places else traceback.extract_tb(trace)[-1]
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text} [{place.filename.rpartition('templates/')[2]}:{place.lineno}]"


def content_of(response):
    data = b"".join(response)
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    return data.decode(errors="replace")


# --- Pages ---------------------------------------------------------------------------------------------

INLINE = set(
    "a abbr b bdi bdo cite code data dfn em i kbd label mark q s samp small span strong sub sup time u var wbr svg"
    " use".split()
)
VOID = set("area base br col embed hr img input link meta source track wbr".split())
SILENT = {"script", "style"}
SPOKEN = ("aria-label", "title", "alt", "placeholder", "content")


@dataclass
class Field:
    name: str
    kind: str
    value: str = ""
    checked: bool = False
    options: list = field(default_factory=list)
    more: str = ""


@dataclass
class Form:
    action: str
    method: str
    fields: list = field(default_factory=list)


class Page(HTMLParser):
    """The forms, links, lines of visible text and tags of a page."""

    def __init__(self, address, html):
        super().__init__()
        self.address, self.forms, self.links, self.lines, self.tags = address, [], [], [], []
        self.by_id, self.outside, self.form, self.select, self.area, self.silent = {}, [], None, None, None, 0
        self.loose = Form("(no form)", "")
        self.line, self.gap = "", False
        self.feed(html)
        self.close()
        self.end_line()
        for form_id, control in self.outside:
            self.by_id.get(form_id, self.loose).fields.append(control)

    def end_line(self):
        if text := " ".join(self.line.split()):
            self.lines.append(text)
        self.line = ""

    def handle_starttag(self, tag, attributes):
        attributes = {name: value or "" for name, value in attributes}
        if tag not in INLINE:
            self.end_line()
        self.tags.append((tag, attributes))
        self.silent += tag in SILENT
        for name in SPOKEN:
            if attributes.get(name):
                self.lines.append(f"[{name}] {' '.join(attributes[name].split())}")
        for name in ("href", "src", "hx-get", "hx-post"):
            if name in attributes:
                self.links.append((name, attributes[name]))
        if tag == "form":
            action = attributes.get("action") or attributes.get("hx-post", "")
            self.form = Form(action or urlsplit(self.address).path, attributes.get("method", "get").lower())
            self.forms.append(self.form)
            self.by_id[attributes.get("id")] = self.form
        elif tag in ("input", "select", "textarea", "button"):
            self.handle_control(tag, attributes)
        elif tag == "option" and self.select:
            value = attributes.get("value", "")
            self.select.options.append(value + (" *" if "selected" in attributes else ""))
            if "selected" in attributes or len(self.select.options) == 1:
                self.select.value = value

    def handle_control(self, tag, attributes):
        kind = attributes.get("type", {"button": "submit", "input": "text"}.get(tag, tag))
        names = ("min", "max", "step", "maxlength", "pattern", "required", "disabled", "readonly", "multiple",
                 "formaction", "formmethod", "inputmode", "autocomplete", "list")  # fmt: skip
        more = " ".join(f"{name}={attributes[name]}" for name in names if name in attributes)
        value = attributes.get("value", "on" if kind in ("checkbox", "radio") else "")
        control = Field(attributes.get("name", ""), kind, value, "checked" in attributes, more=more)
        self.select = control if tag == "select" else None
        self.area = control if tag == "textarea" else None
        if "form" in attributes:
            self.outside.append((attributes["form"], control))
        else:
            (self.form or self.loose).fields.append(control)

    def handle_endtag(self, tag):
        if tag not in INLINE:
            self.end_line()
        self.tags.append((f"/{tag}", {}))
        self.silent -= tag in SILENT
        if tag == "form":
            self.form = None
        elif tag == "select":
            self.select = None
        elif tag == "textarea":
            self.area = None

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_data(self, data):
        if self.area:
            self.area.value += data.removeprefix("\n") if not self.area.value else data
        if self.silent:
            self.tags.append(("script", {"text": data.strip()}))
            return
        self.line += data
        if self.tags and self.tags[-1][0] == "":
            self.tags[-1][1]["text"] += data
        else:
            self.tags.append(("", {"text": data}))


# --- compare -------------------------------------------------------------------------------------------

# Values that differ from release to release.
VARIABLE = (
    (r"data-etag=(['\"]).*?\1", "data-etag"),
    (r"(\?v=|/static/[\w./-]+\.)[0-9a-f]{12}\b", r"\1…"),
)
SECRET_FIELDS = {"csrfmiddlewaretoken", "key"}


def lines_of(text, kind, renamed, with_tags):
    """Return the lines that are compared."""
    head, (status, content_type, body) = text.split("\n", 1)[0], text.split("\n", 3)[1:]
    address = head.split(" as ")[0]
    for pattern, new in VARIABLE:
        body = re.sub(pattern, new, body)
    lines = [status, content_type]
    if not content_type.startswith("text/html"):
        return [*lines, *(re.sub(r"'csrf[^']*'", "", line) for line in body.splitlines())]
    page = Page(address, body)
    names, values = renamed["old_names"], renamed["values"]
    lines += [f"text    {line}" for line in page.lines]
    for form in [*page.forms, page.loose]:
        if form is page.loose and not form.fields:
            continue
        lines.append(f"form    {form.method} {new_query(form.action, names)}")
        for control in form.fields:
            value = control.value
            if control.kind in ("hidden", "submit"):
                value = values.get(value, value)
            value = "…" if control.name in SECRET_FIELDS else repr(value)
            is_checked = " checked" if control.checked else ""
            options = f" {control.options}" if control.options else ""
            name = names.get(control.name, control.name)
            lines.append(f"field   {control.kind} {name} = {value}{is_checked}{options} {control.more}".rstrip())
    lines += [f"link    {name} {new_query(link, names)}" for name, link in page.links]
    if with_tags:
        lines += tag_lines(page.tags)
    for pattern, new in renamed["text"].items():
        lines = [re.sub(pattern, new, line) for line in lines]
    return lines


def unequal_middle(first, second):
    """Return both without their common beginning and end: difflib is slow."""
    begin = 0
    while begin < min(len(first), len(second)) and first[begin] == second[begin]:
        begin += 1
    end = 0
    while end < min(len(first), len(second)) - begin and first[-1 - end] == second[-1 - end]:
        end += 1
    return first[begin : len(first) - end], second[begin : len(second) - end]


def difference(first, second):
    """Return the lines of a diff; of long pages the lines that only one has, without their order."""
    if len(first) * len(second) < 40_000:
        return list(difflib.unified_diff(first, second, lineterm="", n=0))[2:]
    old, new = Counter(first), Counter(second)
    lines = [f"-{line}" for line in (old - new).elements()] + [f"+{line}" for line in (new - old).elements()]
    return lines or ["+(the same lines in another order)"]


def tag_lines(tags):
    lines = []
    for tag, attributes in tags:
        if tag == "":
            if text := " ".join(attributes["text"].split()):
                lines.append(f"html    “{text}”")
            continue
        if attributes.get("name") in SECRET_FIELDS:
            attributes = attributes | {"value": "…"}
        values = [f"{name}={' '.join(value.split())!r}" for name, value in sorted(attributes.items())]
        lines.append("html    <" + " ".join((tag, *values)) + ">")
    return lines


def new_query(link, names):
    parts = urlsplit(link)
    if not parts.query:
        return link
    query = re.sub(r"(^|&)([\w-]+)=", lambda m: f"{m[1]}{names.get(m[2], m[2])}=", parts.query)
    return parts._replace(query=query).geturl()


def compare(options):
    renamed = read_renamed(options.renamed)
    old, new = ({p.relative_to(f).as_posix(): p for p in Path(f).rglob("*.html")}
                for f in (options.old, options.new))  # fmt: skip
    groups, compared = defaultdict(list), 0
    for name in sorted(old.keys() | new.keys()):
        text = (old.get(name) or new.get(name)).read_text(encoding="utf-8")
        head = text.split("\n", 1)[0]
        if options.only and not re.search(options.only, head):
            continue
        if name not in old or name not in new:
            if not (options.partly or options.only):
                groups[f"only in {options.old if name in old else options.new}",].append(head)
            continue
        compared += 1
        texts = [files[name].read_text(encoding="utf-8") for files in (old, new)]
        if texts[0] == texts[1]:
            continue
        first, second = (lines_of(text, None, renamed, options.html) for text in texts)
        if first == second:
            continue
        diff = difference(*unequal_middle(first, second))
        # One group for each place, so that a difference on all pages is shown once.
        for hunk in "\n".join(diff).split("\n@@"):
            lines = tuple(line for line in hunk.split("\n") if not line.startswith(("@@", " -")) and line)
            if lines:
                groups[tuple(re.sub(r"/e/[\w-]+/", "/e/…/", line) for line in lines)].append(head)
    for lines, heads in sorted(groups.items(), key=lambda item: -len(item[1]))[: options.groups]:
        print(f"--- {len(heads)}: {'; '.join(heads[:2])}")
        print("\n".join(line[:300] for line in lines[: options.lines]))
        if len(lines) > options.lines:
            print(f"    … {len(lines) - options.lines} more lines")
    if len(groups) > options.groups:
        print(f"… {len(groups) - options.groups} more differences (--groups)")
    print(f"{compared} pages compared, {len(groups)} differences")
    sys.exit(1 if groups else 0)


def main():
    if sys.argv[1:2] == ["work"]:
        return work(sys.argv[2:])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    recording = commands.add_parser("record")
    recording.add_argument("folder")
    recording.add_argument("--only")
    recording.add_argument("--renamed")
    recording.add_argument("--all", action="store_true")
    recording.add_argument("--jobs", type=int, default=2)
    recording.set_defaults(run=record)
    comparing = commands.add_parser("compare")
    comparing.add_argument("old")
    comparing.add_argument("new")
    comparing.add_argument("--html", action="store_true")
    comparing.add_argument("--renamed")
    comparing.add_argument("--only")
    comparing.add_argument("--partly", action="store_true", help="do not report pages of one side only")
    comparing.add_argument("--lines", type=int, default=12, help="of one difference")
    comparing.add_argument("--groups", type=int, default=40, help="differences shown")
    comparing.set_defaults(run=compare)
    commands.add_parser("build").set_defaults(run=build)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
