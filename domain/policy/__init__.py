"""The built-in policy: what answers a node when no model does."""
