"""The lines of the desk's tables, rendered once in each process for all desks that show them alike."""

from functools import partial
from urllib.parse import parse_qs, urlsplit

from django.http import Http404
from django.middleware.csrf import get_token
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from ... import access
from ...players.pages.entry_list import name_words
from ...results.pages.reports import calls_by_table, list_messages
from ...series.pages.achievements import get_desk_achievements
from ...web.answers import new_idempotency_key
from ...web.changed_parts import ChangedParts, Row, make_digest, make_row
from ...web.jinja import render_template
from ...web.recently_used import RecentlyUsed
from ..pages.changed_tables import find_changed_tables
from ..pages.filters import FILTERS, MAX_FIND_LENGTH, OPEN, Choice

MAX_LISTS = 8
# Stand for what each answer has of its own. No text of a page can contain them: there “<” is escaped.
CSRF_TOKEN, KEY, VERSION = map(mark_safe, ("<csrf>", "<key>", "<version>"))

# By event, language and permissions; then by table and whether it is chosen: what the line depends on, and
# the line.
_rendered_lists = RecentlyUsed(MAX_LISTS)


def chosen_tables(request) -> Choice:
    """Return the choice in the address of the page, or of the page that htmx sends a form from.

    That of a form is never refused: its result is stored already.
    """
    is_post = request.method == "POST"
    query = read_current_query(request) if is_post else request.GET
    find = query.get("find", "").strip()[:MAX_FIND_LENGTH]
    # Signs alone find nothing: the filter stays.
    choice = Choice(query.get("show", OPEN), find if name_words(find) else "")
    if choice.show in FILTERS:
        return choice
    if not is_post:
        raise Http404
    return Choice(OPEN, choice.find)


def read_current_query(request) -> dict[str, str]:
    """Return the fields in the address of the page that htmx sends a form from; none of a broken address."""
    try:
        fields = parse_qs(urlsplit(request.htmx.current_url or "").query)
    except ValueError:
        return {}
    return {name: values[0] for name, values in fields.items()}


def render_table(request, event, entry, table, **context):
    """Render one table with an `error`, or `undo`: the address that undoes the result just stored."""
    context = row_context_with_calls(request, event, entry) | {"table": table} | context
    return render_template("results/_table.jinja", context)


def render_posted_table(request, event, entry, table, **context):
    """Render one table as the answer to a pressed button.

    Its `data-digest` is that of the line as a poll would bring it, so that the page’s next poll brings it
    only if it has changed again.
    """
    basis = row_context_with_calls(request, event, entry)
    html = render_template("results/_table.jinja", basis | {"table": table} | context)
    stored = entry.find_table(table.number)
    row = render_row(basis, stored, is_out=not chosen_tables(request).includes(stored))
    return mark_safe(html.replace("<li", f'<li data-digest="{row.digest}"', 1))


def row_context_with_calls(request, event, entry):
    """Return the context of the rows of a result entry, with the judge calls by table."""
    calls = calls_by_table(list_messages(event, entry.history))
    return row_context(request, event, entry.version) | {"calls": calls}


def row_context(request, event, version):
    """Return the context of the tables' rows and their forms."""
    return {
        "event": event,
        "version": version,
        "permissions": access.get_permissions(request, event),
        "key": new_idempotency_key(),
        "csrf_token": get_token(request),
        "calls": {},
        "corrects": False,
        "is_out": False,
        "shown": None,
        "is_out_of_band": False,
        "achievements": get_desk_achievements(event),
        "has_open_achievements": False,
        "undo": "",
        "error": "",
        "rows": "",
    }


def get_parts(request, event, context) -> ChangedParts:
    """Return the parts of the desk that a poll leaves out if the browser shows them."""
    rows = {"tables": render_rows(event, context), "order": (), "rounds": (), "picks": (), "chances": ()}
    version = str(context["desk"].version)
    values = {CSRF_TOKEN: get_token(request), KEY: new_idempotency_key(), VERSION: version}

    def fill(text):
        for mark, value in values.items():
            text = text.replace(mark, value)
        return text

    find_changed = partial(find_changed_tables, event)
    return ChangedParts(rows, fill, form_secret(request), find_changed, read_posted(request))


def form_secret(request) -> str:
    """Return a text that changes with the secret of the tokens in forms, as with a new sign-in."""
    # Only a new one is sent as a cookie.
    if "CSRF_COOKIE" not in request.META:
        get_token(request)
    return make_digest(request.META["CSRF_COOKIE"])


def render_rows(event, context) -> list[Row]:
    """Return the lines of all tables of the desk; only those that have changed are rendered."""
    desk, achievements = context["desk"], context["achievements"]
    key = event.pk, event.slug, get_language(), context["permissions"]
    former: dict[tuple, tuple[tuple, Row]] = _rendered_lists.find(key) or {}
    context = context | {"calls": desk.calls}
    rendered, keys = {}, {table.key for table in desk.tables}
    for table in desk.tables:
        is_out = table.key not in desk.shown
        ticks = achievements and achievements.at_table(table.phase, table.round, table.number)
        values = table, desk.calls.get(table.key), ticks
        known = former.get((table.key, is_out))
        if known is None or known[0] != values:
            known = values, render_row(context, table, is_out)
        rendered[table.key, is_out] = known
    others = {known: line for known, line in former.items() if known not in rendered and known[0] in keys}
    _rendered_lists.keep(key, rendered | others)
    return [row for _values, row in rendered.values()]


def render_row(context, table, is_out: bool) -> Row:
    """Return a line with marks for what each answer has of its own."""
    marks = {"csrf_token": CSRF_TOKEN, "key": KEY, "version": VERSION}
    html = render_template("results/_table.jinja", context | marks | {"table": table, "is_out": is_out})
    return make_row(table.key, html)


def read_posted(request) -> dict[str, str]:
    """Return the digests of the rows that the page has from answers to pressed buttons, by their keys."""
    pairs = (pair.partition(":") for pair in request.GET.get("posted", "").split())
    return {key: digest for key, _colon, digest in pairs}
