"""Keys for new fields of the registration form."""

import re

from ...models import Event, Registration
from ...rules.log import part_paths
from ..history.cache import load_history

_NUMBERED_KEY = re.compile(r"f(\d+)")


def next_field_number(event: Event) -> int:
    """Return the number of the first key f1, f2, … that no own field of the event has had."""
    keys = {field.key for field in load_history(event).registration.fields}
    for answers in Registration.objects.filter(event=event).values_list("answers", flat=True):
        keys.update(answers)
    for changes in event.log.filter(action="set_registration").values_list("changes", flat=True):
        for part in changes.get(part_paths.EVENT, ()):
            keys.update(field["key"] for field in (part or {}).get("registration", {}).get("fields", ()))
    numbers = (match and int(match[1]) for match in map(_NUMBERED_KEY.fullmatch, keys))
    return max(filter(None, numbers), default=0) + 1
