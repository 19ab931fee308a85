"""Which clause of ``docs/rules.md`` stands behind a refusal, a question, a term and a card.

Readers who are refused or asked something, or who look a word or a card up, are led to its clause.
All of them have one; a test compares them with the document.

    >>> clause_of(refusal.Occupied(square=44, rank=2)), TERMS["combat_move"]
    ('6.1', '10.2')
    >>> from tashkalar.cards import card
    >>> QUESTIONS[Asking.WAY], clause_of_card(card("Knight")), clause_of_card(card("Isolation"))
    ('7.9', '7.1', '12.8')
"""

from __future__ import annotations

from tashkalar import refusal, unmet
from tashkalar.cards import Being, Card, Flare, Task
from tashkalar.choice import Asking
from tashkalar.refusal import Refusal

REFUSALS: dict[type[Refusal], str] = {
    refusal.GameOver: "16.4",
    refusal.NotYours: "5.1",
    refusal.NotNow: "9.1",
    refusal.NotOffered: "9.1",
    refusal.NoPartner: "17.9",
    refusal.Passed: "17.12",
    refusal.NoActions: "5.2",
    refusal.ActionsLeft: "5.4",
    refusal.Compulsory: "9.2",
    refusal.SayPlace: "6.1",
    refusal.Occupied: "6.1",
    refusal.NoneToPlace: "6.2",
    refusal.LiftNeedless: "6.2",
    refusal.NotLiftable: "6.2",
    refusal.NoCard: "3.1",
    refusal.NotInHand: "7.1",
    refusal.NotABeing: "7.1",
    refusal.NoDiscard: "18.4",
    refusal.Discarded: "5.3",
    refusal.DiscardOwn: "6.3",
    refusal.Behind: "8.2",
    refusal.NotCurrent: "12.4",
    refusal.ClaimLater: "12.4",
    refusal.Unfulfilled: "12.4",
    refusal.Outranked: "7.7",
    refusal.OffArena: "7.5",
    refusal.PatternLacks: "7.4",
    refusal.NoPattern: "7.4",
    refusal.Shortage: "7.16",
    refusal.ImprovisedBefore: "14.5",
    refusal.TooManyForeign: "14.6",
    # the piece
    unmet.Vacant: "9.5",
    unmet.OwnPiece: "10.13",
    unmet.EnemyPiece: "10.13",
    unmet.OtherColour: "10.13",
    unmet.WrongRank: "2.1",
    unmet.NotUpgraded: "2.1",
    unmet.IsLegendary: "2.1",
    unmet.NotItself: "9.7",
    unmet.OnlyItself: "9.6",
    unmet.NotUsed: "9.14",
    unmet.NotRicher: "10.13",
    unmet.NotRicherInUpgraded: "10.13",
    unmet.NotUpgradable: "10.10",
    unmet.NotDowngradable: "10.10",
    unmet.NotConvertible: "10.10",
    unmet.ChosenBefore: "9.2",
    unmet.MovedBefore: "10.4",
    # the place
    unmet.NotAdjacent: "1.3",
    unmet.NotOrthogonal: "1.3",
    unmet.NotDiagonal: "1.3",
    unmet.TooDistant: "1.4",
    unmet.WrongDistance: "1.4",
    unmet.NotBesideOwn: "1.3",
    unmet.NotBesideOther: "1.3",
    unmet.NotBesideChosen: "1.3",
    unmet.NotConnected: "10.14",
    unmet.NotBesideGreen: "1.2",
    unmet.NotNearRed: "1.2",
    unmet.NotNearGreen: "1.2",
    unmet.NotColoured: "1.2",
    unmet.NotMarked: "9.13",
    unmet.NotOnLine: "1.5",
    unmet.NotIndicated: "9.13",
    unmet.Unsuitable: "9.4",
    # the move
    unmet.NoMove: "10.2",
    unmet.MayNotMove: "9.7",
    unmet.StandsThere: "10.1",
    unmet.TooFar: "10.1",
    unmet.NotOnward: "1.5",
    unmet.NotOntoCommon: "10.2",
    unmet.NotEmpty: "10.2",
    unmet.EqualRank: "10.2",
    unmet.TooStrong: "10.2",
}

QUESTIONS = {
    Asking.START: "4.6",
    Asking.ACTION: "5.3",
    Asking.END: "5.6",
    Asking.SUMMONING_SQUARE: "7.6",
    Asking.WAY: "7.9",
    Asking.LIFTED: "7.16",
    Asking.LAID: "6.2",
    Asking.RETURNED: "6.4",
    Asking.RIVAL: "8.5",
    Asking.COLOUR: "14.3",
    Asking.SQUARE: "9.4",
    Asking.DESTROY: "10.9",
    Asking.UPGRADE: "10.6",
    Asking.DOWNGRADE: "10.7",
    Asking.CONVERT: "10.8",
    Asking.PLACE: "10.5",
    Asking.MOVER: "10.4",
    Asking.DESTINATION: "10.2",
    Asking.DIRECTION: "9.13",
    Asking.OPTION: "9.2",
    Asking.CARD: "9.4",
}
LEAP = "10.3"  # where the destination is that of a leap

TERMS = {
    "standard_move": "10.2",
    "combat_move": "10.2",
    "leap": "10.3",
    "place": "10.5",
    "upgrade": "10.6",
    "downgrade": "10.7",
    "convert": "10.8",
    "destroy": "10.9",
    "adjacent": "1.3",
    "distance": "1.4",
    "marked_square": "9.13",
    "indicated_direction": "9.13",
    "upgraded_piece": "2.1",
    "non_legendary_piece": "2.1",
    "supply": "2.3",
    "summon": "7.1",
    "flare": "8.1",
    "task": "12.4",
    "gain_action": "10.12",
    "extra_card": "10.12",
    "improvised_summoning": "14.5",
    "connected": "10.14",
    "piece_of_the_pattern": "9.14",
    "direction": "1.5",
    "enemy_piece": "10.13",
    "rank": "2.1",
    "colored_square": "1.2",
    "discard": "6.3",
    "discard_pile": "3.4",
    "extra_turn": "10.15",
    "advanced_task": "12.1",
    "borrow": "10.16",
}


def clause_of(refused: Refusal) -> str:
    """The clause behind a refusal."""
    return REFUSALS[type(refused)]


def clause_of_card(found: Card) -> str:
    """The clause that says what cards of this kind are for."""
    return {Being: "7.1", Flare: "8.6", Task: "12.8"}[type(found)]
