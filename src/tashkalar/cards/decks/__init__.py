"""The decks: one module each, found by looking into this folder.

A deck holds one assignment a card. A deck that players can take also names the schools that play
with it, in ``SCHOOLS``; one without is in the making, unless it is shared by all.
"""
