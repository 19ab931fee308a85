"""Rated games between people with names of their own."""

from __future__ import annotations

import random
from typing import Any

from argon2 import PasswordHasher

from tests.serving import Message, Player, Running, Wire, play_on

CLOCK = {"kind": "total", "seconds": 600, "increment": 5}
PASSPHRASE = "three lime trees"


def hasty(site: Running) -> Running:
    """Hashing that takes no time."""
    site.worker.accounts._hasher = PasswordHasher(1, 8, 1)
    return site


def member(site: Running, name: str) -> Player:
    """Somebody with a protected name."""
    player = site.guest(name)
    put = site.http.put("/api/names", json={"passphrase": PASSPHRASE}, headers=player.headers)
    assert put.status_code == 200, put.text
    return player


def guest_id(player: Player) -> str:
    """The public id, as a seat shows it."""
    table = player.table("me", "open")["table"]
    seat: str = player.get(f"/api/tables/{table}").json()["seats"][0]["guest"]
    player.post(f"/api/tables/{table}/leave")
    return seat


def rated_table(*players: Player, form: str = "duel", **setup: Any) -> str:
    """A rated table with everybody seated, in the order of play."""
    kinds = ("me", *("open" for _ in players[1:]))
    made = players[0].table(*kinds, form=form, rated=True, clock=CLOCK, **setup)
    for seat, player in enumerate(players[1:], 1):
        player.join(made["table"], made["invite"], seat)
    table: str = made["table"]
    return table


def turn_of(player: Player, table: str) -> int:
    turn: int = player.get(f"/api/tables/{table}").json()["turn"]
    return turn


def play_turns(players: list[Player], table: str, turns: int, seed: int = 1) -> None:
    """Everybody plays at random until a turn is reached."""
    wires: list[Wire] = [player.at(table) for player in players]
    rng = random.Random(seed)
    try:
        for wire in wires:
            wire.shown(0)
        while turn_of(players[0], table) < turns:
            play_on(wires, rng, 1)
    finally:
        for wire in wires:
            wire.close()


def resign(loser: Player, table: str) -> Message:
    with loser.at(table) as wire:
        wire.shown(0)
        return wire.ask(t="resign")


def beaten(winner: Player, loser: Player, table: str) -> None:
    """A game in which everybody has had a turn, and one resigns."""
    play_turns([winner, loser], table, 3)
    assert resign(loser, table)["t"] == "ack"
