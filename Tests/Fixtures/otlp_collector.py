"""An OpenTelemetry collector that checks what it gets against OTLP's JSON encoding, and keeps the spans.

GET /spans answers {"spans": [...], "faults": [...], "requests": N, "headers": {...}}.
PUT /behaviour sets {"status": 503, "times": 2} (the next answers), or {"rejected": 1}.
Prints its address, and runs until it is killed.
"""

import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

lock = threading.Lock()
spans, faults, behaviour, seen = [], [], {}, {"requests": 0, "headers": {}}


def fault(text):
    faults.append(text)


def check_value(value, where):
    kinds = {"stringValue": str, "boolValue": bool, "intValue": str, "doubleValue": (int, float)}
    if not isinstance(value, dict) or len(value) != 1 or next(iter(value)) not in kinds:
        return fault(f"{where}: not an AnyValue: {value}")
    name, content = next(iter(value.items()))
    if not isinstance(content, kinds[name]):
        fault(f"{where}: {name} is {content!r}")
    if name == "intValue" and not re.fullmatch(r"-?\d+", content):
        fault(f"{where}: intValue is {content!r}")


def check_attributes(attributes, where):
    names = [attribute.get("key") for attribute in attributes]
    if len(set(names)) != len(names):
        fault(f"{where}: attributes are not unique: {names}")
    for attribute in attributes:
        if set(attribute) != {"key", "value"} or not attribute["key"]:
            fault(f"{where}: not a KeyValue: {attribute}")
        else:
            check_value(attribute["value"], f"{where}.{attribute['key']}")


def known(fields, names, where):
    for name in set(fields) - set(names):
        fault(f"{where}: unknown field {name}")


def check_span(span):
    known(
        span,
        ["traceId", "spanId", "parentSpanId", "traceState", "flags", "name", "kind", "startTimeUnixNano", "endTimeUnixNano",
         "attributes", "droppedAttributesCount", "events", "links", "status"],
        "span")
    where = span.get("name", "?")
    if not re.fullmatch(r"[0-9a-f]{32}", span.get("traceId", "")) or int(span["traceId"], 16) == 0:
        fault(f"{where}: traceId is {span.get('traceId')!r}")
    for name in ["spanId", "parentSpanId"]:
        if name == "parentSpanId" and name not in span:
            continue
        if not re.fullmatch(r"[0-9a-f]{16}", span.get(name, "")) or int(span[name], 16) == 0:
            fault(f"{where}: {name} is {span.get(name)!r}")
    if not isinstance(span.get("name"), str) or not span["name"]:
        fault("a span has no name")
    if span.get("kind") not in [1, 2, 3, 4, 5]:
        fault(f"{where}: kind is {span.get('kind')!r}")
    times = [span.get("startTimeUnixNano"), span.get("endTimeUnixNano")]
    # A fixed64 is a text in JSON.
    if not all(isinstance(time, str) and re.fullmatch(r"\d{19}", time) for time in times) or int(times[0]) > int(times[1]):
        fault(f"{where}: times are {times}")
    known(span.get("status", {}), ["code", "message"], f"{where}.status")
    if span.get("status", {}).get("code", 0) not in [0, 1, 2]:
        fault(f"{where}: status is {span['status']}")
    check_attributes(span.get("attributes", []), where)


def check(body):
    known(body, ["resourceSpans"], "request")
    found = []
    for resource in body["resourceSpans"]:
        known(resource, ["resource", "scopeSpans", "schemaUrl"], "resourceSpans")
        known(resource["resource"], ["attributes", "droppedAttributesCount"], "resource")
        check_attributes(resource["resource"]["attributes"], "resource")
        names = {attribute["key"]: attribute["value"].get("stringValue") for attribute in resource["resource"]["attributes"]}
        if names.get("service.name") != "vincula":
            fault(f"resource: service.name is {names.get('service.name')!r}")
        for scope in resource["scopeSpans"]:
            known(scope, ["scope", "spans", "schemaUrl"], "scopeSpans")
            known(scope["scope"], ["name", "version", "attributes"], "scope")
            for span in scope["spans"]:
                check_span(span)
                found.append(span)
    return found


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def body(self):
        return self.rfile.read(int(self.headers.get("Content-Length", 0)))

    def do_GET(self):
        with lock:
            self.answer(200, {"spans": spans, "faults": faults, **seen})

    def do_PUT(self):
        with lock:
            behaviour.clear()
            behaviour.update(json.loads(self.body()))
            self.answer(200, {})

    def do_POST(self):
        data = self.body()
        with lock:
            seen["requests"] += 1
            seen["headers"] = {name.lower(): value for name, value in self.headers.items()}
            if behaviour.get("times", 0) > 0:
                behaviour["times"] -= 1
                return self.answer(behaviour["status"], {})
            if self.path != "/v1/traces" or self.headers.get("Content-Type") != "application/json":
                fault(f"{self.path} with {self.headers.get('Content-Type')}")
            try:
                found = check(json.loads(data))
            except Exception as error:
                fault(f"{type(error).__name__}: {error}: {data[:500]!r}")
                return self.answer(400, {})
            rejected = behaviour.pop("rejected", 0)
            spans.extend(found[rejected:])
            partial = {"partialSuccess": {"rejectedSpans": str(rejected), "errorMessage": "no"}} if rejected else {}
            self.answer(200, partial)


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
