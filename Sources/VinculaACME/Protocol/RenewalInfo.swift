package import VinculaCore

/// The time at which an ACME server wants a certificate to be renewed (RFC 9773).
package struct RenewalInfo: Hashable, Sendable, Codable {
    /// The bounds of the time until the next question, in seconds, whatever the server says.
    static let pauses: ClosedRange<Int64> = 60...86_400
    /// The time until the next question if the server does not say, in seconds.
    static let standardPause: Int64 = 6 * 3600
    private static let longestReason = 500

    package let start: Timestamp
    package let end: Timestamp
    /// The address of a page with the reason, printable.
    package let reason: String?

    package init(start: Timestamp, end: Timestamp, reason: String? = nil) {
        self.start = start
        self.end = end
        self.reason = reason
    }

    /// - Throws: ``ACMEFailure/badAnswer(_:)``.
    package init(_ json: JSONValue) throws(ACMEFailure) {
        let window = json["suggestedWindow"]
        guard let start = window?["start"]?.string.flatMap(Self.time), let end = window?["end"]?.string.flatMap(Self.time),
            start <= end
        else { throw .badAnswer("it suggests no time for the renewal") }
        self.start = start
        self.end = end
        reason = (json["explanationURL"]?.string).flatMap { text in
            text.utf8.count <= Self.longestReason && text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) ? text : nil
        }
    }

    /// Reads a time in RFC 3339, with any fraction of a second and any offset.
    private static func time(_ text: String) -> Timestamp? {
        guard text.utf8.count <= 40,
            let parts = text.wholeMatch(of: /([-0-9]{10}T[:0-9]{8})(\.[0-9]+)?(?:Z|([+-])([0-9]{2}):([0-9]{2}))/),
            let time = Timestamp(rfc3339: parts.1 + "Z")
        else { return nil }
        guard let sign = parts.3, let hours = parts.4.flatMap({ Int64($0) }), let minutes = parts.5.flatMap({ Int64($0) }) else {
            return time
        }
        return time.adding(seconds: (sign == "-" ? 60 : -60) * (hours * 60 + minutes))
    }

    /// The time in the window at which one certificate is renewed.
    ///
    /// - Parameter jitter: From 0 to 1; the same each time for one certificate.
    package func renewal(jitter: Double) -> Timestamp {
        let length = Double(end.milliseconds - start.milliseconds)
        return Timestamp(milliseconds: start.milliseconds + Int64(length * min(max(jitter, 0), 1)))
    }

    /// The time until the next question, in seconds.
    ///
    /// - Parameter wish: The server's `Retry-After`, in seconds.
    package static func pause(_ wish: Int64?) -> Int64 {
        min(max(wish ?? standardPause, pauses.lowerBound), pauses.upperBound)
    }
}

/// What is stored of an ACME server's wish for a certificate's renewal.
package struct RenewalWish: Hashable, Sendable, Codable {
    /// `nil` if the server has not said any.
    package internal(set) var info: RenewalInfo?
    /// The time of the next question.
    package internal(set) var nextQuestion: Timestamp
}
