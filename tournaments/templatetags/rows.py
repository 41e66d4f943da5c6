"""What is shown thousands of times, in Jinja's language; rows once for as long as they show the same."""

from functools import lru_cache, partial
from itertools import count
from threading import Lock
from urllib.parse import quote

from django import template
from django.template.base import render_value_in_context, token_kwargs
from django.template.loader import get_template
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext
from jinja2 import Environment, StrictUndefined

register = template.Library()

# (number of a list, values of a row) → what this process rendered of them, the oldest first, so many.
KEPT, MOST, FOR_KEPT, NUMBERS = {}, 20_000, Lock(), count()


def environment(**options) -> Environment:
    """What a row can do besides Jinja's own: `_`, `url(name, …)` and `quote`, which leaves no slash."""
    found = Environment(**options | {"undefined": StrictUndefined})
    found.globals |= {"_": gettext, "url": url, "quote": partial(quote, safe="")}
    found.filters["capfirst"] = capfirst
    return found


@lru_cache(MOST)
def url(name, *args):
    return reverse(name, args=args)


@register.simple_tag
def compiled(name, **values):
    """What a template in Jinja's language shows of these values; it sees no others."""
    return mark_safe(get_template(name, using="jinja2").render(values))


@register.tag
def kept(parser, token):
    """`{% kept "row.jinja" name=value … in name=value … anew name=value … alike name=value … %}` renders a
    row once for the same values. `each name=values` in place of the first names makes a row of each value,
    and stands in place of a loop.

    It sees these names and nothing else, so that it can show nothing that has changed since; the values are
    hashable, and of one type each (1 and True are the same). Those after `in` are the same for all rows of a
    list. What comes after `anew` is put into what was kept each time, what comes after `alike` too, the same
    into all rows of a list: the row prints it as it is, and does nothing else with it.
    """
    _tag, row, *bits = token.split_contents()
    said, place = {"own": [], "each": [], "in": [], "anew": [], "alike": []}, "own"
    for bit in bits:
        if bit in said:
            place = bit
        else:
            said[place].append(bit)
    named = [token_kwargs(bits, parser) for bits in said.values()]
    return Kept(get_template(row.strip('"'), using="jinja2"), *named)


class Kept(template.Node):
    def __init__(self, row, own, each, around, anew, alike):
        self.row, self.own, self.each = row, own, each
        self.around, self.anew, self.alike = around, anew, alike

    def render(self, context):
        around = get_language(), *(value.resolve(context) for value in self.around.values())
        html = "".join(self.rows(context, around))
        for place, text in shown(self.alike, context):
            html = html.replace(place, text)
        return mark_safe(html)

    def rows(self, context, around):
        here = number_of((self, around))
        with context.push():
            for own in self.values(context):
                html = KEPT.get((here, own)) or keep((here, own), self.rendered(around, own))
                for place, text in shown(self.anew, context):
                    html = html.replace(place, text)
                yield html

    def values(self, context):
        """The own values of each row, which stand in the context meanwhile."""
        if not self.each:
            yield tuple(value.resolve(context) for value in self.own.values())
        for name, values in self.each.items():
            for value in values.resolve(context):
                context[name] = value
                yield (value,)

    def rendered(self, around, own):
        _language, *around = around
        seen = dict(zip((*self.own, *self.each, *self.around), (*own, *around), strict=True))
        return self.row.render(seen | {name: place_of(name) for name in (*self.anew, *self.alike)})


@lru_cache(MOST)
def number_of(_list) -> int:
    """Of a list's node and all that its rows have in common: compared once, not with each row."""
    return next(NUMBERS)


def shown(values, context):
    """[(what stands for a value in what is kept, the value as it is shown)]."""
    return [
        (place_of(name), render_value_in_context(value.resolve(context), context))
        for name, value in values.items()
    ]


def place_of(name):
    return f"\0{name}\0"


def keep(key, html):
    with FOR_KEPT:
        KEPT[key] = html
        if len(KEPT) > MOST:
            del KEPT[next(iter(KEPT))]
    return html
