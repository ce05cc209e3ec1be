"""What positions are worth: values that are learned or worked out, and what is exact in them."""
