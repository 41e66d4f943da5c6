"""How often a test repeats what is no Hypothesis example: more often in the profile `thorough`."""

from hypothesis import settings


def count(few: int, many: int) -> int:
    """Return `many` if pytest runs with `--hypothesis-profile=thorough`, otherwise `few`."""
    return many if settings.get_current_profile_name() == "thorough" else few
