import VinculaEngine

/// The console's cookies: the session, a sign-in that waits for a code, and what the next page says.
///
/// Over https their names have the prefix `__Host-`, so that no other host can set them. On this machine without https they are
/// bound to the console's path.
struct ConsoleCookie: Sendable {
    enum Kind: String, Sendable {
        case session = "vincula-console"
        case pending = "vincula-console-code"
        case notice = "vincula-console-notice"
    }

    /// The longest value that is read, in bytes.
    private static let longest = 512

    let isSecure: Bool

    private func name(_ kind: Kind) -> String { (isSecure ? "__Host-" : "") + kind.rawValue }

    /// Returns a cookie's value; `nil` if it is missing, too long, or there twice: somebody else planted one of them.
    ///
    /// - Parameter cookies: The values of `Cookie`.
    func value(_ kind: Kind, in cookies: [String]) -> String? {
        let start = name(kind) + "="
        let found = cookies.flatMap { $0.utf8.split(separator: UInt8(ascii: ";")) }
            .map { String(decoding: $0, as: UTF8.self).drop { $0 == " " } }
            .filter { $0.hasPrefix(start) }.map { $0.dropFirst(start.utf8.count) }
        guard found.count == 1, let value = found.first, (1...Self.longest).contains(value.utf8.count) else { return nil }
        return String(value)
    }

    /// Returns the value of `Set-Cookie`.
    ///
    /// - Parameters:
    ///   - kind: The cookie.
    ///   - value: Its value; `nil` deletes it.
    ///   - seconds: Its lifetime; `nil` until the browser is closed.
    func set(_ kind: Kind, to value: String?, seconds: Int? = nil) -> String {
        let age = value == nil ? "; Max-Age=0" : seconds.map { "; Max-Age=\($0)" } ?? ""
        let scope = isSecure ? "Path=/; Secure" : "Path=\(ConsoleSite.root)"
        return "\(name(kind))=\(value ?? ""); \(scope); HttpOnly; SameSite=Strict\(age)"
    }
}
