"""What the hosted pages say, read from their sources: Sources/VinculaServer/Pages/Texts."""

import pathlib
import re

# Everything in it that HTML, JSON and templates treat in their own way.
APP = "Wool & “Yarn” <App> {{date}}"
SOURCES = pathlib.Path(__file__).resolve().parents[2] / "Sources/VinculaServer/Pages/Texts"
LANGUAGES = {"en": "English", "es": "Spanish", "it": "Italian", "fr": "French", "de": "German", "pt": "Portuguese"}
LOCALES = {"en": "en-GB", "es": "es-ES", "it": "it-IT", "fr": "fr-FR", "de": "de-DE", "pt": "pt-PT"}
# A word that the heading of the page for a new password has in this language and in no other.
OWN_WORDS = {
    "en": "new password", "es": "contraseña", "it": "nuova password", "fr": "mot de passe", "de": "Passwort", "pt": "palavra-passe"}


def read_texts(language):
    """The texts of a language: {"verify": {"title", "text", "button"}, "newPassword": "...", ...}."""
    source = (SOURCES / f"{LANGUAGES[language]}Pages.swift").read_text()
    tokens = re.findall(r'"((?:[^"\\]|\\.)*)"|(\w+):|([A-Za-z]\w*)?\(|(\))', source)
    stack, name = [{}], None
    for text, key, group, end in tokens:
        if key:
            name = key
        elif end:
            if len(stack) > 1:
                stack.pop()
        elif text or name and not group:
            stack[-1][name] = re.sub(r"\\u\{(\w+)\}", lambda found: chr(int(found[1], 16)), text).replace(r"\"", '"')
        elif group and name:
            stack[-1][name] = {}
            stack.append(stack[-1][name])
    return stack[0]


def read_development_texts(name, language):
    """The texts of a development server's own pages: of `Inbox` or `Start`, those that are no groups."""
    source = (SOURCES / f"Development/{name}Texts.swift").read_text()
    own = source.split(f"static let {LANGUAGES[language].lower()} = ")[1].split("static let")[0]
    found = re.findall(r'(\w+):\s*"((?:[^"\\]|\\.)*)"', own)
    return {key: re.sub(r"\\u\{(\w+)\}", lambda code: chr(int(code[1], 16)), text) for key, text in found}


def filled(template, **values):
    """A text with its variables filled in."""
    return re.sub(r"\{\{(\w+)\}\}", lambda found: values[found[1]], template)


def pattern(template, **values):
    """What matches a text, whatever the variables are that are not given."""
    parts = re.split(r"\{\{(\w+)\}\}", template)
    known = {"app": APP, "address": "127.0.0.1", **values}
    for index in range(1, len(parts), 2):
        parts[index] = re.escape(known[parts[index]]) if parts[index] in known else ".+"
    parts[::2] = [re.escape(part) for part in parts[::2]]
    return "".join(parts)
