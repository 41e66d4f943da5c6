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
    """`{% kept name=value … in name=value … anew name=value … %}…{% endkept %}` is rendered once for the same
    values.

    The block sees these names and nothing else, so that it can show nothing that has changed since; the
    values are hashable, and of one type each (1 and True are the same). Those after `in` are the same for all
    rows of a loop. What comes after `anew` is put into what was kept each time: the block prints it as it is,
    and does nothing else with it.
    """
    said, place = {"kept": [], "in": [], "anew": []}, "kept"
    for bit in token.split_contents():
        if bit in said:
            place = bit
        else:
            said[place].append(bit)
    own, around, anew = (token_kwargs(bits, parser) for bits in said.values())
    block = parser.parse(("endkept",))
    parser.delete_first_token()
    return Kept(block, own, around, anew)


class Kept(template.Node):
    def __init__(self, nodelist, own, around, anew):
        self.nodelist, self.own, self.around = nodelist, own, around
        self.anew = {name: (f"\0{name}\0", value) for name, value in anew.items()}

    def render(self, context):
        loop = context.get("forloop", {})
        if self not in loop:
            loop[self] = get_language(), *(value.resolve(context) for value in self.around.values())
        key = (self, loop[self], *[value.resolve(context) for value in self.own.values()])
        html = KEPT.get(key)
        if html is None:
            html = self.rendered(context, key)
            keep(key, html)
        for place, value in self.anew.values():
            if place in html:
                html = html.replace(place, render_value_in_context(value.resolve(context), context))
        return mark_safe(html)

    def rendered(self, context, key):
        _block, (_language, *around), *own = key
        seen = dict(zip((*self.own, *self.around), (*own, *around), strict=True))
        places = {name: place for name, (place, _value) in self.anew.items()}
        return self.nodelist.render(context.new({**seen, **places}))


def keep(key, html):
    with FOR_KEPT:
        KEPT[key] = html
        if len(KEPT) > MOST:
            del KEPT[next(iter(KEPT))]
