"""What travels between server and browser: messages as types, how they are read and written."""
