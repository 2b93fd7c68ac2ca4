"""Answer for a hand: what it counts, what it may declare, how it goes down, how far it is, and what is best thrown.

`answer.look_at_hand` answers for a hand by itself, `advice.advise` for a seat at a table. Both return one frozen record and
write it in one plain form. The terminal, the hand checker, the pad, the page and the bots ask here.
"""
