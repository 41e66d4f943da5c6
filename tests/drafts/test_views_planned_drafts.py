"""A draft among other phases: planned, configured, reached by a cut; and the other pages of its event."""

import pytest

from tests.support.database_states import cached_state
from tests.support.desk_events import actor_of, draft_night, form, fresh, friday, paired, played
from tests.support.pages import text_of
from tournaments.drafts.actions import draw_pods
from tournaments.events.actions import phases
from tournaments.history.cache import load_history
from tournaments.players.actions.players import drop_player
from tournaments.rules.history import DRAFT_PODS, PhaseRecord

NAMES = ["Anna", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo"]


@pytest.fixture
def night(organiser):
    return draft_night(organiser, NAMES)


def test_a_draft_is_planned_after_other_rounds(desk, organiser, night):
    page = desk.get(f"/e/{night.slug}/desk/phases/add/", {"kind": "draft"})
    assert "Pod assignment" in text_of(page) and "Pools" not in text_of(page)
    fields = {
        "name": "Second draft",
        "draft_pods": "standing",
        "draft_inside": "bracket",
        "draft_packs": 3,
        "draft_cards": 14,
        "draft_minutes": 25,
        "carry": "on",
        "top": 8,
        "ties": "ranked",
    }
    answer = desk.post(f"/e/{night.slug}/desk/phases/add/?kind=draft", form(night, **fields))
    assert answer.status_code == 302
    phase = load_history(fresh(night)).phase(2)
    assert (phase.kind, phase.name) == ("draft", "Second draft")
    assert phase.overrides == {
        "draft_pods": "standing",
        "draft_inside": "bracket",
        "draft_cards": 14,
        "carry": True,
        "cut": {"top": 8},
    }


def test_draft_settings_are_stored_and_shown(desk, client, night):
    settings = {"draft_pods": "rating", "draft_inside": "swiss", "draft_packs": 3, "draft_cards": 15}
    sent = form(night, draft_minutes=30, **settings)
    assert desk.post(f"/e/{night.slug}/desk/settings/format/", sent).status_code == 302
    assert load_history(fresh(night)).phase(1).overrides == {
        "draft_pods": "rating",
        "draft_minutes": 30,
    }
    about = text_of(client.get(f"/e/{night.slug}/about/"))
    assert "by rating: the highest-rated players together; seats are always random" in about
    assert "30 minutes for deck building" in about
    assert "round 1: players seated across from each other" in about
    wrong = form(night, draft_minutes=0, **settings)
    assert desk.post(f"/e/{night.slug}/desk/settings/format/", wrong).status_code == 422


def test_the_pairing_of_a_draft_is_set_except_for_round_1(desk, night):
    page = desk.get(f"/e/{night.slug}/desk/settings/pairing/").content.decode()
    assert 'name="last_round_pairing"' in page
    assert 'name="first_round_pairing"' not in page and 'name="late_entry"' not in page
    settings = {
        "pairing": "fold",
        "last_round_pairing": "random",
        "bye_to": "random",
        "first_seat": "standing",
    }
    sent = form(night, **settings)
    assert desk.post(f"/e/{night.slug}/desk/settings/pairing/", sent).status_code == 302
    assert load_history(fresh(night)).phase(1).overrides == {"pairing": "fold", "bye_to": "random"}


@pytest.fixture
@cached_state
def ahead(organiser):
    """Nine players, one Swiss round with its results; a draft of the best eight is planned."""
    event = friday(organiser, names=NAMES, rounds=1)
    settings = {"carry": True, "draft_pods": "standing", "cut": {"top": 8}}
    phases.add_phase(event, actor_of(organiser), PhaseRecord(DRAFT_PODS, "Draft", settings), 1)
    return played(fresh(event), organiser)


def test_after_swiss_rounds_the_next_step_is_to_draw_the_pods(desk, organiser, ahead):
    assert "Next step: draw pods" in text_of(desk.get(f"/e/{ahead.slug}/desk/"))
    round_page = desk.get(f"/e/{ahead.slug}/desk/round/").content.decode()
    assert f'action="/e/{ahead.slug}/desk/draft/draw/"' in round_page
    desk.post(f"/e/{ahead.slug}/desk/draft/draw/", form(ahead))
    history = load_history(fresh(ahead))
    assert history.current_phase.number == 2 and len(history.phase(2).pods[0]) == 8
    assert "The pods are drawn" in text_of(desk.get(f"/e/{ahead.slug}/"))
    assert "Draft: round 1 of 3" in text_of(desk.get(f"/e/{paired(fresh(ahead), organiser).slug}/"))


@pytest.mark.parametrize(
    ("query", "words"), [("round=1", "4 of 4 results reported"), ("round=1&table=1", "Table 1")]
)
def test_an_earlier_round_opens_while_the_pods_have_no_round(desk, organiser, ahead, query, words):
    draw_pods(ahead, actor_of(organiser))
    response = desk.get(f"/e/{ahead.slug}/desk/?phase=1&{query}")
    assert response.status_code == 200 and words in text_of(response)


# Where it leads is told by what is read once the cut is stored.
@pytest.mark.django_db(transaction=True)
def test_a_cut_into_a_draft_leads_to_its_pods(desk, ahead):
    sent = form(ahead, by="rule", top=4)
    answer = desk.post(f"/e/{ahead.slug}/desk/round/cut/", sent)
    assert answer.status_code == 302 and answer["Location"] == f"/e/{ahead.slug}/desk/draft/"
    assert [len(pod) for pod in load_history(fresh(ahead)).phase(2).pods] == [4]
    assert "Cut made and pods created." in text_of(desk.get(answer["Location"]))


@pytest.mark.slow
@pytest.mark.parametrize("state", ["ahead", "pods", "round"])
def test_pages_of_an_event_with_a_planned_draft_load(desk, organiser, ahead, state):
    if state != "ahead":
        draw_pods(ahead, actor_of(organiser))
    if state == "round":
        paired(fresh(ahead), organiser)
    public = ("", "standings/", "players/", "players/p1/", "about/", "forecast/", "phases/2/standings/")
    at_desk = (
        "",
        "players/",
        "round/",
        "settings/format/?phase=2",
        "settings/pairing/?phase=2",
        "log/",
        "phases/",
        "prizes/",
    )
    for path in (*public, *(f"desk/{one}" for one in at_desk)):
        assert desk.get(f"/e/{ahead.slug}/{path}").status_code == 200, path


def test_a_repeated_cut_replaces_a_player_who_dropped_before_the_draft(desk, organiser, ahead):
    draw_pods(ahead, actor_of(organiser))
    player = load_history(fresh(ahead)).phase(2).pods[0][0]
    drop_player(fresh(ahead), actor_of(organiser), player)
    page = text_of(desk.get(f"/e/{ahead.slug}/desk/round/"))
    assert "dropped before the first result" in page and "Redo the cut" in page
    paired(fresh(ahead), organiser)
    assert "Redo the cut" not in text_of(desk.get(f"/e/{ahead.slug}/desk/round/"))


def test_a_draft_of_one_pod_does_not_name_it_above_its_tables(client, organiser, ahead):
    draw_pods(ahead, actor_of(organiser))
    page = text_of(client.get(f"/e/{paired(fresh(ahead), organiser).slug}/"))
    assert "Pod 1" not in page
