"""Exports: lists of surviving scripts for other programs, one row a script, written as they are found.

Words: a *listing* is what is to be written: columns, a source of rows, what is said of them; a *source* puts
its rows together from the texts that a *format* has for their *cells*; a *header* and a *footer* stand before
and after the rows.
"""
