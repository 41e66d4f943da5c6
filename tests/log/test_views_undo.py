"""Going back at the desk: what changes is shown first, then one button does it, or words say why not."""

import re

from django.urls import reverse

from tests.support.desk_events import actor_of, form, fresh, friday, paired, played, reported
from tournaments.history.cache import load_history
from tournaments.log.actions.undo import create_restore_point, redo, undo
from tournaments.players.actions.players import drop_player


def text_of(response) -> str:
    return response.content.decode()


def address(name, event, *more):
    return reverse(name, args=[event.slug, *more])


def entry(event, action):
    return event.log.filter(action=action).last()


def test_an_old_action_is_previewed_undone_and_redone(desk, organiser):
    event = reported(paired(friday(organiser), organiser), organiser)
    first = event.log.filter(action="report_result").first()
    page = address("undo_change", event, first.pk)
    preview = text_of(desk.get(page))
    assert "Round 1, table 1" in preview and " 2–1 " in preview and "Undo this" in preview
    before = load_history(fresh(event))
    assert desk.post(page, form(event)).url == address("desk_log", event)
    assert re.search(r"Undone: Table 1: \w+ 2–1 \w+", text_of(desk.get(address("desk_log", event))))
    matches = load_history(fresh(event)).phase(1).rounds[0].matches
    assert [match.reported for match in matches] == [False, True, True, True]
    assert "Redo this" in text_of(desk.get(page))
    desk.post(page, form(event))
    assert load_history(fresh(event)) == before
    log = text_of(desk.get(address("desk_log", event)))
    assert "Redone: Table 1" in log and "Undone: Table 1" in log and 'class="row undone"' not in log


def test_a_dependent_action_is_named_and_nothing_changes(desk, organiser):
    event = paired(played(friday(organiser), organiser), organiser)
    first = event.log.filter(action="report_result").first()
    page = address("undo_change", event, first.pk)
    response = desk.get(page)
    assert "“Round 2 paired and published” came later and depends on this (organiser, " in text_of(response)
    assert address("restore_before", event, first.pk) in text_of(response)
    correct = address("desk", event) + "?phase=1&round=1&table=1"
    assert correct.replace("&", "&amp;") in text_of(response) and desk.get(correct).status_code == 200
    response = desk.post(page, form(event))
    assert response.status_code == 422 and fresh(event).version == event.version


def test_the_event_is_restored_to_before_an_entry(desk, organiser):
    event = reported(paired(played(friday(organiser), organiser), organiser), organiser, count=2)
    line = entry(event, "pair_next_round")
    page = address("restore_before", event, line.pk)
    preview = text_of(desk.get(page))
    for text in (
        "Round 2",
        "in progress, 2 of 4 results reported",
        "This undoes the last 3 changes",
        "Phones show Round 1 instead of Round 2.",
    ):
        assert text in preview
    desk.post(page, form(event))
    assert [r.state for r in load_history(fresh(event)).phase(1).rounds] == ["published"]
    log = text_of(desk.get(address("desk_log", event)))
    assert "Restored to before" in log
    undo(event, actor_of(organiser))
    assert load_history(fresh(event)) == load_history(fresh(event))


def test_a_restore_is_refused_after_a_later_change(desk, organiser):
    event = reported(paired(friday(organiser), organiser), organiser, count=1)
    old_form = form(event)
    reported(event, organiser, result_text="0-2")
    response = desk.post(address("restore_before", event, entry(event, "pair_next_round").pk), old_form)
    assert response.status_code == 422 and "Look at it as it is now" in text_of(response)


def test_a_restore_point_is_created_compared_and_restored(desk, organiser):
    event = reported(paired(friday(organiser), organiser), organiser, count=1)
    page = address("desk_points", event)
    assert desk.post(page, form(event, name="before lunch")).url == page
    point = event.restore_points.get(reason="before lunch")
    assert point.who == "organiser" and "before lunch" in text_of(desk.get(page))
    before = load_history(fresh(event))
    drop_player(event, actor_of(organiser), "p3")
    reported(event, organiser)
    compared = text_of(desk.get(address("compare_points", event), {"a": point.pk}))
    assert "dropped after: 0" in compared and "Round 1, table 2" in compared and "Ranks" in compared
    assert "The event was the same at both points" in text_of(desk.get(address("compare_points", event)))
    assert desk.get(address("compare_points", event), {"a": 0}).status_code == 404
    back = address("restore_point", event, point.pk)
    assert "Restore to this point" in text_of(desk.get(back))
    desk.post(back, form(event))
    assert load_history(fresh(event)) == before
    assert "Restored to the restore point “before lunch”" in text_of(desk.get(address("desk_log", event)))


def test_a_restore_point_needs_a_name(desk, organiser):
    event = friday(organiser)
    response = desk.post(address("desk_points", event), form(event, name=" "))
    assert response.status_code == 422 and "Enter a name" in text_of(response)


def test_entries_of_another_event_are_not_found(desk, organiser):
    event, other = paired(friday(organiser), organiser), friday(organiser)
    create_restore_point(event, actor_of(organiser), "mine")
    for name, row in (("undo_change", event.log.last()), ("restore_point", event.restore_points.last())):
        assert desk.get(address(name, other, row.pk)).status_code == 404


def test_log_queries_do_not_grow_with_undos(desk, organiser, django_assert_max_num_queries):
    event = reported(paired(friday(organiser), organiser), organiser)
    for _ in range(3):
        undo(event, actor_of(organiser))
    redo(event, actor_of(organiser), event.log.last().pk)
    desk.get(address("desk_log", event))
    with django_assert_max_num_queries(20):
        desk.get(address("desk_log", event))
