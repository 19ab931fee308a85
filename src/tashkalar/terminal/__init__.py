"""The command line: play, look at cards, replay, and check the engine."""
