"""How a seat plays in the turns that some rounds begin with, so that what weak play leads to is learned."""

AS_TRAINED, AT_TIMES, GREEDY, RANDOMLY = range(4)
"""As well as is known, every second decision at random, as *greedy* does, or at random."""
