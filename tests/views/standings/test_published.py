"""Standings as they were published stay, beside what they are after a correction; here and in a copy."""

from django.urls import reverse

from tests.views.desk_events import actor_of, fresh, friday, played
from tournaments.actions.events import events
from tournaments.actions.log import undo
from tournaments.actions.results import results
from tournaments.actions.rounds import corrections, rounds
from tournaments.queries.history.cache import load_history, load_history_with_log
from tournaments.queries.standings.standings_page import standings_for
from tournaments.rules import event_file


def page(client, event, number=1, name="published", **asked):
    return client.get(reverse(name, args=[event.slug, number]), asked)


def said(client, event, **asked) -> str:
    return client.get(reverse("standings", args=[event.slug]), asked).content.decode()


def table(answer) -> str:
    """What stands in the page's table, and what is said above it; its links lead to its own event."""
    text = answer.content.decode().replace("friday-night-2", "friday-night")
    return text[text.index("Published on") : text.index("</table>")]


def one_round(organiser):
    event = played(friday(organiser, rounds=2), organiser)
    rounds.finish_round(event, actor_of(organiser))
    return fresh(event)


def corrected(event, organiser):
    """Table 1 went to the other one."""
    results.report_result(event, actor_of(organiser), 1, 1, 1, "0-2")
    return fresh(event)


def test_the_standings_of_a_round_are_kept_as_they_were_shown_when_it_is_finished(organiser):
    event = one_round(organiser)
    kept = event.published.get()
    now = standings_for(event, 1, after_round=1)
    assert [row[:2] for row in kept.rows] == [[row.rank, row.player] for row in now.rows]
    assert kept.columns == list(now.columns)
    first = dict(zip(kept.columns, kept.rows[0][3:], strict=True))
    assert first["points"] == "3" and first["gw"] == "66.67"


def test_a_correction_shows_what_moved_and_the_list_as_published_beside_it(client, organiser):
    event = one_round(organiser)
    assert "As published on" in said(client, event, after=1)
    assert "since then" not in said(client, event, after=1)
    names = {row.player: (row.name, row.rank) for row in standings_for(event, 1, after_round=1).rows}
    event = corrected(event, organiser)
    moved = [
        f"{row.name} {names[row.player][1]} → {row.rank}"
        for row in standings_for(event, 1, after_round=1).rows
        if row.rank != names[row.player][1]
    ]
    shown = said(client, event, after=1)
    assert moved and f"since then corrected: {moved[0]}" in shown
    assert reverse("published", args=[event.slug, 1]) in shown
    beside = page(client, event).content.decode()
    assert moved[0] in beside and "<b>→" in beside


def test_finishing_again_adds_a_list_and_taking_it_back_keeps_the_old_one(client, organiser):
    event = one_round(organiser)
    undo.undo(event, actor_of(organiser))
    assert event.published.count() == 1
    corrected(event, organiser)
    rounds.finish_round(fresh(event), actor_of(organiser))
    assert event.published.count() == 2
    lists = [page(client, event, list=number).content.decode() for number in (1, 2)]
    assert "since then corrected" in lists[0] and "nothing has changed since" in lists[1]
    for odd in ("0", "3", "x", "9" * 30):
        assert table(page(client, event, list=odd)) == table(page(client, event))


def test_back_and_forth_publishes_no_list_twice(organiser):
    event = one_round(organiser)
    finish = undo.undo(event, actor_of(organiser))
    undo.redo(fresh(event), actor_of(organiser), finish.pk)
    assert load_history(fresh(event)).phase(1).rounds[0].finished
    assert event.published.count() == 1


def test_a_correction_that_leaves_the_ranks_says_so(desk, organiser):
    event = one_round(organiser)
    results.report_result(event, actor_of(organiser), 1, 1, 1, "2-1")
    assert "since then" not in said(desk, event, after=1)
    for table in (1, 2, 3, 4):
        results.report_result(fresh(event), actor_of(organiser), 1, 1, table, "2-0")
    assert "numbers were corrected, and no rank moved" in said(desk, fresh(event), after=1)


def test_where_nothing_was_published_there_is_no_page(client, organiser):
    event = played(friday(organiser), organiser)
    assert page(client, event).status_code == 404
    assert page(client, event, number=7).status_code == 404
    assert "As published" not in said(client, event)


def test_a_copy_made_of_the_events_file_shows_the_same(client, organiser):
    event = corrected(one_round(organiser), organiser)
    text = event_file.text(load_history_with_log(event))
    copy = events.import_event(event_file.read_text(text))
    assert event_file.text(load_history_with_log(copy)) == text
    assert table(page(client, event)) == table(page(client, copy))


def test_finals_keep_who_was_placed(organiser):
    event = played(friday(organiser, rounds=1, finals=("single", 4)), organiser, rounds=2)
    rounds.pair_next_round(event, actor_of(organiser), publish=True)
    kept = event.published.filter(phase=2).get()
    assert kept.columns == [] and [row[0] for row in kept.rows] == [3, 4]


def test_a_correction_made_at_the_desk_leaves_what_was_published(desk, organiser):
    event = played(friday(organiser, rounds=3), organiser, rounds=2)
    corrections.correct_result(event, actor_of(organiser), 1, 1, 1, "0-2")
    assert event.published.get().round == 1
    assert "since then corrected" in said(desk, fresh(event), after=1)


def test_while_points_are_hidden_only_who_runs_the_event_sees_what_was_kept(desk, organiser):
    event = played(friday(organiser, rounds=3), organiser)
    events.change_settings(event, actor_of(organiser), 1, hidden_standings=True)
    rounds.finish_round(fresh(event), actor_of(organiser))
    event = corrected(event, organiser)
    assert "since then corrected" in page(desk, event).content.decode()
    desk.logout()
    assert page(desk, event).status_code == 404
    assert "As published" not in said(desk, event, after=1)
