"""What series say of a person goes to the one that it is merged into."""

from ...changes.club_change import ClubChange
from ...models import ElsewhereResult, Person, SeriesMember
from ...rules.errors import RuleViolation, _


def merge_in_series(change: ClubChange, keep: Person, other: Person):
    """Give results from elsewhere, adjustments and divisions of `other` to the person to keep.

    A guest stays one. Raises RuleViolation if both have a result in one evening.
    """
    results = ElsewhereResult.objects.filter(person=other).select_related("entry")
    both = results.filter(entry__results__person=keep).first()
    if both:
        raise RuleViolation(_("Both play in “{event}”, so they are two people."), event=both.entry.name)
    for result in results:
        change.edit(result, person_id=keep.pk)
    kept = {member.series_id: member for member in SeriesMember.objects.filter(person=keep)}
    for member in SeriesMember.objects.filter(person=other):
        if member.series_id not in kept:
            change.edit(member, person_id=keep.pk)
            continue
        own = kept[member.series_id]
        change.edit(
            own,
            is_guest=own.is_guest or member.is_guest,
            division=own.division or member.division,
            adjustments=[*own.adjustments, *member.adjustments],
            prize_given_at=own.prize_given_at or member.prize_given_at,
        )
        change.delete(member)
