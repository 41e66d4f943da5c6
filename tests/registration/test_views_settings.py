"""The settings page of registration, and opening it with one press."""

from tests.support.desk_events import form, fresh, friday, paired
from tests.support.own_pages import text_of
from tests.support.registrations import open_registration, register_online
from tournaments.history.cache import load_history
from tournaments.models import Event
from tournaments.registration.forms import next_field_number
from tournaments.rules.history.players import RegistrationField

BASE = {"open": "on", "waitlist": "on", "email": "optional", "address_limit": "60"}


def settings_of(event):
    return load_history(fresh(event)).registration


def save(desk, event, **values):
    return desk.post(f"/e/{event.slug}/desk/settings/registration/", form(event, **BASE | values))


def test_the_settings_are_stored_and_shown(desk, event):
    answer = save(
        desk, event, cap="16", approval="on", text="Fee 10 €", club="required", **{"own0-label": "Diet"}
    )
    assert answer.status_code == 302
    settings = settings_of(event)
    assert (settings.cap, settings.approval, settings.club) == (16, True, "required")
    assert settings.fields == (RegistrationField("f1", "Diet"),)
    html = desk.get(f"/e/{event.slug}/desk/settings/registration/").content.decode()
    assert 'value="Diet"' in html and "Fee 10 €" in html
    assert f"http://testserver/e/{event.slug}/register/" in html


def test_a_key_is_not_used_again_after_its_field_was_deleted(desk, event):
    save(desk, event, **{"own0-label": "Diet", "own1-label": "Car"})
    register_online(event, "Ada", field_f2="yes")
    save(desk, event, **{"own0-label": "Diet", "own1-label": ""})
    assert next_field_number(fresh(event)) == 3
    save(desk, event, **{"own0-label": "Diet", "own1-label": "Bus"})
    assert [field.key for field in settings_of(event).fields] == ["f1", "f3"]


def test_a_bad_value_loses_nothing(desk, event):
    before = settings_of(event)
    answer = save(desk, event, cap="none", text="Bring dice", **{"own2-label": "Car", "own0-choices": "S"})
    assert answer.status_code == 422
    html = answer.content.decode()
    assert 'value="none"' in html and "Bring dice" in html and 'value="Car"' in html
    assert "Enter a whole number" in html and "Enter a label for these options" in html
    assert settings_of(event) == before


def test_a_change_that_somebody_else_has_made_meanwhile_is_not_overwritten(desk, event, organiser):
    page = form(event, **BASE)
    open_registration(event, organiser, cap=3)
    answer = desk.post(f"/e/{event.slug}/desk/settings/registration/", page)
    assert answer.status_code == 422 and "has just changed this" in text_of(answer)
    assert settings_of(event).cap == 3


def test_a_registration_meanwhile_is_no_conflict(desk, event):
    page = form(event, **BASE, cap="5")
    register_online(event, "Ada")
    assert desk.post(f"/e/{event.slug}/desk/settings/registration/", page).status_code == 302
    assert settings_of(event).cap == 5


def test_one_press_opens_registration_and_shows_the_link(desk, organiser):
    event = friday(organiser, names=[])
    assert "Open registration" in text_of(desk.get(f"/e/{event.slug}/desk/"))
    assert "Open registration" in text_of(desk.get(f"/e/{event.slug}/desk/players/"))
    page = desk.post(f"/e/{event.slug}/desk/registration/open/", form(event), follow=True)
    assert "Registration opened Undo" in text_of(page)
    assert f"http://testserver/e/{event.slug}/register/" in page.content.decode()
    settings = settings_of(event)
    assert (settings.open, settings.cap, settings.email) == (True, None, "optional")
    assert "Show link and QR code" in text_of(desk.get(f"/e/{event.slug}/desk/"))


def test_opening_now_drops_times_that_keep_it_closed_and_closing_keeps_the_rest(desk, event, organiser):
    open_registration(event, organiser, cap=2, opens_at="2199-01-01T00:00:00Z")
    desk.post(f"/e/{event.slug}/desk/registration/open/", form(event))
    assert settings_of(event).opens_at is None
    desk.post(f"/e/{event.slug}/desk/registration/open/", form(event, close="1"))
    settings = settings_of(event)
    assert (settings.open, settings.cap) == (False, 2)


def test_once_round_1_is_paired_nothing_offers_to_open_it(desk, organiser):
    event = paired(friday(organiser), organiser)
    for path in ("", "players/", "registration/"):
        assert "Open registration" not in text_of(desk.get(f"/e/{event.slug}/desk/{path}"))


def test_the_staff_are_told_that_only_members_can_open_the_link_of_a_private_event(desk, event):
    text = "This event is private. Only its staff and players can open this link."
    pages = [f"/e/{event.slug}/desk/{path}/" for path in ("registration", "settings/registration")]
    assert not [page for page in pages if text in text_of(desk.get(page))]
    Event.objects.update(visibility="private")
    assert [page for page in pages if text in text_of(desk.get(page))] == pages
