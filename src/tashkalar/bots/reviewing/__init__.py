"""Looking back at a game: what each turn was worth, and what would have been better.

``knowledge``  cuts a turn into stretches: within one its player learned nothing new.
``appraisal``  what a row of choices is worth to somebody who knows no more than that player did:
               its mean over worlds in which the hidden cards are dealt anew.
``best``       the best turns from a position of a study, looked for deeper and deeper.
``review``     puts the two together: every turn as it was played beside the best ones found.
``turning``    the turns after which the chances were others.
"""
