import Crypto
import Foundation

/// A response of the loopback listener. It contains nothing from the request.
enum LoopbackPage: Equatable, Sendable {
    /// The redirect belonged to this flow.
    case done
    /// The path was right, but the redirect belonged to another sign-in.
    case notOurs
    case notFound
    case wrongMethod
    /// The browser belongs to another user.
    case wrongUser
    /// A redirect to the sign-in page.
    case signIn(URL)
    /// The request names another host: DNS rebinding.
    case wrongHost
    case malformed
    case tooLarge

    /// The complete HTTP/1.1 response.
    var bytes: [UInt8] {
        let body = Array(html.utf8)
        var head = [
            "HTTP/1.1 \(status)",
            "Content-Type: text/html; charset=utf-8",
            "Content-Length: \(body.count)",
            "Connection: close",
            "Cache-Control: no-store",
            "Referrer-Policy: no-referrer",
            "X-Content-Type-Options: nosniff",
            "Content-Security-Policy: default-src 'none'; script-src 'sha256-\(Self.hash(Self.script))'; "
                + "require-trusted-types-for 'script'; trusted-types 'none'; "
                + "style-src 'sha256-\(Self.hash(Self.style))'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ]
        if self == .wrongMethod { head.append("Allow: GET") }
        if case .signIn(let url) = self { head.append("Location: \(url.absoluteString)") }
        return Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }

    private var status: String {
        switch self {
        case .done: "200 OK"
        case .signIn: "303 See Other"
        case .wrongUser: "403 Forbidden"
        case .notOurs, .malformed: "400 Bad Request"
        case .notFound: "404 Not Found"
        case .wrongMethod: "405 Method Not Allowed"
        case .wrongHost: "421 Misdirected Request"
        case .tooLarge: "431 Request Header Fields Too Large"
        }
    }

    private var text: String {
        switch self {
        case .done: "You can close this window and return to the app."
        case .notOurs: "This page does not belong to the sign-in that is open in the app. Please return to the app and try again."
        case .wrongUser: "This page belongs to another user's sign-in on this computer."
        case .signIn, .notFound, .wrongMethod, .wrongHost, .malformed, .tooLarge: "There is nothing here."
        }
    }

    private var html: String {
        """
        <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sign-in</title>\
        <meta name="viewport" content="width=device-width"><style>\(Self.style)</style></head>\
        <body><p>\(text)</p><script>\(Self.script)</script></body></html>
        """
    }

    private static let style =
        "body{font:1.2em system-ui,sans-serif;margin:20vh auto;max-width:30em;padding:0 1em;text-align:center}"
    /// Removes the provider's response from the address bar and from the history.
    private static let script = "history.replaceState(null,'','/')"

    private static func hash(_ text: String) -> String {
        Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString()
    }
}
