"""What is worked out of the very same parts is not worked out again; of equal ones it is."""

from tournaments.queries import same
from tournaments.queries.same import list_of_the_same, of_the_same, once_each


def test_the_same_parts_are_gone_through_once_and_equal_ones_by_themselves():
    parts, made = ([1, 2],), []

    def count():
        made.append(len(made))
        return made[-1]

    assert [of_the_same("sum", parts, count) for _ in range(3)] == [0, 0, 0]
    assert of_the_same("sum", ([1, 2],), count) == 1
    assert of_the_same("another", parts, count) == 2


def test_parts_that_are_gone_are_not_taken_for_new_ones_at_their_place_in_memory():
    found = {of_the_same("length", ([0] * n,), lambda n=n: n) for n in range(100)}
    assert found == set(range(100))


def test_those_asked_for_longest_ago_are_forgotten(monkeypatch):
    monkeypatch.setattr(same, "MOST", 3)
    monkeypatch.setattr(same, "KEPT", {})
    parts = [([n],) for n in range(4)]
    for one in (*parts[:3], parts[0], parts[3]):
        of_the_same("first", one, lambda one=one: one[0][0])
    assert [of_the_same("first", one, lambda: "anew") for one in (parts[0], parts[2], parts[3])] == [0, 2, 3]
    assert of_the_same("first", parts[1], lambda: "anew") == "anew"


def test_of_a_list_each_is_made_once_for_the_very_same_object_of_so_many_lists(monkeypatch):
    monkeypatch.setattr(same, "MOST_LISTS", 2)
    monkeypatch.setattr(same, "LISTS", {})
    parts, made = [([n],) for n in range(3)], []
    one, equal = [1], [1]
    for thing in (one, equal, one):
        once_each(list_of_the_same("list", parts[0]), thing, lambda thing: made.append(thing) or len(made))
    assert made == [one, equal]
    assert once_each(list_of_the_same("list", parts[0]), equal, len) == 2
    for other in parts:
        list_of_the_same("list", other)
    assert once_each(list_of_the_same("list", parts[0]), one, len) == 1 and len(same.LISTS) == 2
