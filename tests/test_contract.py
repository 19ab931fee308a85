"""The contract between server and page is written from the structs, and only from them."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Annotated, Literal

import pytest
from msgspec import Meta, Raw, Struct, field

from tashkalar.server.wire.contract import contract
from tashkalar.server.wire.typescript import NotWritten, Writer

ROOT = Path(__file__).parent.parent
FILE = ROOT / "web" / "src" / "lib" / "contract.ts"


def test_make_knows_all_that_the_contract_is_written_from() -> None:
    listing = (
        "import sys, tashkalar.server.wire.contract\n"
        "found = [m.__file__ for name, m in sys.modules.items() if name.startswith('tashkalar')]\n"
        "print(*found, sep='\\n')"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", listing], capture_output=True, text=True, check=True
    ).stdout.split()
    written_from = {Path(name).relative_to(ROOT).as_posix() for name in loaded}
    assert {"src/tashkalar/event.py", "src/tashkalar/rules/forms.py"} <= written_from
    rules = subprocess.run(
        ["make", "-pq"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout
    depends: dict[str, set[str]] = {}
    for target, on in re.findall(r"^([\w./]+): ([^:=\n]*)$", rules, re.M):
        depends.setdefault(target, set()).update(on.partition("|")[0].split())
    found, new = set[str](), {FILE.relative_to(ROOT).as_posix()}
    while new:
        found |= new
        new = {name for target in new for name in depends.get(target, ())} - found
    assert written_from <= found


def test_the_page_has_the_contract_of_this_server() -> None:
    assert FILE.read_text(encoding="utf-8") == contract(), "it is stale: run make contract"


class Colour(IntEnum):
    RED = 1
    GREEN = 2


class Dot(Struct, tag="dot", tag_field="t"):
    """A ``dot``."""

    x: int
    near: tuple[Dot, ...]


class Line(Struct, tag="line", tag_field="t", omit_defaults=True):
    start: int = field(name="from")
    colour: Annotated[str, Meta(extra={"names": Colour})]
    dash: int | None = None
    name: str = ""


Shape = Dot | Line


@dataclass
class Paper:
    shapes: list[Shape]
    kind: Literal["a4", "a5"] | None
    sides: dict[int, tuple[int, str]]
    turned: Annotated[int, Meta(ge=0, le=3)]
    page: Annotated[Raw, Meta(extra={"part_of": Line})]


@dataclass
class Frame:
    wide: int = 1


@dataclass
class Order:
    paper: str
    frame: Frame
    colour: str | None = None


def written(sent: list[type], received: list[type]) -> str:
    writer = Writer({"Shape": Shape}, {"t": "Shape"})
    writer.sent(sent)
    writer.received(received)
    return writer.text()


def test_structs_become_interfaces() -> None:
    assert written([Paper], []) == (
        "/** A `dot`. */\n"
        "export interface DotShape {\n  t: 'dot';\n  x: number;\n  near: DotShape[];\n}\n\n"
        "export interface LineShape {\n  t: 'line';\n  from: number;\n  colour: 'red' | 'green';\n"
        "  dash?: number;\n  name?: string;\n}\n\n"
        "export interface Paper {\n  shapes: Shape[];\n  kind: 'a4' | 'a5' | null;\n"
        "  sides: Record<number, [number, string]>;\n  turned: 0 | 1 | 2 | 3;\n"
        "  page: Partial<LineShape>;\n}\n\n"
        "export type Shape = DotShape | LineShape;"
    )


def test_what_is_received_may_leave_defaults_out() -> None:
    assert written([Frame], [Order]) == (
        "export interface Frame {\n  wide: number;\n}\n\n"
        "export interface Order {\n  paper: string;\n  frame: Partial<Frame>;\n"
        "  colour?: string | null;\n}"
    )


def test_what_cannot_be_written_is_refused() -> None:
    class Set(Struct):
        found: set[str]

    twin = type("Frame", (Struct,), {"__annotations__": {"high": int}})
    with pytest.raises(NotWritten, match="no form in TypeScript"):
        written([Set], [])
    with pytest.raises(NotWritten, match="both have a Frame"):
        written([Frame, twin], [])
    with pytest.raises(NotWritten, match="not all of it has defaults"):
        written([Order], [Order])
