"""Measures Vincula beside its limits, in one run on one machine.

Each figure stands next to what bounds it, measured in the same run, because machines are noisy: the ratio is what counts.
Usage: bench.py BUILD_FOLDER [SECONDS]
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

HERE = Path(__file__).parent
BUILD = Path(sys.argv[1])
SECONDS = int(sys.argv[2]) if len(sys.argv) > 2 else 5
CONNECTIONS = 32
CORES = os.cpu_count() or 1


def start(command, pattern):
    """Starts a server and waits for its address."""
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for line in child.stdout:
        found = re.search(pattern, line)
        if found:
            return child, found.group(1)
    raise SystemExit(f"{command[0]} did not start")


def post(url, body):
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def wrk(url, script=None, argument=None):
    """Runs wrk: requests a second, p50 and p99 in milliseconds, and how many answers were no success."""
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "--latency", "--timeout", "10s"]
    if script:
        command += ["-s", str(HERE / "wrk" / script)]
    command.append(url)
    if argument:
        command += ["--", str(argument)]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def latency(percent):
        value, unit = re.search(rf"{percent}%\s+([\d.]+)(us|ms|s)", text).groups()
        return float(value) * {"us": 0.001, "ms": 1, "s": 1000}[unit]

    failed = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1))
    total = int(re.search(r"(\d+) requests in", text).group(1))
    bad = int(failed.group(1)) if failed else 0
    return {"rate": rate * (total - bad) / max(total, 1), "p50": latency(50), "p99": latency(99), "bad": bad}


def limits():
    hello, port = start([BUILD / "vincula-limits", "hello", "0"], r"listening on 127\.0\.0\.1:(\d+)")
    empty = HERE / "wrk" / "empty.txt"
    result = {"hello": wrk(f"http://127.0.0.1:{port}/", "post.lua", empty)["rate"]}
    hello.send_signal(signal.SIGTERM)
    hello.wait()
    hashes = subprocess.run([BUILD / "vincula-limits", "argon2id"], capture_output=True, text=True, check=True)
    result["argon2id"] = float(hashes.stdout)
    speed = subprocess.run(
        ["openssl", "speed", "-seconds", "2", "-multi", str(CORES), "rsa2048"], capture_output=True, text=True, check=True
    )
    # Older and newer versions have different columns; the first number without a unit is signatures a second.
    line = re.search(r"rsa\s+2048 bits\s+(.*)", speed.stdout).group(1)
    result["rsa"] = float(next(column for column in line.split() if not column.endswith("s")))
    return result


def main():
    folder = Path(tempfile.mkdtemp(prefix="vincula-bench-"))
    print(f"Each figure takes {SECONDS} s at {CONNECTIONS} connections; client and server share {CORES} cores.\n")
    bounds = limits()
    server, url = start(
        [BUILD / "vincula", "serve", "--dev", "--listen", "127.0.0.1:0", "--data", folder / "data", "--log-level", "error"],
        r"Server +(http://\S+)",
    )
    try:
        accounts = f"{url}/identitytoolkit.googleapis.com/v1/accounts"
        people = [post(f"{accounts}:signUp?key=k", {"email": f"p{n}@example.com", "password": "correct horse"}) for n in range(64)]
        sessions = [post(f"{accounts}:signUp?key=k", {}) for _ in range(4 * CONNECTIONS)]
        files = {
            "passwords": [json.dumps({"email": p["email"], "password": "correct horse"}) for p in people],
            "id-tokens": [json.dumps({"idToken": p["idToken"]}) for p in people],
            "refresh-tokens": [s["refreshToken"] for s in sessions],
        }
        for name, lines in files.items():
            (folder / name).write_text("\n".join(lines) + "\n")
        rows = [
            ("anonymous sign-up", "hello", "Hummingbird hello", wrk(f"{accounts}:signUp?key=k", "post.lua", HERE / "wrk" / "empty.txt")),
            ("password sign-in", "argon2id", "Argon2id on all cores", wrk(f"{accounts}:signInWithPassword?key=k", "post.lua", folder / "passwords")),
            ("lookup", "hello", "Hummingbird hello", wrk(f"{accounts}:lookup?key=k", "post.lua", folder / "id-tokens")),
            ("refresh", "rsa", "openssl speed rsa2048", wrk(f"{url}/securetoken.googleapis.com/v1/token?key=k", "refresh.lua", folder / "refresh-tokens")),
        ]
        memory = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{server.pid}/status").read_text()) if Path("/proc").exists() else None
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()
        shutil.rmtree(folder)

    print(f"{'':<20}{'requests/s':>12}{'p50 ms':>10}{'p99 ms':>10}{'failed':>8}   {'limit in the same run':<24}{'limit/s':>10}{'ratio':>8}")
    for name, bound, title, r in rows:
        print(
            f"{name:<20}{r['rate']:>12.0f}{r['p50']:>10.2f}{r['p99']:>10.2f}{r['bad']:>8}   "
            f"{title:<24}{bounds[bound]:>10.0f}{r['rate'] / bounds[bound]:>8.2f}"
        )
    if memory:
        print(f"\nServer memory after the run: {int(memory.group(1)) / 1024:.0f} MiB")


main()
