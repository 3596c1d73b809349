"""Everything that speaks SQL: one module per noun, the owner first, transactions opened and committed by the caller."""
