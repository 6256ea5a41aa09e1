"""Exports: lists of surviving scripts for other programs, one row a script, written as they are found.

Words: a *listing* is what is to be written; a *format* is a way to write it; a *header* and a *footer* stand
before and after the rows.
"""
