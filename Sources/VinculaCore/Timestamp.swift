/// A time, in milliseconds since 1970 by the wall clock.
public struct Timestamp: Hashable, Comparable, Sendable, Codable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public let milliseconds: Int64

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    public init(seconds: Int64) { self.milliseconds = seconds.multipliedReportingOverflow(by: 1000).partialValue }

    /// Whole seconds since 1970, rounded down, as in JWTs.
    public var seconds: Int64 { milliseconds >= 0 ? milliseconds / 1000 : -((999 - milliseconds) / 1000) }

    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    /// The time a number of seconds later; negative for earlier.
    public func adding(seconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds + seconds * 1000) }

    /// The seconds from another time to this one, with fractions.
    public func seconds(since other: Timestamp) -> Double { Double(milliseconds - other.milliseconds) / 1000 }

    public init(from decoder: any Decoder) throws { milliseconds = try decoder.singleValueContainer().decode(Int64.self) }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }
}
