"""Pages with live parts: asked for by ETag, rendered once per version for everybody."""

import functools
import hashlib
import json
from dataclasses import dataclass, replace

from django.conf import settings
from django.core.cache import caches
from django.http import Http404, HttpResponse, HttpResponseNotModified, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.html import conditional_escape
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from ..queries.frames import facts_of
from ..queries.once import once
from ..queries.seen import at_cost_of, version_now
from ..rules import history
from . import opened, packing
from .metrics import RENDERINGS

HALL, QUIET = "events/_hall.html", "quiet"
# What of a part is another for each person.
OF_ONE = "html", "etag", "url"


@dataclass(frozen=True)
class Part:
    """A live part as the page prints it: its inside, its ETag, its own address, how often to ask."""

    html: str
    etag: str
    url: str
    seconds: str


def answer(
    request,
    event,
    template,
    parts,
    context,
    shell,
    *,
    params=None,
    polls=True,
    address="",
    status=200,
    viewer="",
    until=0,
    own=None,
):
    """The whole page, or one of its `parts` where `part=` asks for it (404 for another name).

    `context()` gives what the parts need, and is called only where one has to be rendered; `shell()`
    what the page around them needs. Parts hold nothing per person. `params` are the validated parameters
    that the parts depend on. `address` is the page's own where the request has another: a refused POST
    shows the page again, with its `status`. A part brings the clock and the announcement along. Read the
    event (and so its version) before the rows.

    `viewer` is for parts of one person: it names them and all that their parts depend on, in place of the
    event's version. Such a part is kept nowhere. `until` is the newest version that this may depend on.
    `own` is what the page around the parts shows of that person, in words: all else there is the same for all
    who come without a cookie.
    """
    asked = request.GET.get("part")
    if asked is not None and asked not in parts:
        raise Http404
    known = functools.cache(context)
    if asked:
        named = name_of(event, template, asked, params, viewer)
        part = functools.partial(rendered, event, named, template, asked, known, viewer)
        response = not_modified(request, event, named, until) or sent(request, event, named, part, viewer)
        return uncached(response, viewer)
    live = {
        name: part_of(event, template, name, params, known, viewer, address or request.get_full_path(), polls)
        for name in parts
    }
    packs = not viewer and takes_gzip(request)
    response = whole(request, event, template, shell, live, status, packs, own)
    return uncached(response, viewer) if viewer else response


def whole(request, event, template, shell, live, status, packs, own):
    """The page with its live parts, each of which is compressed once for all pages where it `packs`."""
    pieces = {name: piece_of(part) for name, part in live.items()} if packs else {}
    newest = version_now(event)
    shown = {name: replace(part, etag=etag_of(part.etag, newest)) for name, part in live.items()}
    for name in pieces:
        shown[name] = replace(shown[name], html=mark_safe(packing.place(name)))
    if own and status == 200 and not request.COOKIES:
        return of_one(request, event, template, shell, shown, own)
    response = render(request, template, {**shell(), "own": own, "live": shown}, status=status)
    if pieces:
        page, mark, rest = response.content.decode().rpartition(opened.LAST)
        begun = packing.begun(page, pieces)
        response.content = packing.ended(begun, mark + rest)
        if event.visibility != history.PRIVATE:
            found = event.pk, event.version
            response.opened = {"slug": event.slug, "found": found, "page": begun, "rest": mark + rest}
        response["Content-Encoding"] = "gzip"
        patch_vary_headers(response, ["Accept-Encoding"])
    return response


def of_one(request, event, template, shell, live, own):
    """One person's page, with all that stands around their own rendered once for each version."""
    told = own | {f"{name}{what}": getattr(part, what) for name, part in live.items() for what in OF_ONE}
    places = {name: mark_safe(packing.place(name)) for name in told}
    texts = {places[name]: conditional_escape(text) for name, text in told.items()}

    def make():
        parts = {
            name: replace(part, **{what: places[f"{name}{what}"] for what in OF_ONE})
            for name, part in live.items()
        }
        return render(request, template, {**shell(), "own": places, "live": parts}).content.decode()

    # In this process: another release has other static files.
    html = once(f"around:{name_of(event, template, 'around', None)}", make, kept=caches["pages"])
    return HttpResponse(opened.written_now(packing.PLACE.sub(lambda found: texts[found[1]], html)))


def takes_gzip(request) -> bool:
    return "gzip" in request.headers.get("Accept-Encoding", "")


def piece_of(part) -> tuple[str, bytes]:
    """(a part as it stands in a page, the same compressed): once for all pages."""
    return part.html, once(f"piece:{part.etag}", lambda: packing.deflated(part.html))


def not_modified(request, event, named, until):
    """304 for who has this part already; None for all others."""
    if not has(request, named):
        return None
    response = HttpResponseNotModified()
    # Who may see a private event is looked up each time, not kept.
    if event.visibility != history.PRIVATE:
        found = event.pk, event.version
        response.of_event = {"slug": event.slug, "visibility": event.visibility, "found": found}
    response["ETag"] = etag_of(named, max(event.version, until))
    return response


def has(request, named) -> bool:
    """Whether who asks has the part of this name; for that Django's condition() takes a tenth of a poll."""
    return f'"{named}' in request.META.get("HTTP_IF_NONE_MATCH", "")


def sent(request, event, named, part, viewer):
    """The answer of a part, compressed once for all who ask for the same."""
    if viewer or not takes_gzip(request):
        html, newest = with_brought(event, part)
        return HttpResponse(html, headers={"ETag": etag_of(named, newest)})

    def pack():
        html, newest = with_brought(event, part)
        return packing.packed(html, {}), newest

    packed, newest = once(f"packed:{named}", pack)
    # The bytes are others than those of the part as it is: a name for both is a weak one.
    etag = f"W/{etag_of(named, newest)}"
    return HttpResponse(packed, headers={"ETag": etag, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"})


def alone(event, template, name, context, viewer):
    """One part of one person's page, as the answer to what they have just done."""
    named = name_of(event, template, name, None, viewer)
    part = functools.partial(rendered, event, named, template, name, context, viewer)
    html, newest = with_brought(event, part)
    return uncached(HttpResponse(html, headers={"ETag": etag_of(named, newest)}), viewer)


def uncached(response, viewer):
    """The response, asked for anew each time; of one person's pages nobody between keeps a copy."""
    response["Cache-Control"] = "private, no-cache" if viewer else "no-cache"
    return response


def part_of(event, template, name, params, known, viewer, address, polls):
    """A part of a page, its ETag without the newest version as yet."""
    named = name_of(event, template, name, params, viewer)
    path, _, asked = address.partition("?")
    query = QueryDict(asked, mutable=True)
    query["part"] = name
    seconds = f"{settings.POLL_SECONDS:g}" if polls else ""
    html, _newest = rendered(event, named, template, name, known, viewer)
    return Part(mark_safe(html), named, f"{path}?{query.urlencode()}", seconds)


def quiet_part(event, polls):
    """An empty part, for pages without one of their own, that brings the same along."""
    part = part_of(event, HALL, QUIET, None, dict, "", reverse("hall", args=[event.slug]), polls)
    return replace(part, etag=etag_of(part.etag, version_now(event)))


def with_brought(event, part):
    """What `part()` gives, with the clock and what is said to everybody, as every part brings them along that
    is asked for again; and the newest version that may stand in it."""
    html, newest = part()
    named = name_of(event, HALL, "brought", None)
    more, newer = rendered(event, named, HALL, "brought", lambda: {"facts": facts_of(event)})
    return html + more, max(newest, newer)


def rendered(event, named, template, name, known, viewer=""):
    """(the inside of a part, the newest version that may stand in it), kept for everybody who asks for the
    same."""

    def make():
        return drawn(f"{template}#{name}", known()), version_now(event)

    return make() if viewer else once(f"part:{named}", lambda: at_cost_of(event, make))


def inside(named, template, name, known):
    """A part of a page that does not poll, kept in the same way."""
    key = "part:" + hashlib.sha256(named.encode()).hexdigest()
    return mark_safe(once(key, lambda: drawn(f"{template}#{name}", known())))


def drawn(part, context):
    RENDERINGS.labels(part).inc()
    return render_to_string(part, context)


def name_of(event, template, name, params, viewer=""):
    """Names the event, and all else that a part depends on."""
    told = json.dumps(
        [settings.RELEASE, viewer or event.version, template, name, params or {}, get_language()],
        sort_keys=True,
        default=str,
    )
    return f"{event.pk}-{hashlib.sha256(told.encode()).hexdigest()[:32]}"


def etag_of(named, newest):
    """The ETag of a part: its name, and the newest version that may stand in it (rows are read after the
    version that names it): who polls is told of no older one again (queries/seen.py)."""
    return f'"{named}.{newest}"'
