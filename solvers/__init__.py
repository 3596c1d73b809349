"""The models that HiGHS solves, and nothing else."""
