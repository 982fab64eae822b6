/// A time, in milliseconds since 1970 by the wall clock.
package struct Timestamp: Hashable, Comparable, Sendable, Codable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    package let milliseconds: Int64

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    package init(seconds: Int64) { self.milliseconds = seconds.multipliedReportingOverflow(by: 1000).partialValue }

    /// Whole seconds since 1970, rounded down, as in JWTs.
    package var seconds: Int64 { milliseconds >= 0 ? milliseconds / 1000 : -((999 - milliseconds) / 1000) }

    package static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    /// The time a number of seconds later; negative for earlier.
    package func adding(seconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds + seconds * 1000) }

    /// The seconds from another time to this one, with fractions.
    package func seconds(since other: Timestamp) -> Double { Double(milliseconds - other.milliseconds) / 1000 }

    package init(from decoder: any Decoder) throws { milliseconds = try decoder.singleValueContainer().decode(Int64.self) }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }
}
