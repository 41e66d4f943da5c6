"""The players at the desk: added, changed, dropped, taken back, merged, removed."""

import re

import pytest
from django.urls import reverse

from tests.support.desk_events import form, fresh, friday, paired, played
from tests.support.pages import source_of
from tournaments.models import LogEntry
from tournaments.rules import event_file


def send(desk, event, page, /, *args, follow=False, **fields):
    return desk.post(reverse(page, args=[event.slug, *args]), form(event, **fields), follow=follow)


def test_one_player_is_added(desk, organiser):
    event = friday(organiser)
    response = send(desk, event, "add_players", names="Zoe", follow=True)
    assert event.players.filter(name="Zoe").exists()
    assert "Players added" in response.content.decode()
    assert "/desk/log/undo/?entry=" in response.content.decode()


def test_a_list_is_pasted_with_clubs_and_ratings(desk, organiser):
    event = friday(organiser, names=())
    columns = {"column_0": "name", "column_1": "club", "column_2": "rating"}
    send(desk, event, "add_players", names="Zoe; Harbour; 1500\r\nYann\r\n\r\nXenia;Pier", **columns)
    players_stored = {(p.name, p.club, p.rating) for p in event.players.all()}
    assert players_stored == {("Zoe", "Harbour", 1500), ("Yann", "", None), ("Xenia", "Pier", None)}


def test_the_roster_is_sorted_without_accents(desk, organiser):
    event = friday(organiser, names=("Farid", "Élodie", "Dmitri"))
    body = desk.get(f"/e/{event.slug}/desk/players/").content.decode()
    assert body.index("Dmitri") < body.index("Élodie") < body.index("Farid")


def test_a_duplicate_name_is_refused_and_the_list_stays_typed(desk, organiser):
    event = friday(organiser, names=())
    response = send(desk, event, "add_players", names="Zoe\nYann\nZoe")
    assert response.status_code == 422
    body = response.content.decode()
    assert "is already on line 1" in body
    assert "Zoe\nYann\nZoe</textarea>" in body
    assert not event.players.exists()


def test_a_list_sent_twice_is_added_once(desk, organiser):
    event = friday(organiser, names=())
    sent = form(event, names="Zoe\nYann")
    for _ in range(2):
        assert desk.post(reverse("add_players", args=[event.slug]), sent).status_code == 302
    assert event.players.count() == 2


def test_a_late_entry_plays_from_the_next_round(desk, organiser):
    event = paired(friday(organiser), organiser)
    assert (
        "They’ll be paired from round 2"
        in desk.get(reverse("desk_players", args=[event.slug])).content.decode()
    )
    send(desk, event, "add_players", names="Zoe")
    zoe = event.players.get(name="Zoe")
    assert (zoe.joined_round, zoe.byes) == (2, {"1": "loss"})


def test_the_roster_says_what_missed_rounds_count_for_late_entries(desk, organiser):
    event = paired(friday(organiser), organiser)
    body = desk.get(reverse("desk_players", args=[event.slug])).content.decode()
    assert "They’ll be paired from round 2 and get a loss for each missed round" in body


def test_a_fixed_table_a_household_and_byes_are_stored(desk, organiser):
    event = paired(friday(organiser), organiser)
    body = desk.get(reverse("change_player", args=[event.slug, "p1"])).content.decode()
    assert 'name="bye_1"' not in body and 'name="bye_3"' in body
    fields = {"name": "Anna", "household": "Mill", "table": "3", "bye_3": "draw"}
    send(desk, event, "change_player", "p1", **fields)
    player = event.players.get(public_id="p1")
    assert (player.household, player.table, player.byes) == ("Mill", 3, {"3": "draw"})
    assert "fixed table 3" in desk.get(reverse("desk_players", args=[event.slug])).content.decode()
    body = desk.get(reverse("change_player", args=[event.slug, "p1"])).content.decode()
    assert '<details class="more" open>' in body and '<option value="draw" selected>' in body


@pytest.mark.parametrize(("field", "value"), [("table", "0"), ("table", "window"), ("bye_3", "win")])
def test_invalid_requests_are_refused_and_stay_typed(desk, organiser, field, value):
    event = friday(organiser)
    response = send(desk, event, "change_player", "p1", name="Anna", household="Mill", **{field: value})
    assert response.status_code == 422
    assert 'value="Mill"' in response.content.decode()
    assert fresh(event).version == event.version


def test_a_drop_is_one_tap_and_can_be_taken_back(desk, organiser):
    event = played(friday(organiser), organiser)
    response = send(desk, event, "drop_player", "p1", follow=True)
    assert "Anna dropped" in response.content.decode()
    assert "dropped after round 1" in response.content.decode(), "round 1 is under way: it is played"
    assert event.players.get(public_id="p1").dropped_after == 0
    send(desk, event, "bring_back_player", "p1")
    assert event.players.get(public_id="p1").dropped_after is None


def test_a_second_drop_is_refused(desk, organiser):
    event = friday(organiser)
    send(desk, event, "drop_player", "p1")
    response = send(desk, event, "drop_player", "p1")
    assert response.status_code == 422
    assert "Anna has already dropped." in response.content.decode()


def test_a_name_a_club_a_rating_and_a_seed_are_changed(desk, organiser):
    event = friday(organiser)
    send(desk, event, "change_player", "p1", name="Anna-Sofia", club="Pier", rating="1500.5", seed="1")
    player = event.players.get(public_id="p1")
    assert (player.name, player.club, player.rating, player.seed) == ("Anna-Sofia", "Pier", 1500.5, 1)


@pytest.mark.parametrize(
    ("name", "text"),
    [("ben", "Another player is called"), ("", "required"), ("a\x07b", "can’t be displayed")],
)
def test_an_invalid_name_is_refused_and_stays_typed(desk, organiser, name, text):
    event = friday(organiser)
    response = send(desk, event, "change_player", "p1", name=name, club="Pier", rating="", seed="")
    assert response.status_code == 422
    assert text in response.content.decode()
    assert 'value="Pier"' in response.content.decode()
    assert fresh(event).version == event.version


def test_a_rating_that_is_no_number_is_refused(desk, organiser):
    event = friday(organiser)
    for rating in ("many", "nan", "inf", "1e400"):
        response = send(desk, event, "change_player", "p1", name="Anna", rating=rating)
        assert response.status_code == 422


def test_a_conflicting_edit_is_refused(desk, organiser):
    event = friday(organiser)
    late = form(event, name="Annie")
    send(desk, event, "change_player", "p1", name="Anja")
    response = desk.post(reverse("change_player", args=[event.slug, "p1"]), late)
    assert response.status_code == 422
    assert "Look at it as it is now" in response.content.decode()
    assert 'value="Annie"' in response.content.decode()


def test_merging_has_a_preview(desk, organiser):
    event = played(friday(organiser), organiser)
    send(desk, event, "add_players", names="Anna B.")
    late = event.players.get(name="Anna B.").public_id
    address = reverse("merge_players", args=[event.slug])
    body = desk.get(address, {"keep": late, "remove": "p1"}).content.decode()
    assert "Merge Anna into Anna B." in body
    assert "Round 1: against" in body
    assert fresh(event).players.count() == 9
    send(desk, event, "merge_players", keep=late, remove="p1")
    assert not event.players.filter(public_id="p1").exists()
    assert LogEntry.objects.filter(event=event, action="merge_players").count() == 1


def test_two_players_of_one_round_cannot_be_merged(desk, organiser):
    event = played(friday(organiser), organiser)
    address = reverse("merge_players", args=[event.slug])
    body = desk.get(address, {"keep": "p1", "remove": "p2"}).content.decode()
    assert "they can’t be the same person" in body
    response = send(desk, event, "merge_players", keep="p1", remove="p2")
    assert response.status_code == 422
    assert "they can’t be the same person" in response.content.decode()


def test_a_merge_sent_twice_is_done_once(desk, organiser):
    event = friday(organiser)
    sent = form(event, keep="p1", remove="p2")
    for _ in range(2):
        assert desk.post(reverse("merge_players", args=[event.slug]), sent).status_code == 302
    assert event.players.count() == 7


def test_merging_with_nobody_shows_only_the_choice(desk, organiser):
    event = friday(organiser)
    address = reverse("merge_players", args=[event.slug])
    for query in ({"keep": "p1"}, {"keep": "p1", "remove": "p1"}, {"keep": "nobody", "remove": "p1"}):
        assert "Merge Anna" not in desk.get(address, query).content.decode()


def test_only_unpaired_players_can_be_removed(desk, organiser):
    event = friday(organiser)
    assert send(desk, event, "remove_player", "p8").status_code == 302
    assert not event.players.filter(public_id="p8").exists()
    event = paired(event, organiser)
    response = send(desk, event, "remove_player", "p1")
    assert response.status_code == 422
    assert "Drop them instead" in response.content.decode()


def test_late_entry_is_closed_in_the_finals(desk, organiser):
    event = played(friday(organiser, rounds=1, finals=("single", 4)), organiser, rounds=2)
    assert "No one can join any more" in desk.get(reverse("desk_players", args=[event.slug])).content.decode()
    assert send(desk, event, "add_players", names="Zoe").status_code == 422


def test_an_unknown_player_is_not_found(desk, organiser):
    event = friday(organiser)
    assert desk.get(reverse("change_player", args=[event.slug, "p99"])).status_code == 404
    assert send(desk, event, "drop_player", "p99").status_code == 404


def test_the_rosters_queries_do_not_grow_with_the_players(desk, organiser, django_assert_max_num_queries):
    event = friday(organiser, names=[f"Player {n}" for n in range(120)])
    # With the people of the club, whom each player has become: who is new, and who was here how often.
    with django_assert_max_num_queries(24) as queries:
        desk.get(reverse("desk_players", args=[event.slug]))
    more = friday(organiser, names=[f"Player {n}" for n in range(240)])
    with django_assert_max_num_queries(len(queries)):
        desk.get(reverse("desk_players", args=[more.slug]))


@pytest.mark.parametrize("fact", ("rating", "seed"))
def test_ratings_and_seeds_have_the_limits_of_the_event_file(desk, organiser, fact):
    event = friday(organiser)
    address = reverse("change_player", args=[event.slug, "p1"])
    response = desk.post(address, form(event, name="Anna", **{fact: "100001"}))
    assert response.status_code == 422
    assert f'id="id_{fact}_error"' in response.content.decode()
    assert desk.post(address, form(event, name="Anna", **{fact: "99999.99"})).status_code == 302
    assert f'name="{fact}" value="99999.99"' in desk.get(address).content.decode()
    event_file.read_text(desk.get(reverse("event_file", args=[event.slug])).content)


def test_the_consequences_of_a_drop_are_shown_first(desk, organiser):
    event = paired(friday(organiser), organiser)
    body = desk.get(reverse("desk_players", args=[event.slug])).content.decode()
    assert "A player dropped now still plays round 1 and isn’t paired from round 2." in body
    assert "Seat a latecomer in round 1" in body
    body = desk.get(reverse("change_player", args=[event.slug, "p1"])).content.decode()
    assert "not paired from round 2" in body
    assert "immediately" in body


def test_a_disqualified_player_can_be_reinstated(desk, organiser):
    event = played(friday(organiser), organiser)
    response = send(desk, event, "disqualify_player", "p1", follow=True)
    assert "Anna disqualified" in response.content.decode()
    page = reverse("change_player", args=[event.slug, "p1"])
    assert "They return to the standings" in desk.get(page).content.decode()
    send(desk, event, "bring_back_player", "p1")
    assert not event.players.get(public_id="p1").disqualified
    assert "Anna disqualified" in desk.get(reverse("desk_log", args=[event.slug])).content.decode()


def test_start_round_1_is_the_strong_button_once_there_are_players(desk, organiser):
    event = friday(organiser, names=())
    address = reverse("desk_players", args=[event.slug])
    assert "Start round 1" not in desk.get(address).content.decode()
    response = send(desk, event, "add_players", names="Anna\nBen\nCleo", follow=True)
    strong = re.findall(r'<button class="button strong">(.*?)</button>', response.content.decode())
    assert strong == ["Start round 1"]
    desk.post(reverse("pair", args=[event.slug]), form(fresh(event)))
    assert "Start round 1" not in desk.get(address).content.decode(), "round 1 is paired"


def test_the_page_of_a_player_has_four_sections_and_one_strong_button(desk, organiser):
    event = friday(organiser)
    body = desk.get(reverse("change_player", args=[event.slug, "p1"])).content.decode()
    headings = re.findall(r"<h2>(.*?)</h2>", body)
    assert headings == ["Details", "Link and QR code", "Status", "Privacy"]
    assert body.count('class="button strong"') == 1 and "Merge" not in body


def test_drop_is_not_red(desk, organiser):
    body = source_of(desk.get(reverse("desk_players", args=[friday(organiser).slug])))
    classes = re.findall(r'<button class="([^"]*)"[^>]*>Drop', body)
    assert classes and set(classes) == {"link", "button"}
