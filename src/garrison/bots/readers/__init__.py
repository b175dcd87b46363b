"""Players who read and write: a position is put to them as text, and the last notation of their answer is played.

Who answers may be anything that makes a text of a text: a language model, a program, a person. It may answer nonsense,
too late, or at a length of megabytes; what comes of that is decided here, in one place, for whoever asks.
"""
