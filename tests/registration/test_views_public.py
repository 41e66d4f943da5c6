"""The page where players register, and what other public pages say of it."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.support.desk_events import actor_of, fresh, friday, paired
from tests.support.own_pages import text_of
from tests.support.registrations import address_of, entry_of, open_registration, register_online
from tournaments.models import Event, Mail, Player, Registration
from tournaments.players.actions.players import add_players
from tournaments.rules.event_file.fields import format_utc_seconds
from tournaments.rules.history import PRIVATE
from tournaments.rules.history.players import RegistrationField


def page(client, event, path="register/"):
    return text_of(client.get(f"/e/{event.slug}/{path}"))


def in_hours(hours):
    return format_utc_seconds(timezone.now() + timedelta(hours=hours))


def test_a_player_registers_with_a_name_and_comes_to_their_own_page(client, event):
    response = register_online(event, "Ada", client)
    assert response.url == address_of(event, "Ada")
    text = text_of(client.get(response.url))
    assert "You’re registered" in text and "Bookmark this page" in text
    assert response.url in text
    assert '<svg aria-hidden="true"' in client.get(response.url).content.decode()
    assert Player.objects.get(event=event).name == "Ada"


def test_the_page_says_how_many_places_are_left_and_then_how_many_wait(client, event):
    assert "2 of 2 places left" in page(client, event)
    register_online(event, "Ada")
    assert "1 of 2 places left" in page(client, event)
    register_online(event, "Bo")
    assert "All 2 places are taken" in page(client, event) and "nobody is waiting" in page(client, event)
    register_online(event, "Cleo")
    assert "where 1 player is waiting" in page(client, event)
    assert "Join the waitlist" in page(client, event)


def test_the_entry_knows_the_language_and_the_address_of_the_site(client, event):
    register_online(event, "Ada", client, email="ada@example.org")
    row = entry_of(event, "Ada")
    assert (row.language, row.site_url) == ("en", "http://testserver")


def test_the_page_says_that_the_link_was_mailed(client, event):
    response = register_online(event, "Ada", email="ada@example.org")
    text = text_of(client.get(response.url))
    assert "We mailed the link to ada@example.org" in text and "Bookmark" not in text


def test_without_a_mail_server_the_page_says_to_keep_the_link(client, event, without_mail):
    response = register_online(event, "Ada", email="ada@example.org")
    text = text_of(client.get(response.url))
    assert "Bookmark this page" in text and "We mailed" not in text
    assert "Have your link sent" not in page(client, event)
    assert "can’t send mail" in page(client, event, "register/lost/")


def test_a_form_that_is_sent_twice_leads_to_the_same_page(client, event):
    first = register_online(event, "Ada", client)
    assert register_online(event, "Ada", client).url == first.url
    assert Registration.objects.filter(event=event).count() == 1


def test_the_form_of_a_first_player_registers_a_second_one_and_never_shows_the_first_link(client, event):
    first = register_online(event, "Ada", client)
    second = register_online(event, "Bo", client, key="page.Ada")
    assert second.status_code == 302 and second.url != first.url
    names = Registration.objects.filter(event=event).order_by("id").values_list("name", flat=True)
    assert list(names) == ["Ada", "Bo"]
    page = client.get(f"/e/{event.slug}/register/")
    assert page["Cache-Control"] == "private, no-store", "no two visitors get one key"


def test_a_double_submission_is_answered_even_when_registration_has_closed(client, event, organiser):
    first = register_online(event, "Ada", client)
    open_registration(event, organiser, open=False)
    assert register_online(event, "Ada", client).url == first.url


def test_errors_keep_what_was_typed_and_are_at_their_fields(client, event):
    response = register_online(event, "Ada <b>", client, email="ada at example")
    html = response.content.decode()
    assert response.status_code == 422 and 'id="id_email_error"' in html
    assert "Ada &lt;b&gt;" in html and "ada at example" in html
    assert not Registration.objects.exists()


def test_a_known_name_is_explained_without_saying_whether_it_is_the_name_or_the_address(client, event):
    register_online(event, "Ada", email="ada@example.org")
    answers = [
        text_of(register_online(event, "ada", key="a.1", email="bo@example.org")),
        text_of(register_online(event, "Bo", key="a.2", email="ADA@example.org")),
    ]
    assert all("This name or email address is already registered" in answer for answer in answers)


def test_the_text_of_the_organiser_is_escaped_and_keeps_its_lines(client, event, organiser):
    open_registration(event, organiser, text="Fee: 5 €\n<script>alert(1)</script>")
    html = client.get(f"/e/{event.slug}/register/").content.decode()
    assert "Fee: 5 €<br>&lt;script&gt;alert(1)&lt;/script&gt;" in html


def test_hostile_labels_and_choices_are_escaped(client, event, organiser):
    field = RegistrationField("f1", "<img src=x>", True, ("<b>", '"'))
    open_registration(event, organiser, fields=(field,))
    html = client.get(f"/e/{event.slug}/register/").content.decode()
    assert "<img src=x>" not in html and "&lt;img src=x&gt;" in html and '<option value="&#34;">' in html


@pytest.mark.parametrize(
    "settings, sentences",
    [
        ({"open": False}, ["Registration isn’t open", "Ask the organiser how to join"]),
        ({"opens_at": in_hours(2)}, ["Registration opens on", "Come back to this page then"]),
        ({"closes_at": in_hours(-2)}, ["Registration has closed", "It closed on"]),
    ],
)
def test_outside_its_times_the_page_has_no_form_and_says_what_to_do(
    client, event, organiser, settings, sentences
):
    event = open_registration(event, organiser, **settings)
    response = client.get(f"/e/{event.slug}/register/")
    assert all(sentence in text_of(response) for sentence in sentences)
    assert 'name="name"' not in response.content.decode()
    refused = register_online(event, "Ada")
    assert refused.status_code == 422 and 'value="Ada"' in refused.content.decode()


def test_times_are_in_the_time_zone_of_the_event(client, event, organiser):
    Event.objects.filter(pk=event.pk).update(timezone="Asia/Tokyo")
    open_registration(event, organiser, closes_at="2037-02-25T16:30:00Z")
    assert "Registration closes on Thursday 26 February, 01:30 (Asia/Tokyo)" in page(client, event)


def test_a_full_event_without_a_waitlist_has_no_form(client, event, organiser):
    open_registration(event, organiser, cap=1, waitlist=False)
    register_online(event, "Ada")
    response = client.get(f"/e/{event.slug}/register/")
    assert "The only place is taken" in text_of(response) and "Look again later" in text_of(response)
    assert 'name="name"' not in response.content.decode()


def test_once_round_1_is_drawn_nothing_of_the_registration_is_left(client, event, organiser):
    open_registration(event, organiser, cap=None)
    add_players(fresh(event), actor_of(organiser), "Ada\nBo\nCleo\nDan")
    assert "Registration is open" in page(client, event, "")
    paired(event, organiser)
    assert "The event has started" in page(client, event) and "Ask at the desk" in page(client, event)
    for path in ("", "about/"):
        assert "Registration" not in page(client, event, path)
    assert "Registration open" not in text_of(client.get("/"))


def test_the_event_page_and_about_begin_with_the_registration(client, event):
    for path in ("", "about/"):
        html = client.get(f"/e/{event.slug}/{path}").content.decode()
        content = html[html.index('id="content"') :]
        assert content.index("2 of 2 places left") < content.index("<h1")
        assert f'<a class="button strong" href="/e/{event.slug}/register/">Register</a>' in content
    assert "Registration open" in text_of(client.get("/"))


def test_open_pages_show_by_themselves_that_registration_opens(client, event, organiser, monkeypatch):
    event = open_registration(event, organiser, cap=2, opens_at=in_hours(1))
    poll = f"/e/{event.slug}/?part=now"
    early = client.get(poll)
    assert "Registration opens on" in text_of(early)
    headers = {"If-None-Match": early["ETag"]}
    assert client.get(poll, headers=headers).status_code == 304
    later = timezone.now() + timedelta(hours=2)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert "2 of 2 places left" in text_of(client.get(poll, headers=headers))


def test_the_list_of_events_needs_as_many_queries_for_any_number_of_registrations(client, event, organiser):
    def count_queries():
        with CaptureQueriesContext(connection) as queries:
            assert "Registration open" in text_of(client.get("/"))
        return len(queries)

    first = count_queries()
    for _ in range(3):
        open_registration(friday(organiser, names=[]), organiser)
    assert count_queries() == first


def test_a_bot_that_fills_the_hidden_field_gets_an_ordinary_error(client, event):
    response = register_online(event, "Ada", client, homepage="https://example.org")
    assert response.status_code == 422 and "Please check what you entered" in text_of(response)
    assert not Registration.objects.exists()


def test_registrations_from_one_address_are_limited_by_event(client, event, organiser):
    event = open_registration(event, organiser, cap=None, address_limit=2)
    statuses = [register_online(event, name).status_code for name in ("", "Ada", "Bo", "Cleo")]
    assert statuses == [422, 302, 302, 429]
    response = register_online(event, "Cleo")
    assert int(response["Retry-After"]) > 0 and "Too many requests" in text_of(response)
    assert register_online(event, "Cleo", Client(REMOTE_ADDR="192.0.2.7")).status_code == 302
    # Somebody whose answer was lost comes to their page.
    assert register_online(event, "Ada").status_code == 302


def test_a_private_event_hides_its_registration(client, event, organiser, desk):
    Event.objects.filter(pk=event.pk).update(visibility=PRIVATE)
    for path in ("register/", "register/lost/"):
        assert Client().get(f"/e/{event.slug}/{path}").status_code == 404
        assert Client().post(f"/e/{event.slug}/{path}").status_code == 404
        assert desk.get(f"/e/{event.slug}/{path}").status_code == 200


def test_the_poster_leads_to_the_registration_until_the_event_starts(desk, event, organiser):
    assert "Registration poster" in text_of(desk.get(f"/e/{event.slug}/desk/print/"))
    poster = text_of(desk.get(f"/e/{event.slug}/desk/print/registration/"))
    assert "Register here" in poster and f"http://testserver/e/{event.slug}/register/" in poster
    open_registration(event, organiser, open=False)
    assert "Registration poster" not in text_of(desk.get(f"/e/{event.slug}/desk/print/"))


def test_mails_of_a_registration_are_queued(event):
    register_online(event, "Ada", email="ada@example.org")
    assert list(Mail.objects.values_list("kind", flat=True)) == [Mail.REGISTERED]


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({}, "Your name is public."),
        ({"club": "optional"}, "Your name and club are public."),
        ({"division": "required"}, "Your name and division are public."),
        ({"club": "optional", "division": "optional"}, "Your name, club and division are public."),
    ],
)
def test_the_page_says_what_is_public(client, event, organiser, settings, text):
    open_registration(event, organiser, **settings)
    page = text_of(client.get(f"/e/{event.slug}/register/"))
    assert f"{text} Only the organisers see the rest." in page


def test_the_page_says_when_and_where_the_event_is(client, event):
    start = datetime(2037, 2, 28, 9, tzinfo=UTC)
    Event.objects.filter(pk=event.pk).update(starts_at=start, timezone="Europe/Rome", place="Harbour Hall")
    html = client.get(f"/e/{event.slug}/register/").content.decode()
    content = " ".join(html[html.index('id="content"') :].split())
    assert "Saturday 28 February, 10:00 (Europe/Rome), Harbour Hall" in content


@pytest.mark.parametrize("asks", ["", "optional"])
def test_a_known_name_is_sent_to_the_organiser_where_no_mail_can_be_sent(
    client, event, organiser, settings, asks
):
    if asks:
        settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    open_registration(event, organiser, email=asks)
    register_online(event, "Ada")
    text = text_of(register_online(event, "Ada", key="a.2"))
    assert "ask the organiser for it" in text and "sent to you again" not in text
