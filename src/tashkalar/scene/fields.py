"""Fields whose values are a closed set, so that every client knows all of them.

A set that the engine has as an enumeration is named after its members; nothing is listed twice.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tashkalar.choice import Asking, Kind

Rank = Annotated[int, Meta(ge=1, le=3)]
Direction = Annotated[int, Meta(ge=0, le=7)]
AskingName = Annotated[str, Meta(extra={"names": Asking})]
KindName = Annotated[str, Meta(extra={"names": Kind})]
Mark = Literal[
    "destroy",
    "upgrade",
    "downgrade",
    "convert",
    "place",
    "move",
    "leap",
    "direction",
    "summon",
    "lift",
    "select",
]
SeatKind = Literal["human", "bot", "open"]
HandKind = Literal["being", "legend", "flare"]
CardKind = Literal["being", "legend", "flare", "task"]
Verb = Literal[
    "move",
    "leap",
    "destroy",
    "place",
    "upgrade",
    "downgrade",
    "convert",
    "action",
    "cards",
    "borrow",
]
CellKind = Literal["summon", "piece", "mark", "direction"]
