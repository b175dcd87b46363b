"""A match at a plain prompt: typed moves and questions, answered in sentences.

It needs no screen, so it works with a screen reader, through a pipe, and on any machine.
"""
