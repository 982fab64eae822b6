"""Talks to `vincula init` and `vincula config` at a pseudo-terminal; prints a line of JSON for each thing that it checks.

    init_dialogue.py VINCULA FOLDER
"""

import json
import os
import sys

import pexpect

vincula, folder = sys.argv[1:3]
config = os.path.join(folder, "etc", "vincula.json")
data = os.path.join(folder, "data")
environment = {name: value for name, value in os.environ.items() if not name.startswith("VINCULA_")}


def check(name, ok, detail=""):
    print(json.dumps({"check": name, "ok": bool(ok), "detail": str(detail)[-2000:]}), flush=True)


def spawn(*arguments):
    child = pexpect.spawn(
        vincula, list(arguments), env=environment, encoding="utf-8", timeout=120, dimensions=(50, 400))
    child.transcript = ""
    return child


def expect(child, pattern):
    child.expect(pattern)
    child.transcript += child.before + (child.after if isinstance(child.after, str) else "")
    return child.before


def answer(child, question, *answers):
    """Answers a question; each answer but the last is a wrong one, with a part of the reason for which it is asked again."""
    expect(child, question)
    for wrong, reason in answers[:-1]:
        expect(child, ": $")
        child.sendline(wrong)
        before = expect(child, question)
        check(f"{question}: {wrong!r} is asked again", reason in before, before)
    expect(child, ": $")
    child.sendline(answers[-1])


def dialogue():
    child = spawn("init", "--config", config, "--user", "vincula-init-test")
    answer(child, "Public address", ("http://auth.example.com", "It must begin with https://"), ("nonsense", "publicUrl is"),
           "https://auth.example.com")
    answer(child, "Project", ("demo-project", "reserved for development"), "")
    answer(child, "What terminates TLS", ("ngnix", "Did you mean nginx?"), "")
    answer(child, "Sign-in methods", ("emial", "Did you mean email?"), "email,anonymous")
    answer(child, "Hosts of your apps", ("https://app.example.com", "is not a host name"), "app.example.com")
    answer(child, "Google client ID", "")
    check("Google's redirect address is shown before its client id is asked for",
          "https://auth.example.com/__/auth/callback/google.com\r\n" in child.transcript, child.transcript)
    answer(child, "Mail server", ("https://smtp.example.com", "smtp.host is"), "smtp.example.com")
    answer(child, "Address that mails come from", ("nobody", "an email address"), "")
    answer(child, "User name at the mail server", "accounts")
    expect(child, "Password at the mail server: ")
    check("the password is not shown", child.waitnoecho(timeout=30))
    child.sendline("s3cret-mail")
    answer(child, "Database", ("oracle", "sqlite, postgresql"), "")
    answer(child, "Data folder", ("/a folder", "letters, digits"), data)
    if os.geteuid() == 0:
        answer(child, "Install and start a systemd service", ("perhaps", "yes, no"), "no")
    expect(child, pexpect.EOF)
    child.close()
    check("init ends well", child.exitstatus == 0, child.transcript)
    check("each default is shown", all(text in child.transcript for text in [
        "[example]", "[nginx]", "[email]", "[none]", "[accounts@example.com]", "[sqlite]"]), child.transcript)
    check("the password is nowhere in the transcript", "s3cret" not in child.transcript, child.transcript)
    check("the key and the next steps are shown", "AIza" in child.transcript and "1. Start the server" in child.transcript
          and "init --print nginx" in child.transcript, child.transcript)
    with open(config, encoding="utf-8") as file:
        settings = json.load(file)
    check("the file has the answers", settings == {
        "data": data, "project": "example", "publicUrl": "https://auth.example.com", "listen": "127.0.0.1:9099",
        "adminListen": "127.0.0.1:9098", "behindProxy": True, "proxies": ["loopback"],
        "smtp": {"host": "smtp.example.com", "username": "accounts", "password": "s3cret-mail"},
        "mail": {"from": "accounts@example.com"}}, settings)
    check("nobody else reads the file", os.stat(config).st_mode & 0o777 == 0o600, oct(os.stat(config).st_mode))
    check("nobody else reads the data", os.stat(data).st_mode & 0o777 == 0o700, oct(os.stat(data).st_mode))


def broken_off():
    other = os.path.join(folder, "other", "vincula.json")
    child = spawn("init", "--config", other)
    answer(child, "Public address", "https://auth.example.com")
    expect(child, "Project")
    child.sendeof()
    expect(child, pexpect.EOF)
    child.close()
    check("an end of the input writes nothing", child.exitstatus != 0 and "Nothing was written" in child.transcript
          and not os.path.exists(other), child.transcript)


def secret():
    child = spawn("config", "set", "notification.sendEmail.smtp.password", "--config", config)
    expect(child, "notification.sendEmail.smtp.password: ")
    check("a setting's secret is not shown", child.waitnoecho(timeout=30))
    child.sendline("s3cret-own")
    expect(child, pexpect.EOF)
    child.close()
    # Without a server there is nothing that the password is for.
    check("what belongs to it is named", child.exitstatus != 0 and "senderEmail" in child.transcript
          and "s3cret" not in child.transcript, child.transcript)


dialogue()
broken_off()
secret()
