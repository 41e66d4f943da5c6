"""Who counts for whom: each case of a player by page, form and link, and what a stranger learns by it.

Counting for a person opens nothing. What a stranger enters links nobody before the desk has seen the player,
and is answered the same whether the club knows it or not.
"""

import re
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.support import chance
from tests.support.database_states import clear_caches, reset_sequences
from tests.support.desk_events import actor_of, form, fresh, friday, paired
from tests.support.own_pages import text_of
from tests.support.people import at
from tests.support.registrations import NOON, entry_of, open_registration, register_online
from tests.support.worker import run_worker
from tournaments.access import secret_links
from tournaments.clubs.actions import publish_club
from tournaments.events.actions.events import change_settings
from tournaments.models import Mail, Person, PersonIdentifier, PersonMail, Player, Registration
from tournaments.models.keys import hash_for_people
from tournaments.people.actions.people import change_person
from tournaments.people.pages.matching import find_undecided
from tournaments.rules.people.linking import DOUBTFUL

CLUB = "the-lantern"
REGULARS = ["Michael Chen", "Wen Ng", "Ines Pereira", "Bruno Carvalho", "Eva Duarte"]
# What the club remembers: name → identifier, address.
REMEMBERED = {
    "Michael Chen": ("mic-1180", "chen@example.org"),
    "Wen Ng": ("wen-3311", ""),
    "Ines Carvalho": ("ine-6220", "home@example.org"),
    "Bruno Carvalho": ("bru-5150", "home@example.org"),
    "Eva Duarte": ("eva-7700", "eva@example.org"),
}
PERSON_COOKIE = re.compile("people-")


def person(name):
    return Person.objects.get(public_name=name)


@pytest.fixture
def club(organiser):
    """A published club that remembers its regulars, each of whom has an own page and no profile.

    Ines has married, and two people bear the name Wen Ng.
    """
    event = friday(organiser, REGULARS)
    publish_club(event.club, actor_of(organiser), "The Lantern", CLUB)
    change_person(event.club, actor_of(organiser), person("Ines Pereira").pk, name="Ines Carvalho")
    for name, (identifier, address) in REMEMBERED.items():
        one = person(name)
        one.remembered_at, one.address_hash = NOON, address and hash_for_people(address)
        one.birth_year, one.token, one.calendar_token = 1987, f"page-{one.pk:0>9}", f"ics-{one.pk:0>9}"
        one.save()
        PersonIdentifier.objects.create(person=one, publisher="magic", value=identifier)
    Person.objects.create(club=event.club, name="Wen Ng", public_name="Wen Ng of Braga")
    return event.club


@pytest.fixture
def tonight(club, organiser):
    """An event that players register for, with address and player ID if they like."""
    return open_registration(friday(organiser, []), organiser, player_id="optional", cap=99)


@dataclass(frozen=True)
class Entry:
    """A player who is typed in at the desk, or registers on a phone and confirms the address there."""

    name: str
    identifier: str = ""
    address: str = ""
    is_confirmed: bool = True
    from_phone: bool = True


def typed(name):
    """A player typed in at the desk."""
    return Entry(name, from_phone=False)


def enter(event, entry: Entry, desk) -> Client:
    """Send the forms, and return the browser of the player."""
    phone = Client()
    if not entry.from_phone:
        desk.post(at(event, "add_players"), form(event, names=entry.name, plain="1"))
        return phone
    values = {"email": entry.address, "player_id": entry.identifier}
    assert register_online(event, entry.name, phone, **values).status_code == 302
    if entry.address and entry.is_confirmed:
        row = entry_of(event, entry.name)
        phone.post(
            reverse("confirm_email", args=[event.slug, row.token, row.confirm_code]), {"key": "confirm"}
        )
        assert entry_of(event, entry.name).email_confirmed_at
    return phone


def check_in(event, desk):
    for player in Player.objects.filter(event=event):
        desk.post(at(event, "check_in_player", player.public_id), form(event))


def links(event) -> list[str]:
    """Return who each player is, in the order of entry: `Eva, by name`, `perhaps …`, `doubt: …`, `nobody`."""
    doubts = {one.player.pk: one.decision for one in find_undecided(event) if one.decision.kind == DOUBTFUL}
    return [
        link_of(player, doubts.get(player.pk))
        for player in Player.objects.filter(event=event).order_by("order").select_related("person")
    ]


def link_of(player: Player, doubt) -> str:
    if player.person:
        reason = "new" if player.person_reason == "new" else f"by {player.person_reason}"
        return f"{'perhaps ' * player.is_proposed}{player.person.public_name}, {reason}"
    if doubt is None:
        return "nobody"
    names = Person.objects.filter(pk__in=doubt.people).order_by("pk").values_list("public_name", flat=True)
    return f"doubt: {' or '.join(names)}, {doubt.reason}"


# The player → who it is when the form is sent, and once the desk has checked the player in.
CASES = {
    "a regular typed in": (typed("Eva Duarte"), "Eva Duarte, by name", "Eva Duarte, by name"),
    "the name in another order": (typed("DUARTE, éva"), "Eva Duarte, by name", "Eva Duarte, by name"),
    "a nickname": (
        typed("Mike Chen"),
        "doubt: Michael Chen, near_name",
        "doubt: Michael Chen, near_name",
    ),
    "the name before the marriage": (
        typed("Ines Pereira"),
        "Ines Carvalho, by name",
        "Ines Carvalho, by name",
    ),
    "the married name": (typed("Ines Carvalho"), "Ines Carvalho, by name", "Ines Carvalho, by name"),
    "a namesake": (
        typed("Wen Ng"),
        "doubt: Wen Ng or Wen Ng of Braga, same_name",
        "doubt: Wen Ng or Wen Ng of Braga, same_name",
    ),
    "one of two namesakes with the identifier": (
        Entry("Wen Ng", "WEN-3311"),
        "perhaps Wen Ng, by identifier",
        "Wen Ng, by identifier",
    ),
    "somebody new": (typed("Zoe Alves"), "Zoe Alves, new", "Zoe Alves, new"),
    "somebody new on a phone": (Entry("Zoe Alves"), "nobody", "Zoe Alves, new"),
    "a regular with the confirmed address": (
        Entry("Eva Duarte", address="EVA@example.org"),
        "perhaps Eva Duarte, by address",
        "Eva Duarte, by address",
    ),
    "a sister with the family’s address": (
        Entry("Clara Carvalho", address="home@example.org"),
        "nobody",
        "Clara Carvalho, new",
    ),
    "a brother with the family’s address, which decides nothing": (
        Entry("Bruno Carvalho", address="home@example.org"),
        "nobody",
        "Bruno Carvalho, by name",
    ),
    "a child with a parent’s address": (
        Entry("Leo Duarte", address="eva@example.org"),
        "nobody",
        "Leo Duarte, new",
    ),
    "an identifier typed wrongly, which nobody has": (
        Entry("Eva Duarte", "eva-7701"),
        "nobody",
        "doubt: Eva Duarte, other_identifier",
    ),
    "an identifier typed wrongly, which is another’s": (
        Entry("Eva Duarte", "bru-5150"),
        "doubt: Bruno Carvalho or Eva Duarte, other_name",
        "doubt: Bruno Carvalho or Eva Duarte, other_name",
    ),
    "a claim of a name by registration": (Entry("Eva Duarte"), "nobody", "Eva Duarte, by name"),
    "a claim by an address that is not confirmed": (
        Entry("Eva Duarte", address="eva@example.org", is_confirmed=False),
        "nobody",
        "Eva Duarte, by name",
    ),
    "a claim by an identifier": (
        Entry("Somebody Else", "eva-7700"),
        "doubt: Eva Duarte, other_name",
        "doubt: Eva Duarte, other_name",
    ),
    "a claim by name and identifier": (
        Entry("Eva Duarte", "eva-7700"),
        "perhaps Eva Duarte, by identifier",
        "Eva Duarte, by identifier",
    ),
}


@pytest.mark.parametrize(("entry", "first", "then"), CASES.values(), ids=CASES)
def test_each_case_gets_its_link_and_opens_no_page(tonight, desk, entry, first, then):
    phone = enter(tonight, entry, desk)
    assert links(tonight) == [first]
    if entry.from_phone:
        assert_opens_nothing(phone, tonight)
    check_in(tonight, desk)
    assert links(tonight) == [then]
    if entry.from_phone:
        assert_opens_nothing(phone, tonight)


def test_two_players_of_one_name_are_in_doubt_until_one_of_them_proves_it(tonight, desk):
    enter(tonight, Entry("Eva Duarte"), desk)
    enter(tonight, Entry("Duarte, Eva", "eva-7700"), desk)
    assert links(tonight) == ["nobody", "perhaps Eva Duarte, by identifier"]
    check_in(tonight, desk)
    assert links(tonight) == ["doubt: Eva Duarte, same_person", "Eva Duarte, by identifier"]
    first = Player.objects.get(event=tonight, name="Eva Duarte")
    answer = {"player": first.pk, "people": [person("Eva Duarte").pk]}
    desk.post(reverse("answer_club_doubt", args=[CLUB]), answer)
    assert links(tonight) == ["Eva Duarte, new", "Eva Duarte, by identifier"]
    assert Player.objects.filter(event=tonight).values("person").distinct().count() == 2


def test_two_players_of_one_name_who_prove_nothing_are_two_doubts(tonight, desk):
    desk.post(at(tonight, "add_players"), form(tonight, names="Eva Duarte\nDuarte, Eva", plain="1"))
    assert links(tonight) == ["doubt: Eva Duarte, same_person"] * 2


def test_who_picks_the_name_of_a_regular_changes_no_link_and_opens_no_page(tonight, desk, organiser):
    change_settings(tonight, actor_of(organiser), 1, reporting="anyone")
    desk.post(at(tonight, "add_players"), form(tonight, names="Eva Duarte\nMichael Chen"))
    paired(fresh(tonight), organiser)
    phone = Client()
    phone.get(at(tonight, "venue_code", secret_links.venue_code(fresh(tonight))))
    eva = Player.objects.get(event=tonight, name="Eva Duarte")
    answer = phone.post(at(tonight, "pick"), {"player": eva.public_id})
    assert answer.status_code == 302 and "Eva Duarte" in text_of(phone.get(answer.url))
    assert links(tonight) == ["Eva Duarte, by name", "Michael Chen, by name"]
    assert_opens_nothing(phone, tonight, answer.url)


def assert_opens_nothing(phone: Client, event, *more: str):
    """Nothing that a phone can reach leads to a person of the club, or tells what only the club knows."""
    own = [reverse("me", args=[event.slug, row.token]) for row in Registration.objects.filter(event=event)]
    keys = Player.objects.filter(event=event).values_list("public_id", flat=True)
    pages = [
        *own,
        *(f"{address}edit/" for address in own),
        *more,
        *(at(event, name) for name in ("event", "players", "about", "register")),
        *(at(event, "player", key) for key in keys),
        *(
            at(event, "register") + f"?as={one.public_id}"
            for one in Person.objects.filter(players__event=event)
        ),
        reverse("club", args=[CLUB]),
        reverse("own_club_pages", args=[CLUB]),
    ]
    texts = [phone.get(address, follow=True).content.decode() for address in pages]
    for row in Person.objects.exclude(token=None).values_list("token", "calendar_token"):
        assert not any(secret in text for secret in row for text in texts), row
    assert not any("1987" in re.sub(r"<[^>]+>", " ", text) for text in texts), "the year of birth"
    assert not any(PERSON_COOKIE.search(name) for name in phone.cookies)
    # The page asks for an address, and opens nobody's page.
    answer = phone.get(reverse("own_club_pages", args=[CLUB]))
    assert answer.status_code == 200 and "Email address" in text_of(answer)
    for public_id in Person.objects.filter(players__event=event).values_list("public_id", flat=True):
        for name in ("own_club_page", "own_club_settings", "own_club_data"):
            assert phone.get(reverse(name, args=[CLUB, public_id])).status_code == 404
        assert phone.get(reverse("club_profile", args=[CLUB, public_id])).status_code == 404


# What a stranger enters: known, and as long but unknown.
CLAIMS = {
    "a name": (Entry("Eva Duarte"), Entry("Ida Quaste")),
    "a name with another one in public": (Entry("Michael Chen"), Entry("Nathaly Zhou")),
    "that name and its identifier": (Entry("Michael Chen", "mic-1180"), Entry("Nathaly Zhou", "ida-9042")),
    "a former name": (Entry("Ines Pereira"), Entry("Olga Quereus")),
    "a name of two people": (Entry("Wen Ng"), Entry("Qin Xu")),
    "an identifier": (Entry("Xu Yang", "eva-7700"), Entry("Xu Yang", "ida-9042")),
    "a name and its identifier": (Entry("Eva Duarte", "eva-7700"), Entry("Ida Quaste", "ida-9042")),
    "an address": (
        Entry("Xu Yang", address="eva@example.org", is_confirmed=False),
        Entry("Xu Yang", address="ida@example.org", is_confirmed=False),
    ),
    "everything of a person": (
        Entry("Eva Duarte", "eva-7700", "eva@example.org", is_confirmed=False),
        Entry("Ida Quaste", "ida-9042", "ida@example.org", is_confirmed=False),
    ),
}


# The other claims are parts of these.
MOST = {"a name of two people", "that name and its identifier", "an address", "everything of a person"}


@pytest.mark.parametrize(
    "claim",
    [
        pytest.param(one, id=name, marks=() if name in MOST else pytest.mark.slow)
        for name, one in CLAIMS.items()
    ],
)
def test_a_stranger_is_answered_the_same_whether_the_club_knows_what_was_entered(
    tonight, organiser, settings, claim
):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    change_person(tonight.club, actor_of(organiser), person("Michael Chen").pk, public_name="Moth")
    known, unknown = (answers_to(tonight, entry) for entry in claim)
    assert len(known) == len(unknown) > 15
    for first, second in zip(known, unknown, strict=True):
        assert first == second


def answers_to(event, entry: Entry) -> list:
    """Return all that somebody gets who registers, polls, edits and asks for links, without what was entered.

    Afterwards the event is as it was, so that the next one meets the same.
    """
    with chance.seeded("a stranger"), undone():
        phone, other = Client(), Client()
        answers = [register_online(event, entry.name, phone, email=entry.address, player_id=entry.identifier)]
        own = answers[0].url
        pages = [at(event, name) for name in ("event", "players", "about", "register", "standings")]
        pages += [f"{at(event, 'event')}?part=now", at(event, "event_calendar"), at(event, "event_preview")]
        pages += [at(event, "player", row.public_id) for row in Player.objects.filter(event=event)]
        pages += [reverse(name, args=[CLUB]) for name in ("club", "club_events", "club_calendar")]
        answers += [browser.get(address) for address in pages for browser in (phone, other)]
        answers += [phone.get(own), phone.get(f"{own}edit/"), phone.get(f"{own}withdraw/")]
        polled = f"{own}?part={'state' if 'part=state' in answers[-3].content.decode() else 'now'}"
        poll = phone.get(polled)
        answers += [poll, phone.get(polled, headers={"if-none-match": poll["ETag"]})]
        assert answers[-1].status_code == 304
        address = entry.address or "nobody@example.org"
        edited = {"name": entry.name, "email": entry.address, "player_id": entry.identifier, "key": "edit.1"}
        sent = [
            phone.post(f"{own}edit/", edited),
            phone.post(at(event, "lost_link"), {"email": address}),
            phone.post(reverse("own_club_pages", args=[CLUB]), {"email": address}),
        ]
        answers += [*sent, *(phone.get(answer.url) for answer in sent)]
        counts = [model.objects.count() for model in (Registration, Player, Mail, PersonMail)]
        # Of the event. A mail of the club goes to the owner of a known address alone, whoever asks for it.
        run_worker()
        counts.append(Mail.objects.exclude(sent_at=None).count())
        return [*(content_of(answer, entry) for answer in answers), counts]


@contextmanager
def undone():
    """Roll back what is written inside, and begin with empty caches and the same new keys of rows."""
    clear_caches()
    reset_sequences()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


# The clock, the number of a request, and tags made from what was entered.
CHANGING_HEADERS = {"X-Request-ID", "ETag"}
CHANGING_TEXT = re.compile(r'data-now="[^"]*"|data-etag="[^"]*"')


def content_of(answer, entry: Entry) -> tuple:
    """Return status, headers, cookies and body of an answer, without what was entered and the time."""
    headers = {name: value for name, value in answer.headers.items() if name not in CHANGING_HEADERS}
    text = CHANGING_TEXT.sub("", f"{headers} {answer.content.decode(errors='replace')}")
    for part in filter(None, (entry.name, entry.address, entry.identifier)):
        text = re.sub(re.escape(part), "…", text, flags=re.IGNORECASE)
    return answer.status_code, sorted(answer.cookies), text
