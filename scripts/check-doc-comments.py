#!/usr/bin/env python3
"""Checks that everything which the library products export has a doc comment with a summary: public and open declarations,
the cases of public enums, and the requirements of public protocols. Extensions need none.

    scripts/check-doc-comments.py [FOLDER…]
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = [f"Sources/{name}" for name in (
    "IdentityToolkit", "VinculaAuth", "VinculaVerifier", "VinculaVerifierHummingbird", "FirebaseAuth", "FirebaseCore")]
FOLDERS.append("Examples/LinkingApp/Sources/LinkingApp")

ATTRIBUTE = re.compile(r"@\w+(\((?:[^()]|\([^()]*\))*\))?\s*")
KINDS = "class|struct|enum|protocol|actor|extension|func|var|let|init|subscript|typealias|associatedtype|case|macro|operator"
DECLARATION = re.compile(
    r"((?:(?:public|open|package|internal|fileprivate|private)(?:\(set\))?|final|static|class(?= +(?:func|var|let|subscript)\b)"
    rf"|mutating|nonmutating|nonisolated(?:\(\w+\))?|override|required|convenience|lazy|weak|unowned|indirect|dynamic|optional"
    rf"|prefix|postfix|infix) +)*({KINDS})\b")


class Text:
    """A file's code without comments and the contents of strings, line by line."""

    def __init__(self, source):
        self.source = source.splitlines()
        self.code = blanked(source).splitlines()


def blanked(source):
    """Replaces comments and the contents of strings by spaces. Interpolations count as contents."""
    found = re.compile(r'//[^\n]*|/\*.*?\*/|#*"""|#*"', re.S)
    out, position = [], 0
    while match := found.search(source, position):
        out.append(source[position:match.start()])
        token = match.group()
        if token.startswith("/"):
            end = match.end()
        else:
            end = end_of_string(source, match.end(), token)
        out.append(re.sub(r"[^\n]", " ", source[match.start():end]))
        position = end
    return "".join(out) + source[position:]


def end_of_string(source, position, opening):
    """The index behind a string whose opening quotes end at a position."""
    sharps = opening.count("#")
    closing, escape = opening.lstrip("#") + "#" * sharps, "\\" + "#" * sharps
    while position < len(source):
        if source.startswith(closing, position):
            return position + len(closing)
        if source.startswith(escape, position):
            position += len(escape)
            if source.startswith("(", position):
                depth, position = 1, position + 1
                while depth and position < len(source):
                    if source[position] == '"':
                        position = end_of_string(source, position + 1, '"')
                        continue
                    depth += {"(": 1, ")": -1}.get(source[position], 0)
                    position += 1
                continue
        position += 1
    return position


def complaint(text, index):
    """What is wrong with the doc comment above a declaration, or above its attributes and conditions; None if nothing is."""
    open_parentheses = 0
    while index > 0:
        index -= 1
        line, code = text.source[index].strip(), text.code[index].strip()
        if line.startswith("///"):
            while index > 0 and text.source[index - 1].strip().startswith("///"):
                index -= 1
            has_summary = re.match(r"///\s*[^-\s]", text.source[index].strip())
            return None if has_summary else "the doc comment has no summary"
        # Attributes may take several lines, and may depend on the platform.
        open_parentheses += code.count(")") - code.count("(")
        if open_parentheses == 0 and not code.startswith(("@", "#if", "#endif", "#else")):
            break
    return "no doc comment"


def missing(path):
    """Yields the numbers of a file's lines whose declarations are not documented, with what is wrong."""
    text = Text(path.read_text())
    # What encloses a line: whether its members are exported without saying so, and whether they are exported at all.
    scopes = [("file", False)]
    pending = None
    for index, line in enumerate(text.code):
        # Several declarations may share a line with the braces around them.
        for part in re.split("([{};])", line):
            if part == "{":
                scopes.append(pending or ("body", False))
                pending = None
            elif part == "}" and len(scopes) > 1:
                scopes.pop()
            elif match := DECLARATION.match(without_attributes(part)):
                kind, words = match.group(2), set(match.group().split())
                enclosing, exported = scopes[-1]
                hidden = {"package", "internal", "fileprivate", "private"} & words
                says = {"public", "open"} & words and not hidden and (exported or enclosing in ("file", "extension"))
                implied = enclosing in ("protocol", "public extension") or enclosing == "enum" and kind == "case"
                is_exported = bool(says or exported and implied and not hidden)
                if is_exported and kind != "extension" and (found := complaint(text, index)):
                    yield index + 1, f"{found}: {text.source[index].strip()}"
                if kind == "extension":
                    pending = ("public extension" if says else kind, bool(says))
                elif kind in ("class", "struct", "enum", "protocol", "actor"):
                    pending = (kind, is_exported)
                else:
                    pending = ("body", False)


def without_attributes(text):
    text = text.strip()
    while match := ATTRIBUTE.match(text):
        text = text[match.end():]
    return text


def main():
    folders = [pathlib.Path(name) for name in sys.argv[1:]] or [ROOT / name for name in FOLDERS]
    count = 0
    for folder in folders:
        for path in sorted(folder.rglob("*.swift")):
            for line, found in missing(path):
                print(f"{path.relative_to(ROOT) if path.is_relative_to(ROOT) else path}:{line}: {found}")
                count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
