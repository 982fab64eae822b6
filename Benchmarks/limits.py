"""The upper limits of this machine, each measured in the same run as the figure it limits."""

import re
import subprocess

from load import CORES, Server, wrk
from vincula import EMPTY


def measure(build, folder, seconds):
    program = build / "vincula-limits"
    with Server([program, "hello", "0"], r"listening on (127\.0\.0\.1:\d+)") as hello:
        found = {"hello": wrk(f"http://{hello.url}/", seconds, "post.lua", EMPTY)["rate"]}
    for name in ["argon2id", "insert"]:
        arguments = [program, name, str(folder / f"limits-{name}")]
        found[name] = float(subprocess.run(arguments, capture_output=True, text=True, check=True).stdout)
    found["rsa"] = rsa(seconds)
    return found


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
