"""Own pages of people at a club: found by a secret address, and remembered by the phones that opened it.

Counting for a person opens nothing: only the secret, the person's account, or a mail to the address that the
person has confirmed leads here.
"""

from functools import wraps

from django.http import Http404
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt

from ..models import Club, Person

# People whose pages one phone remembers at a club.
MAX_REMEMBERED = 8
# The longest time that browsers keep a cookie.
COOKIE_SECONDS = 400 * 86_400
# The address is a secret: no cache may store the page, and no search engine list it. The Referrer-Policy
# of the site keeps it from other sites.
SECRET_HEADERS = {
    "Cache-Control": "private, no-store",
    "X-Robots-Tag": "noindex",
}


def get_published_club(slug: str) -> Club:
    """Return the club with a public page at this address; Http404 without one."""
    club = Club.objects.filter(slug=slug, is_published=True).first() if slug.isprintable() else None
    if club is None:
        raise Http404
    return club


def find_person_by_link(club: Club, token: str) -> Person | None:
    """Return the person with this secret; of two who were merged, both secrets find the one who is left."""
    if not token.isprintable():
        return None
    person = Person.with_merged.filter(club=club, token=token).first()
    return person and person.current


def requires_person_link(view):
    """Decorate a page of a person, `view(request, club, person, …)`, found by its secret address.

    An unknown link gets a page with help, status 404.
    """

    # Another site cannot know the address, so CSRF protection adds nothing. Nor do browsers send the session
    # cookie, with which an account is connected, from another site (SameSite).
    @csrf_exempt
    @wraps(view)
    def wrapper(request, slug, token, **kwargs):
        club = get_published_club(slug)
        person = find_person_by_link(club, token)
        if person is None:
            return render(request, "people/unknown_link.jinja", {"club": club}, status=404)
        response = view(request, club, person, token=token, **kwargs)
        for name, value in SECRET_HEADERS.items():
            response[name] = value
        return response

    return wrapper


def cookie_name(request, club_pk: int) -> str:
    """Return the name of the club's cookie. It is for the whole site: pages of events offer “Your page”."""
    return f"{'__Host-' if request.is_secure() else ''}people-{club_pk}"


def has_remembered(request, club: Club) -> bool:
    """Return whether this phone has opened the page of a person of the club."""
    return cookie_name(request, club.pk) in request.COOKIES


def remembered_tokens(request, club: Club) -> list[str]:
    """Return the secrets of the pages that this phone has opened, the last one first."""
    value = request.get_signed_cookie(cookie_name(request, club.pk), "", salt="people")
    return [token for token in value.split(",")[:MAX_REMEMBERED] if token]


def remembered_people(request, club: Club) -> list[tuple[str, Person]]:
    """Return (secret, person) of the pages that this phone has opened, the last one first."""
    tokens = remembered_tokens(request, club) if has_remembered(request, club) else []
    if not tokens:
        return []
    rows = Person.with_merged.filter(club=club, token__in=tokens)
    known = {row.token: row.current for row in rows}
    people = {}
    for token in tokens:
        if token in known:
            people.setdefault(known[token].pk, (token, known[token]))
    return list(people.values())


def find_remembered(request, club: Club, public_id: str) -> Person | None:
    """Return the person with this id whose page this phone has opened; None for another one."""
    people = (person for _token, person in remembered_people(request, club))
    return next((person for person in people if person.public_id == public_id), None)


def remember_on_phone(request, response, club: Club, token: str, instead_of: str = ""):
    """Let this phone find the page with this secret again."""
    others = [one for one in remembered_tokens(request, club) if one not in (token, instead_of)]
    set_tokens(request, response, club, [token, *others][:MAX_REMEMBERED])


def forget_on_phone(request, response, club: Club, token: str):
    """Let this phone no longer find the page with this secret."""
    tokens = [one for one in remembered_tokens(request, club) if one != token]
    if tokens:
        set_tokens(request, response, club, tokens)
    else:
        response.delete_cookie(cookie_name(request, club.pk), samesite="Lax")


def set_tokens(request, response, club: Club, tokens: list[str]):
    response.set_signed_cookie(
        cookie_name(request, club.pk),
        ",".join(tokens),
        salt="people",
        max_age=COOKIE_SECONDS,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
