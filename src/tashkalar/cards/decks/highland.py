"""The Highland school."""

from tashkalar.cards.card import being
from tashkalar.effects.squares import *
from tashkalar.effects.verbs import *

SCHOOLS = ("highland",)

WILD_EAGLE = being("wild_eagle", COMMON, """
    . @ .
    c . c
    """,
    may(combat_leap(SELF)))

CLAN_AXEMAN = being("clan_axeman", COMMON, """
    . . c
    . @ .
    c . .
    """,
    may(one(ORTHOGONAL & ~LEGENDARY, destroy(IT))))

CLAN_HEALER = being("clan_healer", COMMON, """
    . . c
    c @ c
    """,
    up_to(2, place(COMMON, on=next_to(GREEN))))

DIRE_WOLF = being("dire_wolf", COMMON, """
    . . @
    . c c
    c . .
    """,
    up_to(2, combat_move(SELF)))

RITUAL_KEEPER = being("ritual_keeper", COMMON, """
    . c
    c @
    """,
    when(ARRIVAL & GREEN, one(MINE & COMMON, upgrade(IT))),
    when(ARRIVAL & RED, may(combat_move(MINE))))

EAGLE_LORD = being("eagle_lord", HEROIC, """
    c . @ . c
    . c . c .
    """,
    may(combat_leap(SELF)))

WOLF_RIDER = being("wolf_rider", HEROIC, """
    @ . .
    c c c
    c . .
    """,
    up_to(2, combat_move(SELF)))

BLOOD_SHAMAN = being("blood_shaman", HEROIC, """
    . . c
    . @ c
    c c .
    """,
    one(OCCUPIED & ~LEGENDARY, destroy(IT), destroy(COMMON & next_to(THERE & RED))))

WAR_DRUMMER = being("war_drummer", HEROIC, """
    C c
    c c
    """,
    may(budget(
        combat_move(MINE & ~SELF),
        (standard_move(MINE & ~SELF), standard_move(MINE & ~SELF)))))

HILL_GIANT = being("hill_giant", HEROIC, """
    . @ .
    . c .
    c c c
    """,
    destroy(ORTHOGONAL & ~LEGENDARY))

WARLORD = being("warlord", HEROIC, """
    . . @ . .
    . c c c .
    c . . . c
    """,
    may(budget((combat_move(MINE), combat_move(MINE), combat_move(SELF)))))

WAR_SUMMONER = being("war_summoner", HEROIC, """
    c @ c
    . c .
    . c .
    """,
    gain(ACTION),
    gain(BORROWED))

RITUAL_MASTER = being("ritual_master", HEROIC, """
    c . .
    . @ .
    c . c
    """,
    when(ARRIVAL & GREEN, gain(ACTION, 2)),
    when(ARRIVAL & RED,
        may(one(HEROIC, destroy(IT))),
        may(one(COMMON, destroy(IT)))))

LEGEND_SLAYER = being("legend_slayer", HEROIC, """
    @ . .
    c c .
    c . c
    """,
    may(one(DIAGONAL & OCCUPIED, match(
        (LEGENDARY, destroy(IT)),
        (ANYWHERE, destroy(IT), may(one(DIAGONAL & ~LEGENDARY, destroy(IT))))))))

MOUNTAIN_TROLL = being("mountain_troll", HEROIC, """
    . @ .
    c c .
    . c c
    """,
    when(at_least(2, ADJACENT & ENEMY & COMMON), gain(ACTION)),
    destroy(ADJACENT & ENEMY & COMMON))

HUNGRY_BEAR = being("hungry_bear", HEROIC, """
    @ c
    c c
    """,
    may(standard_move(SELF),
        when(captured(), may(standard_move(SELF)))))

WEREWOLF = being("werewolf", HEROIC, """
    . c . .
    c . . @
    . c . .
    """,
    when(ARRIVAL & (GREEN | RED & ~CENTRAL),
        up_to(3, combat_move(SELF)),
        otherwise=may(standard_move(SELF))))

CLAN_GUARDIAN = being("clan_guardian", HEROIC, """
    c c @ c
    """,
    may(one(USED & COMMON, upgrade(IT))))
