"""Training: what turns games into weights. ``tashkalar train`` has a command for each way.

::

    tashkalar train -> worths, tuning, outcomes, foresight, starts -> training -> weights.json
                                         |
                           selfplay, contests.parallel -> playing

A ``training`` run is a form, a number of games and a file of weights; what it did is written
beside the weights it changed. The ways:

``worths``     counts: what a being's summonings change on the table, how far features spread, and
               which chance of winning a value means.
``tuning``     experiments: games with weights changed at random, and which changes helped.
``outcomes``   a regression on who won: what the value lacks that pays only many turns later.
``foresight``  a regression on replies: how much of a turn the opponents leave.
``starts``     a regression for the start of a turn: what can be made of a position by moving.

``selfplay``   plays the games that the last three look at, turn by turn.

No float decides a choice: ``playing`` reads what is learned as integers.
"""
