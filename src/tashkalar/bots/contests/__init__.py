"""Bots against bots: matches, contests, standings."""
