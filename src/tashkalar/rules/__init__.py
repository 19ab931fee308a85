"""The rules. Everything that is legal, and everything that follows, is decided here."""
