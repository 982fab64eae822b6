/// The families of browsers and systems, by the words that a `User-Agent` header has for them.
///
/// Only names from these tables are ever stored or shown, never a part of the header itself.
package enum DeviceFamily {
    /// The length of a header's beginning that is read, in bytes.
    static let readBytes = 512

    /// Browsers call themselves by several names; the first that matches here is the most specific one.
    private static let browsers: [(word: String, name: String)] = [
        ("EdgA/", "Edge"), ("EdgiOS/", "Edge"), ("Edg/", "Edge"), ("OPR/", "Opera"), ("OPiOS/", "Opera"), ("OPT/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"), ("Vivaldi/", "Vivaldi"), ("YaBrowser/", "Yandex Browser"),
        ("DuckDuckGo/", "DuckDuckGo"), ("FxiOS/", "Firefox"), ("Firefox/", "Firefox"), ("CriOS/", "Chrome"),
        ("HeadlessChrome/", "Chrome"), ("Chromium/", "Chromium"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
        ("curl/", "curl"),
    ]

    private static let systems: [(word: String, name: String)] = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
        ("Macintosh", "macOS"), ("macOS", "macOS"), ("Linux", "Linux"),
    ]

    /// Returns the names of the browser and the system, such as `Safari, iPhone`; `nil` if neither is known.
    ///
    /// - Parameter userAgent: A `User-Agent` header, as it was received.
    package static func name(userAgent: String) -> String? {
        let start = userAgent.utf8.prefix(readBytes)
        guard start.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
        let text = String(decoding: start, as: UTF8.self)
        let names = [browsers, systems].compactMap { table in table.first { text.contains($0.word) }?.name }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}
