"""Messages and requests that were right once: made from the types, then damaged."""

from __future__ import annotations

import json
import random
import string
from typing import Any, get_args

from msgspec import inspect

from tashkalar.server.wire import protocol

WORDS = (
    "e5",
    "place e5",
    "summon knight",
    "finish",
    "pass",
    "takeback",
    "resign",
    "random",
    "en",
    "\x00",
    "-1",
    "𝕏" * 9,
    "",
    "a" * 300,
    "' or 1=1 --",
    "../..",
    "null",
)
NUMBERS = (0, 1, 2, 3, -1, 7, 2**31, -(2**63), 2**70, 10**30)


def _of_type(kind: inspect.Type, dice: random.Random) -> Any:
    """A value that a field may have."""
    match kind:
        case inspect.UnionType(types):
            return _of_type(dice.choice(types), dice)
        case inspect.LiteralType(values):
            return dice.choice(values)
        case inspect.VarTupleType(item) | inspect.ListType(item):
            return [_of_type(item, dice) for _ in range(dice.randrange(3))]
        case inspect.IntType():
            return dice.choice(NUMBERS[:5])
        case inspect.BoolType():
            return dice.random() < 0.5
        case inspect.StrType():
            return dice.choice(WORDS)
    return None


KINDS = [inspect.type_info(struct) for struct in get_args(protocol.ToServer)]


def message(number: int, dice: random.Random) -> dict[str, Any]:
    """A message of one of the kinds that a client may send, in turn."""
    info = KINDS[number % len(KINDS)]
    assert isinstance(info, inspect.StructType)
    fields = {field.encode_name: _of_type(field.type, dice) for field in info.fields}
    return {"t": info.tag, **fields}


def junk(dice: random.Random, depth: int = 2) -> Any:
    """Any value at all."""
    kinds = 7 if depth else 5
    match dice.randrange(kinds):
        case 0:
            return dice.choice(NUMBERS)
        case 1:
            return dice.choice(WORDS)
        case 2:
            return dice.choice((None, True, False, 1.5, float("inf")))
        case 3:
            return "".join(dice.choice(string.printable) for _ in range(dice.randrange(30)))
        case 4:
            return chr(dice.randrange(1, 0xD800)) * dice.randrange(9)
        case 5:
            return [junk(dice, depth - 1) for _ in range(dice.randrange(4))]
    return {dice.choice(WORDS): junk(dice, depth - 1) for _ in range(dice.randrange(4))}


def damaged(value: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """Fields left out, exchanged or added."""
    found = dict(value)
    for _ in range(dice.randrange(3)):
        key = dice.choice([*found, "extra"])
        if dice.random() < 0.4:
            found.pop(key, None)
        else:
            found[key] = junk(dice)
    return found


def frame(message: dict[str, Any], dice: random.Random) -> str | bytes:
    """As it goes over the wire, maybe damaged on its way."""
    data = bytearray(json.dumps(message).encode("utf-8", "surrogatepass"))
    if dice.random() < 0.4:
        for _ in range(dice.randrange(1, 4)):
            at = dice.randrange(len(data) + 1)
            data[at : at + dice.randrange(4)] = dice.randbytes(dice.randrange(4))
    if dice.random() < 0.5:
        return bytes(data)
    return bytes(data).decode("utf-8", "replace")


def of_schema(schema: dict[str, Any], known: dict[str, Any], dice: random.Random) -> Any:
    """A value that an OpenAPI schema describes."""
    if "$ref" in schema:
        return of_schema(known[schema["$ref"].rpartition("/")[2]], known, dice)
    for several in ("anyOf", "oneOf", "allOf"):
        if several in schema:
            return of_schema(dice.choice(schema[several]), known, dice)
    if "enum" in schema:
        return dice.choice(schema["enum"])
    match schema.get("type"):
        case "object":
            return {
                name: of_schema(part, known, dice)
                for name, part in schema.get("properties", {}).items()
            }
        case "array":
            return [of_schema(schema.get("items", {}), known, dice) for _ in range(2)]
        case "integer" | "number":
            return dice.choice(NUMBERS[:6])
        case "boolean":
            return dice.random() < 0.5
        case "string":
            return dice.choice(WORDS)
    return None
