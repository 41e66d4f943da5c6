"""The bodies of the help pages, cached by parameters, release and language, and the search index."""

import functools
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from threading import Lock

from django.conf import settings
from django.core.cache import cache
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import get_language, gettext

from ... import access
from ...models import Staff
from ...queries.desk.staff import ROLE_SUMMARIES
from ...queries.help import (
    drafts,
    finals,
    finals_comparison,
    pages,
    pods,
    round_calculator,
    rulebooks,
    tiebreakers,
)
from ...queries.help.search import Section, read_sections
from ...queries.lab.measures import help_groups
from ...queries.standings import rulebook_comparison
from ..http.jinja import render_template

BODY_CACHE_SECONDS = 600
DEFAULT_PAIR = ("hct-2017", "magic")
_index_lock = Lock()


@dataclass(frozen=True)
class Body:
    """The part of a help page inside its frame: a template below help/bodies/, and what builds its `page`.

    `params` are what the page depends on.
    """

    template: str
    build: Callable
    params: tuple = ()


def roles():
    """Return the roles, and for each permission whether each role has it."""
    permissions = [
        (gettext(label), [role in allowed for role, _label in Staff.ROLES])
        for label, allowed in access.POLICY.values()
    ]
    roles = [(label, ROLE_SUMMARIES[role]) for role, label in Staff.ROLES]
    return {"roles": roles, "permissions": permissions}


def finals_body(key: str, size: int) -> Body:
    return Body("finals.jinja", partial(finals.system_page, key, size), (key, size))


def all_finals_body(size: int) -> Body:
    return Body("all_finals.jinja", partial(finals_comparison.compare_systems, size), (size,))


def comparison_body(first: str, second: str) -> Body:
    build = partial(rulebook_comparison.compare_rulebooks, None, first, second)
    return Body("compare.jinja", build, (first, second))


# The body of a page by its URL name; the argument is the key in its address.
BODIES = {
    "help": lambda _key: Body("index.jinja", pages.start_page),
    "help_guide": lambda key: Body(f"guides/{key}.jinja", partial(pages.GUIDES.get, key)),
    "help_tiebreaker": lambda key: Body(
        "tiebreaker.jinja", partial(tiebreakers.tiebreaker_page, key), (key,)
    ),
    "help_rulebook": lambda key: Body("rulebook.jinja", partial(rulebooks.rulebook_page, key), (key,)),
    "help_finals": lambda key: finals_body(key, finals.size_of(key, "")),
    "help_all_finals": lambda _key: all_finals_body(finals.USUAL_SIZE),
    "help_rounds": lambda _key: Body("round_calculator.jinja", round_calculator.magic_table),
    "help_draft": lambda _key: Body("draft.jinja", drafts.draft_help),
    "help_lab": lambda _key: Body("lab.jinja", help_groups),
    "help_pods": lambda _key: Body("pods.jinja", pods.pod_help),
    "help_roles": lambda _key: Body("roles.jinja", roles),
    "help_privacy": lambda _key: Body("privacy.jinja", dict),
    "compare": lambda _key: comparison_body(*DEFAULT_PAIR),
}


def render_body(body: Body) -> str:
    """Return the HTML of a body, from the cache if it is there."""

    def render():
        return str(render_template(f"help/bodies/{body.template}", {"page": body.build()}))

    return mark_safe(cache.get_or_set(cache_key(body.template, *body.params), render, BODY_CACHE_SECONDS))


def load_search_index() -> list[Section]:
    """Return the sections of all help pages; the first call of a process renders each page once."""
    with _index_lock:
        return build_search_index(get_language())


@functools.cache
def build_search_index(language: str) -> list[Section]:
    """Render all help pages in the active language, and return their sections."""
    sections = []
    for page in pages.all_pages():
        address = reverse(page.url_name, args=[page.key] if page.key else [])
        html = render_body(BODIES[page.url_name](page.key))
        sections += read_sections(str(page.title), address, html, page.url_name == pages.GUIDE_URL)
    return sections


def cache_key(*params) -> str:
    parts = json.dumps([settings.RELEASE, get_language(), *params])
    return "help:" + hashlib.sha256(parts.encode()).hexdigest()
