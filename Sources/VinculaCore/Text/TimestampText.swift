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
    /// - Returns: `nil` for anything else, and for times before 1970.
    package init?(rfc3339 text: String) {
        guard text.utf8.count <= 40 else { return nil }
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        guard let date = (try? style.parse(text)) ?? (try? Date.ISO8601FormatStyle().parse(text)),
            (0..<253_402_300_800).contains(date.timeIntervalSince1970)
        else { return nil }
        self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
    }
}

extension Language {
    /// The locale for dates.
    fileprivate var locale: String { self == .english ? "en_GB" : rawValue }
}
