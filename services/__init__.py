"""One module for each thing that a person or a program may ask for; each owns its transaction."""
