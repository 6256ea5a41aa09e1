"""What the table saw: the notation, its statements, and the file that holds them.

Words: a *statement* is one line of the log as a value; a *change* is one thing that happened on the board;
*setup* is what the header lines say together.
"""
