/// A span's place in a trace, as W3C's `traceparent` states it.
package struct TraceParent: Hashable, Sendable, CustomStringConvertible {
    /// The trace's id: 128 bits, not all of them zero.
    package let high: UInt64
    package let low: UInt64
    /// The span's id, not zero.
    package let span: UInt64
    /// Indicates whether the span is recorded.
    package let isSampled: Bool

    package init(high: UInt64, low: UInt64, span: UInt64, isSampled: Bool) {
        self.high = high
        self.low = low
        self.span = span
        self.isSampled = isSampled
    }

    /// Reads `VERSION-TRACE-SPAN-FLAGS`.
    ///
    /// A later version may have more fields after the flags; what is known of it is read all the same, as the standard asks.
    package init?(_ text: String) {
        let bytes = Array(text.utf8.prefix(512))
        guard bytes.count >= 55, bytes[2] == Self.dash, bytes[35] == Self.dash, bytes[52] == Self.dash,
            let version = Self.number(bytes[0..<2]), version != 255,
            version == 0 ? bytes.count == 55 : bytes.count == 55 || bytes[55] == Self.dash,
            let high = Self.number(bytes[3..<19]), let low = Self.number(bytes[19..<35]), high != 0 || low != 0,
            let span = Self.number(bytes[36..<52]), span != 0, let flags = Self.number(bytes[53..<55])
        else { return nil }
        self.init(high: high, low: low, span: span, isSampled: flags & 1 == 1)
    }

    /// The trace's id in hexadecimal.
    package var traceID: String { Self.hex(high) + Self.hex(low) }
    /// The span's id in hexadecimal.
    package var spanID: String { Self.hex(span) }

    package var description: String { "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")" }

    /// Decides by its id whether a new trace is recorded, so that every server would decide the same.
    ///
    /// - Parameters:
    ///   - low: The lower half of the id.
    ///   - ratio: The share of traces that are recorded, from 0 to 1.
    package static func isSampled(low: UInt64, ratio: Double) -> Bool {
        ratio >= 1 || Double(low >> 1) < ratio * 0x1p63
    }

    /// A number in hexadecimal, with zeros in front.
    package static func hex(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    private static let dash = UInt8(ascii: "-")

    private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return number
    }
}
