public import Foundation

/// The server whose tokens a backend accepts, and the project that they must be for.
public struct TokenIssuer: Hashable, Sendable {
    /// The algorithms by which tokens are signed.
    public enum Algorithm: String, Hashable, Sendable, CaseIterable {
        /// RSA with SHA-256.
        case rs256 = "RS256"
        /// ECDSA on P-256 with SHA-256.
        case es256 = "ES256"
    }

    /// The id of the project: the audience of its tokens.
    public let project: String
    /// The exact issuer of ID tokens.
    public var idTokenIssuer: String
    /// The exact issuer of session cookies. It must differ from that of ID tokens, so that neither passes for the other.
    public var sessionCookieIssuer: String
    /// The address of the keys that sign ID tokens: a JSON Web Key Set, or X.509 certificates by key id.
    public var idTokenKeys: URL
    /// The address of the keys that sign session cookies, in either form.
    public var sessionCookieKeys: URL
    /// The accepted algorithms. A token's own header never decides.
    public var algorithms: Set<Algorithm>
    /// The only tenant whose users are accepted; `nil` to accept those of every tenant, and those of none.
    public var tenant: String?

    /// Creates an issuer from its parts.
    ///
    /// - Parameters:
    ///   - project: The id of the project.
    ///   - idTokenIssuer: The exact issuer of ID tokens.
    ///   - sessionCookieIssuer: The exact issuer of session cookies.
    ///   - idTokenKeys: The address of the keys that sign ID tokens.
    ///   - sessionCookieKeys: The address of the keys that sign session cookies.
    ///   - algorithms: The accepted algorithms.
    public init(
        project: String, idTokenIssuer: String, sessionCookieIssuer: String, idTokenKeys: URL, sessionCookieKeys: URL,
        algorithms: Set<Algorithm> = [.rs256, .es256]
    ) {
        self.project = project
        self.idTokenIssuer = idTokenIssuer
        self.sessionCookieIssuer = sessionCookieIssuer
        self.idTokenKeys = idTokenKeys
        self.sessionCookieKeys = sessionCookieKeys
        self.algorithms = algorithms
    }

    /// A Vincula server.
    ///
    /// - Parameters:
    ///   - server: Its public address, such as `https://auth.example.com`.
    ///   - project: The id of the project.
    ///   - issuerPrefix: The server's setting of that name: the issuer of ID tokens without the project's id.
    ///   - cookieIssuerPrefix: The same for session cookies.
    /// - Returns: The issuer.
    public static func vincula(
        at server: URL, project: String, issuerPrefix: String = "https://securetoken.google.com/",
        cookieIssuerPrefix: String = "https://session.firebase.google.com/"
    ) -> TokenIssuer {
        TokenIssuer(
            project: project, idTokenIssuer: issuerPrefix + project, sessionCookieIssuer: cookieIssuerPrefix + project,
            idTokenKeys: server.appending(path: ".well-known/jwks.json"),
            sessionCookieKeys: server.appending(path: "v1/sessionCookiePublicKeys"))
    }

    /// Firebase Authentication.
    ///
    /// - Parameters:
    ///   - project: The id of the Firebase project.
    ///   - keys: Another host of the keys than Google's, for tests.
    /// - Returns: The issuer.
    public static func firebase(project: String, keys: URL? = nil) -> TokenIssuer {
        let keys = keys ?? URL(string: "https://www.googleapis.com") ?? URL(filePath: "/")
        return TokenIssuer(
            project: project, idTokenIssuer: "https://securetoken.google.com/" + project,
            sessionCookieIssuer: "https://session.firebase.google.com/" + project,
            idTokenKeys: keys.appending(path: "service_accounts/v1/jwk/securetoken@system.gserviceaccount.com"),
            sessionCookieKeys: keys.appending(path: "identitytoolkit/v3/relyingparty/publicKeys"), algorithms: [.rs256])
    }

    /// - Throws: ``ConfigurationError``.
    func check() throws(ConfigurationError) {
        guard !project.isEmpty else { throw .noProject }
        guard idTokenIssuer != sessionCookieIssuer else { throw .sameIssuer }
        guard !algorithms.isEmpty else { throw .noAlgorithm }
        for address in [idTokenKeys, sessionCookieKeys] { try SecureAddress.check(address) }
    }
}
