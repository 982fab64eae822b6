extension StringProtocol {
    /// True if no run of combining marks is longer than ``StreamSafeText/longestRun``.
    ///
    /// Swift compares and hashes texts in a normal form, for which it sorts each run of marks: a run of a thousand costs a
    /// million steps. So every text from outside is checked with this before it is compared with anything.
    package var isStreamSafe: Bool {
        if let isSafe = utf8.withContiguousStorageIfAvailable({ StreamSafeText.holds($0) }) { return isSafe }
        return StreamSafeText.holds(unicodeScalars)
    }
}

/// The Stream-Safe Text Format of Unicode (UAX #15 §13).
package enum StreamSafeText {
    /// The greatest number of combining marks in a row; no language needs that many.
    package static let longestRun = 30
    /// The fault of a text that is not stream-safe, as a sentence.
    package static let complaint = "A text has more than \(longestRun) combining marks in a row"

    /// - Parameter bytes: Well-formed UTF-8.
    static func holds(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        // The first mark is U+0300, whose first byte is CC: bytes below that need no further check.
        guard let first = bytes.firstIndex(where: { $0 >= 0xCC }) else { return true }
        var run = 0
        var at = first
        while at < bytes.count {
            let lead = bytes[at]
            let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
            defer { at += length }
            guard lead >= 0xCC, at + length <= bytes.count else {
                run = 0
                continue
            }
            var value = UInt32(lead) & (0x7F >> UInt32(length))
            for next in 1..<length { value = value << 6 | UInt32(bytes[at + next] & 0x3F) }
            run = Unicode.Scalar(value).map(isMark) == true ? run + 1 : 0
            if run > longestRun { return false }
        }
        return true
    }

    static func holds(_ scalars: some Sequence<Unicode.Scalar>) -> Bool {
        var run = 0
        for scalar in scalars {
            run = isMark(scalar) ? run + 1 : 0
            if run > longestRun { return false }
        }
        return true
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
    }
}
