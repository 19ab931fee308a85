"""The language of cards: data that can be printed, listed and lowered, but not run."""
