import Foundation
import VinculaCore

/// Prometheus' text format, version 0.0.4.
enum MetricText {
    /// The media type.
    static let type = "text/plain; version=0.0.4; charset=utf-8"

    /// A name with only the characters that names may have.
    static func name(_ text: String) -> String {
        let characters = text.utf8.map { byte -> UInt8 in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "_"), UInt8(ascii: ":"):
                byte
            default: UInt8(ascii: "_")
            }
        }
        let name = String(decoding: characters, as: UTF8.self)
        return name.first.map { $0.isNumber } ?? true ? "_" + name : name
    }

    /// Labels between braces, in the order that they were given in; empty if there are none.
    static func labels(_ labels: [(String, String)]) -> String {
        if labels.isEmpty { return "" }
        return "{" + labels.map { "\(name($0.0))=\"\(escaped($0.1))\"" }.joined(separator: ",") + "}"
    }

    /// Labels with another one behind them.
    static func labels(_ labels: String, and name: String, _ value: String) -> String {
        labels.isEmpty ? "{\(name)=\"\(value)\"}" : labels.dropLast() + ",\(name)=\"\(value)\"}"
    }

    /// The text of a help line: a backslash and a line feed would end or change it.
    static func help(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
    }

    /// The value of a label.
    static func escaped(_ text: String) -> String { help(text).replacing("\"", with: "\\\"") }

    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        if let whole = Int64(exactly: value) { return "\(whole)" }
        return "\(value)"
    }

    /// The lines of a histogram.
    static func lines(_ name: String, _ labels: String, _ histogram: DurationHistogram) -> [String] {
        var lines: [String] = []
        var total = 0
        for (index, count) in histogram.counts.enumerated() {
            total += count
            let bound = index < histogram.bounds.count ? "\(histogram.bounds[index])" : "+Inf"
            lines.append("\(name)_bucket\(Self.labels(labels, and: "le", bound)) \(total)")
        }
        lines.append("\(name)_sum\(labels) \(histogram.sum)")
        lines.append("\(name)_count\(labels) \(total)")
        return lines
    }
}
