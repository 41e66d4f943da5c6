"""Permissions: every address, requested with every method by everyone, against one table.

By default each fourth address is asked for as that of a public, an unlisted or a private event, by a few
people on both sides of the permission; in the profile `thorough` each by everybody, in all visibilities.
"""

from dataclasses import replace
from itertools import cycle

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import caches
from django.db import transaction
from django.urls import get_resolver, reverse

from tests.access.permission_table import ABSENT, ACCOUNT, ANYBODY, ASKED, CLUB_PAGES, MAY, NEVER, SEES, SITE
from tests.access.permission_walk import ROLES, WHO, like, walk_of
from tests.journeys.accessibility.pages import names
from tests.support.database_states import rows
from tests.support.repetitions import count
from tournaments.models import Event
from tournaments.rules.history import PRIVATE, PUBLIC, VISIBILITIES

WHOLE = bool(count(0, 1))
STRANGERS = ("nobody", "player")
UNANSWERED = ("PUT", "DELETE", "OPTIONS", "PATCH")
LET_IN, SIGN_IN, FORBIDDEN, NOT_THERE, NO_METHOD = "let in", "sign in", "forbidden", "not there", "no method"


@pytest.fixture(scope="module")
def walked(django_db_setup, django_db_blocker):
    """Built once; each test goes back to it."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield walk_of(get_user_model().objects)
        transaction.set_rollback(True)


@pytest.fixture
def walk(walked, db):
    return replace(walked, browsers={who: like(browser) for who, browser in walked.browsers.items()})


def set_visibility(walk, visibility):
    """Give the event this visibility."""
    Event.objects.filter(pk=walk.event.pk).update(visibility=visibility)
    forget()


def forget():
    """Clear what is cached by event version: an undone request leaves the same version."""
    for one in caches.all():
        one.clear()


def addresses(name, walk):
    """Every address of that name: with and without the phase."""
    for ways, *_rest in get_resolver().reverse_dict.getlist(name):
        kwargs = {key: (walk.places | walk.own.get(name, {}))[key] for key in ways[0][1]}
        yield reverse(name, kwargs=kwargs) + ASKED.get(name, "")


def expected(name, who, visibility, method):
    """Return the outcome of the request according to the table."""
    may = MAY[name][method == "POST"] if method not in UNANSWERED else NEVER
    sees = visibility != PRIVATE or name in CLUB_PAGES or who in (*ROLES, "player", "superuser")
    if may == NEVER:
        return NO_METHOD
    if name in ABSENT:
        return NOT_THERE
    if may == ANYBODY or (may == SEES and sees):
        return LET_IN
    if may == SEES:
        return NOT_THERE
    if who in STRANGERS:
        return SIGN_IN
    if may == ACCOUNT or who == "superuser" or who in may.split():
        return LET_IN
    return FORBIDDEN if sees or may == SITE else NOT_THERE


def outcome_of(answer):
    """Return the outcome of the request."""
    if answer.status_code == 302 and answer.url.startswith(reverse("login")):
        return SIGN_IN
    named = {403: FORBIDDEN, 404: NOT_THERE, 405: NO_METHOD}
    return named.get(answer.status_code, LET_IN if answer.status_code < 500 else answer.status_code)


def requests(name, order):
    """(visibility, who, method) of all that is asked of an address."""
    for visibility in VISIBILITIES if WHOLE else [next(order)]:
        for method in ("GET", "POST", "HEAD", *UNANSWERED):
            allowed = [who for who in WHO if expected(name, who, visibility, method) == LET_IN]
            at_most = 1 if method in ("HEAD", *UNANSWERED) else 4
            asking = WHO if WHOLE else at_the_limit(allowed)[:at_most]
            yield from ((visibility, who, method) for who in WHO if who in asking)


def at_the_limit(allowed):
    """Return the lowest role let in, or anyone else let in; the highest kept out; two without a role."""
    inside = [who for who in ROLES if who in allowed][-1:] or allowed[-1:] or WHO[:1]
    return [*inside, *[who for who in ROLES if who not in allowed][:1], "elsewhere", "nobody"]


ORDER = cycle(("private", "public", "private", "unlisted"))
ALL = sorted({*filter(None, names())})
WALKS = {name: list(requests(name, ORDER)) for name in ALL}


def test_the_table_has_every_address_and_no_other():
    assert None not in set(names()), "an address without a name"
    assert set(names()) - set(MAY) == set(), "say in the table who may"
    assert set(MAY) - set(names()) == set(), "no addresses"


@pytest.mark.parametrize("name", [name for name in ALL if name in MAY][:: count(4, 1)])
def test_everyone_can_request_exactly_what_the_table_says(walk, settings, name):
    settings.SIGN_UP = "open"
    wrong, visibility = [], None
    # First whoever is kept out, who changes nothing; then the others, whose changes are taken back.

    def order(request):
        visibility, who, method = request
        return visibility, expected(name, who, visibility, method) == LET_IN

    for visibility_, who, method in sorted(WALKS[name], key=order):
        if visibility_ != visibility:
            visibility = visibility_
            set_visibility(walk, visibility)
            before = rows()
        for address in addresses(name, walk):
            wanted = expected(name, who, visibility, method)
            with transaction.atomic():
                actual = outcome_of(walk.ask(who, name, method, address))
                if wanted == LET_IN:
                    transaction.set_rollback(True)
            if actual != wanted:
                wrong.append(f"{method} {address} by {who}, {visibility}: {actual}, not {wanted}")
            if wanted == LET_IN:
                forget()
            elif rows() != before:
                wrong.append(f"{method} {address} by {who}, {visibility}, has changed something")
                before = rows()
    assert wrong == []


def admin_addresses():
    """Every address of the admin, with the first row wherever one is asked for."""
    prefix, resolver = get_resolver().namespace_dict["admin"]
    known = {"object_id": "1", "app_label": "tournaments", "url": "x", "content_type_id": 1}
    for name in filter(lambda name: isinstance(name, str), resolver.reverse_dict):
        for ways, *_rest in resolver.reverse_dict.getlist(name):
            yield f"/{prefix}" + ways[0][0] % {**known, **dict.fromkeys({*ways[0][1]} - {*known}, "1")}


def test_the_admin_is_for_the_site_s_own_staff_alone(walk):
    set_visibility(walk, PUBLIC)
    admin_urls, before, allowed = sorted({*admin_addresses()} - {reverse("admin:logout")}), rows(), []
    assert len(admin_urls) > 50
    for address in admin_urls:
        for who in ("nobody", "player", "somebody", "owner"):
            for method in ("GET", "POST"):
                answer = walk.ask(who, "", method, address)
                if answer.status_code not in (302, 403, 405) or reverse("admin:index") == answer.get(
                    "Location"
                ):
                    allowed.append(f"{method} {address} by {who}: {answer.status_code}")
    assert (allowed, rows() == before) == ([], True)
