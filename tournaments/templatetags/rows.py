"""Rows of long lists, rendered once for as long as they show the same."""

from threading import Lock

from django import template
from django.template.base import render_value_in_context, token_kwargs
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

register = template.Library()

# (block, language, values) → what this process rendered of them, the oldest first, for so many rows.
KEPT, MOST, FOR_KEPT = {}, 20_000, Lock()


@register.tag
def kept(parser, token):
    """`{% kept name=value … in name=value … anew name=value … alike name=value … %}…{% endkept %}` is
    rendered once for the same values.

    The block sees these names and nothing else, so that it can show nothing that has changed since; the
    values are hashable, and of one type each (1 and True are the same). Those after `in` are the same for all
    rows of a loop. What comes after `anew` is put into what was kept each time, what comes after `alike` too,
    the same into all rows of a loop: the block prints it as it is, and does nothing else with it, but for
    going through a tuple after `anew`.
    """
    said, place = {"kept": [], "in": [], "anew": [], "alike": []}, "kept"
    for bit in token.split_contents():
        if bit in said:
            place = bit
        else:
            said[place].append(bit)
    named = [token_kwargs(bits, parser) for bits in said.values()]
    block = parser.parse(("endkept",))
    parser.delete_first_token()
    return Kept(block, *named)


@register.filter
def beside(one, other):
    """Pairs of what stands in two lists at the same place."""
    return zip(one, other, strict=True)


class Kept(template.Node):
    def __init__(self, nodelist, own, around, anew, alike):
        self.nodelist, self.own, self.around, self.anew, self.alike = nodelist, own, around, anew, alike

    def render(self, context):
        loop = context.get("forloop", {})
        if self not in loop:
            around = get_language(), *(value.resolve(context) for value in self.around.values())
            alike = {name: value.resolve(context) for name, value in self.alike.items()}
            texts = [(place, render_value_in_context(value, context)) for place, value in marked(alike)]
            loop[self] = around, alike, texts
        around, alike, texts = loop[self]
        key = (self, around, *[value.resolve(context) for value in self.own.values()])
        anew = {name: value.resolve(context) for name, value in self.anew.items()}
        html = KEPT.get(key)
        if html is None:
            html = self.rendered(context, key, {**alike, **anew})
            keep(key, html)
        for place, text in texts:
            html = html.replace(place, text)
        for place, value in marked(anew):
            if place in html:
                html = html.replace(place, render_value_in_context(value, context))
        return mark_safe(html)

    def rendered(self, context, key, later):
        _block, (_language, *around), *own = key
        seen = dict(zip((*self.own, *self.around), (*own, *around), strict=True))
        for name, value in later.items():
            places = tuple(place for place, _value in marked({name: value}))
            seen[name] = places if isinstance(value, tuple) else places[0]
        return self.nodelist.render(context.new(seen))


def marked(values):
    """(what stands for a value in what is kept, the value); of a tuple, each of its values."""
    for name, value in values.items():
        if isinstance(value, tuple):
            yield from ((f"\0{name}{number}\0", one) for number, one in enumerate(value))
        else:
            yield f"\0{name}\0", value


def keep(key, html):
    with FOR_KEPT:
        KEPT[key] = html
        if len(KEPT) > MOST:
            del KEPT[next(iter(KEPT))]
