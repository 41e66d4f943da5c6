"""A step that the desk proposes."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    """A step that the desk proposes.

    `action` names the address that its button posts to (`posts`) or opens. `link` is a page that is none of
    the event's, as (text, its whole address): the button opens it without an `action`. `blocked`: the button
    stays reachable and `hint` says what it waits for. `alternative` is another step as (text, name of its
    address), which its button posts to if `alternative_posts`.
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
    alternative_posts: bool = False
    warning: str = ""
    remedy: str = ""
    link: tuple[str, str] | None = None

    @property
    def starts(self):
        """Return whether its button draws a round or pods, at once or after a question."""
        return bool(self.button) and (self.posts or self.action == "start_event")
