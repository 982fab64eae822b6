"""The upper limits of this machine, each measured in the same run as the figure it limits."""

import contextlib
import re
import subprocess

from load import CORES, Server, wrk
from vincula import EMPTY


@contextlib.contextmanager
def hello(build, seconds):
    """Runs a server that only answers "hello", and yields a function that measures it."""
    with Server([build / "vincula-limits", "hello", "0"], r"listening on (127\.0\.0\.1:\d+)") as server:
        yield lambda: wrk(f"http://{server.url}/", seconds, "post.lua", EMPTY)


def program(build, folder, name):
    """Returns the rate that one of our own programs finds: `argon2id` or `insert`."""
    arguments = [build / "vincula-limits", name, str(folder / f"limits-{name}")]
    return float(subprocess.run(arguments, capture_output=True, text=True, check=True).stdout)


def verifications(root, seconds):
    """Returns the verifications of ID tokens per second on all cores: by VinculaVerifier, and by jwt-kit."""
    program = root / ".build-bench" / "verifications" / "release" / "verifications"
    ours, theirs = subprocess.run([program, str(seconds)], capture_output=True, text=True, check=True).stdout.split()
    return float(ours), float(theirs)


def rsa(seconds):
    """Returns the RSA-2048 signatures per second on all cores."""
    speed = subprocess.run(
        ["openssl", "speed", "-seconds", str(min(seconds, 3)), "-multi", str(CORES), "rsa2048"],
        capture_output=True, text=True, check=True,
    )
    # Older and newer versions have different columns; the first number without a unit is the signatures per second.
    line = re.search(r"rsa\s+2048 bits\s+(.*)", speed.stdout).group(1)
    return float(next(column for column in line.split() if not column.endswith("s")))
