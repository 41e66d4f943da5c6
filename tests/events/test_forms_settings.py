"""Settings as forms read them."""

from django.http import QueryDict

from tests.support.case_tables import every
from tests.support.pages import PAIRING
from tournaments.events.forms.pairing import PairingForm
from tournaments.events.forms.phases import PlayForm
from tournaments.rules.rulebooks import RULEBOOKS, settings_of
from tournaments.web.shared_forms import ReportForm

PLAY = {
    "rounds": "",
    "best_of": "3",
    "win": "3",
    "draw": "1",
    "loss": "0",
    "bye": "3",
}


def play(own=None, **typed):
    form = PlayForm({**PLAY, **typed}, settings=settings_of("magic", own or {}), overrides=own or {})
    assert form.is_valid(), form.errors
    return {key: value for key, value in form.overrides().items() if value is not None}


def test_what_equals_the_rulebook_is_not_kept():
    assert play() == {}


def test_only_what_differs_is_kept():
    typed = {"win": "2", "bye": "1.5", "rounds": "5"}
    assert play(**typed) == {"points": {"win": 2, "bye": 1.5}, "rounds": 5}


def pairing(own=None, rulebook="magic", **typed):
    form = PairingForm({**PAIRING, **typed}, now=settings_of(rulebook, own or {}))
    assert form.is_valid(), form.errors
    return {key: value for key, value in form.overrides().items() if value is not None}


def test_of_the_pairing_only_what_differs_is_kept():
    assert pairing() == {}
    typed = {
        "pairing": "fold",
        "apart_club": "2",
        "apart_household": "always",
        "band": "3",
        "bye_to": "random",
    }
    assert pairing(apart_after_gaps="on", **typed) == {
        "pairing": "fold",
        "apart": {"club": 2, "household": "always"},
        "apart_after_gaps": True,
        "band": 3,
        "bye_to": "random",
    }
    assert pairing(rulebook="chess") == {"late_entry": "loss", "first_seat": "standing"}


@every(("rulebook", "words"), [("chess", "White"), ("magic", "Sits first")])
def test_the_first_seat_has_white_in_chess(rulebook, words):
    assert PairingForm(now=settings_of(rulebook, {}))["first_seat"].label == words


@every("rulebook", RULEBOOKS)
@every(
    "own",
    (
        {},
        {"apart": {"club": 17}, "band": 0.25, "late_entry": "draw"},
        {"apart": {"household": "always"}, "apart_after_gaps": True, "first_seat": "balanced"},
    ),
)
def test_what_was_not_touched_of_the_pairing_is_stored_as_it_was(rulebook, own):
    now = settings_of(rulebook, own)
    untouched = PairingForm(now=now)
    typed = {name: untouched.get_initial_for_field(field, name) for name, field in untouched.fields.items()}
    form = PairingForm({name: value for name, value in typed.items() if value not in (None, False)}, now=now)
    assert form.is_valid(), form.errors
    stored = {key: value for key, value in (own | form.overrides()).items() if value is not None}
    assert settings_of(rulebook, stored) == now
    assert own or not stored


def test_what_few_need_is_open_where_it_is_set():
    assert not PairingForm(now=settings_of("magic", {"apart": {"club": 2}, "pairing": "fold"})).rare
    assert not PairingForm(now=settings_of("chess", {})).rare
    for own in ({"band": 3}, {"late_entry": "bye"}, {"apart_after_gaps": True}):
        assert PairingForm(now=settings_of("magic", own)).rare
    assert PairingForm(PAIRING | {"band": "much"}, now=settings_of("magic", {})).rare


def test_points_by_games_are_kept_whole():
    own = {"points": {"2-0": 4, "2-1": 3, "1-2": 1, "0-2": 0, "bye": 4}}
    same = {"win": "4", "draw": "0", "bye": "4", "2-0": "4", "2-1": "3", "1-2": "1", "0-2": "0"}
    assert play(own, **same) == own
    changed = play(own, **same | {"2-1": "2"})["points"]
    assert changed == {"2-0": 4, "2-1": 2, "1-2": 1, "0-2": 0, "win": 4, "draw": 0, "loss": 0, "bye": 4}


@every("rulebook", RULEBOOKS)
@every("own", ({}, {"percentages": {"floor": 0.3333333}}, {"points": {"win": 12345.67, "draw": 1 / 3}}))
def test_what_was_not_touched_is_stored_as_it_was(rulebook, own):
    now = settings_of(rulebook, own)
    untouched = PlayForm(settings=now, overrides=own)
    typed = {name: untouched.get_initial_for_field(field, name) for name, field in untouched.fields.items()}
    form = PlayForm(typed, settings=now, overrides=own)
    assert form.is_valid(), form.errors
    stored = {key: value for key, value in (own | form.overrides()).items() if value is not None}
    assert settings_of(rulebook, stored) == now
    assert own or not stored


@every(
    ("typed", "result_text"),
    [
        ({"first": "2", "second": "1"}, "2-1"),
        ({"first": "1", "second": "1", "drawn_games": "1"}, "1-1-1"),
        ({"result_text": "no-show 2", "first": "2", "second": "1"}, "no-show 2"),
    ],
)
def test_games_typed_one_by_one_make_one_result(typed, result_text):
    sent = QueryDict(mutable=True)
    sent.update({"phase": 1, "round": 1, "table": 12, **typed})
    form = ReportForm(sent)
    assert form.is_valid()
    assert form.cleaned_data["result_text"] == result_text


@every("ticked, overrides", [("on", {"chances": False}), ("", {})])
def test_chances_are_on_unless_they_are_hidden(ticked, overrides):
    now = settings_of("magic", {"chances": False})
    form = PlayForm({**PLAY, "hide_chances": ticked}, settings=now, overrides={"chances": False})
    assert form.is_valid() and form.initial["hide_chances"]
    stored = {key: value for key, value in form.overrides().items() if key == "chances" and value is not None}
    assert stored == overrides
    round_robin = PlayForm(PLAY, settings=now, overrides={}, kind="round_robin")
    assert "hide_chances" not in round_robin.fields
