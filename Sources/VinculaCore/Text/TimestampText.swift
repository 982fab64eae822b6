import Foundation

extension Timestamp {
    /// The time in UTC, for readers of a language.
    package func text(_ language: Language) -> String {
        var style = Date.FormatStyle(date: .long, time: .shortened, locale: Locale(identifier: language.locale))
        style.timeZone = .gmt
        return Date(timeIntervalSince1970: Double(milliseconds) / 1000).formatted(style) + " UTC"
    }

    /// The time for a table, in UTC: with the month in short.
    package func shortText(_ language: Language) -> String {
        var style = Date.FormatStyle(date: .abbreviated, time: .shortened, locale: Locale(identifier: language.locale))
        style.timeZone = .gmt
        return Date(timeIntervalSince1970: Double(milliseconds) / 1000).formatted(style) + " UTC"
    }
}

extension Timestamp {
    /// Reads a time in RFC 3339, with or without fractions of a second.
    ///
    /// - Returns: `nil` for anything else, for times that do not exist, such as 30 February, and for times before 1970.
    package init?(rfc3339 text: String) {
        guard text.utf8.count <= 40 else { return nil }
        // Foundation makes 2 March of 30 February. Whoever wrote that meant another time, so it is written back and compared.
        let local = "\(text.prefix(19))Z"
        guard (try? Date.ISO8601FormatStyle().parse(local))?.formatted(.iso8601) == local, Self.isZone(text.dropFirst(19)) else {
            return nil
        }
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        guard let date = (try? style.parse(text)) ?? (try? Date.ISO8601FormatStyle().parse(text)),
            (0..<253_402_300_800).contains(date.timeIntervalSince1970)
        else { return nil }
        self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
    }

    /// True for the end of a time: fractions of a second or none, and `Z` or an offset. Foundation ignores what follows.
    private static func isZone(_ end: Substring) -> Bool {
        let zero = UInt8(ascii: "0")
        var shape = end.utf8.map { (zero...UInt8(ascii: "9")).contains($0) ? zero : $0 }[...]
        if shape.first == UInt8(ascii: ".") {
            let digits = shape.dropFirst().prefix { $0 == zero }
            guard !digits.isEmpty else { return false }
            shape = shape[digits.endIndex...]
        }
        return ["Z", "+00:00", "-00:00"].contains(String(decoding: shape, as: UTF8.self))
    }
}

extension Language {
    /// The locale for dates.
    fileprivate var locale: String { self == .english ? "en_GB" : rawValue }
}
