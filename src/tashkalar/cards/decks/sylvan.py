"""The Sylvan school."""

from tashkalar.cards.card import being
from tashkalar.effects.squares import *
from tashkalar.effects.verbs import *

SCHOOLS = ("sylvan",)

SAPLING = being("sapling", COMMON, """
    @
    c
    c
    """,
    upgrade(SELF))

KISKIN_FARSEEDERS = being("kiskin_farseeders", COMMON, """
    . @ c
    c . .
    """,
    may(place(COMMON, on=next_to(MINE))))

CHARGING_BUCK = being("charging_buck", COMMON, """
    . @
    c c
    c .
    """,
    up_to(2, combat_leap(SELF, onto=at_distance(2))))

FOREST_WARDENS = being("forest_wardens", COMMON, """
    c . @ c
    """,
    one(COMMON & richer_in(COMMON), destroy(IT)),
    one(HEROIC & richer_in(UPGRADED), destroy(IT)))

NAIAD = being("naiad", COMMON, """
    . . @
    c c c
    """,
    some(2, MINE & ADJACENT, standard_move(IT)))

KISKIN_SPIRIT = being("kiskin_spirit", HEROIC, """
    c . @
    c . c
    """,
    when(DISCARDS,
        may(send(DISCARDS, DECK), gain(BEING)),
        otherwise=gain(BEING)))

DRYAD = being("dryad", HEROIC, """
    c . .
    . C .
    . c .
    """,
    may(one(ENEMY & ~LEGENDARY & ADJACENT, convert(IT, COMMON))))

CENTAUR_SPEARMAN = being("centaur_spearman", HEROIC, """
    @ . .
    c c c
    . . c
    """,
    may(combat_move(SELF),
        destroy(nearest(1, OCCUPIED) & ~LEGENDARY)))

CENTAUR_CHIEFTAIN = being("centaur_chieftain", HEROIC, """
    c . . .
    . c @ .
    . . c .
    . . . c
    """,
    may(combat_move(SELF),
        up_to(3, combat_move(MINE & ~SELF, straight=True))))

UNICORN = being("unicorn", HEROIC, """
    . c @
    c c .
    c . .
    """,
    either(may(combat_move(SELF)), gain(ACTION)))

SYLVAN_QUEEN = being("sylvan_queen", HEROIC, """
    @ . .
    c . c
    . c .
    . c .
    """,
    may(one(ENEMY & ~LEGENDARY & DIAGONAL, convert(IT))))

SYLVAN_PRINCESS = being("sylvan_princess", HEROIC, """
    @ .
    c .
    . c
    c .
    """,
    may(one(ENEMY & COMMON & DIAGONAL, convert(IT))))

WOODLAND_DRUID = being("woodland_druid", HEROIC, """
    c . c
    . @ .
    . c .
    """,
    each_colour(one(THEIRS & COMMON, upgrade(IT))))

# As many are destroyed as were placed, each of the colour of one that was.
FOREST_ANCIENT = being("forest_ancient", HEROIC, """
    . c .
    c @ c
    c . .
    """,
    one_enemy_colour(
        place(COMMON, on=within(2), theirs=True),
        one_enemy_colour(
            place(COMMON, on=within(2), theirs=True),
            one(COMMON & THEIRS & within(3), destroy(IT))),
        one(COMMON & THEIRS & within(3), destroy(IT))))

FOREST_MYSTIC = being("forest_mystic", HEROIC, """
    . c .
    c @ .
    . . c
    """,
    gain(BEING),
    gain(LEGEND))

KISKIN_LEAFSPLITTER = being("kiskin_leafsplitter", HEROIC, """
    * c *
    c @ c
    * c *
    """,
    up_to(2, toward_indicated(destroy(nearest(1, OCCUPIED)))))

KISKIN_BOUGHRUNNER = being("kiskin_boughrunner", HEROIC, """
    . @ .
    c c c
    . c .
    """,
    up_to(3, combat_move(SELF, onto=next_to(MINE & ~SELF))))

TREE_SHEPHERD = being("tree_shepherd", HEROIC, """
    c @ c
    . c c
    """,
    one(MINE, match(
        (COMMON, upgrade(IT)),
        (HEROIC, may(combat_move(IT))),
        (LEGENDARY, may(standard_move(IT))))))
