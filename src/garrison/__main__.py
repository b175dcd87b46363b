"""`python -m garrison` is the command `garrison`."""

from garrison.cli import main

if __name__ == "__main__":
    main()
