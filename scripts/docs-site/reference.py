"""The parts of the reference that the command describes itself, in Markdown: its subcommands, the settings, the HTTP API."""

import json
import re
import subprocess

# The groups of flags that many commands share; each is described once.
SHARED = ("Data", "Server")


def run(vincula, *arguments):
    return subprocess.run([vincula, *arguments], check=True, capture_output=True, text=True).stdout


def page(name):
    """The name of a page that is made here, as documents link to each other."""
    return f"{name}.md"


def cell(text):
    return re.sub(r"\s+", " ", text).replace("|", "\\|").strip()


def written(argument):
    if argument["kind"] == "positional":
        return f"`{argument.get('valueName', 'value')}`"
    names = [("-" if name["kind"] == "short" else "--") + name["name"] for name in argument["names"]]
    value = f" {argument['valueName'].upper()}" if argument["kind"] == "option" else ""
    return ", ".join(f"`{name}{value}`" for name in names)


def shown(command):
    return [each for each in command.get("arguments", []) if each.get("shouldDisplay", True)
            and not {name["name"] for name in each.get("names", [])} & {"help", "version"}]


def discussion(text):
    """The help's paragraphs; its examples, which are indented, as code."""
    parts = []
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        rows = block.split("\n")
        if all(row.startswith(" ") for row in rows):
            parts.append("```console\n" + "\n".join(row.strip() for row in rows) + "\n```")
        else:
            parts.append(" ".join(row.strip() for row in rows).replace("<", "\\<"))
    return "\n\n".join(parts)


def commands(command, path, lines):
    for child in command.get("subcommands", []):
        if not child.get("shouldDisplay", True) or child["commandName"] == "help":
            continue
        name = " ".join([*path, child["commandName"]])
        lines += [f"{'##' if len(path) == 1 else '###'} {name}", child.get("abstract", "")]
        if text := child.get("discussion"):
            lines.append(discussion(text))
        own = [each for each in shown(child) if each.get("sectionTitle") not in SHARED]
        if own:
            rows = "\n".join(f"| {written(each)} | {cell(each.get('abstract', ''))} |" for each in own)
            lines.append(f"| option | meaning |\n| --- | --- |\n{rows}")
        if any(each.get("sectionTitle") == "Server" for each in shown(child)):
            lines.append(f"It takes the flags of all [settings]({page('settings')}).")
        elif any(each.get("sectionTitle") == "Data" for each in shown(child)):
            lines.append("It takes `--config`, `--data` and `--project`.")
        commands(child, [*path, child["commandName"]], lines)


def command_line(vincula):
    root = json.loads(run(vincula, "--experimental-dump-help"))["command"]
    lines = ["# The command", root["abstract"], discussion(root.get("discussion", ""))]
    commands(root, ["vincula"], lines)
    return "\n\n".join(line for line in lines if line) + "\n"


def rows(table):
    """The rows of a Markdown table, by their headings."""
    lines = [[part.strip() for part in re.split(r"(?<!\\)\|", line)[1:-1]] for line in table.strip().splitlines()]
    return [dict(zip(lines[0], line)) for line in lines[2:]]


def settings(vincula):
    """Each setting under a heading, since the tables are wider than a page."""

    def linked(text):
        return re.sub(r"\]\(#", "](Operations.md#", text.replace("\\|", "|"))

    def server(row):
        name = row["environment (`VINCULA_…`)"].strip("`")
        facts = [f"- Environment: `VINCULA_{name}`", f"- Flag: {row['flag']}", f"- Values: {row['values']}", f"- Default: {row['default']}"]
        return "\n\n".join([f"### {row['file']}", linked(row["meaning"]), linked("\n".join(facts))])

    def project(row):
        facts = [f"- Values: {row['values']}"]
        if row["with `--tenant`"] != "–":
            facts.append(f"- With `--tenant`: {row['with `--tenant`']}")
        return "\n\n".join([f"### {row['setting']}", linked(row["meaning"]), linked("\n".join(facts))])

    servers = "\n\n".join(map(server, rows(run(vincula, "settings-table"))))
    projects = "\n\n".join(map(project, rows(run(vincula, "settings-table", "--projects"))))
    return (
        "# Settings\n\nSettings of the server are flags of `vincula serve`, variables of the environment, or members of a configuration file, "
        "where each dot is a level of nesting; [Operations](Operations.md#settings) says which of them wins.\n"
        "Settings of a project are changed by `vincula config set`, by the console, or by the API, while the server runs.\n\n"
        f"## The server's\n\n{servers}\n\n## A project's\n\n{projects}\n")


GROUPS = [
    ("Signing up, signing in, accounts", r"/v[12](beta1)?/accounts|/v1/token|/v1/(passwordPolicy|recaptcha)|/v2/(passwordPolicy|recaptcha)"),
    ("The account page and a person's sessions", r"^/account"),
    ("Administration: accounts", r"/projects/\{[^}]*\}(/tenants/\{[^}]*\})?(/accounts|:)"),
    ("Administration: projects, providers, tenants", r"/projects|/defaultSupported"),
    ("Keys and discovery", r"well-known|ublicKeys|/token$|jwks|/robot/|revocations"),
    ("Pages", r"/__/"),
    ("Development", r"/emulator"),
    ("Everything else", r"."),
]


# The parameters that many operations share, and the sections that describe them.
SHARED = {"DPoP": "Proofs of a key"}


def kind(schema):
    if "$ref" in schema:
        name = schema["$ref"].split("/")[-1]
        return f"[{name}]({page('http-types')}#{name.lower()})"
    if schema.get("type") == "array":
        return f"list of {kind(schema.get('items', {}))}"
    if schema.get("type") == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"map of {kind(schema['additionalProperties'])}"
    for name in ("oneOf", "anyOf", "allOf"):
        if name in schema:
            return " or ".join(kind(each) for each in schema[name])
    text = schema.get("type", "any")
    text = " or ".join(text) if isinstance(text, list) else text
    if "enum" in schema:
        return ", ".join(f"`{each}`" for each in schema["enum"])
    return f"{text} ({schema['format']})" if "format" in schema else text


def operation(found):
    paths, each = found
    method = paths[0][0]
    lines = [f"### {each.get('operationId') or method + ' ' + paths[0][1]}", each.get("summary", "")]
    lines.append("\n".join(f"- `{method} {path}`" for method, path in sorted(paths)))
    # Those that many operations share are described once.
    if shared := [one["$ref"].split("/")[-1] for one in each.get("parameters", []) if "$ref" in one]:
        lines.append(f"May have the header {', '.join(f'[`{name}`](#{SHARED[name].lower().replace(chr(32), chr(45))})' for name in shared)}.")
    if parameters := [one for one in each.get("parameters", []) if "name" in one and one["in"] != "path"]:
        rows = "\n".join(
            f"| `{one['name']}` | {one['in']} | {kind(one.get('schema', {}))} | {cell(one.get('description', ''))} |" for one in parameters)
        lines.append(f"| parameter | in | type | meaning |\n| --- | --- | --- | --- |\n{rows}")

    def body(content):
        return next((kind(one["schema"]) for one in content.values() if "schema" in one), None)

    if sent := body(each.get("requestBody", {}).get("content", {})):
        lines.append(f"Request: {sent}")
    for status, answer in each.get("responses", {}).items():
        if status.startswith("2") and (got := body(answer.get("content", {}))):
            lines.append(f"Answer {status}: {got}")
    credentials = {"apiKey": "an API key", "apiKeyHeader": None, "bearer": "a bearer token"}
    if security := [credentials.get(name, name) for one in each.get("security", []) for name in one]:
        lines.append(f"Credentials: {', or '.join(one for one in security if one)}.")
    return "\n\n".join(line for line in lines if line)


def http(vincula):
    """The HTTP API: its operations, its types, and the description itself."""
    text = run(vincula, "openapi")
    whole = json.loads(text)
    operations = {}
    for path, methods in whole["paths"].items():
        for method, each in methods.items():
            if method in ("get", "post", "put", "patch", "delete"):
                key = each.get("operationId") or f"{method} {path}"
                paths, _ = operations.setdefault(key, ([], each))
                paths.append((method.upper(), path))
    lines = ["# HTTP API", whole["info"]["description"],
             "The same description for programs is [openapi.json](openapi.json), which `vincula openapi` prints. "
             "Paths exist in the layouts of Firebase's clients: with the name of Google's host before them, as for an emulator, and without it."]
    left = dict(operations)
    for title, pattern in GROUPS:
        chosen = [key for key, (paths, _) in left.items() if any(re.search(pattern, path) for _, path in paths)]
        if chosen:
            lines.append(f"## {title}")
        lines += [operation(left.pop(key)) for key in sorted(chosen, key=str.lower)]
    for name, one in whole["components"]["parameters"].items():
        lines += [f"## {SHARED[name]}", f"The header `{name}`: {one['description']}", whole["components"]["responses"]["ErrorOfApp"]["description"]]
        lines += [f"The answer's header `DPoP-Nonce`: {whole['components']['headers']['ProofNonce']['description']}"]
    types = ["# Types of the HTTP API", f"What requests and answers of the [HTTP API]({page('http-api')}) consist of."]
    for name, schema in sorted(whole["components"]["schemas"].items()):
        types.append(f"## {name}")
        if text_of := schema.get("description"):
            types.append(text_of)
        required = set(schema.get("required", []))
        rows = "\n".join(
            f"| `{field}` | {kind(one)} | {'required. ' if field in required else ''}{cell(one.get('description', ''))} |"
            for field, one in sorted(schema.get("properties", {}).items()))
        types.append(f"| field | type | |\n| --- | --- | --- |\n{rows}" if rows else f"Type: {kind(schema)}")
    return "\n\n".join(line for line in lines if line) + "\n", "\n\n".join(types) + "\n", text
