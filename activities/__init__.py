"""What a workflow step does: rules of the domain applied to rows of the database, each step once."""
