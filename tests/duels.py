"""Two people at a table, for tests."""

from __future__ import annotations

from tests.serving import Running, Wire, choices


class Duel:
    """Two people at a table of their own."""

    def __init__(self, site: Running) -> None:
        self.ann, self.ben = site.guest("Ann"), site.guest("Ben")
        made = self.ann.table("me", "open", seed=7)
        self.id, self.invite = made["table"], made["invite"]
        self.ben.join(self.id, self.invite)
        self.first, self.second = self.ann.at(self.id), self.ben.at(self.id)
        for wire in (self.first, self.second):
            wire.shown(1)

    def __enter__(self) -> Duel:
        return self

    def __exit__(self, *_: object) -> None:
        self.first.close()
        self.second.close()

    def start(self) -> None:
        """The second player places the starting pieces; then it is the first one's turn."""
        scene = self.second.my_turn()
        self.second.choose(choices(scene)[0])
        self.first.my_turn()

    def turn(self, wire: Wire) -> None:
        """Place two pieces (the first turn has one action) and end the turn."""
        turn = wire.my_turn()["turn"]
        while (scene := wire.my_turn())["turn"] == turn:
            offered = choices(scene)
            wire.choose("finish" if "finish" in offered else offered[0])
            if wire.scene and not wire.scene["question"]:
                return
