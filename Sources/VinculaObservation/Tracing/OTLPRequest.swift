package import Foundation
import Tracing
package import VinculaCore

/// The body of a request that exports spans: OTLP's `ExportTraceServiceRequest`, in its JSON encoding.
///
/// There ids are in hexadecimal, numbers of 64 bits are texts, and enums are numbers.
package enum OTLPRequest {
    /// - Parameters:
    ///   - spans: The spans.
    ///   - resource: The facts about this server.
    package static func body(_ spans: [FinishedSpan], resource: [(name: String, value: JSONValue)]) -> Data {
        let scope: JSONValue = .object([
            "scope": .object(["name": "vincula"]), "spans": .array(spans.map(json)),
        ])
        let all: JSONValue = .object([
            "resourceSpans": .array([
                .object(["resource": .object(["attributes": attributes(resource)]), "scopeSpans": .array([scope])])
            ])
        ])
        return Data(all.text.utf8)
    }

    private static func json(_ span: FinishedSpan) -> JSONValue {
        var fields: [String: JSONValue] = [
            "traceId": .string(span.trace.traceID), "spanId": .string(span.trace.spanID), "name": .string(span.name),
            "kind": .integer(kind(span.kind)), "startTimeUnixNano": .string("\(span.start)"),
            "endTimeUnixNano": .string("\(span.end)"), "attributes": attributes(span.attributes),
            "status": .object(span.hasFailed ? ["code": .integer(2)] : [:]),
        ]
        fields["parentSpanId"] = span.parent.map { .string(TraceParent.hex($0)) }
        return .object(fields)
    }

    private static func kind(_ kind: SpanKind) -> Int64 {
        switch kind {
        case .internal: 1
        case .server: 2
        case .client: 3
        case .producer: 4
        case .consumer: 5
        }
    }

    private static func attributes(_ facts: [(name: String, value: JSONValue)]) -> JSONValue {
        .array(facts.map { .object(["key": .string($0.name), "value": .object(value($0.value))]) })
    }

    private static func value(_ value: JSONValue) -> [String: JSONValue] {
        switch value {
        case .bool: ["boolValue": value]
        case .integer(let number): ["intValue": .string("\(number)")]
        case .number: ["doubleValue": value]
        case .string: ["stringValue": value]
        case .null, .array, .object: ["stringValue": .string(value.text)]
        }
    }
}
