"""Pure rules of the product: no clock, no randomness, no input or output."""
