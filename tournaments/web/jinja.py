"""The environment of the Jinja2 templates: all pages, mails and scripts of Topcut."""

import re
from datetime import datetime
from functools import lru_cache, partial
from urllib.parse import quote, urlencode

from django.template.defaultfilters import date as format_date
from django.template.defaultfilters import linebreaks_filter
from django.template.loader import get_template
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.safestring import mark_safe
from django.utils.text import capfirst
from django_htmx.jinja import htmx_script
from jinja2 import Environment, pass_eval_context
from jinja2.ext import Extension
from markupsafe import Markup, escape

from .links import absolute_url
from .mails import can_send_mail

URL_CACHE_ENTRIES = 20_000
SCORE = re.compile(r"\d+(?:–\d+)+")


class UnindentExtension(Extension):
    """Leaves out the indentation of templates: a list of 1,000 rows would be a third longer with it."""

    def preprocess(self, source, name, filename=None):
        return re.sub(r"\n[ \t]+", "\n", source)


def environment(**options) -> Environment:
    """Add translation, dates, Django's addresses and percent-encoding to Jinja2's own language."""
    env = Environment(**options, extensions=[UnindentExtension])
    env.globals |= {
        "_": gettext,
        "ngettext": ngettext,
        "get_language": translation.get_language,
        "get_language_bidi": translation.get_language_bidi,
        "current_time": timezone.now,
        "url": url,
        "absolute_url": absolute_url,
        "can_send_mail": can_send_mail,
        "static": lru_cache(static),
        "query": query,
        "quote": partial(quote, safe=""),
        "htmx_script": lru_cache(htmx_script),
    }
    env.filters |= {"capfirst": capfirst, "date": format_local, "linebreaks": linebreaks_filter}
    env.filters["whole_scores"] = keep_scores_whole
    return env


@pass_eval_context
def gettext(eval_context, message: str, /, **values) -> str:
    """Return a message in the active language, with its placeholders %(name)s replaced by the values.

    In HTML the message itself may contain tags; the values are escaped. A message with values writes a
    percent sign as %%.
    """
    return fill(eval_context, translation.gettext(message), values)


@pass_eval_context
def ngettext(eval_context, singular: str, plural: str, /, **values) -> str:
    """Return the singular or the plural as `gettext` does; the first of the values decides."""
    number = next(iter(values.values()))
    return fill(eval_context, translation.ngettext(singular, plural, number), values)


def fill(eval_context, message: str, values: dict) -> str:
    if eval_context.autoescape:
        message = Markup(message)
    return message % values if values else message


def keep_scores_whole(text: str) -> Markup:
    """Return a text as HTML in which no line ends inside a score such as 2–1."""
    return Markup(SCORE.sub(r'<span class="nowrap">\g<0></span>', str(escape(text))))


def format_local(moment: datetime, format: str) -> str:
    """Return a moment in the active time zone, in Django's format of dates."""
    return format_date(timezone.localtime(moment), format)


@lru_cache(URL_CACHE_ENTRIES)
def url(name, *args, **kwargs):
    return reverse(name, args=args, kwargs=kwargs)


def query(**values) -> str:
    """Return ?name=value&…, without the values that are empty."""
    values = {name: value for name, value in values.items() if value not in ("", None)}
    return f"?{urlencode(values, quote_via=quote)}"


def insert_open_row(table: str, row: str, open_link: str, close_link: str) -> str:
    """Return the HTML of a table with a row below that of the link that opens it, which then closes it.

    Both links are as in an address. The table as it is without a row, or without the link.
    """
    before, found, after = table.partition(f'href="{escape(open_link)}#open"')
    if not row or not found:
        return table
    rest, row_end, following = after.partition("</tr>")
    closing = f'href="{escape(close_link)}" aria-expanded="true"'
    return mark_safe(f"{before}{closing}{rest}{row_end}\n{row}{following}")


def render_template(name, context):
    """Return the HTML of a template."""
    return mark_safe(get_template(name).render(context))
