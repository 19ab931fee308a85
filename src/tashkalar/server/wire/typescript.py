"""Structs and dataclasses written as TypeScript, so that their types are stated once, in Python.

What a struct says about its JSON is kept: names of fields, tags, which fields may be left out.
A closed set of values becomes a union of them: a ``Literal``, an integer of a small range, or a
text with ``Meta(extra={"names": Enumeration})``. A ``Raw`` field says what its JSON holds with
``Meta(extra={"holds": Type})``, or ``{"part_of": Type}`` when some of its fields may be missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import inspect, json

WIDTH = 100
_SMALL = 10  # an integer of at most so many values is written as all of them
_PLAIN: dict[type[inspect.Type], str] = {
    inspect.StrType: "string",
    inspect.BoolType: "boolean",
    inspect.FloatType: "number",
    inspect.IntType: "number",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}
_Record = inspect.StructType | inspect.DataclassType


class NotWritten(TypeError):
    """A type that cannot be said in TypeScript, or not without a doubt."""


class Writer:
    """Collects types by their names.

    ``aliases`` names unions and closed sets. Members of a tagged union get the suffix of their
    tag, for an event of a game and a message may well have the same name.

    >>> from msgspec import Struct
    >>> class Point(Struct):
    ...     x: int
    ...     name: str | None
    >>> writer = Writer({}, {})
    >>> writer.sent([Point])
    >>> print(writer.text())
    export interface Point {
      x: number;
      name: string | null;
    }
    """

    def __init__(self, aliases: Mapping[str, Any], suffixes: Mapping[str, str]) -> None:
        self._suffixes = suffixes
        self._aliases = {_key(inspect.type_info(of)): name for name, of in aliases.items()}
        self._written: dict[str, str] = {}
        self._class_of: dict[str, type] = {}
        self._sent: frozenset[str] = frozenset()  # names of what the server sends
        self._received = False

    def sent(self, types: Iterable[Any]) -> None:
        """Types that the server sends: a field is missing only where defaults are left out."""
        self._all(types, False)
        self._sent = frozenset(self._written)

    def received(self, types: Iterable[Any]) -> None:
        """Types that the server reads: a field with a default may be left out."""
        self._all(types, True)

    def text(self) -> str:
        """All types: those that are sent, then those that are only received, by their names."""
        names = sorted(self._written, key=lambda name: (name not in self._sent, name))
        return "\n\n".join(self._written[name] for name in names)

    def _all(self, types: Iterable[Any], received: bool) -> None:
        self._received = received
        for one in types:
            self._name(inspect.type_info(one))

    def _name(self, of: inspect.Type) -> str:
        """How a type is called where it is used; it is written out once."""
        alias = self._aliases.get(_key(of))
        if alias is None:
            return self._plain(of)
        if alias not in self._written:
            self._written[alias] = ""  # it may speak of itself
            self._written[alias] = _alias(alias, self._members(of))
        return alias

    def _plain(self, of: inspect.Type) -> str:
        match of:
            case inspect.StructType() | inspect.DataclassType():
                return self._record(of)
            case inspect.VarTupleType() | inspect.ListType():
                item = self._name(of.item_type)
                return f"({item})[]" if " | " in item else f"{item}[]"
            case inspect.TupleType():
                return f"[{', '.join(self._name(item) for item in of.item_types)}]"
            case inspect.DictType():
                return f"Record<{self._name(of.key_type)}, {self._name(of.value_type)}>"
            case inspect.Metadata(inspect.RawType(), _, {"holds": held}):
                return self._name(inspect.type_info(held))
            case inspect.Metadata(inspect.RawType(), _, {"part_of": whole}):
                return f"Partial<{self._name(inspect.type_info(whole))}>"
        return " | ".join(self._members(of))

    def _members(self, of: inspect.Type) -> list[str]:
        match of:
            case inspect.UnionType():
                return [self._name(one) for one in of.types]
            case inspect.LiteralType():
                return [_quoted(value) for value in of.values]
            case inspect.Metadata(inspect.StrType(), _, {"names": enumeration}):
                return [_quoted(member.name.lower()) for member in enumeration]
            case inspect.IntType(ge=int(least), le=int(most)) if most - least < _SMALL:
                return [str(value) for value in range(least, most + 1)]
        found = _PLAIN.get(type(of))
        if found is None:
            raise NotWritten(f"{of} has no form in TypeScript")
        return [found]

    def _record(self, of: _Record) -> str:
        name = of.cls.__name__ + self._suffix(of)
        if self._class_of.setdefault(name, of.cls) is not of.cls:
            other = self._class_of[name]
            raise NotWritten(f"{of.cls.__module__} and {other.__module__} both have a {name}")
        if self._received and name in self._sent:
            # Written as the server sends it; as something to read all of it may be missing.
            if any(field.required for field in of.fields):
                raise NotWritten(f"{name} is sent and received, and not all of it has defaults")
            return f"Partial<{name}>"
        if name not in self._written:
            self._written[name] = ""  # it may speak of itself
            self._written[name] = f"{_comment(of.cls)}export interface {name} {self._body(of)}"
        return name

    def _suffix(self, of: _Record) -> str:
        if isinstance(of, inspect.DataclassType) or of.tag_field is None:
            return ""
        return self._suffixes[of.tag_field]

    def _body(self, of: _Record) -> str:
        lines = []
        if isinstance(of, inspect.StructType) and of.tag_field is not None:
            lines.append(f"{of.tag_field}: {_quoted(of.tag)}")
        omitted = isinstance(of, inspect.StructType) and of.cls.__struct_config__.omit_defaults
        for field in of.fields:
            optional = not field.required and (self._received or omitted)
            kind = field.type
            if optional and field.default is None and not self._received:
                kind = _without_none(kind)
            lines.append(f"{field.encode_name}{'?' * optional}: {self._name(kind)}")
        return "{\n" + "".join(f"  {line};\n" for line in lines) + "}" if lines else "{}"


def _key(of: inspect.Type) -> object:
    """What makes two types the same; structs are told apart by their classes."""
    match of:
        case inspect.UnionType():
            return frozenset(_key(one) for one in of.types)
        case inspect.StructType() | inspect.DataclassType():
            return of.cls
        case inspect.LiteralType():
            return of.values
        case inspect.Metadata(_, _, {"names": enumeration}):
            return enumeration
        case inspect.IntType():
            return ("int", of.ge, of.le) if of.ge is not None or of.le is not None else int
    return id(of)


def _without_none(of: inspect.Type) -> inspect.Type:
    if not isinstance(of, inspect.UnionType):
        return of
    rest = tuple(one for one in of.types if not isinstance(one, inspect.NoneType))
    return rest[0] if len(rest) == 1 else inspect.UnionType(rest)


def _quoted(value: object) -> str:
    if isinstance(value, str) and "'" not in value and "\\" not in value:
        return f"'{value}'"
    return json.encode(value).decode()


def _alias(name: str, members: list[str]) -> str:
    line = f"export type {name} = {' | '.join(members)};"
    if len(line) <= WIDTH:
        return line
    return f"export type {name} =\n" + "\n".join(f"  | {member}" for member in members) + ";"


def _comment(cls: type) -> str:
    told = cls.__dict__.get("__doc__") or ""
    # A dataclass without a docstring is given its signature.
    if not told or told.startswith(f"{cls.__name__}("):
        return ""
    lines = [line.strip() for line in told.replace("``", "`").strip().splitlines()]
    if len(lines) == 1:
        return f"/** {lines[0]} */\n"
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"
