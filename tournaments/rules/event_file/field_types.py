"""Types of the fields of an event file: each reads, writes and describes its values."""

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, dataclass, field
from functools import cached_property, partial

from ..settings import fields
from ..settings.fields import MAX_VALUE, as_int_if_whole
from .fields import MAX_TEXT_LENGTH, check_keys, check_list, check_moment, check_text


@dataclass(frozen=True)
class FieldType:
    """`read(value, path)` returns the value of a JSON value, or raises RuleViolation with its path.

    `schema` is its JSON Schema; `write(value)` returns the JSON value again.
    """

    read: Callable
    schema: dict
    write: Callable = lambda value: value


def bounded_text(least=0, most=MAX_TEXT_LENGTH):
    """Return the type of text of `least` to `most` characters."""
    schema = {"type": "string", "minLength": least, "maxLength": most}
    return FieldType(partial(check_text, least=least, most=most), schema)


def whole(low=0, high=MAX_VALUE):
    """Return the type of a whole number from `low` to `high`, never true or 2.0."""
    schema = {"type": "integer", "minimum": low, "maximum": high}
    return FieldType(partial(fields.whole, low=low, high=high), schema)


def one_of(choices):
    """Return the type of a value that is one of the choices."""
    return FieldType(fields.one_of(choices), {"enum": list(choices)})


def list_of(item, most=None, **schema):
    """Return the type of a list of at most `most` items, read as a tuple; `schema` adds to its schema."""

    def read(values, path):
        check_list(values, path, most)
        return tuple(item.read(value, f"{path}[{at}]") for at, value in enumerate(values))

    schema = {"type": "array", "items": item.schema} | ({"maxItems": most} if most else {}) | schema
    return FieldType(read, schema, lambda values: [item.write(value) for value in values])


def or_null(type_):
    """Return the type of a value of this type, or null."""
    return FieldType(
        lambda value, path: None if value is None else type_.read(value, path),
        {"anyOf": [type_.schema, {"type": "null"}]},
        lambda value: None if value is None else type_.write(value),
    )


def defined(type_, name):
    """Return the type with its JSON Schema under a name in `$defs`."""
    return FieldType(type_.read, {"$ref": f"#/$defs/{name}"}, type_.write)


def sort_keys(value):
    """Sort keys at all levels: the database may return them in another order."""
    if isinstance(value, list | tuple):
        return [sort_keys(item) for item in value]
    if isinstance(value, dict):
        return {key: sort_keys(value[key]) for key in sorted(value)}
    return value


TEXT, NAME = bounded_text(), bounded_text(least=1)
WHOLE, POSITIVE = whole(), whole(low=1)
NUMBER = FieldType(
    fields.number, {"type": "number", "minimum": -MAX_VALUE, "maximum": MAX_VALUE}, as_int_if_whole
)
FLAG = FieldType(fields.flag, {"type": "boolean"})
MOMENT = FieldType(check_moment, {"type": "string", "pattern": "T", "format": "date-time"})
# A value that is read later, when more is known.
UNREAD = FieldType(lambda value, path: value, {})


@dataclass(frozen=True)
class RecordFields:
    """The keys of a record in an event file, in the order in which they are written, and their types.

    `attributes` has the attributes whose name is not the key. A key is written if its attribute has no
    default or another value, or if it is in `always`. `required` keys are those of attributes without a
    default, unless the file differs from the record.
    """

    record: type
    types: dict[str, FieldType]
    attributes: dict[str, str] = field(default_factory=dict)
    always: tuple[str, ...] = ()
    required: tuple[str, ...] | None = None

    @cached_property
    def _fields(self):
        """(key, attribute, default or MISSING, type) of each field."""
        defaults = {
            one.name: one.default if one.default_factory is MISSING else one.default_factory()
            for one in dataclasses.fields(self.record)
        }
        names = {key: self.attributes.get(key, key) for key in self.types}
        return [(key, names[key], defaults[names[key]], type_) for key, type_ in self.types.items()]

    @cached_property
    def _required(self):
        if self.required is not None:
            return list(self.required)
        return [key for key, _name, default, _type in self._fields if default is MISSING]

    def read(self, data, path, **others):
        """Return the record of a JSON object and `others`, values of attributes that it lacks.

        Raises RuleViolation with the path of an invalid value, an unknown key or a missing one.
        """
        check_keys(data, path, self.types, self._required)
        values = {
            name: type_.read(data[key], f"{path}.{key}")
            for key, name, _default, type_ in self._fields
            if key in data
        }
        return self.record(**others | values)

    def write(self, value, always=()):
        """Return the JSON object of a record; `always` are further keys that are written."""
        values = {}
        for key, name, default, type_ in self._fields:
            attribute = getattr(value, name)
            if attribute != default or key in self.always or key in always:
                values[key] = type_.write(attribute)
        return values

    @property
    def schema(self):
        properties = {key: type_.schema for key, type_ in self.types.items()}
        schema = {"type": "object", "properties": properties, "additionalProperties": False}
        return schema | ({"required": self._required} if self._required else {})
