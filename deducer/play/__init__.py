"""The simulator: legal games under a drawn script, written as logs.

What a Mastermind may and must do is read off the same guards that evidence reads, under the one fixed script;
the board is the replay's own, advanced statement by statement. Left out so far:

- late characters, the Servant, the Illusion, Part-Timer and his stand-in are in no cast (`setup.LEFT_OUT`);
- abilities that borrow another's, and those that concern counters of other sets, are never chosen
  (`effects.playable`);
- no Final Guess is made, and special rules are not played;
- a Mastermind tells everything that happens, also in the step that ends the loop (D30), and ignores a kind of
  forbid on all cards within reach or on none (D13).
"""
