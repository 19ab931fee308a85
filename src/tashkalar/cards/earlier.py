"""Fingerprints of decks that earlier versions wrote into records, and what they equal.

When a card or a word of the card language is written differently and means the same, the old
fingerprints of the decks in play are added here, each with the one that has taken its place; a
chain is followed to its end. When a card changes what it *means*, nothing is added: its old
records are refused. ``tests/test_records.py`` replays recorded games to prove the equalities.
"""

# What records and tables of rules 1 were played with, by the schools' decks; tables did not say.
FIRST = {
    ("imperial",): "45915dd83182",
    ("highland", "imperial"): "c7ddbddec6e0",
    ("imperial", "sylvan"): "2ccecac775e0",
    ("highland", "sylvan"): "29bbb5fcd792",
    ("highland", "imperial", "sylvan"): "051b66270b4c",
}

EARLIER = {
    # The fingerprints of programs' bytes, up to rules 1.
    FIRST[("imperial",)]: "44aea39709e3",
    FIRST["highland", "imperial"]: "02a97c8bf75e",
    FIRST["imperial", "sylvan"]: "d4ac6cd8f8bb",
    FIRST["highland", "sylvan"]: "9a82748541aa",
    FIRST["highland", "imperial", "sylvan"]: "5422732fa44d",
    # Before gain, send and budget were words.
    "44aea39709e3": "46034c27695b",  # imperial
    "02a97c8bf75e": "91f52345d5b3",  # imperial, highland
    "d4ac6cd8f8bb": "058ec72c9312",  # imperial, sylvan
    "9a82748541aa": "a4be7e75007b",  # highland, sylvan
    "5422732fa44d": "1a4051e93c41",  # imperial, highland, sylvan
}
