"""The legends: a deck that all players share."""

from tashkalar.cards.card import being
from tashkalar.effects.squares import *
from tashkalar.effects.verbs import *

FIRE_DRAGON = being("fire_dragon", LEGENDARY, """
    h . h
    . c .
    . h .
    * @ *
    * * *
    """,
    toward_indicated(destroy(CONE & ~LEGENDARY)))

HELL_BULL = being("hell_bull", LEGENDARY, """
    c . c
    h C h
    . c .
    """,
    up_to(8, combat_move(SELF, straight=True), until=captured(LEGENDARY)))

ANGEL_OF_DEATH = being("angel_of_death", LEGENDARY, """
    . c . c .
    c . H . c
    . . c . .
    """,
    may(one(OCCUPIED & ~SELF,
        when(IT & UPGRADABLE, upgrade(IT)),
        combat_leap(SELF, onto=THERE))))

THE_ELDEST_TREE = being("the_eldest_tree", LEGENDARY, """
    . . . h .
    c . @ . c
    . h . . .
    """,
    some(3, ADJACENT, match(
        (ENEMY & ~LEGENDARY, destroy(IT)),
        (MINE & COMMON, upgrade(IT)),
        (EMPTY, place(COMMON, on=IT)))))

BONE_CATAPULT = being("bone_catapult", LEGENDARY, """
    c * *
    * @ *
    h h h
    """,
    may(one(LINES & OCCUPIED, destroy(IT), destroy(COMMON & next_to(THERE)))))

FIRE_ELEMENTAL = being("fire_elemental", LEGENDARY, """
    . . @ . .
    . h . c .
    h . c . c
    """,
    either(
        destroy(ENEMY & ~LEGENDARY & ADJACENT),
        destroy(ENEMY & COMMON & within(2))))

LEVIATHAN = being("leviathan", LEGENDARY, """
    . . . . @
    . . h h .
    h c . . .
    """,
    either(
        some(3, UPGRADED, downgrade(IT), connected=True),
        some(4, COMMON, destroy(IT), connected=True)))

TWO_HEADED_DRAGON = being("two_headed_dragon", LEGENDARY, """
    @ . h .
    . h . .
    h . c .
    . . . c
    """,
    may(one(USED & ~LEGENDARY, upgrade(IT), may(one(HEROIC & next_to(IT), destroy(IT))))))

EARTH_ELEMENTAL = being("earth_elemental", LEGENDARY, """
    . @ c .
    . c c .
    h . . h
    """,
    one(~LEGENDARY & (RED | next_to(RED)), destroy(IT)),
    one(COMMON & (GREEN | next_to(GREEN)), upgrade(IT)),
    may(combat_move(SELF, onto=COLOURED)))

TIME_ELEMENTAL = being("time_elemental", LEGENDARY, """
    . @ .
    h . h
    . h .
    c . c
    """,
    gain(TURN))

STORM_ELEMENTAL = being("storm_elemental", LEGENDARY, """
    h . .
    h . h
    . C .
    """,
    may(either(
        one(within(3), place(COMMON, on=IT),
            up_to(5, combat_move(IT, straight=True)), destroy(IT)),
        one(within(3), place(HEROIC, on=IT),
            up_to(3, combat_move(IT, straight=True)), destroy(IT)),
        one(within(3), place(LEGENDARY, on=IT),
            may(combat_move(IT)), destroy(IT)))))

TITAN = being("titan", LEGENDARY, """
    . @ .
    . h .
    . h .
    c c c
    """,
    destroy(ORTHOGONAL | DIAGONAL & ~LEGENDARY, counted=False))
