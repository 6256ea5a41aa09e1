"""The hidden script: its variables, which scripts are legal, and which role is in force on a board."""
