"""Language models as the rules see them: what is asked of one, and where one is reached."""
