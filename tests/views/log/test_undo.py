"""Going back at the desk: what changes is shown first, then one button does it, or words say why not."""

from django.urls import reverse

from tests.views.desk_events import actor_of, form, fresh, friday, paired, played, reported
from tournaments.actions.log import restore_points, undo
from tournaments.actions.players import players
from tournaments.queries.history.cache import load_history


def text(answer) -> str:
    return answer.content.decode()


def address(name, event, *more):
    return reverse(name, args=[event.slug, *more])


def entry(event, action):
    return event.log.filter(action=action).last()


def test_an_old_action_alone_is_shown_then_taken_back_then_done_again(desk, organiser):
    event = reported(paired(friday(organiser), organiser), organiser)
    first = event.log.filter(action="report_result").first()
    page = address("take_back", event, first.pk)
    shown = text(desk.get(page))
    assert "Round 1, table 1" in shown and " 2–1 " in shown and "Take it back" in shown
    was = load_history(fresh(event))
    assert desk.post(page, form(event)).url == address("desk_log", event)
    matches = load_history(fresh(event)).phase(1).rounds[0].matches
    assert [match.reported for match in matches] == [False, True, True, True]
    assert "Do it again" in text(desk.get(page))
    desk.post(page, form(event))
    assert load_history(fresh(event)) == was
    log = text(desk.get(address("desk_log", event)))
    assert "Done again: Table 1" in log and "Taken back: Table 1" in log and 'class="row undone"' not in log


def test_what_stands_on_an_action_is_named_and_nothing_is_changed(desk, organiser):
    event = paired(played(friday(organiser), organiser), organiser)
    first = event.log.filter(action="report_result").first()
    page = address("take_back", event, first.pk)
    answer = desk.get(page)
    assert "“Round 2 paired and published” came later and stands on it (organiser, " in text(answer)
    assert address("go_back", event, first.pk) in text(answer)
    correct = address("desk_results", event) + "?phase=1&round=1&table=1"
    assert correct.replace("&", "&amp;") in text(answer) and desk.get(correct).status_code == 200
    answer = desk.post(page, form(event))
    assert answer.status_code == 422 and fresh(event).version == event.version


def test_the_event_goes_back_to_before_a_line_as_shown(desk, organiser):
    event = reported(paired(played(friday(organiser), organiser), organiser), organiser, count=2)
    line = entry(event, "pair_next_round")
    page = address("go_back", event, line.pk)
    shown = text(desk.get(page))
    for words in (
        "Round 2",
        "being played, 2 of 4 results in",
        "What the last 3 actions changed is put back",
        "Phones show Round 1 instead of Round 2.",
    ):
        assert words in shown
    desk.post(page, form(event))
    assert [r.state for r in load_history(fresh(event)).phase(1).rounds] == ["published"]
    log = text(desk.get(address("desk_log", event)))
    assert "Gone back to what was before" in log
    undo.undo(event, actor_of(organiser))
    assert load_history(fresh(event)) == load_history(fresh(event))


def test_what_somebody_changed_after_the_page_was_made_is_not_gone_back_over(desk, organiser):
    event = reported(paired(friday(organiser), organiser), organiser, count=1)
    seen = form(event)
    reported(event, organiser, said="0-2")
    answer = desk.post(address("go_back", event, entry(event, "pair_next_round").pk), seen)
    assert answer.status_code == 422 and "Look at it as it is now" in text(answer)


def test_a_restore_point_is_kept_by_name_compared_and_gone_back_to(desk, organiser):
    event = reported(paired(friday(organiser), organiser), organiser, count=1)
    page = address("desk_points", event)
    assert desk.post(page, form(event, name="before lunch")).url == page
    point = event.snapshots.get(reason="before lunch")
    assert point.who == "organiser" and "before lunch" in text(desk.get(page))
    was = load_history(fresh(event))
    players.drop_player(event, actor_of(organiser), "p3")
    reported(event, organiser)
    compared = text(desk.get(address("compare_points", event), {"a": point.pk}))
    assert "dropped after: 0" in compared and "Round 1, table 2" in compared and "Ranks" in compared
    assert "Nothing differs" in text(desk.get(address("compare_points", event)))
    assert desk.get(address("compare_points", event), {"a": 0}).status_code == 404
    back = address("restore_point", event, point.pk)
    assert "Go back" in text(desk.get(back))
    desk.post(back, form(event))
    assert load_history(fresh(event)) == was
    assert "Gone back to the restore point “before lunch”" in text(desk.get(address("desk_log", event)))


def test_a_restore_point_needs_a_name(desk, organiser):
    event = friday(organiser)
    answer = desk.post(address("desk_points", event), form(event, name=" "))
    assert answer.status_code == 422 and "Give the restore point a name" in text(answer)


def test_lines_of_another_event_are_not_found(desk, organiser):
    event, other = paired(friday(organiser), organiser), friday(organiser)
    restore_points.create_restore_point(event, actor_of(organiser), "mine")
    for name, row in (("take_back", event.log.last()), ("restore_point", event.snapshots.last())):
        assert desk.get(address(name, other, row.pk)).status_code == 404


def test_a_long_log_offers_its_lines_with_as_few_queries_as_a_short_one(
    desk, organiser, django_assert_max_num_queries
):
    event = reported(paired(friday(organiser), organiser), organiser)
    for _ in range(3):
        undo.undo(event, actor_of(organiser))
    undo.redo(event, actor_of(organiser), event.log.last().pk)
    desk.get(address("desk_log", event))
    with django_assert_max_num_queries(20):
        desk.get(address("desk_log", event))
