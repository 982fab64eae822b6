/// The kind of program and system that a request comes from, so that people recognise their own devices.
///
/// It is what the `User-Agent` claims, reduced to the words of two fixed lists: nothing that a client writes gets into a mail
/// or into the list of one's sessions.
package struct ClientDevice: Hashable, Sendable, Codable {
    package enum Program: String, Hashable, Sendable, Codable, CaseIterable {
        case edge = "Edge"
        case opera = "Opera"
        case samsungInternet = "Samsung Internet"
        case vivaldi = "Vivaldi"
        case firefox = "Firefox"
        case chrome = "Chrome"
        case safari = "Safari"
        /// An app, by its client SDK or its system's HTTP library.
        case app
    }

    package enum System: String, Hashable, Sendable, Codable, CaseIterable {
        case iPadOS
        case iOS
        case android = "Android"
        case chromeOS = "ChromeOS"
        case windows = "Windows"
        case macOS
        case linux = "Linux"
    }

    package let program: Program?
    package let system: System?

    package init?(program: Program?, system: System?) {
        guard program != nil || system != nil else { return nil }
        self.program = program
        self.system = system
    }

    /// - Parameter userAgent: The header; its first 512 bytes count.
    /// - Returns: `nil` if it names nothing that is known.
    package init?(userAgent: String) {
        let text = String(decoding: userAgent.utf8.prefix(512), as: UTF8.self)
        func first<Name>(_ marks: [(String, Name)]) -> Name? { marks.first { text.contains($0.0) }?.1 }
        self.init(program: first(Self.programs), system: first(Self.systems))
    }

    // The order counts: most browsers also name those that they are compatible with.
    private static let programs: [(String, Program)] = [
        ("FirebaseAuth", .app), ("VinculaAuth/", .app), ("Dalvik/", .app), ("okhttp/", .app), ("CFNetwork/", .app),
        ("Dart/", .app), ("UnityPlayer/", .app), ("Edg/", .edge), ("EdgA/", .edge), ("EdgiOS/", .edge), ("OPR/", .opera),
        ("OPT/", .opera), ("SamsungBrowser/", .samsungInternet), ("Vivaldi/", .vivaldi), ("Firefox/", .firefox),
        ("FxiOS/", .firefox), ("CriOS/", .chrome), ("Chrome/", .chrome), ("Chromium/", .chrome), ("Safari/", .safari),
    ]

    private static let systems: [(String, System)] = [
        ("iPad", .iPadOS), ("iPhone", .iOS), ("iPod", .iOS), ("Android", .android), ("CrOS", .chromeOS), ("Windows", .windows),
        ("Macintosh", .macOS), ("MacOSX", .macOS), ("macOS", .macOS), ("Linux", .linux), ("X11", .linux),
        ("FirebaseAuth.iOS", .iOS), ("(iOS)", .iOS),
    ]
}
