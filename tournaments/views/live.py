"""Pages with live parts: asked for by ETag, rendered once per version for everybody."""

import functools
import gzip
import hashlib
import json
from dataclasses import dataclass

from django.conf import settings
from django.http import Http404, HttpResponse, HttpResponseNotModified, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from ..queries.frames import facts_of
from ..queries.once import once
from ..rules import history

HALL, QUIET = "events/_hall.html", "quiet"


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
):
    """The whole page, or one of its `parts` where `part=` asks for it (404 for another name).

    `context()` gives what the parts need, and is called only where one has to be rendered; `shell()`
    what the page around them needs. Parts hold nothing per person. `params` are the validated parameters
    that the parts depend on. `address` is the page's own where the request has another: a refused POST
    shows the page again, with its `status`. A part brings the clock and the announcement along. Read the
    event (and so its version) before the rows.

    `viewer` is for parts of one person: it names them and all that their parts depend on, in place of the
    event's version. Such a part is kept nowhere.
    """
    asked = request.GET.get("part")
    if asked is not None and asked not in parts:
        raise Http404
    known = functools.cache(context)
    if asked:
        etag = etag_of(event, template, asked, params, viewer)
        # Django's condition() does the same and takes a tenth of a poll's time.
        if etag in request.headers.get("If-None-Match", ""):
            response = HttpResponseNotModified()
            # Who may see a private event is looked up each time, not kept.
            if event.visibility != history.PRIVATE:
                response.of_event = event.slug, (event.pk, event.version)
            response["ETag"] = etag
        else:
            response = sent(
                request, event, etag, lambda: inside(etag, template, asked, known, viewer), viewer
            )
        return uncached(response, viewer)
    address = address or request.get_full_path()
    live = {name: part_of(address, event, template, name, params, polls, known, viewer) for name in parts}
    response = render(request, template, {**shell(), "live": live}, status=status)
    return uncached(response, viewer) if viewer else response


def sent(request, event, etag, html, viewer):
    """The answer of a part, `html()`, compressed once for all who ask for the same."""
    if viewer or "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(html() + brought(event), headers={"ETag": etag})
    packed = once(f"packed:{etag}", lambda: gzip.compress((html() + brought(event)).encode(), mtime=0))
    # The bytes are others than those of the part as it is: a name for both is a weak one.
    headers = {"ETag": f"W/{etag}", "Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return HttpResponse(packed, headers=headers)


def alone(event, template, name, context, viewer):
    """One part of one person's page, as the answer to what they have just done."""
    etag = etag_of(event, template, name, None, viewer)
    html = inside(etag, template, name, context, viewer) + brought(event)
    return uncached(HttpResponse(html, headers={"ETag": etag}), viewer)


def uncached(response, viewer):
    """The response, asked for anew each time; of one person's pages nobody between keeps a copy."""
    response["Cache-Control"] = "private, no-cache" if viewer else "no-cache"
    return response


def part_of(address, event, template, name, params, polls, known, viewer):
    etag = etag_of(event, template, name, params, viewer)
    path, _, asked = address.partition("?")
    query = QueryDict(asked, mutable=True)
    query["part"] = name
    url = f"{path}?{query.urlencode()}"
    seconds = f"{settings.POLL_SECONDS:g}" if polls else ""
    return Part(inside(etag, template, name, known, viewer), etag, url, seconds)


def quiet_part(event, polls):
    """An empty part, for pages without one of their own, that brings the same along."""
    return part_of(reverse("hall", args=[event.slug]), event, HALL, QUIET, None, polls, dict, "")


def brought(event):
    """The clock and what is said to everybody, as every part that is asked for again brings them along."""
    etag = etag_of(event, HALL, "brought", None)
    return inside(etag, HALL, "brought", lambda: {"facts": facts_of(event)})


def inside(etag, template, name, known, viewer=""):
    """The rendered inside of a part, kept for everybody who asks for the same."""
    if viewer:
        return mark_safe(render_to_string(f"{template}#{name}", known()))
    key = "part:" + hashlib.sha256(etag.encode()).hexdigest()
    return mark_safe(once(key, lambda: render_to_string(f"{template}#{name}", known())))


def etag_of(event, template, name, params, viewer=""):
    """Names all that a part depends on."""
    told = json.dumps(
        [settings.RELEASE, event.pk, viewer or event.version, template, name, params or {}, get_language()],
        sort_keys=True,
        default=str,
    )
    return f'"{hashlib.sha256(told.encode()).hexdigest()[:32]}"'
