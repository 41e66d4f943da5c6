"""How often a test repeats something that is not a Hypothesis example: more in the profile `thorough`."""

from hypothesis import settings


def count(few: int, many: int) -> int:
    """Return `many` if pytest runs with `--hypothesis-profile=thorough`, otherwise `few`."""
    return many if settings.get_current_profile_name() == "thorough" else few
