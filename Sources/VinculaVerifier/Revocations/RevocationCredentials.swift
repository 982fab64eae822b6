import Crypto
import CryptoExtras
public import Foundation
import Synchronization
import VinculaProof

/// The right to read a project's revocation feed.
///
/// A service account with the role `viewer` is enough: `vincula service-accounts create feed --role viewer --out feed.json`.
public struct RevocationCredentials: Sendable {
    /// Returns an access token.
    ///
    /// - Parameters:
    ///   - isRefused: `true` if the server has refused the last one.
    ///   - request: Sends a request to the server's token endpoint.
    let token:
        @Sendable (_ isRefused: Bool, _ server: URL, _ transport: any VerifierTransport, _ now: Int64) async throws -> String

    /// A service account, by its key file.
    ///
    /// - Parameter keyFile: The contents of the file that `vincula service-accounts create` has written.
    /// - Returns: The credentials.
    /// - Throws: ``ConfigurationError/invalidKeyFile``.
    public static func serviceAccount(keyFile: Data) throws(ConfigurationError) -> RevocationCredentials {
        let account = try ServiceAccountTokens(keyFile)
        return RevocationCredentials { isRefused, server, transport, now in
            try await account.token(isRefused: isRefused, server: server, transport: transport, now: now)
        }
    }

    /// A bearer token that the backend gets by itself: `owner` on a development server or on the admin port.
    ///
    /// - Parameter token: Returns the token; called for each request.
    /// - Returns: The credentials.
    public static func bearer(_ token: @escaping @Sendable () async throws -> String) -> RevocationCredentials {
        RevocationCredentials { _, _, _, _ in try await token() }
    }
}

/// Access tokens of a service account (RFC 7523), each used for most of its hour.
private final class ServiceAccountTokens: Sendable {
    private struct Refused: Error {}

    private static let longestKeyFile = 16_384
    private static let longestAnswer = 16_384
    private static let grantType = "urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer"

    private let email: String
    private let keyID: String
    private let audience: String
    private let key: _RSA.Signing.PrivateKey
    private let current = Mutex<(token: String, until: Int64)?>(nil)

    init(_ keyFile: Data) throws(ConfigurationError) {
        guard keyFile.count <= Self.longestKeyFile, let file = JSONReader.read(Array(keyFile)),
            let email = file["client_email"]?.string, let keyID = file["private_key_id"]?.string,
            let audience = file["token_uri"]?.string, let pem = file["private_key"]?.string,
            let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pem)
        else { throw .invalidKeyFile }
        self.email = email
        self.keyID = keyID
        self.audience = audience
        self.key = key
    }

    func token(isRefused: Bool, server: URL, transport: any VerifierTransport, now: Int64) async throws -> String {
        if !isRefused, let known = current.withLock({ $0 }), now < known.until { return known.token }
        // To the server that the feed is read from, whatever address the file has.
        let answer = try await transport.send(
            VerifierRequest(
                url: server.appending(path: "token"), method: "POST",
                headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: Array("grant_type=\(Self.grantType)&assertion=\(try assertion(now))".utf8),
                longestAnswer: Self.longestAnswer, timeout: .seconds(10)))
        guard answer.status == 200, let grant = JSONReader.read(answer.body), let token = grant["access_token"]?.string else {
            throw Refused()
        }
        let lifetime = min(max(grant["expires_in"]?.integer ?? 0, 0), 3600)
        current.withLock { $0 = (token, now + lifetime * 9 / 10) }
        return token
    }

    private func assertion(_ now: Int64) throws -> String {
        let header = #"{"alg":"RS256","typ":"JWT","kid":"\#(keyID)"}"#
        let claims = [
            "iss": email, "sub": email, "aud": audience, "scope": "https://www.googleapis.com/auth/identitytoolkit",
            "jti": UUID().uuidString,
        ]
        let members = claims.map { "\(quoted($0.key)):\(quoted($0.value))" } + [#""iat":\#(now)"#, #""exp":\#(now + 600)"#]
        let message = Base64URL.encode(header.utf8) + "." + Base64URL.encode("{\(members.joined(separator: ","))}".utf8)
        let signature = try key.signature(for: SHA256.hash(data: Array(message.utf8)), padding: .insecurePKCS1v1_5)
        return message + "." + Base64URL.encode(signature.rawRepresentation)
    }

    private func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case _ where scalar.value < 0x20: " "
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}
