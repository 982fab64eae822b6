"""A PostgreSQL server for measurements: Debian's binaries, a folder of its own, the package's defaults for what is safe."""

import glob
import os
import pwd
import re
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def binaries():
    """Returns the folder of the newest server's programs, or None if there is none."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/postgres"), key=lambda path: int(path.split("/")[4]))
    if found:
        return Path(found[-1]).parent
    beside = shutil.which("postgres")
    return Path(beside).parent if beside else None


def _stat(process):
    """Returns the parent of a process, and the ticks that it and its ended children used; None if it is gone."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return int(fields[1]), sum(map(int, fields[11:13])), sum(map(int, fields[13:15]))


def seconds_of(process):
    """Returns the seconds of a core that a process has used."""
    found = _stat(process)
    return found[1] / TICKS if found else 0.0


class Cluster:
    """A running server. Commits wait for the disk."""

    # What operators set for a machine of this size; everything that makes a commit safe is left as it is.
    SETTINGS = {
        "max_connections": "200", "shared_buffers": "1GB", "max_wal_size": "4GB", "checkpoint_timeout": "15min",
        "listen_addresses": "", "autovacuum": "on",
    }

    def __init__(self):
        # Not in TMPDIR: the path of a socket has at most 107 bytes.
        self.folder = Path(tempfile.mkdtemp(prefix="vincula-bench-pg-", dir="/tmp"))
        programs = binaries()
        if programs is None:
            raise SystemExit("PostgreSQL is not installed: apt-get install postgresql")
        self.user = {}
        if os.geteuid() == 0:
            # It refuses to run as root.
            account = pwd.getpwnam("postgres")
            os.chown(self.folder, account.pw_uid, account.pw_gid)
            self.user = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
        data = self.folder / "data"
        subprocess.run(
            [programs / "initdb", "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8"],
            check=True, stdout=subprocess.DEVNULL, cwd=self.folder, **self.user)
        settings = [part for name, value in self.SETTINGS.items() for part in ("-c", f"{name}={value}")]
        self.log = open(self.folder / "log", "w")
        self.process = subprocess.Popen(
            [programs / "postgres", "-D", data, "-c", f"unix_socket_directories={self.folder}", *settings],
            stdout=self.log, stderr=subprocess.STDOUT, cwd=self.folder, **self.user)
        self.psql = programs / "psql"
        for _ in range(600):
            if subprocess.run([programs / "pg_isready", "-q", "-h", self.folder, "-U", "postgres"]).returncode == 0:
                return
            time.sleep(0.05)
        raise SystemExit(f"PostgreSQL did not start:\n{(self.folder / 'log').read_text()}")

    def run(self, sql, database="postgres", stdin=None):
        """Runs SQL and returns what psql prints."""
        command = [self.psql, "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-U", "postgres", "-d", database]
        return subprocess.run([*command, "-c", sql], check=True, stdin=stdin, stdout=subprocess.PIPE, text=True).stdout.strip()

    def database(self, name):
        """Creates a database and returns its address."""
        self.run(f"CREATE DATABASE {name}")
        return f"postgresql:///{name}?host={self.folder}&user=postgres"

    def seconds(self):
        """Returns the seconds of a core that all its processes have used, including those that have ended."""
        own = _stat(self.process.pid)
        total = own[1] + own[2]
        for entry in os.listdir("/proc"):
            found = _stat(entry) if entry.isdigit() else None
            if found and found[0] == self.process.pid:
                total += found[1]
        return total / TICKS

    def memory(self):
        """Returns the MiB that its processes hold, shared memory counted once."""
        total = 0
        for entry in [str(self.process.pid)] + [e for e in os.listdir("/proc") if e.isdigit()]:
            found = _stat(entry)
            if entry != str(self.process.pid) and not (found and found[0] == self.process.pid):
                continue
            try:
                text = Path(f"/proc/{entry}/smaps_rollup").read_text()
            except OSError:
                continue
            total += int(re.search(r"Pss:\s+(\d+)", text).group(1))
        return total / 1024

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGINT)
        self.process.wait()
        self.log.close()
        shutil.rmtree(self.folder)
