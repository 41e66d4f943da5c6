"""The players at the desk: added, changed, dropped, taken back, merged, removed."""

import pytest
from django.urls import reverse

from tests.views.desk_events import form, fresh, friday, paired, played
from tournaments.models import LogEntry
from tournaments.rules import event_file


def send(desk, event, page, /, *args, follow=False, **said):
    return desk.post(reverse(page, args=[event.slug, *args]), form(event, **said), follow=follow)


def test_one_player_is_added(desk, organiser):
    event = friday(organiser)
    answer = send(desk, event, "add_players", names="Zoe", follow=True)
    assert event.players.filter(name="Zoe").exists()
    assert "Players added" in answer.content.decode()
    assert "/desk/log/undo/?entry=" in answer.content.decode()


def test_a_list_is_pasted_with_clubs_and_ratings(desk, organiser):
    event = friday(organiser, names=())
    send(desk, event, "add_players", names="Zoe; Harbour; 1500\r\nYann\r\n\r\nXenia\tPier")
    told = {(p.name, p.club, p.rating) for p in event.players.all()}
    assert told == {("Zoe", "Harbour", 1500), ("Yann", "", None), ("Xenia", "Pier", None)}


def test_names_stand_where_they_do_on_paper_whatever_their_accents(desk, organiser):
    event = friday(organiser, names=("Farid", "Élodie", "Dmitri"))
    body = desk.get(f"/e/{event.slug}/desk/players/").content.decode()
    assert body.index("Dmitri") < body.index("Élodie") < body.index("Farid")


def test_a_name_that_stands_twice_keeps_the_list_as_typed(desk, organiser):
    event = friday(organiser, names=())
    answer = send(desk, event, "add_players", names="Zoe\nYann\nZoe")
    assert answer.status_code == 422
    body = answer.content.decode()
    assert "stands in line 1 already" in body
    assert "Zoe\nYann\nZoe</textarea>" in body
    assert not event.players.exists()


def test_a_list_sent_twice_is_added_once(desk, organiser):
    event = friday(organiser, names=())
    sent = form(event, names="Zoe\nYann")
    for _ in range(2):
        assert desk.post(reverse("add_players", args=[event.slug]), sent).status_code == 302
    assert event.players.count() == 2


def test_who_comes_late_sits_from_the_next_round(desk, organiser):
    event = paired(friday(organiser), organiser)
    assert "they sit from round 2 on" in desk.get(reverse("desk_players", args=[event.slug])).content.decode()
    send(desk, event, "add_players", names="Zoe")
    zoe = event.players.get(name="Zoe")
    assert (zoe.joined_round, zoe.byes) == (2, {"1": "loss"})


def test_what_the_running_round_is_to_who_comes_late_is_said_beforehand(desk, organiser):
    event = paired(friday(organiser), organiser)
    body = desk.get(reverse("desk_players", args=[event.slug])).content.decode()
    assert "they sit from round 2 on; the running round is a loss" in body


def test_a_table_a_household_and_byes_are_asked_for(desk, organiser):
    event = paired(friday(organiser), organiser)
    body = desk.get(reverse("change_player", args=[event.slug, "p1"])).content.decode()
    assert 'name="bye_1"' not in body and 'name="bye_3"' in body
    said = {"name": "Anna", "household": "Mill", "table": "3", "bye_3": "draw"}
    send(desk, event, "change_player", "p1", **said)
    player = event.players.get(key="p1")
    assert (player.household, player.table, player.byes) == ("Mill", 3, {"3": "draw"})
    assert "always at table 3" in desk.get(reverse("desk_players", args=[event.slug])).content.decode()
    body = desk.get(reverse("change_player", args=[event.slug, "p1"])).content.decode()
    assert '<details class="more" open>' in body and '<option value="draw" selected>' in body


@pytest.mark.parametrize(("field", "value"), [("table", "0"), ("table", "window"), ("bye_3", "win")])
def test_what_cannot_be_asked_for_comes_back_as_typed(desk, organiser, field, value):
    event = friday(organiser)
    answer = send(desk, event, "change_player", "p1", name="Anna", household="Mill", **{field: value})
    assert answer.status_code == 422
    assert 'value="Mill"' in answer.content.decode()
    assert fresh(event).version == event.version


def test_a_drop_is_one_tap_and_can_be_taken_back(desk, organiser):
    event = played(friday(organiser), organiser)
    answer = send(desk, event, "drop_player", "p1", follow=True)
    assert "Anna drops" in answer.content.decode()
    assert "dropped after round 1" in answer.content.decode(), "round 1 is under way: it is played"
    assert event.players.get(key="p1").dropped_after == 0
    send(desk, event, "take_back_drop", "p1")
    assert event.players.get(key="p1").dropped_after is None


def test_a_drop_that_was_done_already_is_refused_in_words(desk, organiser):
    event = friday(organiser)
    send(desk, event, "drop_player", "p1")
    answer = send(desk, event, "drop_player", "p1")
    assert answer.status_code == 422
    assert "Anna has dropped already." in answer.content.decode()


def test_a_name_a_club_a_rating_and_a_seed_are_changed(desk, organiser):
    event = friday(organiser)
    send(desk, event, "change_player", "p1", name="Anna-Sofia", club="Pier", rating="1500.5", seed="1")
    player = event.players.get(key="p1")
    assert (player.name, player.club, player.rating, player.seed) == ("Anna-Sofia", "Pier", 1500.5, 1)


@pytest.mark.parametrize(
    ("name", "words"), [("ben", "Another player is called"), ("", "required"), ("a\x07b", "cannot be shown")]
)
def test_a_name_that_will_not_do_is_refused_beside_what_was_typed(desk, organiser, name, words):
    event = friday(organiser)
    answer = send(desk, event, "change_player", "p1", name=name, club="Pier", rating="", seed="")
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert 'value="Pier"' in answer.content.decode()
    assert fresh(event).version == event.version


def test_a_rating_that_is_no_number_is_refused(desk, organiser):
    event = friday(organiser)
    for rating in ("many", "nan", "inf", "1e400"):
        answer = send(desk, event, "change_player", "p1", name="Anna", rating=rating)
        assert answer.status_code == 422


def test_a_change_that_crosses_another_is_refused(desk, organiser):
    event = friday(organiser)
    late = form(event, name="Annie")
    send(desk, event, "change_player", "p1", name="Anja")
    answer = desk.post(reverse("change_player", args=[event.slug, "p1"]), late)
    assert answer.status_code == 422
    assert "Look at it as it is now" in answer.content.decode()
    assert 'value="Annie"' in answer.content.decode()


def test_merging_shows_what_happens_before_it_does(desk, organiser):
    event = played(friday(organiser), organiser)
    send(desk, event, "add_players", names="Anna B.")
    late = event.players.get(name="Anna B.").key
    address = reverse("merge_players", args=[event.slug])
    body = desk.get(address, {"keep": late, "gone": "p1"}).content.decode()
    assert "Anna becomes Anna B." in body
    assert "Round 1: against" in body
    assert fresh(event).players.count() == 9
    send(desk, event, "merge_players", keep=late, gone="p1")
    assert not event.players.filter(key="p1").exists()
    assert LogEntry.objects.filter(event=event, action="merge_players").count() == 1


def test_two_who_played_the_same_round_are_two_people(desk, organiser):
    event = played(friday(organiser), organiser)
    address = reverse("merge_players", args=[event.slug])
    assert "they are two people" in desk.get(address, {"keep": "p1", "gone": "p2"}).content.decode()
    answer = send(desk, event, "merge_players", keep="p1", gone="p2")
    assert answer.status_code == 422
    assert "they are two people" in answer.content.decode()


def test_a_merge_sent_twice_is_done_once(desk, organiser):
    event = friday(organiser)
    sent = form(event, keep="p1", gone="p2")
    for _ in range(2):
        assert desk.post(reverse("merge_players", args=[event.slug]), sent).status_code == 302
    assert event.players.count() == 7


def test_merging_with_nobody_shows_only_the_choice(desk, organiser):
    event = friday(organiser)
    address = reverse("merge_players", args=[event.slug])
    for query in ({"keep": "p1"}, {"keep": "p1", "gone": "p1"}, {"keep": "nobody", "gone": "p1"}):
        assert "Merge them" not in desk.get(address, query).content.decode()


def test_only_who_was_never_paired_can_be_removed(desk, organiser):
    event = friday(organiser)
    assert send(desk, event, "remove_player", "p8").status_code == 302
    assert not event.players.filter(key="p8").exists()
    event = paired(event, organiser)
    answer = send(desk, event, "remove_player", "p1")
    assert answer.status_code == 422
    assert "drop them instead" in answer.content.decode()


def test_once_the_finals_have_begun_nobody_joins(desk, organiser):
    event = played(friday(organiser, rounds=1, finals=("single", 4)), organiser, rounds=2)
    assert "nobody can join any more" in desk.get(reverse("desk_players", args=[event.slug])).content.decode()
    assert send(desk, event, "add_players", names="Zoe").status_code == 422


def test_a_player_who_is_not_there_is_not_found(desk, organiser):
    event = friday(organiser)
    assert desk.get(reverse("change_player", args=[event.slug, "p99"])).status_code == 404
    assert send(desk, event, "drop_player", "p99").status_code == 404


def test_a_list_of_many_asks_the_database_as_often_as_one_of_few(
    desk, organiser, django_assert_max_num_queries
):
    event = friday(organiser, names=[f"Player {n}" for n in range(120)])
    with django_assert_max_num_queries(18):
        desk.get(reverse("desk_players", args=[event.slug]))


@pytest.mark.parametrize("fact", ("rating", "seed"))
def test_numbers_of_a_player_are_those_that_an_event_file_holds(desk, organiser, fact):
    event = friday(organiser)
    address = reverse("change_player", args=[event.slug, "p1"])
    answer = desk.post(address, form(event, name="Anna", **{fact: "100001"}))
    assert answer.status_code == 422
    assert f'id="id_{fact}_error"' in answer.content.decode()
    assert desk.post(address, form(event, name="Anna", **{fact: "99999.99"})).status_code == 302
    assert f'name="{fact}" value="99999.99"' in desk.get(address).content.decode()
    event_file.read_text(desk.get(reverse("event_file", args=[event.slug])).content)


def test_what_leaving_would_do_is_shown_before_it_is_done(desk, organiser):
    event = paired(friday(organiser), organiser)
    shown = desk.get(reverse("desk_players", args=[event.slug])).content.decode()
    assert "Who drops now still has round 1 to play and is not paired from round 2 on." in shown
    assert "Let them into round 1 by hand" in shown
    shown = desk.get(reverse("change_player", args=[event.slug, "p1"])).content.decode()
    assert "They are not paired from round 2 on" in shown
    assert "is lost at once" in shown


def test_who_is_disqualified_can_be_taken_back(desk, organiser):
    event = played(friday(organiser), organiser)
    answer = send(desk, event, "disqualify_player", "p1", follow=True)
    assert "Anna is disqualified" in answer.content.decode()
    page = reverse("change_player", args=[event.slug, "p1"])
    assert "They stand in the standings again" in desk.get(page).content.decode()
    send(desk, event, "take_back_drop", "p1")
    assert not event.players.get(key="p1").disqualified
    assert "Anna disqualified" in desk.get(reverse("desk_log", args=[event.slug])).content.decode()
