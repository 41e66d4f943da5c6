"""Pages of a club: the public one, the desk, the logo, and the name on the pages of its events."""

import re
from io import BytesIO
from zlib import crc32

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from tests.support.desk_events import actor_of, fresh, friday, paired, played
from tests.support.own_pages import text_of
from tests.support.people import at, joined, signed_in
from tests.support.registrations import open_registration, register_online
from tournaments.clubs import actions
from tournaments.models import Club, ClubStaff, Event, Invitation, Staff


@pytest.fixture
def event(organiser):
    return friday(organiser)


@pytest.fixture
def club(organiser, event):
    actions.publish_club(event.club, actor_of(organiser), "The Lantern", "the-lantern")
    return Club.objects.get()


@pytest.fixture
def browser(event, django_user_model):
    """A function that signs an account with this role in the event's club in."""

    def open_as(role):
        user = django_user_model.objects.create_user(f"the-{role}")
        ClubStaff.objects.create(club=event.club, user=user, role=role)
        return signed_in(user)

    return open_as


def picture(format="PNG", size=(300, 200), mode="RGB"):
    file = BytesIO()
    Image.new(mode, size, "red").save(file, format)
    return SimpleUploadedFile("logo", file.getvalue())


def test_an_unpublished_club_does_not_exist_for_others(client, event):
    address = reverse("club", args=[event.club.slug])
    assert client.get(address).status_code == 404
    assert client.get(f"{address}events/").status_code == 404
    assert client.get(at(event, "event")).status_code == 200
    assert "Your club" not in text_of(client.get(at(event, "event")))


def test_the_page_answers_when_what_and_who(client, club, event, organiser):
    paired(event, organiser)
    page = text_of(client.get(reverse("club", args=["the-lantern"])))
    assert "Live now Friday night" in page and "Round 1 of 3" in page


def test_a_date_says_its_game_and_its_venue_only_if_it_is_another(client, club, organiser):
    facts = {"starts_at": "2037-05-01T18:00:00Z", "game": "Magic", "game_format": "Modern"}
    actions.change_club(club, actor_of(organiser), place="Porto")
    for place, words in (("Porto", "18:00 · Magic · Modern Past"), ("Town hall", "Modern · Town hall Past")):
        Event.objects.update(place=place, **facts)
        assert words in text_of(client.get(reverse("club", args=["the-lantern"])))


def test_a_full_event_says_how_many_wait(client, club, event, organiser):
    event = open_registration(friday(organiser, names=[]), organiser, cap=1, waitlist=True)
    for name, words in (("Ada", "Full"), ("Ben", "Full 1 waits"), ("Cleo", "Full 2 wait")):
        register_online(event, name)
        page = text_of(client.get(reverse("club", args=["the-lantern"])))
        assert f"{words} Waitlist" in page


def test_a_cancelled_event_says_why(client, club, event):
    Event.objects.filter(pk=event.pk).update(cancelled="Snow on the roof")
    assert "Snow on the roof Cancelled" in text_of(client.get(reverse("club", args=["the-lantern"])))


def test_the_desk_of_an_event_leads_the_staff_of_the_club_to_its_desk(desk, club, event, django_user_model):
    link = f'<a class="link" href="{reverse("club_desk", args=[club.slug])}">Club</a>'
    assert link in desk.get(at(event, "desk")).content.decode()
    _row, guest = joined(event, "guest", "organiser")
    assert link not in guest.get(at(event, "desk")).content.decode()


def test_the_page_offers_registration_until_round_1_is_drawn(client, club, event, organiser):
    open_registration(event, organiser)
    address, words = reverse("club", args=["the-lantern"]), "Register : Friday night"
    assert words in text_of(client.get(address))
    paired(event, organiser, publish=False)
    assert "The event has started" in text_of(client.get(at(event, "register")))
    assert words not in text_of(client.get(address))


def test_publishing_suggests_nothing_from_the_account(desk, event):
    page = desk.get(reverse("publish_club", args=[event.club.slug])).content.decode()
    assert "organiser" not in re.search(r'<form class="narrow".*?</form>', page, re.S)[0]
    answer = desk.post(
        reverse("publish_club", args=[event.club.slug]), {"name": "The Lantern", "slug": "The-Lantern"}
    )
    assert answer.url == "/c/the-lantern/"


@pytest.mark.parametrize("slug", ["", "two words", "new", "ü", "a/b", "x" * 41])
def test_an_address_that_no_browser_types_is_refused(desk, event, slug):
    answer = desk.post(reverse("publish_club", args=[event.club.slug]), {"name": "X", "slug": slug})
    assert answer.status_code == 422 and not Club.objects.get().is_published


def test_a_published_club_is_the_front_page_for_visitors_only(client, desk, club, organiser):
    desk.logout()
    assert "<h1>The Lantern</h1>" in client.get("/").content.decode()
    assert "<h1>The Lantern</h1>" not in client.get("/?q=friday").content.decode()
    signed = signed_in(organiser)
    assert "My events" in text_of(signed.get("/"))
    Club.objects.create(slug="second", name="Second", is_published=True)
    assert "<h1>The Lantern</h1>" not in client.get("/").content.decode()


def test_without_events_their_page_leads_back_to_the_club(client, club):
    Event.objects.all().delete()
    page = client.get(reverse("club_events", args=[club.slug])).content.decode()
    assert "No events yet" in page
    assert re.search(rf'<a class="button" href="{reverse("club", args=[club.slug])}">', page)


@pytest.mark.parametrize(
    ("role", "is_published", "step", "name"),
    (
        (Staff.ORGANISER, False, "new_event", "New event"),
        (Staff.JUDGE, True, "club", "The club’s page"),
        (Staff.JUDGE, False, "home", "All events"),
    ),
)
def test_without_events_the_desk_of_a_club_leads_to_a_page_that_this_role_has(
    browser, club, role, is_published, step, name
):
    Event.objects.all().delete()
    Club.objects.update(is_published=is_published)
    page = browser(role).get(reverse("club_desk", args=[club.slug])).content.decode()
    [empty] = re.findall(r'class="empty".*?</div>', page, re.DOTALL)
    address = reverse(step, args=[club.slug] if step == "club" else [])
    assert re.search(rf'<a class="button( strong)?" href="{address}[^"]*">{name}</a>', empty)


def test_somebody_with_one_club_cannot_move_an_event(organiser, event):
    page = signed_in(organiser).get(reverse("move_event", args=[event.slug])).content.decode()
    assert "You own no other club." in page
    assert f'<a class="button" href="{reverse("desk_settings", args=[event.slug])}">' in page


def test_the_name_stands_on_the_pages_slips_screens_and_manifest_of_its_events(
    client, desk, organiser, club, event
):
    event = paired(fresh(event), organiser)
    for name in ("event", "standings", "players", "screen", "manifest"):
        assert "The Lantern" in client.get(at(event, name)).content.decode(), name
    for sheet in ("poster", "slips"):
        assert "The Lantern" in desk.get(reverse("sheet", args=[event.slug, sheet])).content.decode(), sheet


@pytest.mark.parametrize(
    ("role", "allowed"),
    [
        ("judge", {"club_desk", "club_staff"}),
        ("scorekeeper", {"club_desk", "club_staff"}),
        ("organiser", {"club_desk", "club_staff", "club_settings", "club_log"}),
        ("owner", {"club_desk", "club_staff", "club_settings", "club_log", "publish_club", "delete_club"}),
    ],
)
def test_each_role_opens_its_pages(client, browser, event, role, allowed):
    pages = ("club_desk", "club_staff", "club_settings", "club_log", "publish_club", "delete_club")
    opened = browser(role)
    answers = {name: opened.get(reverse(name, args=[event.club.slug])).status_code for name in pages}
    assert answers == {name: 200 if name in allowed else 403 for name in pages}
    assert {client.get(reverse(name, args=[event.club.slug])).status_code for name in pages} == {302}


@pytest.mark.parametrize(("role", "status"), [("judge", 403), ("scorekeeper", 200), ("organiser", 200)])
def test_staff_of_the_club_have_their_role_in_its_events(browser, event, role, status):
    opened = browser(role)
    assert opened.get(at(event, "desk")).status_code == 200
    assert opened.get(at(event, "desk_players")).status_code == status
    assert ("Friday night" in text_of(opened.get("/"))) is True


def test_staff_of_one_event_see_nothing_of_the_club(organiser, event, django_user_model):
    guest = django_user_model.objects.create_user("guest")
    Staff.objects.create(event=event, user=guest, role=Staff.ORGANISER)
    assert signed_in(guest).get(reverse("club_desk", args=[event.club.slug])).status_code == 404


def test_an_invitation_gives_a_role_in_the_club(desk, event, django_user_model):
    page = desk.post(reverse("invite_to_club", args=[event.club.slug]), {"role": "scorekeeper"})
    [link] = re.findall(r"http://testserver(/invitation/[\w-]+/)<", page.content.decode())
    guest = signed_in(django_user_model.objects.create_user("guest"))
    assert "Help run the events of organiser’s club" in text_of(guest.get(link))
    assert guest.post(link).url == reverse("club_desk", args=[event.club.slug])
    assert event.club.staff.get(user__username="guest").role == "scorekeeper"
    assert guest.get(link).url == reverse("club_desk", args=[event.club.slug])
    assert Invitation.objects.get().taken_by == "guest"


@pytest.mark.parametrize("file", [picture(), picture("JPEG"), picture(mode="P", size=(4000, 1))])
def test_a_logo_is_drawn_again_in_its_size(client, desk, club, file):
    assert desk.post(reverse("change_club_logo", args=[club.slug]), {"logo": file}).status_code == 302
    club.refresh_from_db()
    answer = client.get(reverse("club_logo", args=[club.slug, club.logo_hash]))
    drawn = Image.open(BytesIO(answer.content))
    assert drawn.format == "PNG" and max(drawn.size) <= actions.LOGO_SIDE
    assert (
        reverse("club_logo", args=[club.slug, club.logo_hash])
        in client.get(club.get_absolute_url()).content.decode()
    )


# A PNG of 20,000 × 20,000 pixels, of which there is only the head.
SIZE = b"IHDR" + (20_000).to_bytes(4) * 2 + bytes((8, 2, 0, 0, 0))
HUGE_HEAD = b"\x89PNG\r\n\x1a\n" + (13).to_bytes(4) + SIZE + crc32(SIZE).to_bytes(4) + bytes(4) + b"IDAT"
SVG = SimpleUploadedFile("logo.svg", b'<svg xmlns="http://www.w3.org/2000/svg"/>')


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        (SVG, "PNG or JPEG"),
        (picture("GIF"), "PNG or JPEG"),
        (SimpleUploadedFile("logo.png", picture().read()[:60]), "PNG or JPEG"),
        (picture(size=(4001, 10)), "4000 pixels"),
        (SimpleUploadedFile("logo.png", HUGE_HEAD), "4000 pixels"),
        (SimpleUploadedFile("logo.png", b"x" * 1_000_001), "1 MB"),
    ],
)
def test_other_files_are_no_logo(desk, event, file, reason):
    answer = desk.post(reverse("change_club_logo", args=[event.club.slug]), {"logo": file})
    assert answer.status_code == 422 and reason in text_of(answer)
    assert not Club.objects.get().logo_hash


def test_moving_an_event_shows_whom_it_gives_access(desk, event, organiser, django_user_model):
    other = Club.objects.create(slug="other", name="Other")
    ClubStaff.objects.create(club=other, user=organiser, role=Staff.OWNER)
    ClubStaff.objects.create(club=other, user=django_user_model.objects.create_user("sam"), role=Staff.JUDGE)
    page = text_of(desk.get(at(event, "move_event"), {"club": "other"}))
    assert "These people get access sam Judge" in page
    assert "another role" not in page and "lose access" not in page
    desk.post(at(event, "move_event"), {"club": "other", "version": event.version})
    assert fresh(event).club == other


def test_somebody_in_both_clubs_keeps_access_to_a_moved_event(desk, event, organiser, django_user_model):
    sam = django_user_model.objects.create_user("sam")
    other = Club.objects.create(slug="other", name="Other")
    for club, user, role in (
        (event.club, sam, Staff.JUDGE),
        (other, sam, Staff.ORGANISER),
        (other, organiser, Staff.OWNER),
        (event.club, django_user_model.objects.create_user("lea"), Staff.SCOREKEEPER),
    ):
        ClubStaff.objects.create(club=club, user=user, role=role)
    page = text_of(desk.get(at(event, "move_event"), {"club": "other"}))
    assert "Nobody gets access who does not have it now." in page
    assert "These people get another role sam Judge now, organiser after the move" in page
    assert "These people lose access lea Scorekeeper" in page


def test_a_judge_of_a_club_finds_its_desk_from_the_home_page(browser, club, event):
    Club.objects.create(slug="second", name="Second", is_published=True)
    judge = browser("judge")
    assert reverse("club_desk", args=[club.slug]) in judge.get("/").content.decode()
    page = judge.get(reverse("club_desk", args=[club.slug])).content.decode()
    assert at(event, "desk") in page and at(event, "repeat_event") not in page


def test_a_club_with_events_says_so_before_it_is_deleted(desk, event):
    address = reverse("delete_club", args=[event.club.slug])
    assert "A club with events can’t be deleted" in text_of(desk.get(address))
    assert '<button class="button danger">' not in desk.get(address).content.decode()
    event.delete()
    assert '<button class="button danger">' in desk.get(address).content.decode()


def test_a_club_without_a_page_has_no_place_for_visitors_to_find_its_staff(client, club, event):
    assert "organiser" not in text_of(client.get(reverse("club", args=[club.slug])))


def test_the_number_of_queries_of_the_page_does_not_grow_with_its_events(
    client, club, organiser, django_assert_max_num_queries
):
    for _number in range(3):
        played(friday(organiser, names=["A", "B"], rounds=1), organiser)
    Event.objects.update(club=club)
    with django_assert_max_num_queries(30) as few:
        client.get(reverse("club", args=[club.slug]))
    for _number in range(6):
        played(friday(organiser, names=["A", "B"], rounds=1), organiser)
    Event.objects.update(club=club)
    with django_assert_max_num_queries(len(few)):
        client.get(reverse("club", args=[club.slug]))
