"""Standings as they were published stay, beside what they are after a correction; here and in a copy."""

from django.urls import reverse

from tests.support.desk_events import actor_of, fresh, friday, played
from tournaments.events.actions.events import change_settings, import_event
from tournaments.history.cache import load_history, load_history_with_log
from tournaments.log.actions.undo import redo, undo
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.adjustments import correct_result
from tournaments.rounds.actions.rounds import finish_round, pair_next_round
from tournaments.rules import event_file
from tournaments.rules.standings.standings import standings


def page(client, event, number=1, name="published", **params):
    return client.get(reverse(name, args=[event.slug, number]), params)


def standings_html(client, event, **params) -> str:
    return client.get(reverse("standings", args=[event.slug]), params).content.decode()


def table(response) -> str:
    """Return the page's table and the text above it; its links lead to the same event."""
    text = response.content.decode().replace("friday-night-2", "friday-night")
    return text[text.index("Published on") : text.index("</table>")]


def one_round(organiser):
    event = played(friday(organiser, rounds=2), organiser)
    finish_round(event, actor_of(organiser))
    return fresh(event)


def corrected(event, organiser):
    """Table 1 went to the other one."""
    report_result(event, actor_of(organiser), 1, 1, 1, "0-2")
    return fresh(event)


def test_finishing_a_round_stores_the_published_standings(organiser):
    event = one_round(organiser)
    record = event.published.get()
    now = standings(load_history(event).phase(1), after_round=1)
    assert [row[:2] for row in record.rows] == [[row.rank, row.player] for row in now.rows]
    assert record.columns == list(now.columns)
    first = dict(zip(record.columns, record.rows[0][3:], strict=True))
    assert first["points"] == "3" and first["gw"] == "66.67"


def test_a_correction_shows_moved_ranks_and_the_published_list(client, organiser):
    event = one_round(organiser)
    assert "Published on" in standings_html(client, event, after=1)
    assert "since then" not in standings_html(client, event, after=1)
    rows = standings(load_history(event).phase(1), after_round=1).rows
    names = {row.player: (row.name, row.rank) for row in rows}
    event = corrected(event, organiser)
    moved = [
        f"{row.name} {names[row.player][1]} → {row.rank}"
        for row in standings(load_history(event).phase(1), after_round=1).rows
        if row.rank != names[row.player][1]
    ]
    html = standings_html(client, event, after=1)
    assert moved and f"corrected since: {moved[0]}" in html
    assert reverse("published", args=[event.slug, 1]) in html
    beside = page(client, event).content.decode()
    assert moved[0] in beside and "<b>→" in beside


def test_finishing_again_adds_a_list_and_undo_keeps_the_old_one(client, organiser):
    event = one_round(organiser)
    undo(event, actor_of(organiser))
    assert event.published.count() == 1
    corrected(event, organiser)
    finish_round(fresh(event), actor_of(organiser))
    assert event.published.count() == 2
    lists = [page(client, event, list=number).content.decode() for number in (1, 2)]
    assert "corrected since" in lists[0] and "no changes since" in lists[1]
    for odd in ("0", "3", "x", "9" * 30):
        assert table(page(client, event, list=odd)) == table(page(client, event))


def test_back_and_forth_publishes_no_list_twice(organiser):
    event = one_round(organiser)
    finish = undo(event, actor_of(organiser))
    redo(fresh(event), actor_of(organiser), finish.pk)
    assert load_history(fresh(event)).phase(1).rounds[0].finished
    assert event.published.count() == 1


def test_a_correction_without_moved_ranks_says_so(desk, organiser):
    event = one_round(organiser)
    report_result(event, actor_of(organiser), 1, 1, 1, "2-1")
    assert "since then" not in standings_html(desk, event, after=1)
    for table in (1, 2, 3, 4):
        report_result(fresh(event), actor_of(organiser), 1, 1, table, "2-0")
    assert "numbers have been corrected since; no rank has changed" in standings_html(
        desk, fresh(event), after=1
    )


def test_an_unpublished_round_has_no_page(client, organiser):
    event = played(friday(organiser), organiser)
    assert page(client, event).status_code == 404
    assert page(client, event, number=7).status_code == 404
    assert "Published standings" not in standings_html(client, event)


def test_a_copy_made_of_the_events_file_shows_the_same(client, organiser):
    event = corrected(one_round(organiser), organiser)
    text = event_file.text(load_history_with_log(event))
    copy = import_event(event_file.read_text(text))
    assert event_file.text(load_history_with_log(copy)) == text
    assert table(page(client, event)) == table(page(client, copy))


def test_published_finals_have_the_placed_players(organiser):
    event = played(friday(organiser, rounds=1, finals=("single", 4)), organiser, rounds=2)
    pair_next_round(event, actor_of(organiser), publish=True)
    record = event.published.filter(phase=2).get()
    assert record.columns == [] and [row[0] for row in record.rows] == [3, 4]


def test_a_correction_made_at_the_desk_leaves_what_was_published(desk, organiser):
    event = played(friday(organiser, rounds=3), organiser, rounds=2)
    correct_result(event, actor_of(organiser), 1, 1, 1, "0-2")
    assert event.published.get().round == 1
    assert "corrected since" in standings_html(desk, fresh(event), after=1)


def test_hidden_published_standings_are_only_for_organisers(desk, organiser):
    event = played(friday(organiser, rounds=3), organiser)
    change_settings(event, actor_of(organiser), 1, hidden_standings=True)
    finish_round(fresh(event), actor_of(organiser))
    event = corrected(event, organiser)
    assert "corrected since" in page(desk, event).content.decode()
    desk.logout()
    assert page(desk, event).status_code == 404
    assert "Published standings" not in standings_html(desk, event, after=1)
