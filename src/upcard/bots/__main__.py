"""``python -m upcard.bots``: a program that decides for bots; see ``thinker``."""

from upcard.bots.thinker import main

main()
