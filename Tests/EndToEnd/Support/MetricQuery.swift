import Foundation

/// A query of Prometheus, in the part of its language that our dashboard and alerts use: anything else is an error.
struct MetricQuery {
    struct Unreadable: Error, CustomStringConvertible { let description: String }

    /// A metric that the query reads, and what it does with it.
    struct Use: Hashable {
        let name: String
        let labels: Set<String>
        /// The function around the selector, such as `rate`; empty if there is none.
        let function: String
    }

    private(set) var uses: [Use] = []
    /// The labels that it groups or keeps by.
    private(set) var groupings: Set<String> = []
    private var rest: Substring

    private static let ofRanges: Set<String> = ["rate", "increase", "deriv"]
    private static let aggregations: Set<String> = ["sum", "min", "max", "count", "avg"]
    private static let operators = [">=", "<=", "==", "!=", "+", "-", "*", "/", ">", "<", "and", "or", "unless"]

    init(_ text: String) throws {
        rest = text[...]
        try expression()
        skip()
        guard rest.isEmpty else { throw Unreadable(description: "\(text): unexpected \(rest)") }
    }

    private mutating func skip() { rest = rest.drop { $0 == " " || $0 == "\n" } }

    private mutating func take(_ text: String) -> Bool {
        skip()
        guard rest.hasPrefix(text) else { return false }
        if text.last?.isLetter == true, let next = rest.dropFirst(text.count).first, next.isLetter || next == "_" { return false }
        rest = rest.dropFirst(text.count)
        return true
    }

    private mutating func require(_ text: String) throws {
        guard take(text) else { throw Unreadable(description: "expected \(text) at \(rest)") }
    }

    private mutating func word() -> String {
        skip()
        let word = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == ":") }
        rest = rest.dropFirst(word.count)
        return String(word)
    }

    private mutating func expression() throws {
        try term()
        while Self.operators.contains(where: { take($0) }) { try term() }
    }

    private mutating func term() throws {
        if take("(") {
            try expression()
            return try require(")")
        }
        let name = word()
        if Double(name) != nil {
            if rest.hasPrefix(".") {
                rest = rest.dropFirst()
                guard Int(word()) != nil else { throw Unreadable(description: "a number at \(rest)") }
            }
        } else if name == "time" {
            try require("(")
            try require(")")
        } else if name == "histogram_quantile" {
            try require("(")
            try term()
            try require(",")
            let before = groupings
            groupings = []
            try expression()
            guard groupings.contains("le"), uses.last?.name.hasSuffix("_bucket") == true else {
                throw Unreadable(description: "a quantile needs buckets by le")
            }
            groupings.formUnion(before)
            try require(")")
        } else if Self.aggregations.contains(name) {
            if take("by") { try grouping() }
            try require("(")
            try expression()
            try require(")")
        } else if Self.ofRanges.contains(name) {
            try require("(")
            try selector(word(), in: name)
            try require(")")
        } else {
            try selector(name, in: "")
        }
    }

    private mutating func grouping() throws {
        try require("(")
        repeat {
            let label = word()
            guard !label.isEmpty else { throw Unreadable(description: "a label at \(rest)") }
            groupings.insert(label)
        } while take(",")
        try require(")")
    }

    private mutating func selector(_ name: String, in function: String) throws {
        guard name.first?.isLetter == true else { throw Unreadable(description: "a metric at \(rest)") }
        var labels: Set<String> = []
        if take("{"), !take("}") {
            repeat {
                labels.insert(word())
                guard ["=~", "!~", "!=", "="].contains(where: { take($0) }) else {
                    throw Unreadable(description: "a matcher at \(rest)")
                }
                try require("\"")
                guard let end = rest.firstIndex(of: "\"") else { throw Unreadable(description: "a text without end") }
                rest = rest[rest.index(after: end)...]
            } while take(",")
            try require("}")
        }
        if !function.isEmpty {
            try require("[")
            let range = rest.prefix { $0 != "]" }
            guard range == "$__rate_interval" || range.wholeMatch(of: /[0-9]+[smhd]/) != nil else {
                throw Unreadable(description: "the range \(range)")
            }
            rest = rest.dropFirst(range.count)
            try require("]")
        }
        uses.append(Use(name: name, labels: labels, function: function))
    }
}
