"""Errors of the embedded stack and its data."""

from domain.errors.tree import DaywrightError


class StackFailed(DaywrightError):
    """A part of the embedded stack did not start, or could not be kept running (rules STACK-2 and STACK-8)."""

    code = "stack_failed"


class DataFolderIncompatible(StackFailed):
    """The data folder was made by another major version of PostgreSQL (rule STACK-6)."""

    code = "data_folder_incompatible"


class DataFolderInUse(StackFailed):
    """Something runs on the data folder that has to be stopped first (rules STACK-15 and STACK-16)."""

    code = "data_folder_in_use"


class DiskFull(StackFailed):
    """A part of the embedded stack found no space left on its disk (rule STACK-6)."""

    code = "disk_full"
