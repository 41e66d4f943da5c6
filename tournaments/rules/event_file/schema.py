"""The JSON Schema of event files, as far as it follows from the tables of fields."""

from .log import LOG_FIELDS
from .phases import EVENT_FIELDS, PHASE_FIELDS, PROOF_FIELDS, ROUND_FIELDS
from .players import ENTRY_FIELDS, PLAYER_SCHEMA, REGISTRATION_FIELDS
from .rounds import BYE_FIELDS, MATCH_FIELDS, SEAT_FIELDS

# Entries of `$defs` in docs/event-file.schema.json.
DEFINITIONS = {
    "event": EVENT_FIELDS.schema,
    "player": PLAYER_SCHEMA,
    "phase": PHASE_FIELDS.schema,
    "round": ROUND_FIELDS.schema,
    "proof": PROOF_FIELDS.schema,
    "match": {"oneOf": [MATCH_FIELDS.schema, BYE_FIELDS.schema]},
    "seat": SEAT_FIELDS.schema,
    "logEntry": LOG_FIELDS.schema,
    "registration": REGISTRATION_FIELDS.schema,
    "registrationEntry": ENTRY_FIELDS.schema,
}
