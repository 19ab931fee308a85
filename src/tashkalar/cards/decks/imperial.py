"""The Imperial schools: one deck, used by the Northern and by the Southern school."""

from tashkalar.cards.card import being
from tashkalar.effects.squares import *
from tashkalar.effects.verbs import *

SCHOOLS = ("northern_imperial", "southern_imperial")

SWORDMASTER = being("swordmaster", COMMON, """
    c
    @
    c
    """,
    may(one(ENEMY & COMMON & DIAGONAL, destroy(IT), upgrade(SELF))))

MESSENGER = being("messenger", COMMON, """
    @ . .
    . c .
    . . c
    """,
    may(one(MINE & ~LEGENDARY,
        standard_move(IT),
        up_to(8, standard_move(IT, straight=True)))))

HERALD = being("herald", COMMON, """
    @ . .
    . c c
    . c .
    """,
    up_to(2, peaceful_move(MINE)))

BOMB = being("bomb", COMMON, """
    @ .
    . c
    . c
    """,
    when(ACTION, destroy(SELF | ADJACENT & COMMON)))

CHRONICLER = being("chronicler", COMMON, """
    . c .
    c @ c
    """,
    one(MINE & COMMON & ~SELF, upgrade(IT), may(standard_move(IT))))

ASSASSIN = being("assassin", HEROIC, """
    . . c .
    . c . .
    c . * .
    . . . @
    """,
    when(MARKED & OCCUPIED,
        destroy(MARKED),
        otherwise=may(one(MARKED, combat_move(SELF, onto=THERE)))))

TIME_MAGE = being("time_mage", HEROIC, """
    . c @
    c * c
    . c .
    """,
    gain(ACTION),
    destroy(MARKED & ENEMY))

SUMMONER = being("summoner", HEROIC, """
    * . * . *
    . * * * .
    * * @ * *
    . c c c .
    """,
    up_to(2, place(COMMON, on=MARKED)))

HYPNOTIST = being("hypnotist", HEROIC, """
    . . c
    c @ c
    c . .
    """,
    may(one(ENEMY & ~LEGENDARY, match(
        (COMMON, combat_move(IT), some(2, same_colour(IT) & COMMON & ~IT, combat_move(IT))),
        (HEROIC, combat_move(IT), some(1, same_colour(IT) & HEROIC & ~IT, combat_move(IT)))))))

CANNON = being("cannon", HEROIC, """
    . * * *
    . c C *
    c * * *
    """,
    may(toward_indicated(destroy(COMMON & LINE))))

CHAMPION = being("champion", HEROIC, """
    c @
    c c
    . c
    """,
    may(one(ENEMY & ADJACENT, match(
        (LEGENDARY, destroy(IT), destroy(SELF), gain(ACTION)),
        (ANYWHERE, destroy(IT))))))

INFANTRY_CAPTAIN = being("infantry_captain", HEROIC, """
    . . @ . .
    c c . c c
    """,
    up_to(2, combat_move(MINE & ~SELF)))

CAVALRY_CAPTAIN = being("cavalry_captain", HEROIC, """
    . @ .
    c . c
    c . c
    """,
    may(one(MINE & ~SELF,
        budget((combat_move(IT), standard_move(IT), standard_move(IT))))))

GRYPHON_RIDER = being("gryphon_rider", HEROIC, """
    . c @ .
    c . c .
    . . . c
    """,
    may(combat_leap(SELF),
        may(one(SELF, downgrade(IT), place(COMMON, on=ADJACENT)))))

KNIGHT = being("knight", HEROIC, """
    . @ .
    c c c
    c . .
    """,
    up_to(3, combat_move(SELF, onto=~COMMON)))

HIGH_PRIESTESS = being("high_priestess", HEROIC, """
    . C .
    . . .
    c . c
    """,
    may(standard_move(SELF)),
    may(one(COMMON & ADJACENT, upgrade(IT))))

MASTER_OF_INTRIGUE = being("master_of_intrigue", HEROIC, """
    c . c
    . @ .
    c . c
    """,
    up_to(3, one(SELF | USED & ~LEGENDARY, match(
        (SELF, standard_move(IT)),
        (ANYWHERE, combat_move(IT))))))

GUN_TOWER = being("gun_tower", HEROIC, """
    * @ *
    . c c
    . c c
    """,
    may(toward_indicated(destroy(nearest(2, OCCUPIED) & before(LEGENDARY)))))
