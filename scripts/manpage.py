#!/usr/bin/env python3
"""Writes the manual page vincula(1) to standard output, from the command's own description of itself.

    vincula --experimental-dump-help | scripts/manpage.py VERSION
"""

import datetime
import json
import os
import re
import sys
import textwrap

# The groups of flags that many commands share; each is described once.
SHARED = {"Data", "Server"}

FILES = """\
.Bl -tag -width Ds
.It Pa /etc/vincula/vincula.json
The settings of the Debian package's service; its folder has an example.
.It Pa /etc/vincula/secrets.env
Environment variables for the service, such as
.Ev VINCULA_SMTP_PASSWORD ,
one per line.
.It Pa /var/lib/vincula
The service's data folder.
.Pa master.key
in it opens the sealed secrets of the database: keep a copy in another place.
.El"""


def escaped(text):
    """A text as roff shows it unchanged, with Markdown's code in bold."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = re.sub(r"`([^`]+)`", r"\\fB\1\\fR", text)
    # A line that begins with a dot or an apostrophe would be a request.
    return re.sub(r"(?m)^([.'])", r"\\&\1", text)


def sentences(text):
    """A paragraph with each sentence on lines of its own, as manual pages want it."""
    parts = re.split(r"(?<=[A-Za-z0-9`)\]\"…][.!?]) +(?=[A-Z`\"])", text)
    return escaped("\n".join(line for part in parts for line in textwrap.wrap(part, 74, break_long_words=False, break_on_hyphens=False)))


def paragraphs(text):
    """A discussion: its paragraphs, and its examples as they stand."""
    lines = []
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        rows = block.split("\n")
        if all(row.startswith(" ") for row in rows):
            lines += [".Bd -literal -offset indent", *(escaped(row.strip()) for row in rows), ".Ed"]
        else:
            lines += [".Pp", sentences(" ".join(row.strip() for row in rows))]
    return lines


def spelling(argument):
    """An argument as it is typed."""
    value = argument.get("valueName", "value")
    if argument["kind"] == "positional":
        return f".It Ar {escaped(value)}"
    names = [{"long": "--", "short": "-", "longWithSingleDash": "-"}[name["kind"]] + name["name"] for name in argument["names"]]
    # Fl writes the first dash of each.
    flags = " , ".join(f"Fl {escaped(name[1:])}" for name in names)
    return f".It {flags}" + (f" Ar {escaped(value)}" if argument["kind"] == "option" else "")


def entries(arguments):
    lines = [".Bl -tag -width Ds"]
    for argument in arguments:
        lines.append(spelling(argument))
        text = argument.get("abstract", "")
        if default := argument.get("defaultValue"):
            if "(default:" not in text:
                text += f" (default: {default})"
        if text:
            lines.append(sentences(text))
    return lines + [".El"]


def shown(command):
    return [argument for argument in command.get("arguments", [])
            if argument.get("shouldDisplay", True)
            and not {name["name"] for name in argument.get("names", [])} & {"help", "version"}]


def commands(command, path):
    """A command's section, and those of its subcommands."""
    name = " ".join([*path, command["commandName"]])
    lines = []
    if path:
        lines += [f".Ss {escaped(name)}", sentences(command.get("abstract", ""))]
        if text := command.get("discussion"):
            lines += paragraphs(text)
        arguments = shown(command)
        own = [argument for argument in arguments if argument.get("sectionTitle") not in SHARED]
        if own:
            lines += entries(own)
        if any(argument.get("sectionTitle") == "Server" for argument in arguments):
            lines += [".Pp", "It takes all of", ".Sx SETTINGS ."]
    for child in command.get("subcommands", []):
        if child.get("shouldDisplay", True) and child["commandName"] != "help":
            lines += commands(child, [*path, command["commandName"]])
    return lines


def settings(root):
    """The flags of the groups that commands share, from the command that has all of them."""
    serve = next(child for child in root["subcommands"] if child["commandName"] == "serve")
    return [argument for argument in shown(serve) if argument.get("sectionTitle") in SHARED]


def main():
    version = sys.argv[1]
    root = json.load(sys.stdin)["command"]
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    day = datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc)
    lines = [
        '.\\" Made by scripts/manpage.py; do not edit.',
        f".Dd {day.strftime('%B')} {day.day}, {day.year}", ".Dt VINCULA 1", f".Os Vincula {version}",
        ".Sh NAME", ".Nm vincula", ".Nd self-hosted authentication, wire-compatible with Firebase",
        ".Sh SYNOPSIS", ".Nm", ".Ar command", ".Op Ar subcommand", ".Op Ar arguments",
        ".Sh DESCRIPTION", sentences(root["abstract"]), *paragraphs(root.get("discussion", "")),
        ".Pp", "All commands but",
        ".Ic openapi", "use the same settings and data as the server, and work while it runs.",
        ".Pp", "Its own options:", *entries([
            {"kind": "flag", "names": [{"kind": "long", "name": "version"}], "abstract": "Prints the version."},
            {"kind": "flag", "names": [{"kind": "short", "name": "h"}, {"kind": "long", "name": "help"}],
             "abstract": "Prints help about a command."},
        ]),
        ".Sh COMMANDS", *commands(root, []),
        ".Sh SETTINGS",
        "A setting is a flag, an environment variable or an entry of the configuration file.",
        "Flags take precedence over the environment, and the environment over the file.",
        "For the flag",
        ".Fl \\-google\\-client\\-ids",
        "the variable is",
        ".Ev VINCULA_GOOGLE_CLIENT_IDS",
        "and the entry is",
        ".Ql google.clientIds .",
        "Secrets have no flag, because other users of the machine can see flags.",
        *entries(settings(root)),
        ".Sh ENVIRONMENT", ".Bl -tag -width Ds",
        ".It Ev VINCULA_CONFIG", "The configuration file.",
        ".It Ev VINCULA_DATABASE", "The address of the PostgreSQL database, if the data is not in the data folder.",
        ".It Ev VINCULA_MASTER_KEY", "The key that encrypts secrets, 32 bytes in base64.",
        ".It Ev NO_COLOR", "No colours on terminals, if it is not empty.",
        ".El",
        ".Sh FILES", FILES,
        ".Sh EXIT STATUS", "0 after success, 64 for a command line that cannot be understood, otherwise 1.",
        ".Sh SEE ALSO", ".Xr psql 1 ,", ".Xr systemd.service 5",
    ]
    print("\n".join(line for line in lines if line))


if __name__ == "__main__":
    main()
