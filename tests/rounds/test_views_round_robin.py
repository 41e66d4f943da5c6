"""A round robin from its creation to its last round, on the same pages and commands as Swiss rounds."""

import json
from dataclasses import replace

import pytest
from django.core.management import call_command
from django.urls import reverse

from tests.support.desk_events import NAMES, actor_of, form, fresh, friday, paired, played
from tests.support.pages import send_event, text_of
from tests.support.repetitions import count
from tournaments.events.actions.events import import_event
from tournaments.history.cache import load_history
from tournaments.models import Event, Round
from tournaments.players.actions.players import add_players, bring_back_player, drop_player
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import ROUND_ROBIN, PhaseRecord
from tournaments.rules.rounds.progress import has_ended

PAGES = (
    "",
    "rounds/1/",
    "rounds/1/draw/",
    "standings/",
    "forecast/",
    "players/",
    "players/p1/",
    "about/",
    "bracket/",
)
DESK_PAGES = ("", "players/", "round/", "settings/", "log/", "file/")


@pytest.fixture
def desk(client, organiser):
    client.force_login(organiser)
    return client


@pytest.fixture
def robin(desk, organiser):
    """Five players who meet once."""
    send_event(desk, kind="round_robin", rounds="", finals="", top="", players="5")
    event = Event.objects.get()
    add_players(event, actor_of(organiser), "\n".join(NAMES[:5]))
    return fresh(event)


def test_a_new_event_may_be_a_round_robin_or_a_double_one(desk):
    send_event(desk, kind="double_round_robin", rounds="", finals="", top="")
    phase = Event.objects.get().phases.get()
    assert (phase.kind, phase.settings) == ("round_robin", {"double": True})


def test_the_form_shows_the_number_of_rounds(desk):
    query = {"rulebook": "magic", "kind": "double_round_robin", "players": "6", "part": "meaning"}
    page = text_of(desk.get(reverse("new_event"), query))
    assert "A double round robin of 10 rounds" in page and "Rounds suggested" not in page


@pytest.mark.slow
def test_a_round_robin_is_played_to_the_end(desk, robin, organiser):
    while not has_ended(load_history(fresh(robin))):
        if Round.objects.filter(phase__event=robin).count() == 5:
            desk.post(reverse("finish_round", args=[robin.slug]), form(robin))
        else:
            robin = played(robin, organiser)
        round_count = Round.objects.filter(phase__event=robin).count()
        pages = (*PAGES, *(f"desk/{page}" for page in DESK_PAGES))
        step = count(2, 1)
        for page in pages[round_count % step :: step]:
            assert desk.get(f"/e/{robin.slug}/{page}").status_code == 200, page
    assert Round.objects.filter(phase__event=robin).count() == 5


def test_pages_describe_the_round_robin(desk, robin, organiser):
    played(robin, organiser)
    about = text_of(desk.get(f"/e/{robin.slug}/about/"))
    assert "everyone plays everyone once; the order is random, set before round 1" in about
    assert "Round 1 of 5" in text_of(desk.get(f"/e/{robin.slug}/"))
    assert "Leave blank for the suggested number (5)." in text_of(
        desk.get(f"/e/{robin.slug}/desk/settings/format/")
    )


def test_only_the_first_round_asks_for_a_seed(desk, robin, organiser):
    assert "committed seed" in text_of(desk.get(f"/e/{robin.slug}/desk/round/"))
    played(robin, organiser)
    assert "committed seed" not in text_of(desk.get(f"/e/{robin.slug}/desk/round/"))


def test_a_single_round_robin_becomes_double_but_not_back_too_late(desk, robin, organiser):
    def store(**fields):
        play = {"best_of": "", "rounds": "", "win": "3", "draw": "1", "loss": "0", "bye": "3"}
        return desk.post(f"/e/{robin.slug}/desk/settings/format/", form(robin, **play, **fields))

    assert store(double="on").status_code == 302
    assert robin.phases.get().settings == {"double": True}
    assert "Everyone plays everyone twice: Yes" in text_of(desk.get(f"/e/{robin.slug}/desk/settings/format/"))
    played(robin, organiser, rounds=6)
    refused = store()
    assert refused.status_code == 422 and "6 rounds are already paired" in text_of(refused)
    assert robin.phases.get().settings == {"double": True}


def test_a_cut_can_lead_to_a_round_robin(desk, organiser):
    event = friday(organiser, rounds=2)
    history = load_history(fresh(event))
    last = PhaseRecord(ROUND_ROBIN, "Group of four", {"cut": {"top": 4}})
    file = event_file.write(replace(history, phases=(*history.phases, last)))
    event = import_event(event_file.read(file), actor_of(organiser))
    event = played(event, organiser, rounds=2)
    assert "start Group of four" in text_of(desk.get(f"/e/{event.slug}/desk/"))
    desk.post(reverse("pair", args=[event.slug]), form(event))
    rounds_ = load_history(fresh(event)).phase(2)
    assert len(rounds_.entrants) == 4 and len(rounds_.rounds[0].matches) == 2
    at_desk = text_of(desk.get(f"/e/{event.slug}/desk/round/"))
    assert "Group of four: round 1 (draft)" in at_desk
    assert "Swiss: round 1" in at_desk and "Round 2" in at_desk


def test_no_player_joins_a_running_round_robin(desk, robin, organiser):
    played(robin, organiser)
    answer = desk.post(reverse("add_players", args=[robin.slug]), form(robin, names="Late"))
    assert answer.status_code == 422
    assert "The round robin has started" in answer.content.decode()


def test_a_player_dropped_before_the_start_cannot_return(robin, organiser):
    drop_player(robin, actor_of(organiser), "p5")
    played(robin, organiser)
    with pytest.raises(RuleViolation, match="The round robin has started"):
        bring_back_player(fresh(robin), actor_of(organiser), "p5")


def test_a_merge_keeps_the_player_who_is_in_the_round_robin(desk, robin, organiser):
    drop_player(robin, actor_of(organiser), "p5")
    played(robin, organiser)
    before = load_history(fresh(robin))
    address = reverse("merge_players", args=[robin.slug])
    answer = desk.post(address, form(robin, keep="p5", remove="p1"))
    assert answer.status_code == 422
    assert "Anna is part of the round robin. Keep Anna and remove Eva." in answer.content.decode()
    assert load_history(fresh(robin)) == before
    assert desk.post(address, form(robin, keep="p1", remove="p5")).status_code == 302
    paired(robin, organiser)


def test_the_desk_offers_no_refused_action_in_a_running_round_robin(desk, robin, organiser):
    drop_player(robin, actor_of(organiser), "p5")
    robin = played(robin, organiser)
    players_page = text_of(desk.get(f"/e/{robin.slug}/desk/players/"))
    assert "The round robin has started, so a new player couldn’t play everyone" in players_page
    assert "Add players" not in players_page and "Take back" not in players_page
    assert "get a bye" in players_page and "not paired" not in players_page
    own = text_of(desk.get(f"/e/{robin.slug}/desk/players/change/p5/"))
    assert "The round robin has started" in own and "Take back" not in own and "Drop " not in own
    other = text_of(desk.get(f"/e/{robin.slug}/desk/players/change/p1/"))
    assert "From round 2, their opponents get a bye. They can’t make the cut." in other
    assert "Take out of" not in other


def test_a_draft_with_a_dropped_player_is_redrawn_not_adjusted(desk, robin, organiser):
    robin = paired(played(robin, organiser), organiser, publish=False)
    assert "adjust" not in text_of(desk.get(f"/e/{robin.slug}/desk/round/")).lower()
    drop_player(robin, actor_of(organiser), "p1")
    own = text_of(desk.get(f"/e/{robin.slug}/desk/players/change/p2/"))
    assert "Round 2 is a draft that includes them. Pair it again before you publish it." in own
    answer = desk.post(reverse("publish_round", args=[robin.slug]), form(robin, phase=1, round=2))
    assert "Anna has dropped. Pair round 2 again." in answer.content.decode()
    desk.post(reverse("redraw_round", args=[robin.slug]), form(robin, phase=1, round=2))
    answer = desk.post(reverse("publish_round", args=[robin.slug]), form(robin, phase=1, round=2))
    assert answer.status_code == 302


def test_a_player_dropped_during_the_round_robin_may_return(robin, organiser):
    played(robin, organiser)
    drop_player(fresh(robin), actor_of(organiser), "p5")
    bring_back_player(fresh(robin), actor_of(organiser), "p5")
    assert fresh(robin).players.get(public_id="p5").dropped_after is None


def test_only_the_first_draw_has_a_sealed_seed(desk, robin, organiser):
    assert "Committed seed for the next round (SHA-256)" in text_of(desk.get(f"/e/{robin.slug}/about/"))
    played(robin, organiser)
    assert "Committed seed for the next round (SHA-256)" not in text_of(desk.get(f"/e/{robin.slug}/about/"))


def test_commands_pair_a_round_robin_and_import_its_file(robin, organiser, tmp_path, capsys):
    played(robin, organiser, rounds=2)
    call_command("export_event", robin.slug)
    file = tmp_path / "robin.json"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    call_command("import_event", str(file))
    copy = capsys.readouterr().out.strip()
    outputs = []
    for slug in (robin.slug, copy):
        call_command("pair", slug, "--format", "json")
        outputs.append(json.loads(capsys.readouterr().out))
    assert outputs[0] == outputs[1] and outputs[0]["round"] == 3
    assert [match["why"] for match in outputs[0]["matches"]][:2] == ["Everyone plays everyone"] * 2
