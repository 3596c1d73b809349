"""Composition root: settings, logs, command line and the embedded stack."""
