import VinculaEngine

/// The cookie that binds a sign-in at a provider's page to the browser that began it.
///
/// Over https its name has the prefix `__Host-`, so that no other host, not even one of the same site, can set it. A provider
/// that answers by a form of its own site needs a second one, which browsers also send with that form.
enum FlowCookie {
    private static let longest = 64

    /// Returns the browser's secret, as it sends it; the engine decides what it is worth.
    ///
    /// - Parameter cookies: The values of `Cookie`.
    static func secret(in cookies: [String], isSecure: Bool) -> String? {
        let sent = cookies.flatMap { $0.utf8.split(separator: UInt8(ascii: ";")) }
            .map { String(decoding: $0, as: UTF8.self).drop { $0 == " " } }
        for name in [name(false, isSecure), name(true, isSecure)] {
            let found = sent.filter { $0.hasPrefix(name + "=") }.map { $0.dropFirst(name.utf8.count + 1) }
            // Two of one name: somebody else planted one of them (plain http only).
            if found.count == 1, let secret = found.first, (1...longest).contains(secret.utf8.count) { return String(secret) }
        }
        return nil
    }

    /// Returns the values of `Set-Cookie` for a flow that has begun.
    static func values(for beginning: FlowBeginning, isSecure: Bool) -> [String] {
        (beginning.answersByForm ? [false, true] : [false]).map { isForForms in
            // Browsers take SameSite=None with Secure only, which they also accept from this machine without https.
            let scope = isForForms ? "SameSite=None; Secure" : "SameSite=Lax" + (isSecure ? "; Secure" : "")
            return "\(name(isForForms, isSecure))=\(beginning.browserSecret); Path=/; Max-Age=\(beginning.expiresInSeconds); "
                + "HttpOnly; \(scope)"
        }
    }

    private static func name(_ isForForms: Bool, _ isSecure: Bool) -> String {
        (isSecure ? "__Host-" : "") + (isForForms ? "vincula-flow-form" : "vincula-flow")
    }
}
