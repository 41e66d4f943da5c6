"""Players, and the settings of their registration."""

from dataclasses import dataclass, field, fields

from ..errors import _


@dataclass(frozen=True, slots=True)
class TextFact:
    """A fact of a player that is a short text: its label, the hint at its field, and whether all see it."""

    label: str
    hint: str = ""
    is_public: bool = True


# The attributes of PlayerRecord that are such facts: forms, erasure, the admin and the event file follow it.
TEXT_FACTS = {
    "club": TextFact(_("Team")),
    "household": TextFact(
        _("Household"), _("Players from the same household can be kept apart."), is_public=False
    ),
    "division": TextFact(_("Division"), _("The cut can take the best players of each division.")),
}


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """What players enter about themselves: the name, and the TEXT_FACTS that registration can ask for."""

    name: str
    club: str = ""
    division: str = ""


ASKED_FACTS = tuple(one.name for one in fields(PlayerFacts) if one.name in TEXT_FACTS)


def facts_of(row) -> dict[str, str]:
    """Return the PlayerFacts of a player, an entry, a line of a list or a row, by name."""
    return {"name": row.name} | {name: getattr(row, name) for name in ASKED_FACTS}


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player of the event; rounds are counted over the whole event, 0 = before the first.

    `table` is the player's fixed table, if any. `byes` are requested or awarded in advance: round → `bye`,
    `draw` (half a point) or `loss`. `checked_in_at` is an ISO time. `order` is the position in the event's
    list of players.
    """

    id: str
    name: str
    club: str = ""
    rating: float | None = None
    seed: float | None = None
    joined_round: int = 1
    dropped_after: int | None = None
    disqualified: bool = False
    soft_score: float | None = None
    household: str = ""
    division: str = ""
    table: int | None = None
    byes: dict[int, str] = field(default_factory=dict)
    checked_in_at: str | None = None
    order: int = field(default=0, compare=False)

    @property
    def has_left(self):
        return self.disqualified or self.dropped_after is not None

    def plays_in(self, event_round):
        """Return whether the player takes part in that round of the event: to be paired, or for a bye."""
        late = self.joined_round > event_round and event_round not in self.byes
        if self.disqualified or late:
            return False
        return self.dropped_after is None or self.dropped_after >= event_round


@dataclass(frozen=True, slots=True)
class PersonReference:
    """Who a player is, in an event file: the person's id in the club, and identifiers by publisher."""

    person: str
    identifiers: dict[str, str] = field(default_factory=dict)


# The fields that an event asks for or not, in their order on the form: RegistrationSettings has each.
ASKED_FIELDS = {
    "email": _("Email address"),
    "club": TEXT_FACTS["club"].label,
    "player_id": _("Player ID"),
    "division": TEXT_FACTS["division"].label,
}
# Whether a form asks for a field; empty for not at all.
OPTIONAL, REQUIRED = "optional", "required"
ASKED = (OPTIONAL, REQUIRED)
# Who sees the players' lists: nobody but staff, everyone once the cut is made, after the event, or at once.
NEVER, AFTER_CUT, AFTER_EVENT, AT_ONCE = "never", "after_cut", "after_event", "at_once"
LIST_VISIBILITIES = (NEVER, AFTER_CUT, AFTER_EVENT, AT_ONCE)

DEFAULT_ADDRESS_LIMIT = 60
# States of an entry, as rows store them: that of an entry with a player follows from the player.
UNCONFIRMED, PENDING, WAITING = "unconfirmed", "pending", "waiting"
REGISTERED, WITHDRAWN, DECLINED = "registered", "withdrawn", "declined"
# To the final of a series.
INVITED = "invited"
STATES = (UNCONFIRMED, PENDING, WAITING, REGISTERED, WITHDRAWN, DECLINED, INVITED)


@dataclass(frozen=True, slots=True)
class RegistrationField:
    """A field that the organiser adds to the form: text, or one of `choices`. `key` names it in answers."""

    key: str
    label: str
    required: bool = False
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RegistrationSettings:
    """How players register themselves.

    The organiser opens registration (`open`), if wanted only between the ISO times `opens_at` and
    `closes_at`. `cap` is the number of places, None for no limit; without `waitlist` registration ends when
    they are taken.
    With `approval` the organiser accepts each entry. `text` may have several lines. ASKED_FIELDS are
    one of ASKED, or empty. `address_limit` is how many players can register from one IP address in ten
    minutes.
    """

    open: bool = False
    opens_at: str | None = None
    closes_at: str | None = None
    cap: int | None = None
    waitlist: bool = True
    approval: bool = False
    text: str = ""
    email: str = OPTIONAL
    club: str = ""
    player_id: str = ""
    division: str = ""
    fields: tuple[RegistrationField, ...] = ()
    address_limit: int = DEFAULT_ADDRESS_LIMIT


@dataclass(frozen=True, slots=True)
class CheckInSettings:
    """When players check in: while the organiser has opened it, or between two ISO times."""

    open: bool = False
    opens_at: str | None = None
    closes_at: str | None = None


@dataclass(frozen=True, slots=True)
class ListSettings:
    """The decklists or army lists of an event: `ask` is one of ASKED, or empty for none.

    Players change theirs until the ISO time `until`, None for the start of round 1. `visible` is one of
    LIST_VISIBILITIES, `limits` a key of rules.lists.limits.LIMITS, empty for the rulebook's.
    """

    ask: str = ""
    until: str | None = None
    visible: str = NEVER
    limits: str = ""


NO_REGISTRATION, NO_CHECK_IN, NO_LISTS = RegistrationSettings(), CheckInSettings(), ListSettings()


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationRecord(PlayerFacts):
    """The entry of a player who registered, with contact data. An event lists them in order of arrival.

    `player` is the id of its player in the event. `at`, `email_confirmed_at` and `held_until` are ISO times;
    the place of an UNCONFIRMED entry is held until the last one, and that of an INVITED one may be.
    `answers` are by key of the field.
    """

    state: str
    at: str
    player: str | None = None
    email: str = ""
    email_confirmed_at: str | None = None
    held_until: str | None = None
    answers: dict[str, str] = field(default_factory=dict)
    language: str = ""
