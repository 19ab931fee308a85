"""A client that follows scenes by their differences, as the page does."""

from __future__ import annotations

from typing import Any

Message = dict[str, Any]


class Follower:
    """The latest scene, and the choices that were shown before."""

    def __init__(self, scene: Message) -> None:
        self.scene = scene
        self._known: dict[str, Message] = {}
        self._learn()

    def follow(self, values: Message, splices: list[Any]) -> Message:
        """The next scene; the one before stays as it is."""
        for path, value in values.items():
            self.scene = _put(self.scene, path.split("."), value)
        for path, at, gone, come in splices:
            steps = path.split(".")
            row = list(_found(self.scene, steps))
            row[at : at + gone] = come
            self.scene = _put(self.scene, steps, row)
        self._learn()
        return self.scene

    def _learn(self) -> None:
        asked = self.scene["question"]
        if asked is not None:
            choices = [self._known[c] if isinstance(c, str) else c for c in asked["choices"]]
            self.scene = {**self.scene, "question": {**asked, "choices": choices}}
            self._known.update((choice["text"], choice) for choice in choices)


def _found(node: Any, steps: list[str]) -> Any:
    for step in steps:
        node = node[int(step) if isinstance(node, list) else step]
    return node


def _put(node: Any, steps: list[str], value: Any) -> Any:
    if not steps:
        return value
    copy: Any = list(node) if isinstance(node, list) else dict(node)
    key = int(steps[0]) if isinstance(node, list) else steps[0]
    copy[key] = _put(copy[key], steps[1:], value)
    return copy
