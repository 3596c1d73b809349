"""PostgreSQL, Temporal and a worker on this machine, without Docker: started, watched and stopped by one supervisor."""
