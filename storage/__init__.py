"""All SQL: one module per noun, the owner first, the transaction the caller's (rules DATA-2 and DATA-5)."""
