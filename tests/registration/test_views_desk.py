"""The desk's list of registrations: filters, search, bulk actions, contact data."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.support.database_states import cached_state
from tests.support.desk_events import actor_of, form, fresh, friday, paired
from tests.support.own_pages import text_of
from tests.support.registrations import address_of, entry_of, open_registration, register_online
from tournaments.history.cache import load_history
from tournaments.models import Player, Registration
from tournaments.players.actions.players import add_players
from tournaments.rules.history.players import RegistrationField


@pytest.fixture
@cached_state
def full(event, organiser):
    """Ada and Bo have the two places, Cleo and Dan wait; Zoe was added without contact data."""
    for name in ("Ada", "Bo", "Cleo", "Dan"):
        register_online(event, name, email=f"{name.lower()}@example.org")
    return fresh(event)


def list_of(desk, event, query=""):
    return desk.get(f"/e/{event.slug}/desk/registration/{query}")


def names_in(answer):
    return re.findall(r'<span class="row-main"><b>(.*?)</b>', answer.content.decode())


def act(desk, event, do, *names, **values):
    entries = [f"r{entry_of(event, name).pk}" for name in names]
    data = form(event, do=do, entry=entries, **values)
    return desk.post(f"/e/{event.slug}/desk/registration/selected/", data, follow=True)


def active(event):
    return [player.name for player in load_history(fresh(event)).players if not player.has_left]


def test_the_list_has_everybody_with_filters_and_their_counts(desk, full, organiser):
    add_players(full, actor_of(organiser), "Zoe")
    page = list_of(desk, full)
    assert names_in(page) == ["Ada", "Bo", "Zoe", "Cleo", "Dan"]
    text = text_of(page)
    assert "All 5 Registered 3 Waitlist 2" in text
    assert "Number 2 on the waitlist" in text
    assert names_in(list_of(desk, full, "?show=waiting")) == ["Cleo", "Dan"]
    assert names_in(list_of(desk, full, "?show=nonsense")) == names_in(page)


@pytest.mark.parametrize("search", ("dan", "DAN@example.org", "Da"))
def test_a_search_finds_names_and_addresses(desk, full, search):
    assert names_in(list_of(desk, full, f"?find={search}")) == ["Dan"]


def test_a_search_without_a_match_says_so(desk, full):
    page = list_of(desk, full, "?find=nobody")
    assert names_in(page) == [] and "No registration matches" in text_of(page)


def test_contact_data_and_answers_are_in_the_row(desk, event, organiser):
    fields = (RegistrationField("f1", "Diet"),)
    open_registration(event, organiser, fields=fields, player_id="optional")
    register_online(event, "Ada", email="ada@example.org", field_f1="vegan", player_id="12345")
    text = text_of(list_of(desk, event))
    assert "ada@example.org" in text and "Diet vegan" in text and "Player ID 12345" in text
    key = Player.objects.get(name="Ada").public_id
    edit = text_of(desk.get(f"/e/{event.slug}/desk/players/change/{key}/"))
    assert "Contact data" in edit and "ada@example.org" in edit and "Diet vegan" in edit


def test_pending_entries_are_accepted_and_declined(desk, event, organiser):
    open_registration(event, organiser, approval=True)
    for name in ("Ada", "Bo", "Cleo"):
        register_online(event, name)
    assert "3 registrations to approve" in text_of(desk.get(f"/e/{event.slug}/desk/"))
    page = act(desk, event, "accept", "Ada", "Bo", show="pending")
    assert "2 players approved Undo" in text_of(page)
    assert names_in(page) == ["Cleo"], "the filter stays"
    page = act(desk, event, "decline", "Cleo")
    assert "1 registration declined" in text_of(page)
    assert active(event) == ["Ada", "Bo"]
    assert "to approve" not in text_of(desk.get(f"/e/{event.slug}/desk/"))


def test_a_button_in_a_row_accepts_that_entry_alone(desk, event, organiser):
    open_registration(event, organiser, approval=True)
    for name in ("Ada", "Bo"):
        register_online(event, name)
    act(desk, event, f"accept r{entry_of(event, 'Bo').pk}", "Ada")
    assert active(event) == ["Bo"]


def test_a_cap_that_is_too_small_asks_and_one_button_accepts_anyway(desk, full):
    page = act(desk, full, "accept", "Cleo", "Dan", show="waiting")
    assert page.status_code == 422
    assert "All 2 places are taken" in text_of(page) and "Approve anyway" in text_of(page)
    refused = page.content.decode().split('role="alert"')[1].partition("</form>")[0]
    data = {"do": "accept"}
    for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', refused):
        data.setdefault(name, []).append(value) if name == "entry" else data.update({name: value})
    desk.post(f"/e/{full.slug}/desk/registration/selected/", data)
    assert active(full) == ["Ada", "Bo", "Cleo", "Dan"]


def test_a_withdrawn_player_frees_a_place_and_the_undo_brings_them_back(desk, full):
    page = act(desk, full, "withdraw", "Ada")
    assert "1 registration withdrawn Undo" in text_of(page)
    assert active(full) == ["Bo", "Cleo"]
    undo = re.search(r'formaction="([^"]*undo[^"]*)"|action="([^"]*undo[^"]*)"', page.content.decode())
    address = next(filter(None, undo.groups())).replace("&amp;", "&")
    desk.post(address, form(full))
    assert "Ada" in active(full)


def test_a_selection_of_nothing_and_one_that_changes_nothing_are_explained(desk, full):
    assert "Tick at least one registration first" in text_of(act(desk, full, "accept"))
    assert "This changes nothing" in text_of(act(desk, full, "waitlist", "Cleo"))
    assert "Tick at least one registration first" in text_of(act(desk, full, "burn", "Cleo"))


@pytest.mark.parametrize("entry", ("r", "rx", "r999999999999999999", "p", "p\0", "pnobody", "x", "r-1"))
def test_unknown_entries_change_nothing(desk, full, entry):
    data = form(full, do="withdraw", entry=[entry])
    assert desk.post(f"/e/{full.slug}/desk/registration/selected/", data).status_code == 302
    assert active(full) == ["Ada", "Bo"]


def test_the_waitlist_is_sorted(desk, full):
    data = form(full, to=f"first {entry_of(full, 'Dan').pk}", show="waiting")
    page = desk.post(f"/e/{full.slug}/desk/registration/move/", data, follow=True)
    assert names_in(page) == ["Dan", "Cleo"]
    for to in ("aside 1", "first", "first x", ""):
        assert desk.post(f"/e/{full.slug}/desk/registration/move/", form(full, to=to)).status_code == 302


def test_the_addresses_of_a_filter_or_of_the_selected_entries_can_be_copied(desk, full):
    url = f"/e/{full.slug}/desk/registration/addresses/"
    page = text_of(desk.get(f"{url}?show=waiting"))
    assert "cleo@example.org, dan@example.org" in page and "ada@" not in page
    page = text_of(desk.post(url, form(full, show="all", entry=[f"r{entry_of(full, 'Bo').pk}"])))
    assert "bo@example.org" in page and "cleo@" not in page


def test_a_player_is_entered_by_hand(desk, full):
    url = f"/e/{full.slug}/desk/registration/add/"
    data = form(full, name="Zoe", email="zoe@example.org")
    page = desk.post(url, data)
    assert page.status_code == 422 and "All 2 places are taken" in text_of(page)
    page = desk.post(url, data | {"exceed": "1"}, follow=True)
    assert "Zoe registered" in text_of(page)
    assert entry_of(full, "Zoe").email == "zoe@example.org"
    assert "already registered" in text_of(desk.post(url, form(full, name="zoe")))
    assert "valid email" in text_of(desk.post(url, form(full, name="Yan", email="yan")))


def change(desk, event, name, **values):
    path = f"/e/{event.slug}/desk/registration/{entry_of(event, name).pk}/edit/"
    assert path in list_of(desk, event).content.decode() or Player.objects.filter(name=name).exists()
    return desk.post(path, form(event, name=name, **values), follow=True)


def test_the_staff_correct_an_entry_of_the_waitlist(desk, full):
    page = change(desk, full, "Dan", club="Paris", email="dan@example.net")
    assert "Saved" in text_of(page)
    row = entry_of(full, "Dan")
    assert (row.email, row.club, row.state) == ("dan@example.net", "Paris", "waiting")
    line = fresh(full).log.last()
    assert "example.net" not in f"{line.action} {line.changes}"
    assert "Registration of Dan changed" in text_of(desk.get(f"/e/{full.slug}/desk/log/"))


def test_the_staff_correct_the_address_of_a_player_from_their_page(desk, full):
    edit = desk.get(f"/e/{full.slug}/desk/players/change/{Player.objects.get(name='Ada').public_id}/")
    assert f"/desk/registration/{entry_of(full, 'Ada').pk}/edit/" in edit.content.decode()
    change(desk, full, "Ada", club="Lyon", email="")
    assert entry_of(full, "Ada").email == "" and Player.objects.get(name="Ada").club == "Lyon"


def test_a_correction_with_the_address_of_somebody_else_is_refused(desk, full):
    page = change(desk, full, "Dan", email="ada@example.org")
    assert page.status_code == 422 and "already registered" in text_of(page)
    assert entry_of(full, "Dan").email == "dan@example.org"
    assert change(desk, full, "Dan", email="no address").status_code == 422


def test_nobody_without_the_permission_sees_contact_data(client, full, django_user_model):
    scorekeeper = django_user_model.objects.create_user("scorekeeper")
    full.staff.create(user=scorekeeper, role="scorekeeper")
    client.force_login(scorekeeper)
    assert list_of(client, full).status_code == 403
    assert "Registration" not in text_of(client.get(f"/e/{full.slug}/desk/players/"))


def queries_of(desk, event):
    list_of(desk, event)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert list_of(desk, event).status_code == 200
    return len(queries)


def test_the_list_of_300_takes_as_many_queries_as_that_of_3(desk, event, organiser):
    open_registration(event, organiser)
    for name in ("Ada", "Bo", "Cleo"):
        register_online(event, name, email=f"{name}@example.org")
    few = queries_of(desk, event)
    row = entry_of(event, "Ada")
    Registration.objects.bulk_create(
        Registration(
            event=event, state="pending", order=n, at=row.at, name=f"Player {n}", answers={"f1": "x"}
        )
        for n in range(10, 310)
    )
    assert queries_of(desk, event) == few


def test_accepting_300_entries_takes_few_queries(desk, event, organiser):
    open_registration(event, organiser, approval=True)
    register_online(event, "Ada")
    at = entry_of(event, "Ada").at
    Registration.objects.bulk_create(
        Registration(
            event=event, state="pending", order=n, at=at, name=f"Player {n}", email=f"{n}@example.org"
        )
        for n in range(10, 310)
    )
    values = [f"r{pk}" for pk in Registration.objects.values_list("pk", flat=True)]
    with CaptureQueriesContext(connection) as queries:
        desk.post(f"/e/{event.slug}/desk/registration/selected/", form(event, do="accept", entry=values))
    assert len(active(event)) == 301
    assert len(queries) < 60


def test_entries_are_accepted_after_the_start_as_late_entries(desk, organiser):
    event = open_registration(friday(organiser), organiser, approval=True)
    register_online(event, "Zoe")
    paired(event, organiser)
    page = act(desk, event, "accept", "Zoe")
    assert "1 player approved" in text_of(page)
    assert Player.objects.get(name="Zoe").joined_round == 2


def test_what_players_do_is_in_the_log_but_not_among_the_recent_actions_of_the_desk(desk, full):
    desk.post(address_of(full, "Ada", "withdraw/"), {"key": "a key"})
    log = text_of(desk.get(f"/e/{full.slug}/desk/log/"))
    for line in ("Ada registered", "Ada withdrew", "1 player moved up from the waitlist"):
        assert line in log
    recent = text_of(desk.get(f"/e/{full.slug}/desk/")).partition("Recent activity")[2]
    assert "Registration settings changed" in recent or "Registration opened" in recent
    assert "Ada" not in recent and "waitlist" not in recent


def test_the_log_says_what_the_staff_did(desk, full):
    act(desk, full, "withdraw", "Ada", "Dan")
    act(desk, full, "decline", "Ada")
    log = text_of(desk.get(f"/e/{full.slug}/desk/log/"))
    assert "1 player withdrawn" in log and "Registrations declined" in log
    assert "ada@example.org" not in log
