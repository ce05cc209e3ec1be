"""`python -m upcard` is the command `upcard`."""

import sys

from upcard.cli import main

if __name__ == "__main__":
    sys.exit(main())
