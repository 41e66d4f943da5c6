"""A step that the desk proposes."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    """A step that the desk proposes.

    `action` names the address that its button posts to (`posts`) or opens. `blocked`: the button stays
    reachable and `hint` says what it waits for. `alternative` is another step as (text, name of its address).
    `warning` says that the planned cut cannot work, `remedy` is the button that posts to `fix_cut`.
    """

    label: str
    headline: str
    button: str = ""
    action: str = ""
    posts: bool = True
    blocked: bool = False
    hint: str = ""
    alternative: tuple[str, str] | None = None
    warning: str = ""
    remedy: str = ""
