"""A season of twelve evenings with forty people, compared with plain arithmetic whatever happens to it.

The organiser's steps go through a browser. Most results, and evenings that bring nothing new, are sent by the
same forms without one.
"""

import re
from itertools import product
from random import Random

import pytest
from playwright.sync_api import expect

from tests.support.browser import Hands, publish, quick_sign_in, tables_of, type_result
from tests.support.season_arithmetic import Evening, League
from tests.support.season_desk import ROUNDS, Season, pairings_of, rounded
from tests.support.worker import run_worker
from tournaments.changes.tasks import SIMULATIONS
from tournaments.models import Club, Event, Person

PEOPLE = [
    " ".join(names)
    for names in product(
        ("Amira", "Bo", "Inès", "Kwame", "Lucía", "Michael", "Noor", "Oisín"),
        ("Asante", "Chen", "Haddad", "de la Vega", "Zawiślak"),
    )
]
MICHAEL, MIKE = "Michael Chen", "Big Mike"
VISITOR, CHEAT, FORGOTTEN = "Kwame Asante", "Bo Zawiślak", "Inès de la Vega"
SIZES = (16, 15, 18, 14, 17, 13, 16, 19, 14, 15, 12, 20)
# Who has to be there, and who is not, for what happens.
PRESENT = {1: [VISITOR, MICHAEL, CHEAT], 2: [FORGOTTEN, MICHAEL], 3: [MIKE], 4: [MICHAEL], 5: [VISITOR]}
PRESENT |= {6: [CHEAT], 7: [FORGOTTEN], 8: [MICHAEL], 9: [FORGOTTEN, VISITOR], 12: [CHEAT, VISITOR]}

# The rules as the sources of the presets have them, and what the numbers from elsewhere are.
SHOP = League("Shop league", "place", places=(4, 3, 2, 1), participation=1, best=4)
HOBBY = League("Hobby league", "wins", record=(15, 10, 5), best=10)
PRIX = League("Grand prix", "points", places=(25, 18, 15, 12, 10, 8, 6, 4, 2, 1), has_countback=True)
PRESETS = {"Monthly shop league": SHOP, "Win, draw and loss": HOBBY, "Formula 1": PRIX}
PASTED = {
    "places": {"Amira Asante": 1, MICHAEL: 2, "Noor Haddad": 3, "Old Member": 4, VISITOR: 5},
    "matches won": {"Amira Asante": 3, MICHAEL: 2, "Old Member": 2, "Noor Haddad": 1},
    "points of the series, as they are": {"Amira Asante": 25, MICHAEL: 18, "Old Member": 7},
}


def who_comes(season):
    number = len(season.evenings) + 1
    present = PRESENT.get(number, [])
    gone = {name for name, person in season.people.items() if person is None}
    others = [name for name in PEOPLE if name not in gone.union(present, [MICHAEL] if number == 3 else [])]
    return present + Random(number).sample(others, SIZES[number - 1] - len(present))


def make_the_first_event(hands, names):
    hands.page.goto("/")
    hands.click(hands.page.get_by_role("link", name="New event").first)
    hands.fill("Name", "Evening 1")
    hands.fill("Players", "\n".join(names))
    hands.click(hands.page.get_by_text("More formats"))
    hands.fill("Rounds", str(ROUNDS))
    hands.click("button", name="Create event")
    hands.page.get_by_role("button", name="Start round 1").wait_for()


def publish_the_club(page):
    page.goto(f"/c/{Club.objects.get().slug}/desk/")
    page.get_by_role("link", name="Publish the club’s page").click()
    page.get_by_label("Name", exact=True).fill("The Lantern")
    page.get_by_label("Address", exact=True).fill("the-lantern")
    page.get_by_role("button", name="Publish").click()
    page.get_by_text("The page is public").wait_for()


def make_the_series(hands, preset, league):
    hands.page.goto("/c/the-lantern/desk/")
    hands.click(hands.page.get_by_role("navigation", name="Club").get_by_role("link", name="Series"))
    hands.click("link", name="New series")
    hands.fill("Name", league.name)
    hands.click("radio", name=re.compile(f"^{preset}"))
    hands.click("button", name="Create series")
    hands.click("checkbox", name=re.compile("^Evening 1"))
    hands.click("button", name="Add events")
    hands.page.get_by_text("Events added").wait_for()


def repeat_the_event(hands, names):
    """Tick the regulars who are there, and type the names of the others."""
    hands.page.goto("/")
    hands.click(hands.page.get_by_role("link", name=re.compile("^Repeat this event")).first)
    known = set(Person.objects.filter(name__in=names).values_list("name", flat=True))
    hands.click(hands.page.get_by_text(re.compile(r"^Choose from \d+ regulars$")))
    for name in sorted(known):
        hands.click("checkbox", name=re.compile(f"^{name}"))
    hands.fill("New names", "\n".join(name for name in names if name not in known))
    hands.click("button", name="Create event")
    hands.page.get_by_role("button", name="Start round 1").wait_for()


def play_at_the_desk(hands, season):
    """Pair and publish by buttons, type all results, end the event."""
    for number in range(1, ROUNDS + 1):
        hands.click("button", name=re.compile(f"^(Start|Pair) round {number}$"))
        publish(hands.page, f"Round {number}")
        hands.counts["clicks"] += 1
        pairings = pairings_of(season.events[-1])
        assert tables_of(hands.page) == {table: names for table, names in pairings.items() if table}
        for table, text in season.note_round(pairings).items():
            games = text.replace("-", "")
            type_result(hands.page, table, games)
            hands.counts["keys"] += len(str(table)) + len(games) + 2
    hands.click("button", name="End event")
    hands.page.get_by_role("heading", name=re.compile("^Champion")).wait_for()


def make_an_event_that_counts(page, season, names):
    """Type everything into the form of a new event: the leagues of the last one are ticked."""
    page.goto("/c/the-lantern/desk/")
    page.get_by_role("link", name="New event", exact=True).last.click()
    for league in season.leagues:
        expect(page.get_by_role("group", name="Counts for").get_by_label(league.name)).to_be_checked()
    number = len(season.events) + 1
    page.get_by_label("Name", exact=True).fill(f"Evening {number}")
    page.get_by_label("Date", exact=True).fill(season.day_of(number).isoformat())
    page.get_by_label("Players", exact=True).fill("\n".join(names))
    page.get_by_text("More formats").click()
    page.get_by_label("Rounds", exact=True).fill(str(ROUNDS))
    page.get_by_role("button", name="Create event").click()
    page.get_by_role("button", name="Start round 1").wait_for()


def paste_results(page, season, league, words, numbers):
    page.goto(season.address(league, "series_desk"))
    page.get_by_role("link", name="Enter results from elsewhere").click()
    page.get_by_label("Name", exact=True).fill("Before Topcut")
    page.get_by_label("Date", exact=True).fill("2020-12-04")
    page.get_by_label("The numbers are").select_option(words)
    lines = [f"{name} {number}" for name, number in numbers.items()]
    page.get_by_label("Results", exact=True).fill("\n".join(lines))
    page.get_by_role("button", name="Check the names").click()
    page.get_by_role("button", name="Enter results").click()
    page.get_by_text("Results entered").wait_for()
    season.elsewhere[league.name] = Evening("Before Topcut, 2020-12-04", pasted=numbers)


def correct_a_result(page, season, evening, round_, table, games):
    """Correct a result of an evening that has ended."""
    page.goto(f"/e/{season.events[evening - 1].slug}/desk/?phase=1&round={round_}")
    text = "–".join(map(str, games))
    page.locator(f"#t{table}").get_by_role("button", name=text).click()
    page.locator(f"#t{table}").get_by_role("button", name="Undo").wait_for()
    season.correct(evening, round_, table, *games)


def open_person(page, name):
    page.goto("/c/the-lantern/desk/people/")
    page.get_by_role("searchbox").fill(name)
    page.get_by_role("searchbox").press("Enter")
    page.get_by_role("link", name=re.compile(f"^{name}")).click()
    page.get_by_role("heading", name=name, level=1).wait_for()


def merge_people(page, season, keep, other):
    open_person(page, keep)
    page.get_by_role("link", name="Merge").click()
    page.get_by_role("searchbox").fill(other)
    page.get_by_role("searchbox").press("Enter")
    page.get_by_role("link", name=f"Preview {other}").click()
    page.get_by_role("button", name="Merge").click()
    page.get_by_role("heading", name=keep, level=1).wait_for()
    season.people[other] = keep


def erase_person(page, season, name):
    open_person(page, name)
    page.get_by_role("link", name="Erase this person").click()
    page.get_by_label(re.compile("^Type the name")).fill(name)
    page.get_by_role("button", name="Erase permanently").click()
    page.get_by_text(re.compile("^Erased. The name disappears")).wait_for()
    run_worker(SIMULATIONS)
    season.people[name] = None


def mark_guest(page, season, league, name):
    page.goto(season.address(league, "series_people"))
    page.get_by_role("link", name=re.compile(name)).click()
    page.get_by_role("checkbox", name=re.compile("^Guest")).check()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved").wait_for()
    season.guests[league.name] = {name}


def disqualify(page, season, name):
    page.goto(f"/e/{season.events[-1].slug}/desk/players/")
    page.get_by_role("link", name=f"Edit {name}").click()
    page.get_by_text("Disqualify").first.click()
    page.get_by_role("button", name="Disqualify").click()
    page.get_by_text(f"{name} disqualified", exact=True).wait_for()
    season.evenings[-1].disqualified.add(name)


def assert_page_shows(phone, season, league):
    """Compare the table of the public page with the arithmetic."""
    phone.goto(season.address(league))
    rows = phone.locator("table.season tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll(':scope > :not(.rest)')].map("
        "cell => [cell.innerText.trim(), cell.className]))"
    )
    titles = season.titles(league)
    shown = []
    for (rank, _), (name, _), *cells, (total, _) in rows:
        scores = {title: rounded(text) for title, (text, _) in zip(titles, cells, strict=True) if text != "–"}
        struck = {title for title, (_, css) in zip(titles, cells, strict=True) if "struck" in css}
        shown.append((int(rank), name, rounded(total), scores, struck))
    assert shown == season.expected_rows(league)


@pytest.mark.slow
def test_a_season_adds_up_whatever_happens_to_it(organiser, page, phone, desk):
    quick_sign_in(page)
    season = Season(desk, "the-lantern", [*PRESETS.values()], {CHEAT, FORGOTTEN, VISITOR})
    hands = Hands(page)
    make_the_first_event(hands, who_comes(season))
    season.begin()
    season.play()
    publish_the_club(page)
    for preset, league in PRESETS.items():
        make_the_series(hands, preset, league)
    season.compare("the first evening")

    hands = Hands(page)
    repeat_the_event(hands, who_comes(season))
    season.begin()
    assert season.events[1].name == "Evening 2"
    play_at_the_desk(hands, season)
    season.compare("an evening at the desk")
    # 7 regulars are ticked and 8 names typed, 3 rounds of 7 tables paired, published and typed in.
    assert hands.counts == {"clicks": 17, "fields": 1, "keys": 3 * 7 * len("1⏎21⏎")}
    for league, (words, numbers) in zip(season.leagues, PASTED.items(), strict=True):
        paste_results(page, season, league, words, numbers)
    season.compare("results from elsewhere")

    for _ in range(2):
        season.repeat(who_comes(season))
        season.play()
    season.compare("somebody came under another name")
    merge_people(page, season, MICHAEL, MIKE)
    season.compare("two people were one")
    _first, _second, won, lost = season.evenings[1].rounds[0][3]
    correct_a_result(page, season, 2, 1, 3, (0, 2) if won > lost else (2, 0))
    season.compare("a correction")
    correct_a_result(page, season, 2, 1, 3, (1, 1))
    season.compare("a correction of the correction")

    season.repeat(who_comes(season))
    season.play(drop=True)
    mark_guest(page, season, SHOP, VISITOR)
    season.compare("a guest")
    season.repeat(who_comes(season))
    season.play()
    season.compare("before the disqualification")
    disqualify(page, season, CHEAT)
    season.compare("a disqualification")

    season.repeat(who_comes(season))
    season.play()
    make_an_event_that_counts(page, season, who_comes(season))
    season.begin()
    season.play()
    season.compare("an event that was not repeated")
    season.repeat(who_comes(season))
    season.play()
    season.compare("before erasing")
    erase_person(page, season, FORGOTTEN)
    season.compare("somebody was erased")

    for _ in range(3):
        season.repeat(who_comes(season))
        season.play()
    season.compare("all twelve evenings")
    assert len(season.evenings) == Event.objects.count() == 12
    assert season.names == {*PEOPLE, MIKE}
    for league in season.leagues:
        assert_page_shows(phone, season, league)
