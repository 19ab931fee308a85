"""What happened, as the client animates it: a struct for each kind of event.

The structs derive from the kinds of ``tashkalar.event``: the same names, the same fields, squares
and cards by their names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Union, get_args

from msgspec import Struct, defstruct

from tashkalar import event
from tashkalar.arena import NAMES, names
from tashkalar.cards import CARDS
from tashkalar.scene.fields import Rank
from tashkalar.terms import Term

# What is sent for a value, and how it is made; whatever is not here is sent as it is.
_SENT: dict[Term, tuple[Any, Callable[[Any], Any]]] = {
    Term.SQUARE: (str, lambda square: NAMES[square]),
    Term.SQUARES: (tuple[str, ...], lambda bits: tuple(names(bits))),
    Term.CARD: (str, lambda number: CARDS[number].id),
    Term.RANK: (Rank, int),
    Term.CAUSE: (str, str),
    Term.PLACES: (tuple[int, ...], tuple),
    Term.FACT: (bool, bool),
}
_NUMBER = (int, int)


def _struct(kind: type[event.Event]) -> type[Struct]:
    fields = [(field, _SENT.get(term, _NUMBER)[0]) for field, term in event.FIELDS[kind].items()]
    return defstruct(
        kind.__name__,
        fields,
        tag_field="e",
        tag=event.NAMES[kind],
        frozen=True,
        gc=False,
        module=__name__,
        namespace={"__doc__": kind.__doc__},
    )


STRUCTS = {kind: _struct(kind) for kind in event.EVENTS}

if TYPE_CHECKING:
    GameEvent = Struct
    BoardEvent = Struct
else:
    GameEvent = Union[tuple(STRUCTS.values())]  # noqa: UP007 - made at runtime
    BoardEvent = Union[tuple(STRUCTS[kind] for kind in get_args(event.OnBoard))]  # noqa: UP007


@lru_cache(8192)
def shown(told: event.Event) -> GameEvent:
    """An event as a struct; each is made once."""
    held = event.FIELDS[type(told)].values()
    values = [_SENT.get(term, _NUMBER)[1](v) for v, term in zip(told, held, strict=True)]
    return STRUCTS[type(told)](*values)


def on_board(told: Iterable[event.Event]) -> list[event.OnBoard]:
    """Those events that change the board."""
    return [one for one in told if isinstance(one, event.OnBoard)]
