import Foundation

extension Timestamp {
    /// The time in UTC, for readers of a language.
    package func text(_ language: Language) -> String {
        var style = Date.FormatStyle(date: .long, time: .shortened, locale: Locale(identifier: language.locale))
        style.timeZone = .gmt
        return Date(timeIntervalSince1970: Double(milliseconds) / 1000).formatted(style) + " UTC"
    }
}

extension Language {
    /// The locale for dates.
    fileprivate var locale: String { self == .english ? "en_GB" : rawValue }
}
