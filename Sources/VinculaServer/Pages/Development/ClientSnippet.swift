/// The line that connects a client to a development server.
struct ClientSnippet: Hashable, Sendable {
    /// The name of the client; the element's id, too, without anything but letters.
    let client: String
    let code: String

    var id: String { "code-" + client.lowercased().filter { $0.isASCII && $0.isLetter } }

    /// Returns the lines for a server under the name that somebody calls it by.
    ///
    /// - Parameters:
    ///   - authority: The host and the port, as in a URL; without a port, the scheme's own.
    ///   - isSecure: `true` for https, which Firebase's native clients and Admin SDKs do not speak with an emulator.
    static func all(authority: String, isSecure: Bool) -> [ClientSnippet] {
        let url = "\(isSecure ? "https" : "http")://\(authority)"
        let rest = """
            curl '\(url)/v1/accounts:signUp?key=any' -H 'Content-Type: application/json' \
            -d '{"email":"ada@example.com","password":"correct horse"}'
            """
        let web = ClientSnippet(client: "JavaScript", code: "connectAuthEmulator(auth, \"\(url)\")")
        guard !isSecure else {
            return [
                web, ClientSnippet(client: "Swift", code: "options.serverURL = URL(string: \"\(url)\")"),
                ClientSnippet(client: "REST", code: rest),
            ]
        }
        let (host, port) = parts(of: authority)
        let reachable = HostRule.isLocal(host.lowercased()) ? "10.0.2.2" : host
        return [
            web, ClientSnippet(client: "Swift", code: "Auth.auth().useEmulator(withHost: \"\(host)\", port: \(port))"),
            ClientSnippet(client: "Android", code: "Firebase.auth.useEmulator(\"\(reachable)\", \(port))"),
            ClientSnippet(client: "Flutter", code: "FirebaseAuth.instance.useAuthEmulator(\"\(host)\", \(port))"),
            ClientSnippet(client: "Unity, C++", code: "auth->UseEmulator(\"\(host)\", \(port))"),
            ClientSnippet(client: "Admin SDKs", code: "export FIREBASE_AUTH_EMULATOR_HOST=\(host):\(port)"),
            ClientSnippet(client: "REST", code: rest),
        ]
    }

    /// Splits an authority into the host, in brackets if it is an IPv6 address, and the port.
    private static func parts(of authority: String) -> (host: String, port: String) {
        guard let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") else { return (authority, "80") }
        return (String(authority[..<colon]), String(authority[authority.index(after: colon)...]))
    }
}
