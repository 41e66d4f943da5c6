"""The environment of the Jinja2 templates: files that end in .jinja, for lists of hundreds of rows."""

from functools import lru_cache, partial
from urllib.parse import quote

from django.template.loader import get_template
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from jinja2 import Environment, StrictUndefined

URL_CACHE_ENTRIES = 20_000


def environment(**options) -> Environment:
    """Add translation, Django's addresses and percent-encoding to Jinja2's own language."""
    env = Environment(**options | {"undefined": StrictUndefined})
    env.globals |= {"_": gettext, "ngettext": ngettext, "url": url, "quote": partial(quote, safe="")}
    env.filters["capfirst"] = capfirst
    return env


@lru_cache(URL_CACHE_ENTRIES)
def url(name, *args):
    return reverse(name, args=args)


def render_template(name, context):
    """Return the HTML of a template, in the language that its file name says."""
    engine = "jinja2" if name.endswith(".jinja") else "django"
    return mark_safe(get_template(name, using=engine).render(context))
