import Foundation
package import VinculaCore
import VinculaCrypto
package import VinculaEngine

extension TestServer {
    /// The bearer token of administrators: `owner` under `--dev`, otherwise an access token of the project's owner.
    package func administratorToken() async throws -> String {
        guard let serviceAccount else { return "owner" }
        return try await accessToken(serviceAccount)
    }

    /// Gets an access token as a service account does.
    package func accessToken(_ credentials: ServiceAccountCredentials) async throws -> String {
        let answer = try await exchange(try credentials.assertion(claims(of: credentials)))
        guard let token = answer["access_token"] else { throw NoAccessToken(answer: answer.text) }
        return token
    }

    /// Sends an assertion to the token endpoint.
    package func exchange(_ assertion: String) async throws -> HTTPAnswer {
        let grantType = "urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer"
        return try await HTTP.send(
            "POST", "\(url)/token", headers: ["Content-Type": "application/x-www-form-urlencoded"],
            body: Data("grant_type=\(grantType)&assertion=\(assertion)".utf8))
    }

    /// The claims of a good assertion.
    package func claims(of credentials: ServiceAccountCredentials) -> [String: JSONValue] {
        let now = engine.clock.now.seconds
        return [
            "iss": .string(credentials.serviceAccount.email), "aud": .string("\(url)/token"), "iat": .integer(now),
            "exp": .integer(now + 3600), "scope": "https://www.googleapis.com/auth/cloud-platform",
        ]
    }

    /// The token endpoint gave none.
    package struct NoAccessToken: Error {
        package let answer: String
    }
}

extension ServiceAccountCredentials {
    /// Signs an assertion with RS256.
    ///
    /// - Parameter keyID: Another `kid` than the key's own.
    package func assertion(_ claims: [String: JSONValue], keyID: String? = nil) throws -> String {
        let base64 = privateKey.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
        let key = try RSASigningKey(der: Data(base64Encoded: base64) ?? Data())
        return try JSONWebToken.sign(claims: JSONValue.object(claims).text, keyID: keyID ?? self.keyID, with: key)
    }
}
