"""Bots against bots: games, contests with headers, standings.

::

    tashkalar arena -> contest -> parallel -> match -> playing.player
                          |
                       header, standings

``match``      one game between bots. It asks players, so a budget belongs to a turn; a bot that
               raises or answers with no choice forfeits the game, with a line that says where.
``contest``    which games are played: every deal once for each way of seating the bots. Each
               finished game is written to the folder at once, and an interrupted contest goes on.
``header``     what a folder's games have in common: form, schools, budget, seed, version, weights.
               A contest that differs in any of it is refused by the folder.
``parallel``   a map over all cores with a report after each result; on a cluster Ray does the
               same.
``standings``  what the games say: cross-tables with intervals, ratings, places, balance of
               schools.
"""
