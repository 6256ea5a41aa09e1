"""The simulator: legal games under a drawn script, written as logs; and the referee that judges logs.

What a Mastermind may and must do is read off the same guards that evidence reads, under the one fixed script;
the board is the replay's own, advanced statement by statement. Left out so far:

- where cards do not tell where the Servant goes, she goes along with a master, and a `board:` line says so;
- abilities that concern counters of sets not covered are never chosen (`effects.playable`), and special rules
  are not played;
- a Mastermind who stops telling when the loop has ended (D30) does so only of deaths in incidents and at day
  ends that set nothing off;
- a Mastermind ignores a kind of forbid on all cards within reach or on none (D13), and tells of an Extra card
  that is laid where one lies already.
"""
