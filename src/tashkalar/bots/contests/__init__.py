"""Bots against bots: games, contests with headers, standings."""
