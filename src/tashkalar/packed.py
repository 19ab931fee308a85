"""Numbers and nested tuples of numbers as bytes.

Tag 0 is an int (length, then the bytes), 2 a tuple of further values, 4 to 127 the small ints 0
to 123, 128 to 255 tuples of so many small ints of one byte each.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Value = int | tuple[Any, ...]


def written(values: Iterable[Value]) -> bytes:
    """Some values, one after another."""
    out = bytearray()
    for value in values:
        _write(out, value)
    return bytes(out)


def read(data: bytes, count: int) -> list[Value]:
    """So many values, which must be all there is; IndexError or ValueError if they are not."""
    found, at = [], 0
    for _ in range(count):
        value, at = _read(data, at)
        found.append(value)
    if at != len(data):
        raise ValueError("the bytes go on")
    return found


def _write(out: bytearray, value: Value) -> None:
    if isinstance(value, int):
        if 0 <= value < 124:
            out.append(value + 4)
        else:
            raw = value.to_bytes(value.bit_length() // 8 + 1, "little", signed=True)
            out += bytes((0, len(raw))) + raw
    elif len(value) < 128 and all(type(v) is int and 0 <= v < 256 for v in value):
        out.append(128 + len(value))
        out += bytes(value)
    else:
        out += b"\2" + len(value).to_bytes(2, "little")
        for part in value:
            _write(out, part)


def _read(data: bytes, at: int) -> tuple[Any, int]:
    tag = data[at]
    at += 1
    if tag >= 128:
        end = at + tag - 128
    elif tag >= 4:
        return tag - 4, at
    elif tag == 2:
        parts = []
        length = int.from_bytes(data[at : at + 2], "little")
        at += 2
        for _ in range(length):
            part, at = _read(data, at)
            parts.append(part)
        return tuple(parts), at
    elif tag == 0:
        end = at + 1 + data[at]
        at += 1
    else:
        raise ValueError
    if end > len(data):
        raise IndexError
    raw = data[at:end]
    return (int.from_bytes(raw, "little", signed=True) if tag == 0 else tuple(raw)), end
