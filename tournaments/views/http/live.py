"""Pages whose fragments update while they are open: phones poll `?part=NAME` at the page's own address.

Shared fragments are rendered once for everybody and served from the cache for a few seconds, however often
the event changes meanwhile. The desk, players' own pages, answers to POST requests and private events are
rendered for each request.
"""

import gzip
import hashlib
import json
import re
import time
from dataclasses import dataclass, replace

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from ...queries.events.status import EventStatus, facts_of
from ...queries.history.cache import get_displayed_version
from ...rules.history import PRIVATE
from .jinja import render_template

ENTRY_SECONDS, FINISHED_POLL_SECONDS = 60, 60
# How long a request waits for another one that renders the same, and how often it looks.
LOCK_SECONDS, WAIT_SECONDS = 5, 0.02
# Every fragment brings the event's status, clock and announcement along for the elements around it.
STATUS_TEMPLATE = "events/_oob.html"


@dataclass(frozen=True)
class LiveFragment:
    """A fragment as the page prints it; one without `url` is updated by the one that polls."""

    id: str
    html: str
    url: str = ""
    seconds: str = ""
    etag: str = ""
    version: str = ""


@dataclass(frozen=True)
class RenderedFragments:
    """The body of the answer to a poll: the fragment asked for, then all others for out-of-band swaps.

    `places` are (start, end) of each by its name, `facts` is the event's status. In the cache `html` is empty
    and `packed` is set.
    """

    version: int
    rendered_at: float
    facts: EventStatus
    html: str
    places: dict[str, tuple[int, int]]
    packed: bytes = b""

    def text(self) -> str:
        return gzip.decompress(self.packed).decode() if self.packed else self.html

    def is_fresh_enough(self, current_version: int, client_version: int) -> bool:
        """Whether it may be served to a client that has seen a version, while the event has another."""
        is_young = 0 <= time.time() - self.rendered_at < settings.FRAGMENT_CACHE_SECONDS
        return self.version >= current_version or (is_young and self.version >= client_version)


def render_live_page(
    request,
    event,
    template: str,
    fragments: dict[str, str],
    fragment_context,
    page_context,
    *,
    params=None,
    facts=facts_of,
    shared=True,
    etag="",
    address="",
    status=200,
    part=None,
):
    """Answer with the page, or with one of its `fragments` (name → template) where `part=` names it.

    The first fragment polls and brings the others along. `fragment_context()` gives the values of all of
    them: nothing personal, and nothing that depends on more than the event and the validated `params`.
    `facts(event)` gives the event's status, `page_context(facts)` the rest of the page. Fragments
    that are not `shared` are rendered for each request; `etag` names what they depend on, by default the
    event's version. `address` is the page's own where the request has another, as after a refused POST;
    `part` is the fragment that answers a POST.
    """
    if request.method != "POST":
        part = request.GET.get("part")
    if part is not None and part not in fragments:
        raise Http404
    main = part or next(iter(fragments))
    key = cache_key(event, template, main, params)
    shared = shared and event.visibility != PRIVATE and request.method != "POST"
    if part and not shared and request.method != "POST":
        known = etag or make_etag(event, key, event.version)
        if not_modified := get_conditional_response(request, known):
            return add_headers(not_modified, event, known, event.version)

    def build(values) -> RenderedFragments:
        return render_fragments(event, fragments, main, values, facts(event))

    if shared:
        rendered = get_or_render(
            f"fragment:{key}", event, client_version(request, event), fragment_context, build
        )
    else:
        rendered = build(fragment_context())
    etag = etag or make_etag(event, key, rendered.version)
    if part:
        return fragment_response(request, event, rendered, etag)
    text = rendered.text()
    live = {
        name: LiveFragment(f"live-{name}", mark_safe(text[begin:end]))
        for name, (begin, end) in rendered.places.items()
    }
    live[main] = replace(
        live[main],
        url=fragment_url(address or request.get_full_path(), main),
        seconds=poll_seconds(rendered.facts),
        etag=etag,
        version=version_text(event, rendered.version),
    )
    response = render(request, template, page_context(rendered.facts) | {"live": live}, status=status)
    if not shared:
        response["Cache-Control"] = "private, no-cache"
    return response


def get_or_render(key: str, event, seen_version: int, fragment_context, build) -> RenderedFragments:
    """Return the cached fragments, rendered again where they are too old for a client that saw a version.

    One request renders. Others get the cached entry, or wait if it is older than what they have seen. A
    version that the database does not have yet changes nothing.
    """
    seen_version = min(seen_version, event.version)
    entry = cache.get(key)
    if entry and entry.is_fresh_enough(event.version, seen_version):
        return entry
    lock, give_up_at = f"{key}:lock", time.monotonic() + LOCK_SECONDS
    while True:
        has_lock = cache.add(lock, True, LOCK_SECONDS)
        # In this order: a request that has released the lock has stored its entry.
        is_locked, entry = cache.get(lock), cache.get(key)
        if entry and (
            entry.is_fresh_enough(event.version, seen_version)
            or (not has_lock and entry.version >= seen_version)
        ):
            if has_lock:
                cache.delete(lock)
            return entry
        # Nothing is locked although the lock was not given: the cache is down.
        if has_lock or not is_locked or time.monotonic() > give_up_at:
            break
        time.sleep(WAIT_SECONDS)
    try:
        rendered = build(fragment_context())
        packed = gzip.compress(rendered.html.encode(), compresslevel=6, mtime=0)
        entry = replace(rendered, html="", packed=packed)
        cache.set(key, entry, ENTRY_SECONDS)
    finally:
        cache.delete(lock)
    return entry


def render_fragments(event, fragments: dict[str, str], main: str, values: dict, facts) -> RenderedFragments:
    """Render all fragments of a page, `main` first and the others as htmx swaps them out of band."""
    html = render_template(fragments[main], values)
    places = {main: (0, len(html))}
    for name in fragments.keys() - {main}:
        html += f'<div id="live-{name}" hx-swap-oob="innerHTML">'
        fragment = render_template(fragments[name], values)
        places[name] = len(html), len(html) + len(fragment)
        html += f"{fragment}</div>"
    html += render_template(STATUS_TEMPLATE, {"facts": facts})
    return RenderedFragments(get_displayed_version(event), time.time(), facts, html, places)


def fragment_response(request, event, rendered: RenderedFragments, etag: str) -> HttpResponse:
    """Return the answer to a poll, or to a POST: compressed already where it comes from the cache."""
    if rendered.packed and "gzip" in request.headers.get("Accept-Encoding", ""):
        response = HttpResponse(rendered.packed, headers={"Content-Encoding": "gzip"})
        patch_vary_headers(response, ["Accept-Encoding"])
    else:
        response = HttpResponse(rendered.text())
    if request.method != "POST":
        response = get_conditional_response(request, etag, response=response)
    return add_headers(response, event, etag, rendered.version)


def add_headers(response, event, etag: str, version: int) -> HttpResponse:
    """Add ETag, version and Cache-Control: only the browser keeps it, and asks again each time."""
    response["ETag"], response["Event-Version"] = etag, version_text(event, version)
    response["Cache-Control"] = "private, no-cache"
    return response


def cache_key(event, template: str, fragment: str, params) -> str:
    """Return the name of everything that a fragment depends on except results, which the version counts."""
    parts = [settings.RELEASE, event.pk, event.frame_version, template, fragment, params, get_language()]
    digest = hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()
    return digest[:32]


def make_etag(event, key: str, version: int) -> str:
    return f'W/"{event.pk}-{key}.{version}"'


def version_text(event, version: int) -> str:
    """Return what the browser compares: of an event that was created again the pk is another."""
    return f"{event.pk}.{version}"


def client_version(request, event) -> int:
    """Return the newest version of this event that the client's If-None-Match names, else 0."""
    versions = re.findall(rf'"{event.pk}-\w+\.(\d{{1,18}})"', request.headers.get("If-None-Match", ""))
    return max(map(int, versions), default=0)


def fragment_url(address: str, name: str) -> str:
    path, _, query = address.partition("?")
    params = QueryDict(query, mutable=True)
    params["part"] = name
    return f"{path}?{params.urlencode()}"


def poll_seconds(facts) -> str:
    return f"{FINISHED_POLL_SECONDS if facts.state == 'ended' else settings.POLL_SECONDS:g}"
