"""The environment of the Jinja2 templates: files that end in .jinja, for lists of hundreds of rows."""

import re
from functools import lru_cache, partial
from urllib.parse import quote

from django.template.loader import get_template
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from jinja2 import Environment, StrictUndefined

URL_CACHE_ENTRIES = 20_000
SCORE = re.compile(r"\d+(?:–\d+)+")


def environment(**options) -> Environment:
    """Add translation, Django's addresses and percent-encoding to Jinja2's own language."""
    env = Environment(**options | {"undefined": StrictUndefined})
    env.globals |= {"_": gettext, "ngettext": ngettext, "url": url, "quote": partial(quote, safe="")}
    env.filters |= {"capfirst": capfirst, "keep_scores_unbroken": keep_scores_unbroken}
    return env


@lru_cache(URL_CACHE_ENTRIES)
def url(name, *args):
    return reverse(name, args=args)


def keep_scores_unbroken(text):
    """Escape a text, and let no line end within a score as in “won 2–1”."""
    return mark_safe(SCORE.sub(r'<span class="nowrap">\g<0></span>', escape(text)))


def render_template(name, context):
    """Return the HTML of a template, in the language that its file name says."""
    engine = "jinja2" if name.endswith(".jinja") else "django"
    return mark_safe(get_template(name, using=engine).render(context))
