"""Starts the servers to be measured, and puts load on them with wrk."""

import json
import os
import re
import signal
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

HERE = Path(__file__).parent
CONNECTIONS = 32
CORES = os.cpu_count() or 1


class Server:
    """A server process, its address, and its memory use."""

    def __init__(self, command, pattern):
        self.started = time.perf_counter()
        # Into a file: nothing reads a pipe while the server is under load, and a full pipe would block it.
        self.output = tempfile.TemporaryFile("w+")
        self.process = self.start(command)
        while not (found := re.search(pattern, self._printed())):
            if self.process.poll() is not None:
                raise SystemExit(f"{command[0]} did not start:\n{self._printed()}")
            time.sleep(0.002)
        self.url = found.group(1)

    def start(self, command):
        return subprocess.Popen([str(part) for part in command], stdout=self.output, stderr=subprocess.STDOUT)

    def _printed(self):
        self.output.flush()
        return os.pread(self.output.fileno(), 65536, 0).decode(errors="replace")

    def memory(self):
        """Returns the resident memory in MiB, or None if there is no /proc."""
        status = Path(f"/proc/{self.process.pid}/status")
        if not status.exists():
            return None
        return int(re.search(r"VmRSS:\s+(\d+)", status.read_text()).group(1)) / 1024

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()
        self.output.close()


def call(url, body=None, method=None, token=None):
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = token
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method)) as answer:
        return json.load(answer)


def first_answer(server):
    """Returns the seconds from the start of a process to its first response."""
    while True:
        try:
            urllib.request.urlopen(server.url + "/healthz").read()
            return time.perf_counter() - server.started
        except OSError:
            time.sleep(0.002)


def start_wrk(url, seconds, script, arguments=(), connections=CONNECTIONS):
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "--timeout", "10s"]
    command += ["-s", str(HERE / "wrk" / script), url, "--", *[str(argument) for argument in arguments]]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def result(process):
    """Returns wrk's results: successful responses per second, p50 and p99 in milliseconds, and the number of failures."""
    text, _ = process.communicate()

    def latency(percent):
        value, unit = re.search(rf"{percent}%\s+([\d.]+)(us|ms|s|m)\b", text).groups()
        return float(value) * {"us": 0.001, "ms": 1, "s": 1000, "m": 60_000}[unit]

    total, seconds, unit = re.search(r"(\d+) requests in ([\d.]+)(m?s|m)\b", text).groups()
    failed = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
    timeouts = re.search(r"timeout (\d+)", text)
    bad = int(failed.group(1)) if failed else 0
    duration = float(seconds) * {"ms": 0.001, "s": 1, "m": 60}[unit]
    return {
        "rate": (int(total) - bad) / duration,
        "p50": latency(50),
        "p99": latency(99),
        "bad": bad + (int(timeouts.group(1)) if timeouts else 0),
    }


def wrk(url, seconds, script, *arguments):
    return result(start_wrk(url, seconds, script, arguments))


def alternately(kinds, rounds=3, progress=lambda text: None):
    """Measures all kinds one after the other, for some rounds, and returns each one's run with the median rate.

    A figure and what it is compared with are then measured within a minute of each other, whatever else the machine does.
    """
    found = {name: [] for name in kinds}
    for number in range(rounds):
        for name, kind in kinds.items():
            progress(f"round {number + 1} of {rounds}: {name}")
            found[name].append(kind())
            # Nobody waits for the last requests of a run, but a server still answers them: 32 sign-ins take it a while.
            time.sleep(1)
    return {name: sorted(runs, key=lambda run: run["rate"])[rounds // 2] for name, runs in found.items()}
