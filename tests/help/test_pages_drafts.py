"""The example draft of the help page, drawn by the rules."""

from tournaments.help.pages.topics import draft_help


def test_the_example_has_pods_of_seven_and_six():
    page = draft_help()
    assert [len(pod.seats) for pod in page.pods] == [7, 6]
    assert dict(page.sizes)[13] == "7 + 6" and dict(page.sizes)[22] == "8 + 8 + 6"


def test_round_1_pairs_the_farthest_seats_of_the_even_pod():
    page = draft_help()
    seats = [seat.name for seat in page.pods[1].seats]
    opposite = set(zip(seats[:3], seats[3:], strict=True))
    first = {table.names for table in page.swiss[0]}
    assert opposite <= first and first == {table.names for table in page.bracket[0]}
    assert "Pod 2: seats 1 and 4 are the farthest apart" in {table.reason for table in page.swiss[0]}


def test_each_pod_plays_three_rounds():
    page = draft_help()
    assert [len(tables) for tables in page.swiss] == [7, 7, 7]
    assert [sum(len(table.names) for table in tables) for tables in page.bracket] == [13, 7, 4]
