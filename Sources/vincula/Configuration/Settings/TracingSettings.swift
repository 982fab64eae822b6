import Foundation

/// The settings of traces.
struct TracingSettings: Sendable {
    let endpoint = Setting(
        url: "tracing.endpoint",
        "The OpenTelemetry collector that gets traces, by OTLP over HTTP in JSON, such as http://127.0.0.1:4318.",
        defaultWords: "no traces"
    )
    .details("`/v1/traces` is added. See [Traces](#traces).")
    let headers = Setting(
        secret: "tracing.headers", "Header fields for the collector: name=value, comma-separated.",
        mustBe: "name=value, comma-separated", parse: TracingHeaders.init)
    let ratio = Setting(
        "tracing.ratio", "The share of requests that are traced, from 0 to 1.", default: 1.0, shown: "1",
        mustBe: "a number from 0 to 1"
    ) { text in
        Double(text).flatMap { (0...1).contains($0) ? $0 : nil }
    }
    let continued = Setting(
        flag: "tracing.continued",
        "Continue the trace that a request names in its traceparent field, if one of the trusted proxies passes it on.")
}

/// Header fields as a text names them.
struct TracingHeaders: Sendable {
    let fields: [(name: String, value: String)]

    /// - Returns: `nil` unless the text is `name=value`, comma-separated, in printable ASCII characters.
    init?(_ text: String) {
        var fields: [(name: String, value: String)] = []
        for part in text.split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { return nil }
            let name = pair[0].trimmingCharacters(in: .whitespaces)
            let value = pair[1].trimmingCharacters(in: .whitespaces)
            guard !name.isEmpty, name.utf8.allSatisfy(Self.isToken), value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
                return nil
            }
            fields.append((name, value))
        }
        self.fields = fields
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
