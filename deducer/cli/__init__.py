"""The command line: each command parses its words, asks a case, and hands the answer to `deducer.present`.

Words: a *command* is one of the words after `deducer`; commands that belong together share a module, which is
imported when one of them is first used.
"""
