"""The form of pod settings."""

from tests.support.case_tables import every
from tournaments.events.forms.pairing import PodsForm
from tournaments.rules.rulebooks import settings_of

USUAL = {"start": "1000", "percent": "7", "rounding": "winner_up", "draws": "burn", "short_pods": "shop"}


def overrides(rulebook, own=None, **typed):
    """Return the settings that the form stores when these fields are typed over its values."""
    now = settings_of(rulebook, own or {})
    form = PodsForm(now=now)
    initial = {name: form[name].value() for name in form.fields}
    form = PodsForm({name: value for name, value in (initial | typed).items() if value}, now=now)
    assert form.is_valid(), form.errors
    return {name: value for name, value in form.overrides().items() if value is not None}


@every("rulebook", ["hareruya", "pods-multiplayer"])
def test_an_untouched_form_stores_nothing(rulebook):
    assert overrides(rulebook) == {}


def test_differences_from_the_shop_are_stored():
    typed = {"percent": "10", "draws": "split"}
    assert overrides("hareruya", **typed) == {"betting": {"percent": 10, "draws": "split"}}
    assert overrides("hareruya", {"betting": {"percent": 7.5}}) == {"betting": {"percent": 7.5}}


def test_any_pods_may_bet_as_the_shop_does_or_no_longer():
    assert overrides("pods-multiplayer", bets="on") == {"betting": {}}
    assert overrides("pods-multiplayer", {"betting": {"start": 500}}, bets="") == {}


def test_standings_are_hidden_or_shown_against_the_rulebook():
    assert overrides("hareruya", hidden_standings="") == {"hidden_standings": False}
    assert overrides("pods-multiplayer", hidden_standings="on") == {"hidden_standings": True}
    assert overrides("pods-multiplayer", eliminated_draws="on") == {"eliminated_draws": True}


@every(
    ("name", "text"),
    [("percent", "0"), ("percent", "101"), ("percent", "7.125"), ("start", "x"), ("draws", "all")],
)
def test_what_will_not_do_is_said_beside_it(name, text):
    form = PodsForm(USUAL | {name: text}, now=settings_of("hareruya", {}))
    assert not form.is_valid() and list(form.errors) == [name]
