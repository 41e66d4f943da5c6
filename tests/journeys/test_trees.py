"""The accessibility trees of the desk and the own page: what screen readers read of their main part."""

import re

from playwright.sync_api import expect

from tests.support.browser import PHONE, quick_sign_in
from tests.support.desk_events import actor_of, fresh, friday, paired, played, reported
from tests.support.own_pages import address, report, table_of
from tournaments.desk.actions import call_judge
from tournaments.rounds.actions.rounds import start_clock

STEP = """\
- heading "3 results missing" [level=1]:
  - link "3 results missing"
"""
PAIR = """\
- button "Pair round 2" [disabled]
- paragraph: Available once all 4 results are in.
"""
ENTRY = """\
- region "Enter a result":
  - text: Table
  - textbox "Table"
  - text: Games
  - textbox "Games of the first player"
  - textbox "Games of the second player"
  - text: Drawn
  - textbox "Drawn"
  - status: Table number
  - img "Enter"
  - text: to save Esc to clear third number = drawn games
  - button "all shortcuts"
  - button "Save"
"""
SIDE = """\
- complementary "Timer, requests and activity":
  - group:
    - heading "Timer" [level=2]
    - timer: TIME
    - text: Time left, until TIME
    - button "Pause"
    - button "−5 minutes"
    - button "−1 minute"
    - button "+1 minute"
    - button "+5 minutes"
  - group:
    - heading "1 request" [level=2]
    - list:
      - listitem:
        - text: TIME Judge call at table 3 Gus
        - link "Open Judge call at table 3"
        - button "Done Judge call at table 3"
  - group:
    - heading "Time extension" [level=2]
    - text: Table
    - textbox "Table"
    - text: Minutes
    - textbox "Minutes": "3"
    - button "Add"
  - group:
    - heading "Announcement" [level=2]
    - text: none shown
  - group:
    - heading "Recent activity" [level=2]
    - list:
      - listitem:
        - text: "TIME Round 1: timer started"
        - 'button "Undo Round 1: timer started"'
      - listitem: "TIME Table 1: Eva 2–1 Cleo"
      - listitem: TIME Judge called
      - listitem: TIME Round 1 paired and published
      - listitem: TIME 8 players added
      - listitem: TIME Event created
"""
FOLDED_SIDE = """\
- complementary "Timer, requests and activity":
  - group:
    - heading "Timer" [level=2]
    - timer: TIME
  - group:
    - heading "1 request" [level=2]
  - group:
    - heading "Time extension" [level=2]
  - group:
    - heading "Announcement" [level=2]
    - text: none shown
  - group:
    - heading "Recent activity" [level=2]
"""
FILTERS = """\
- search:
  - searchbox "Table number or name"
  - text: Table number or name Shows the table and its buttons.
- heading "Tables" [level=2]
- navigation "Filter tables":
  - link "All 4"
  - link "Open 3"
  - link "Disputed 1"
  - link "Done 1"
- list "Tables":
"""
SCORES = """\
    - button "2–0 Hana won, table 2"
    - button "2–1 Hana won, table 2"
    - button "1–1 drawn, table 2"
    - button "1–2 Finn won, table 2"
    - button "0–2 Finn won, table 2"
"""
CLAIMS = """\
    - button "2–0 Hana won table 2, reported by Hana, TIME"
    - button "0–2 Finn won table 2, reported by Finn, TIME"
"""
OTHERS = """\
  - listitem:
    - text: Table 3 Gus v Anna
    - button "2–0 Gus won, table 3"
    - button "2–1 Gus won, table 3"
    - button "1–1 drawn, table 3"
    - button "1–2 Anna won, table 3"
    - button "0–2 Anna won, table 3"
    - link "More table 3"
    - paragraph:
      - text: Judge called by Gus, TIME
      - button "Done table 3"
  - listitem:
    - text: Table 4 Dan says 2–0 v Ben
    - button "2–0 Dan won, table 4"
    - button "2–1 Dan won, table 4"
    - button "1–1 drawn, table 4"
    - button "1–2 Ben won, table 4"
    - button "0–2 Ben won, table 4"
    - link "More table 4"
  - listitem:
    - text: Table 1 Eva v Cleo 2–1
    - link "Edit table 1"
- paragraph:
  - 'button "Sound: on"'
"""

YOUR_PAGE = """\
- heading "Your page" [level=1]
"""
# Headless Chromium has blocked messages.
MESSAGES = """\
- region "Messages on this phone":
  - paragraph: Messages are blocked Allow notifications for this site in the settings of the browser, \
then open this page again.
"""
LINKS = """\
- paragraph:
  - link "Your matches"
  - link "All pairings"
  - link "Standings"
  - link "Drop from the event"
"""
WAITING_FOR_ROUND_1 = """\
- paragraph: Anna
- heading "You’re registered" [level=2]
- text: Your table will appear here when round 1 is published.
- paragraph:
  - link "Withdraw"
"""
KEEP_LINK = """\
- paragraph:
  - link "Your matches"
  - link "All pairings"
  - link "Standings"
- group:
  - text: Keep the link to this page
  - paragraph: "Bookmark this page or take a screenshot of the code, to come back: \
you report results here, too."
  - paragraph:
    - link "ADDRESS"
    - button "Copy"
  - paragraph: "Keep it to yourself: anyone who has it can report results in your name."
"""
TABLE = """\
- region "Your table":
  - heading "Round 1 of 2" [level=2]
  - paragraph: Anna
  - paragraph: Table 3
  - paragraph: against Gus
"""
FORM = """\
  - heading "Report the result" [level=2]
  - group "Report the result":
    - radio "2–0 You win"
    - text: 2–0 You win
    - radio "2–1 You win"
    - text: 2–1 You win
    - radio "1–2 Gus wins"
    - text: 1–2 Gus wins
    - radio "0–2 Gus wins"
    - text: 0–2 Gus wins
    - group: Draw or unfinished match
  - checkbox "Drop me after this round"
  - text: Drop me after this round You keep your place in the standings.
  - paragraph: Gus will be asked to confirm.
  - button "Report result"
"""
NEIGHBOURS = """\
  - button "Call a judge"
  - list "Tables next to each other":
    - listitem: Table 2 Hana v Finn
    - listitem: Table 3 Gus v Anna
    - listitem: Table 4 Dan v Ben
"""
TO_CONFIRM = """\
- status:
  - paragraph: "Gus has reported a result: confirm or dispute it."
"""
CONFIRM_OR_DISPUTE = """\
  - paragraph: Gus reported at TIME You lost 1–2
  - button "Confirm"
  - paragraph: Not right? Tap the real result to dispute it.
  - button "2–0 You win"
  - button "2–1 You win"
  - button "0–2 Gus wins"
  - group: Another result
"""
CONFIRMED = """\
- status:
  - region "Your result":
    - paragraph: Round 1, table 3 Anna
    - paragraph:
      - text: You
      - strong: 1–2
      - text: Gus
    - paragraph: Confirmed
    - text: You’re 0–1. Your next table appears here. 3 tables still playing ·
    - timer: TIME
    - text: left
    - link "Standings"
    - button "Call a judge"
"""
AFTER = """\
- paragraph: Round 2 of 2 Anna, 1–1
- heading "You finished 3rd of 8" [level=2]
- text: See the standings for the final places.
- paragraph:
  - link "Your matches"
  - link "Standings"
"""


def read(page):
    """Return the tree of the main part, without the addresses of links and without empty live regions."""
    tree = page.locator("main").aria_snapshot()
    tree = re.sub(r":\n +- /url: .*", "", f"{tree}\n")
    tree = re.sub(r"^ *- (status|alert)\n", "", tree, flags=re.M)
    tree = re.sub(r'"http://.*"', '"ADDRESS"', tree)
    tree = re.sub(r"\b\d\d:\d\d\b", "TIME", tree)
    return re.sub(r"^  ", "", tree.removeprefix("- main:\n"), flags=re.M)


def test_the_desk_reads_as_its_step_the_entry_and_then_one_item_a_table(organiser, client, visitor):
    event = paired(friday(organiser), organiser)
    first, second = table_of(event, 2)
    for name, result_text in ((first, "2-0"), (second, "0-2"), (table_of(event, 4)[0], "2-0")):
        report(client, event, name, result_text)
    caller = event.players.get(name=table_of(event, 3)[0]).public_id
    call_judge(fresh(event), actor_of(organiser), caller)
    start_clock(reported(fresh(event), organiser, count=1), actor_of(organiser), 1, 1)

    desk, phone = visitor({"viewport": {"width": 1280, "height": 900}}), visitor(PHONE)
    for page in (desk, phone):
        quick_sign_in(page)
        page.goto(f"/e/{event.slug}/desk/?show=all")
    expect(desk.locator("#desk-activity")).to_have_attribute("open", "")
    links = '- paragraph:\n  - link "1 request from players"\n  - link "table 2 disputed"\n'
    disputed = "  - listitem:\n    - text: Disputed, table 2 Hana v Finn\n"
    more = '    - link "More table 2"\n'
    decide = (
        '    - paragraph:\n      - text: "Disputed: press what is right, or any score above."\n'
        '      - link "Result history table 2"\n'
    )
    above = '- paragraph: "Next step: pair round 2"\n' + STEP + links + PAIR + ENTRY + SIDE
    assert read(desk) == above + FILTERS + disputed + SCORES + more + CLAIMS + decide + OTHERS
    decide = "    - paragraph: Disputed\n"
    assert read(phone) == STEP + PAIR + FOLDED_SIDE + FILTERS + disputed + more + CLAIMS + decide + OTHERS
    assert desk.get_by_role("searchbox").get_attribute("aria-describedby") == "find-hint"


def test_the_own_page_reads_as_the_table_what_to_do_and_what_has_become_of_it(organiser, client, phone):
    event = friday(organiser, rounds=2)
    phone.goto(address(event, "Anna"))
    assert read(phone) == YOUR_PAGE + WAITING_FOR_ROUND_1 + MESSAGES + KEEP_LINK

    event = paired(event, organiser)
    start_clock(event, actor_of(organiser), 1, 1)
    expect(phone.get_by_role("status").filter(has_text="Round 1")).to_have_text(
        "Round 1: table 3 against Gus"
    )
    phone.goto(address(event, "Anna"))
    assert read(phone) == YOUR_PAGE + TABLE + FORM + NEIGHBOURS + MESSAGES + LINKS
    drop = phone.get_by_role("checkbox", name="Drop me after this round")
    expect(drop).to_have_accessible_description("You keep your place in the standings.")

    # The opponent's report is announced on the open page.
    report(client, event, "Gus", "2-1")
    expect(phone.get_by_role("status").filter(has_text="Gus has reported a result")).to_be_attached()
    assert read(phone) == YOUR_PAGE + TO_CONFIRM + TABLE + CONFIRM_OR_DISPUTE + NEIGHBOURS + MESSAGES + LINKS

    phone.get_by_role("button", name="Confirm").tap()
    expect(phone.get_by_role("region", name="Your result")).to_contain_text("Confirmed")
    below = LINKS.replace('  - link "Standings"\n', "")
    assert read(phone) == YOUR_PAGE + CONFIRMED + MESSAGES + below

    played(reported(event, organiser), organiser)
    paired(event, organiser)
    phone.goto(address(event, "Anna"))
    assert read(phone) == YOUR_PAGE + AFTER
