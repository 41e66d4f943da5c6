"""Secret links in a backup that is restored beside the original event: they are replaced by new ones."""

from collections.abc import Iterable

from ...models import DeckCheck, Event, Invitation, ListVersion, Player, Registration, RemovedLink
from ...models.player import new_token

# Databases limit the number of values in a query.
MAX_TOKENS = 10_000
# Models with secret tokens, and the path from each to its event.
SECRETS = {
    **{Player: "event", Invitation: "event", Registration: "event", ListVersion: "event", DeckCheck: "event"},
    RemovedLink: "entry__event",
}
# Parts of a backup whose rows belong to a player by the token.
TOKENS_OF_PLAYERS = ("removed_links", "registrations", "list_versions", "deck_checks")


def choose_new_tokens(event: Event, values: dict) -> dict[str, str]:
    """Return old → new token for the links of players and entries that another event here uses."""
    rows = [row for name in TOKENS_OF_PLAYERS for row in values[name]]
    tokens = {*values["tokens"].values(), *(row["token"] for row in rows)}
    return {token: new_token() for token in tokens_of_other_events(event, tokens)}


def tokens_of_other_events(event: Event, tokens: Iterable[str]) -> set[str]:
    """Return those of the tokens that another event here uses."""
    tokens, taken = list(tokens), set()
    for model, event_path in SECRETS.items():
        for start in range(0, len(tokens), MAX_TOKENS):
            rows = model.objects.filter(token__in=tokens[start : start + MAX_TOKENS])
            taken.update(rows.exclude(**{event_path: event}).values_list("token", flat=True))
    return taken
