"""Pages whose fragments update while they are open: phones poll `?part=NAME` at the page's own address.

Shared fragments are rendered once for everybody and served from the cache for a few seconds, however often
the event changes meanwhile. The desk, players' own pages, answers to POST requests and private events are
rendered for each request. Public pages are rendered one at a time for each event (turns.py).
"""

import gzip
import hashlib
import json
import re
import time
from dataclasses import dataclass, field, replace
from functools import lru_cache
from urllib.parse import parse_qsl, urlencode

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from ..history.cache import get_displayed_version
from ..rules.history import PRIVATE, Announcement
from ..rules.rounds.clock import has_expired
from .compression import (
    PackedSpan,
    accepts_gzip,
    compress_fragments,
    compress_page,
    new_mark,
    set_compressed,
)
from .jinja import render_template
from .recently_used import RecentlyUsed
from .status import EventStatus, get_event_status
from .turns import TooBusy, is_awaited, take_turn

ENTRY_SECONDS, FINISHED_POLL_SECONDS = 60, 60
# How long a request waits for another process that renders the same, and how often it checks.
LOCK_SECONDS, WAIT_SECONDS = 5, 0.02
# Each poll also updates the event's status, clock and announcement around the fragment.
STATUS_TEMPLATE = "events/_oob.jinja"
MAX_STATUS_HTMLS = 64
# In each process, of some 60 kB at most.
MAX_KEPT_ENTRIES = 64
# The tag before a fragment that htmx swaps into its place, by the fragment's name.
OUT_OF_BAND = '<div id="live-{}" hx-swap-oob="innerHTML">'
# In the ETag of fragments without what `complete` adds, so that a later poll brings it.
INCOMPLETE = "incomplete"


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
    """The body of the answer to a poll: the requested fragment, then all others for out-of-band swaps.

    `spans` are the (start, end) of each fragment by its name. In the cache, `packed` replaces `html`, and
    `packed_spans` say where the fragments' compressed blocks are in it.
    """

    version: int
    rendered_at: float
    event_status: EventStatus
    html: str
    spans: dict[str, tuple[int, int]]
    packed: bytes = b""
    packed_spans: dict[str, PackedSpan] = field(default_factory=dict)

    def text(self) -> str:
        return gzip.decompress(self.packed).decode() if self.packed else self.html

    def texts(self) -> dict[str, str]:
        """Return the text of each fragment by its name."""
        text = self.text()
        return {name: text[start:end] for name, (start, end) in self.spans.items()}

    def is_younger_than(self, seconds: float) -> bool:
        """Return whether they were rendered so recently; not if the clock was set back since."""
        return 0 <= time.time() - self.rendered_at < seconds

    def is_fresh_enough(self, current_version: int, client_version: int) -> bool:
        """Return whether a client that has seen `client_version` may get these fragments."""
        is_young = self.is_younger_than(settings.FRAGMENT_CACHE_SECONDS)
        return self.version >= current_version or (is_young and self.version >= client_version)


# Entries of Redis that polls have asked for: to read one again takes a fifth of the processor time of a poll.
_kept_entries = RecentlyUsed(MAX_KEPT_ENTRIES)


def render_live_page(
    request,
    event,
    template: str,
    fragments: dict[str, str],
    fragment_context,
    page_context,
    *,
    params=None,
    get_status=get_event_status,
    shared=True,
    cached=True,
    with_status=True,
    complete=None,
    etag="",
    address="",
    status=200,
    part=None,
    get_parts=None,
):
    """Return the page, or one of its `fragments` (name → template) if the request names it with `part=`.

    The first fragment polls and brings the others along. `fragment_context()` returns the values of all
    fragments: nothing personal, and nothing that depends on more than the event and the validated `params`.
    `page_context(event_status)` returns the values of the rest of the page. Fragments that are not `shared`
    are rendered for each request; `etag` identifies what they depend on, by default the event's version.
    Shared fragments are `cached`, unless a visitor can choose among many `params`; `complete(html)` adds what
    belongs to this address alone, unless the event is too busy. A poll also brings the event's status, unless
    the page gets it `with_status=False`. `address` is the page's own address if the
    request has another, as after a refused POST; `part` is the fragment that answers a POST.
    `get_parts(context)` returns the ChangedParts of fragments that are not shared.
    """
    is_post = request.method == "POST"
    if not is_post:
        part = request.GET.get("part")
    if part is not None and part not in fragments:
        raise Http404
    main = part or next(iter(fragments))
    key = "" if etag else cache_key(event, template, main, params)
    is_public = shared and not is_post
    is_cached = is_public and cached and event.visibility != PRIVATE
    if part and not is_cached and not is_post:
        current_etag = etag or make_etag(event, key, event.version)
        if not_modified := get_conditional_response(request, current_etag):
            return add_headers(not_modified, event, current_etag, event.version)

    def render_all() -> RenderedFragments:
        if deferred := event.get_deferred_fields():
            event.refresh_from_db(fields=deferred)
        # A page shows the status itself.
        is_polled = with_status and (part is not None or is_cached)
        context = fragment_context()
        htmls = {name: render_template(fragment, context) for name, fragment in fragments.items()}
        changes = {}
        if get_parts:
            parts = get_parts(context)
            current_etag = make_etag(event, key, get_displayed_version(event))
            shown_etag = request.headers.get("If-None-Match", "") if part else ""
            changes = parts.find_changes(htmls, current_etag, shown_etag)
            changes.pop(main, None)
            htmls |= {name: parts.complete(name, htmls[name]) for name in parts.rows if name not in changes}
        return render_fragments(event, htmls, main, changes, get_status(event), is_polled)

    if is_cached:
        rendered = get_or_render(f"fragment:{key}", event, client_version(request, event), render_all)
    elif is_public:
        with take_turn(event):
            rendered = render_all()
    else:
        rendered = render_all()
    etag = etag or make_etag(event, key, rendered.version)
    if part:
        return fragment_response(request, event, rendered, etag, complete)
    # The page gets marks, which its compressed fragments replace.
    marks = {name: new_mark() for name in rendered.packed_spans if not complete and accepts_gzip(request)}
    url = fragment_url(address or request.get_full_path(), main)
    live = live_fragments(event, rendered, main, url, etag, marks or rendered.texts())
    if complete:
        try:
            live = {name: replace(one, html=mark_safe(complete(one.html))) for name, one in live.items()}
        except TooBusy:
            live[main] = replace(live[main], etag=make_etag(event, INCOMPLETE, rendered.version))
    context = page_context(rendered.event_status) | {"live": live}
    response = render(request, template, context, status=status)
    if marks:
        spans = {mark.encode(): rendered.packed_spans[name] for name, mark in marks.items()}
        set_compressed(response, compress_page(response.content, rendered.packed, spans))
    if not is_cached:
        response["Cache-Control"] = "private, no-cache"
    return response


def get_or_render(key: str, event, seen_version: int, render_all) -> RenderedFragments:
    """Return the cached fragments, rendered again if they are too old for a client that has seen a version.

    One request renders. Others get the cached entry, or wait if it is older than what they have seen.
    """
    # A client may claim a version that the database does not have yet.
    seen_version = min(seen_version, event.version)
    kept = _kept_entries.find(key)
    is_kept = kept is not None and kept.is_younger_than(ENTRY_SECONDS)
    if is_kept and kept.is_fresh_enough(event.version, seen_version):
        return kept
    entry = cache.get(key)
    if entry and entry.is_fresh_enough(event.version, seen_version):
        # Without Redis this process has the cache itself.
        if settings.CACHE_URL:
            _kept_entries.keep(key, entry)
        return entry
    is_usable = entry is not None and entry.version >= seen_version
    if is_usable and (is_awaited(event, key) or cache.get(f"{key}:lock")):
        return entry
    try:
        with take_turn(event, key):
            return render_in_turn(key, event, seen_version, render_all)
    except TooBusy:
        if is_usable:
            return entry
        raise


def render_in_turn(key: str, event, seen_version: int, render_all) -> RenderedFragments:
    """Render and cache the fragments, unless another request or process has just done so."""
    lock, give_up_at = f"{key}:lock", time.monotonic() + LOCK_SECONDS
    while not cache.add(lock, True, LOCK_SECONDS):
        # In this order: a request that has released the lock has stored its entry.
        is_locked, entry = cache.get(lock), cache.get(key)
        if entry and entry.version >= seen_version:
            return entry
        # If the lock was refused although nobody holds it, the cache is down.
        if not is_locked or time.monotonic() > give_up_at:
            break
        time.sleep(WAIT_SECONDS)
    try:
        entry = cache.get(key)
        if not (entry and entry.is_fresh_enough(event.version, seen_version)):
            rendered = render_all()
            packed, packed_spans = compress_fragments(rendered.html, rendered.spans)
            entry = replace(rendered, html="", packed=packed, packed_spans=packed_spans)
            cache.set(key, entry, ENTRY_SECONDS)
        return entry
    finally:
        cache.delete(lock)


def render_fragments(
    event, htmls: dict[str, str], main: str, changes: dict[str, str], event_status, with_status: bool
) -> RenderedFragments:
    """Return all fragments of a page, `main` first and the others as htmx swaps them out of band.

    Of some there are only `changes`, which are out of band already.
    """
    html = htmls[main]
    spans = {main: (0, len(html))}
    for name in htmls.keys() - {main}:
        if name in changes:
            html += changes[name]
            continue
        html += OUT_OF_BAND.format(name)
        spans[name] = len(html), len(html) + len(htmls[name])
        html += f"{htmls[name]}</div>"
    if with_status:
        html += render_status(event_status, get_language())
    return RenderedFragments(get_displayed_version(event), time.time(), event_status, html, spans)


def render_out_of_band(fragments: dict[str, str], context: dict, event_status) -> str:
    """Render fragments that come with the answer to a POST, and the event's status around them."""
    parts = [
        f"{OUT_OF_BAND.format(name)}{render_template(template, context)}</div>"
        for name, template in fragments.items()
    ]
    return "".join(parts) + render_status(event_status, get_language())


@lru_cache(MAX_STATUS_HTMLS)
def render_status(event_status: EventStatus, language: str) -> str:
    """Render what surrounds the fragments of an event, in the active language: the same on all own pages."""
    return render_template(STATUS_TEMPLATE, {"event_status": event_status})


def live_fragments(
    event, rendered: RenderedFragments, main: str, url: str, etag: str, htmls: dict[str, str]
) -> dict[str, LiveFragment]:
    """Return the fragments of a page, with their HTML by name; `main` polls the `url`."""
    live = {name: LiveFragment(f"live-{name}", mark_safe(html)) for name, html in htmls.items()}
    live[main] = replace(
        live[main],
        url=url,
        seconds=poll_seconds(rendered.event_status),
        etag=etag,
        version=version_text(event, rendered.version),
    )
    return live


def fragment_response(request, event, rendered: RenderedFragments, etag: str, complete=None) -> HttpResponse:
    """Return the answer to a poll or a POST; fragments from the cache are already compressed.

    `complete` as in `render_live_page`: it adds nothing on which the ETag would have to depend. If the
    event is too busy for that, the fragments come without it, and a later poll brings it.
    """
    is_poll = request.method != "POST"
    if is_poll and (not_modified := get_conditional_response(request, etag)):
        return add_headers(not_modified, event, etag, rendered.version)
    if complete:
        html = rendered.text()
        try:
            html = complete(html)
        except TooBusy:
            etag = make_etag(event, INCOMPLETE, rendered.version)
        response = HttpResponse(html)
    elif rendered.packed and accepts_gzip(request):
        response = set_compressed(HttpResponse(), rendered.packed)
    else:
        response = HttpResponse(rendered.text())
    if is_poll:
        response = get_conditional_response(request, etag, response=response)
    return add_headers(response, event, etag, rendered.version)


def add_headers(response, event, etag: str, version: int) -> HttpResponse:
    """Add ETag, version and Cache-Control: only the browser stores the answer, and always revalidates it."""
    response["ETag"], response["Event-Version"] = etag, version_text(event, version)
    response["Cache-Control"] = "private, no-cache"
    return response


def cache_key(event, template: str, fragment: str, params) -> str:
    """Return a key of everything that a fragment depends on, except the results, which the version counts.

    An announcement ends by itself: nothing increments a version then.
    """
    announcement = Announcement(**event.announcement) if event.announcement else None
    is_expired = has_expired(announcement, timezone.now())
    parts = [settings.RELEASE, event.pk, event.layout_version, template, fragment, params, get_language()]
    parts.append(is_expired)
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()[:32]


def make_etag(event, key: str, version: int) -> str:
    return f'W/"{event.pk}-{key}.{version}"'


def version_text(event, version: int) -> str:
    """Return the version as the browser compares it; an event created again has another primary key."""
    return f"{event.pk}.{version}"


def client_version(request, event) -> int:
    """Return the newest version of this event that the client's If-None-Match names, else 0."""
    versions = re.findall(rf'"{event.pk}-\w+\.(\d{{1,18}})"', request.headers.get("If-None-Match", ""))
    return max(map(int, versions), default=0)


def fragment_url(address: str, name: str) -> str:
    path, _, query = address.partition("?")
    params = [(key, value) for key, value in parse_qsl(query, keep_blank_values=True) if key != "part"]
    return f"{path}?{urlencode([*params, ('part', name)])}"


def poll_seconds(event_status: EventStatus) -> str:
    return f"{FINISHED_POLL_SECONDS if event_status.state == 'ended' else settings.POLL_SECONDS:g}"
