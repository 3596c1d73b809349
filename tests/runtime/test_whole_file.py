"""Files come into being whole or not at all."""

from contextlib import suppress
from pathlib import Path

import pytest

from runtime.whole_file import whole_file


@pytest.mark.parametrize("replace", [True, False])
def test_a_file_has_its_name_only_once_it_is_complete(tmp_path: Path, replace: bool) -> None:
    """Until then nothing of that name is there; then it has mode 0600 and stands alone."""
    target = tmp_path / "new"
    with whole_file(target, replace=replace) as sink:
        sink.write(b"text")
        assert not target.exists()
    assert (target.read_bytes(), target.stat().st_mode & 0o777) == (b"text", 0o600)
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("replace", [True, False])
def test_a_failure_leaves_nothing_and_changes_nothing(tmp_path: Path, replace: bool) -> None:
    """What was there before stays."""
    target = tmp_path / "new"
    target.write_bytes(b"old")
    with suppress(ZeroDivisionError), whole_file(target, replace=replace) as sink:
        sink.write(b"half")
        raise ZeroDivisionError
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_another_file_is_replaced_only_where_that_is_wanted(tmp_path: Path) -> None:
    """Also where it appeared during the work."""
    target = tmp_path / "new"
    with pytest.raises(FileExistsError), whole_file(target, replace=False):
        target.write_bytes(b"somebody else's")
    assert target.read_bytes() == b"somebody else's"
    with whole_file(target, replace=True) as sink:
        sink.write(b"mine")
    assert target.read_bytes() == b"mine"
    assert list(tmp_path.iterdir()) == [target]
