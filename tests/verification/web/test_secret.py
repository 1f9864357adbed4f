"""`secret.key`: long enough, on the disk before it is used, never half of it, nothing left over."""

import errno
import os
import stat

import pytest

from scorekeeper.web.http.server import UnusableSecret, secret_key


def left_in(folder):
    return sorted(path.name for path in folder.iterdir())


def fail(monkeypatch, name, code=errno.ENOSPC):
    def failing(*arguments, **named):
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, name, failing)


def note(monkeypatch, name, done, tell):
    """Notes each call of a function of `os`, which is still carried out."""
    real = getattr(os, name)

    def noting(*arguments, **named):
        done.append(tell(*arguments))
        return real(*arguments, **named)

    monkeypatch.setattr(os, name, noting)


def test_a_short_one_is_refused_in_a_sentence(tmp_path):
    path = tmp_path / "secret.key"
    for size in (0, 1, 8, 31):
        path.write_bytes(b"x" * size)
        with pytest.raises(UnusableSecret) as refused:
            secret_key(path)
        for said in (f"has {size} bytes", "at least 32", str(path)):
            assert said in str(refused.value)
        assert path.read_bytes() == b"x" * size


def test_one_that_others_can_read_is_refused_with_the_command(tmp_path):
    path = tmp_path / "secret.key"
    secret = secret_key(path)
    for mode in (0o644, 0o640, 0o660, 0o604):
        path.chmod(mode)
        with pytest.raises(UnusableSecret, match=f"chmod 600 {path}"):
            secret_key(path)
    path.chmod(0o600)
    assert secret_key(path) == secret


def test_file_and_folder_are_synced_before_it_is_used(tmp_path, monkeypatch):
    done = []

    def what(handle):
        return "folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file"

    note(monkeypatch, "fsync", done, what)
    note(monkeypatch, "link", done, lambda *paths: "name")
    secret_key(tmp_path / "secret.key")
    assert done == ["file", "name", "folder"]


@pytest.mark.parametrize("step", ["fsync", "link"])
def test_a_full_disk_leaves_neither_key_nor_draft(tmp_path, monkeypatch, step):
    with monkeypatch.context() as full:
        fail(full, step)
        with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
            secret_key(tmp_path / "secret.key")
        assert left_in(tmp_path) == []
    assert len(secret_key(tmp_path / "secret.key")) == 32


def test_a_draft_that_was_left_behind_stands_in_nobodys_way(tmp_path):
    (tmp_path / f"secret.{os.getpid()}").write_bytes(b"")
    assert len(secret_key(tmp_path / "secret.key")) == 32


def test_who_came_second_takes_the_key_of_the_first(tmp_path, monkeypatch):
    path, link = tmp_path / "secret.key", os.link

    def other_was_first(draft, name):
        path.write_bytes(b"o" * 32)
        path.chmod(0o600)
        link(draft, name)

    monkeypatch.setattr(os, "link", other_was_first)
    assert secret_key(path) == b"o" * 32
    assert left_in(tmp_path) == ["secret.key"]
