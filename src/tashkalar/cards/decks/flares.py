"""The flares: a deck that all players share. Each half names the lead it needs."""

from tashkalar.cards.card import flare, half
from tashkalar.effects.squares import *
from tashkalar.effects.verbs import *

FLARE_01 = flare("flare_01",
    half(3, place(COMMON)),
    half(6, place(HEROIC)))

FLARE_02 = flare("flare_02",
    half(4, place(COMMON)),
    half(4, place(COMMON)))

FLARE_03 = flare("flare_03",
    half(3, up_to(3, standard_move(MINE & COMMON))),
    half(5, gain(ACTION)))

FLARE_04 = flare("flare_04",
    half(4, place(COMMON)),
    half(5, either(place(COMMON), one(ENEMY & COMMON, convert(IT)))))

FLARE_05 = flare("flare_05",
    half(3, either(standard_move(MINE & COMMON), one(MINE & COMMON, upgrade(IT)))),
    half(6, place(COMMON), place(COMMON)))

FLARE_06 = flare("flare_06",
    half(4, either(place(COMMON), one(MINE & COMMON, upgrade(IT)))),
    half(4, may(combat_leap(MINE & COMMON))))

FLARE_07 = flare("flare_07",
    half(4, place(COMMON)),
    half(6, one(MINE & COMMON, upgrade(IT)), gain(ACTION)))

FLARE_08 = flare("flare_08",
    half(4, gain(ACTION)),
    half(5, place(COMMON)))

FLARE_09 = flare("flare_09",
    half(5, place(HEROIC)),
    half(4, may(budget((combat_move(MINE & COMMON), standard_move(MINE & COMMON)), whole=True))))

FLARE_10 = flare("flare_10",
    half(5, place(COMMON), place(COMMON)),
    half(5, place(COMMON)))

FLARE_11 = flare("flare_11",
    half(3, place(COMMON)),
    half(4, may(budget(
        combat_move(MINE & ~LEGENDARY),
        (standard_move(MINE & ~LEGENDARY), standard_move(MINE & ~LEGENDARY))))))

FLARE_12 = flare("flare_12",
    half(2, may(standard_leap(MINE & COMMON))),
    half(5, gain(ACTION)))
