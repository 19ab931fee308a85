"""What changed between two scenes, for somebody who has the earlier one.

A path names a value inside a scene: ``turn``, ``seats.0.deck``. Some values are new; of a list only
the items between its common beginning and end are, as a splice: from a place on, so many are gone
and these have come. Whoever applies all of it to the earlier scene has the later one.

Choices come back again and again, so one that was shown before is named by its text alone.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

from tashkalar.scene.question import OfferedChoice, Question
from tashkalar.scene.scene import Scene

Splice = tuple[str, int, int, tuple[Any, ...]]  # path, place, how many are gone, what has come


class Difference(Struct, frozen=True, gc=False):
    """What is new, by paths; no path leads into what another one changes."""

    values: dict[str, Any]
    splices: list[Splice]


def changed(before: Scene, now: Scene) -> dict[str, Any]:
    """The fields of a scene that are not as they were, whole: for scenes that are kept."""
    fields = zip(_FIELDS, astuple(before), astuple(now), strict=True)
    return {name: new for name, old, new in fields if old is not new and old != new}


class Sequel:
    """Scenes for one viewer, each told as the difference to the one before."""

    def __init__(self, first: Scene) -> None:
        self._last = astuple(first)
        self._known: dict[str, OfferedChoice] = {}
        if first.question is not None:
            self._told(first.question.choices)

    def next(self, scene: Scene) -> Difference:
        """What has changed, compared with the scene before.

        >>> from tashkalar import Game
        >>> from tashkalar.scene.scene import Setting, Sitting, scene
        >>> game = Game.new("high-form", ("highland", "sylvan"), 1)
        >>> setting = Setting("a-table", 0, (Sitting("Ann"), Sitting("Ben")))
        >>> sequel = Sequel(scene(game, 1, setting))
        >>> events = game.play("place e5")
        >>> found = sequel.next(scene(game, 1, setting))
        >>> found.values["actions"], [splice[:3] for splice in found.splices][:2]
        (0, [('board', 0, 0), ('changed', 0, 0)])
        """
        before, self._last = self._last, astuple(scene)
        found = Difference({}, [])
        for name, old, new in zip(_FIELDS, before, self._last, strict=True):
            if old is new or old == new:
                continue
            if name == "question" and new is not None:
                self._asked(old, new, found)
            elif name in _DEEP:
                _compare(name, old, new, found)
            elif type(new) is tuple and type(old) is tuple:
                found.splices.append(_splice(name, old, new))
            else:
                found.values[name] = new
        return found

    def _asked(self, old: Question | None, new: Question, found: Difference) -> None:
        if old is None:
            asked = dict(zip(_ASKED, astuple(new), strict=True))
            found.values["question"] = {**asked, "choices": self._told(new.choices)}
            return
        start = len(found.splices)
        _compare("question", old, new, found)
        for n, (path, at, gone, come) in enumerate(found.splices[start:], start):
            if path == "question.choices":
                found.splices[n] = path, at, gone, self._told(come)

    def _told(self, choices: tuple[OfferedChoice, ...]) -> tuple[OfferedChoice | str, ...]:
        """Choices as they are sent; from now on they are known."""
        known = self._known
        sent = [text if known.get(text := c.text) is c else c for c in choices]
        known.update({c.text: c for c in sent if type(c) is OfferedChoice})
        return tuple(sent)


# Where a change is mostly a small part of much; elsewhere looking for it is not worth the time.
_DEEP = frozenset(("hand", "seats", "coming"))
_FIELDS, _ASKED = Scene.__struct_encode_fields__, Question.__struct_encode_fields__


def _compare(path: str, old: Any, new: Any, found: Difference) -> None:
    kind = type(new)
    if kind is not type(old):
        found.values[path] = new
    elif kind is tuple:
        _compare_rows(path, old, new, found)
    elif isinstance(new, Struct) and _is_open(kind):
        names = kind.__struct_encode_fields__
        for name, a, b in zip(names, astuple(old), astuple(new), strict=True):
            if a is not b and a != b:
                _compare(f"{path}.{name}", a, b, found)
    else:
        found.values[path] = new


def _splice(path: str, old: tuple[Any, ...], new: tuple[Any, ...]) -> Splice:
    """What lies between the common beginning and the common end of two lists."""
    head, gone, come = 0, len(old), len(new)  # the ends of what is left when both are cut off
    for a, b in zip(old, new, strict=False):
        if a is not b and a != b:
            break
        head += 1
    while gone > head < come and ((a := old[gone - 1]) is (b := new[come - 1]) or a == b):
        gone -= 1
        come -= 1
    return path, head, gone - head, new[head:come]


def _compare_rows(path: str, old: tuple[Any, ...], new: tuple[Any, ...], found: Difference) -> None:
    _, head, gone, come = splice = _splice(path, old, new)
    if gone == len(come) and isinstance(come[0], Struct) and _is_open(type(come[0])):
        for n in range(head, head + gone):
            if old[n] != new[n]:
                _compare(f"{path}.{n}", old[n], new[n], found)
    else:
        found.splices.append(splice)


def _is_open(kind: type[Struct]) -> bool:
    """Can single fields be told? Where defaults are left out, and in events, they cannot."""
    config = kind.__struct_config__
    return not config.omit_defaults and config.tag is None
