"""A walk that is repeated does the same again, draws included."""

from hypothesis import settings

from tests.fuzz.walks import rolled_back
from tests.support.chance import IS_CI
from tests.support.played_events import ME, STATES, reload_history
from tournaments.models import Player
from tournaments.players.actions.players import add_players
from tournaments.rounds.actions.rounds import pair_next_round


def test_a_repeated_walk_makes_the_same_draw_and_the_same_links(db):
    event, walks = STATES["fresh"](), []
    for _repetition in range(2):
        with rolled_back():
            add_players(event, ME, "Zoe")
            pair_next_round(event, ME)
            (round_,) = reload_history(event).phase(1).rounds
            walks.append((round_, Player.objects.get(name="Zoe").secret))
    assert walks[0] == walks[1]


def test_both_profiles_try_the_same_examples_each_time_where_ci_is_set():
    for name in ("default", "thorough"):
        assert settings.get_profile(name).derandomize == IS_CI
