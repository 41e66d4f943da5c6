"""A round robin from the form that makes it to its last round: the same pages and commands as Swiss."""

import json
from dataclasses import replace

import pytest
from django.core.management import call_command
from django.urls import reverse

from tests.repetitions import count
from tests.views.desk_events import NAMES, actor_of, form, fresh, friday, paired, played
from tests.views.events.test_create import make
from tests.views.events.test_public import text_of
from tournaments.actions.events import events
from tournaments.actions.players import players
from tournaments.models import Event, Round
from tournaments.queries.history.cache import load_history
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import ROUND_ROBIN, PhaseRecord
from tournaments.rules.rounds import progress

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
DESK_PAGES = ("", "results/", "players/", "round/", "settings/", "log/", "file/")


@pytest.fixture
def desk(client, organiser):
    client.force_login(organiser)
    return client


@pytest.fixture
def robin(desk, organiser):
    """Five players who meet once."""
    make(desk, kind="round_robin", rounds="", finals="", top="", players="5")
    event = Event.objects.get()
    players.add_players(event, actor_of(organiser), "\n".join(NAMES[:5]))
    return fresh(event)


def test_a_new_event_may_be_a_round_robin_or_a_double_one(desk):
    make(desk, kind="double_round_robin", rounds="", finals="", top="")
    phase = Event.objects.get().phases.get()
    assert (phase.kind, phase.settings) == ("round_robin", {"double": True})


def test_the_form_says_how_many_rounds_that_makes(desk):
    asked = {"rulebook": "magic", "kind": "double_round_robin", "players": "6", "part": "meaning"}
    page = text_of(desk.get(reverse("new_event"), asked))
    assert "6 players: 10 rounds" in page and "Rounds suggested" not in page


@pytest.mark.slow
def test_it_is_played_out_on_the_same_pages(desk, robin, organiser):
    while not progress.has_ended(load_history(fresh(robin))):
        if Round.objects.filter(phase__event=robin).count() == 5:
            desk.post(reverse("finish_round", args=[robin.slug]), form(robin))
        else:
            robin = played(robin, organiser)
        drawn = Round.objects.filter(phase__event=robin).count()
        pages = (*PAGES, *(f"desk/{page}" for page in DESK_PAGES))
        step = count(2, 1)
        for page in pages[drawn % step :: step]:
            assert desk.get(f"/e/{robin.slug}/{page}").status_code == 200, page
    assert Round.objects.filter(phase__event=robin).count() == 5


def test_the_pages_say_what_is_played(desk, robin, organiser):
    played(robin, organiser)
    about = text_of(desk.get(f"/e/{robin.slug}/about/"))
    assert "everybody meets everybody once; the order is drawn by lot before round 1" in about
    assert "Round 1 of 5" in text_of(desk.get(f"/e/{robin.slug}/"))
    assert "Blank: as suggested, 5" in text_of(desk.get(f"/e/{robin.slug}/desk/settings/"))


def test_only_the_first_round_asks_for_a_seed(desk, robin, organiser):
    assert "Seed of the draw" in text_of(desk.get(f"/e/{robin.slug}/desk/round/"))
    played(robin, organiser)
    assert "Seed of the draw" not in text_of(desk.get(f"/e/{robin.slug}/desk/round/"))


def test_once_becomes_twice_on_the_settings_page_and_not_back_too_late(desk, robin, organiser):
    def store(**said):
        play = {"form": "play", "best_of": "", "rounds": "", "win": "3", "draw": "1", "loss": "0", "bye": "3"}
        return desk.post(f"/e/{robin.slug}/desk/settings/", form(robin, **play, **said))

    assert store(double="on").status_code == 302
    assert robin.phases.get().settings == {"double": True}
    assert "Everybody meets everybody twice: Yes" in text_of(desk.get(f"/e/{robin.slug}/desk/settings/"))
    played(robin, organiser, rounds=6)
    refused = store()
    assert refused.status_code == 422 and "6 rounds are drawn already" in text_of(refused)
    assert robin.phases.get().settings == {"double": True}


def test_the_best_of_swiss_rounds_may_go_on_in_a_round_robin(desk, organiser):
    event = friday(organiser, rounds=2)
    history = load_history(fresh(event))
    last = PhaseRecord(ROUND_ROBIN, "Group of four", {"cut": {"top": 4}})
    file = event_file.write(replace(history, phases=(*history.phases, last)))
    event = events.import_event(event_file.read(file), actor_of(organiser))
    event = played(event, organiser, rounds=2)
    assert "begin Group of four" in text_of(desk.get(f"/e/{event.slug}/desk/"))
    desk.post(reverse("pair", args=[event.slug]), form(event))
    rounds_ = load_history(fresh(event)).phase(2)
    assert len(rounds_.entrants) == 4 and len(rounds_.rounds[0].matches) == 2
    at_desk = text_of(desk.get(f"/e/{event.slug}/desk/round/"))
    assert "Group of four: round 1, a draft" in at_desk
    assert "Swiss: round 1" in at_desk and "Round 2" in at_desk


def test_nobody_joins_once_it_has_begun(desk, robin, organiser):
    played(robin, organiser)
    answer = desk.post(reverse("add_players", args=[robin.slug]), form(robin, names="Late"))
    assert answer.status_code == 422
    assert "The round robin has begun" in answer.content.decode()


def test_who_dropped_before_it_began_does_not_come_back(robin, organiser):
    players.drop_player(robin, actor_of(organiser), "p5")
    played(robin, organiser)
    with pytest.raises(RuleViolation, match="The round robin has begun"):
        players.take_back_drop(fresh(robin), actor_of(organiser), "p5")


def test_who_plays_in_it_is_not_renamed_by_a_merge_so_that_its_order_holds(desk, robin, organiser):
    players.drop_player(robin, actor_of(organiser), "p5")
    played(robin, organiser)
    before = load_history(fresh(robin))
    address = reverse("merge_players", args=[robin.slug])
    answer = desk.post(address, form(robin, keep="p5", gone="p1"))
    assert answer.status_code == 422
    assert "The round robin was drawn with Anna: let Anna stay and Eva go." in answer.content.decode()
    assert load_history(fresh(robin)) == before
    assert desk.post(address, form(robin, keep="p1", gone="p5")).status_code == 302
    paired(robin, organiser)


def test_the_desk_offers_nothing_that_is_refused_once_it_has_begun(desk, robin, organiser):
    players.drop_player(robin, actor_of(organiser), "p5")
    robin = played(robin, organiser)
    players_page = text_of(desk.get(f"/e/{robin.slug}/desk/players/"))
    assert "The round robin has begun: who joins now would not meet everybody" in players_page
    assert "Add players" not in players_page and "Take back" not in players_page
    assert "has a bye" in players_page and "not paired" not in players_page
    own = text_of(desk.get(f"/e/{robin.slug}/desk/players/change/p5/"))
    assert "The round robin has begun" in own and "Take back" not in own and "Drop" not in own
    other = text_of(desk.get(f"/e/{robin.slug}/desk/players/change/p1/"))
    assert "From round 2 on, whoever would meet them has a bye; they make no cut." in other
    assert "Take out of" not in other


def test_a_draft_with_somebody_who_dropped_is_drawn_again_not_adjusted(desk, robin, organiser):
    robin = paired(played(robin, organiser), organiser, publish=False)
    assert "adjust" not in text_of(desk.get(f"/e/{robin.slug}/desk/round/")).lower()
    players.drop_player(robin, actor_of(organiser), "p1")
    own = text_of(desk.get(f"/e/{robin.slug}/desk/players/change/p2/"))
    assert "Round 2 is a draft with them in it: draw it again before it goes out." in own
    answer = desk.post(reverse("publish_round", args=[robin.slug]), form(robin, phase=1, round=2))
    assert "Anna has dropped: draw round 2 again." in answer.content.decode()
    desk.post(reverse("redraw_round", args=[robin.slug]), form(robin, phase=1, round=2))
    answer = desk.post(reverse("publish_round", args=[robin.slug]), form(robin, phase=1, round=2))
    assert answer.status_code == 302


def test_who_dropped_on_the_way_may_come_back(robin, organiser):
    played(robin, organiser)
    players.drop_player(fresh(robin), actor_of(organiser), "p5")
    players.take_back_drop(fresh(robin), actor_of(organiser), "p5")
    assert fresh(robin).players.get(key="p5").dropped_after is None


def test_only_its_first_draw_is_sealed(desk, robin, organiser):
    assert "Seed of the next draw, sealed" in text_of(desk.get(f"/e/{robin.slug}/about/"))
    played(robin, organiser)
    assert "Seed of the next draw, sealed" not in text_of(desk.get(f"/e/{robin.slug}/about/"))


def test_the_shell_pairs_it_and_takes_its_file_back(robin, organiser, tmp_path, capsys):
    played(robin, organiser, rounds=2)
    call_command("export_event", robin.slug)
    file = tmp_path / "robin.json"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    call_command("import_event", str(file))
    copy = capsys.readouterr().out.strip()
    drawn = []
    for slug in (robin.slug, copy):
        call_command("pair", slug, "--format", "json")
        drawn.append(json.loads(capsys.readouterr().out))
    assert drawn[0] == drawn[1] and drawn[0]["round"] == 3
    assert [match["why"] for match in drawn[0]["matches"]][:2] == ["everybody meets everybody"] * 2
