"""What changed between two scenes: those of its fields that differ, whole.

A scene is encoded field by field, so that it can be sent whole or only in part. Whoever has the
earlier scene puts the changed fields over it and has the later one.

>>> before = {"turn": b"1", "actions": b"2"}
>>> now = {"turn": b"1", "actions": b"1"}
>>> joined(difference(before, now))
b'{"actions":1}'
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import json

from tashkalar.scene.scene import Scene

Parts = Mapping[str, bytes]  # the fields of a scene by their names, each as JSON
_encoder = json.Encoder()


def parts(shown: Scene) -> Parts:
    """A scene in its parts."""
    return {name: _encoder.encode(getattr(shown, name)) for name in Scene.__struct_fields__}


def difference(before: Parts, now: Parts) -> Parts:
    """The parts that are not as they were."""
    return {name: part for name, part in now.items() if before.get(name) != part}


def joined(of: Parts) -> bytes:
    """Parts as one JSON object; all parts of a scene are the scene."""
    return b"{" + b",".join(b'"%s":%s' % (name.encode(), part) for name, part in of.items()) + b"}"
