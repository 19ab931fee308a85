"""Fingerprints of decks that earlier versions wrote into records, and what they equal.

When a card or a word of the card language is written differently and means the same, the old
fingerprints of the decks in play are added here, each with the one that has taken its place; a
chain is followed to its end. When a card changes what it *means*, nothing is added: its old
records are refused. ``tests/test_records.py`` replays recorded games to prove the equalities.
"""

EARLIER = {
    # The fingerprints of programs' bytes, up to rules 1.
    "45915dd83182": "44aea39709e3",  # imperial
    "c7ddbddec6e0": "02a97c8bf75e",  # imperial, highland
    "2ccecac775e0": "d4ac6cd8f8bb",  # imperial, sylvan
    "29bbb5fcd792": "9a82748541aa",  # highland, sylvan
    "051b66270b4c": "5422732fa44d",  # imperial, highland, sylvan
}
