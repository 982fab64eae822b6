import Foundation
package import VinculaCore
import VinculaCrypto
package import VinculaEngine

extension ServiceAccountCredentials {
    /// Makes a custom token, as an Admin SDK does.
    ///
    /// - Parameters:
    ///   - uid: The person who signs in.
    ///   - now: The time at which it is issued; it lives for an hour.
    ///   - claims: Claims beside those that every token has, or `nil` to leave one out.
    ///   - header: The same for the header.
    package func customToken(
        _ uid: String, now: Timestamp, _ claims: [String: JSONValue?] = [:], header: [String: JSONValue?] = [:]
    ) throws -> String {
        let base64 = privateKey.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
        let key = try RSASigningKey(der: Data(base64Encoded: base64) ?? Data())
        var token = TestToken(issuer: "", now: now.seconds)
        token.header = JSONValue.object(["alg": "RS256", "kid": .string(keyID), "typ": "JWT"]).with(header)
        token.claims = JSONValue.object([
            "iss": .string(serviceAccount.email), "sub": .string(serviceAccount.email), "uid": .string(uid),
            "aud": .string(CustomTokenRules.audience), "iat": .integer(now.seconds), "exp": .integer(now.seconds + 3600),
        ]).with(claims)
        token.sign = { try key.sign($0) }
        return try token.text
    }
}

extension TestServer {
    /// Signs in with a custom token.
    package func signIn(customToken: String, more: [String: JSONValue] = [:]) async throws -> HTTPAnswer {
        try await call("accounts:signInWithCustomToken", ["token": .string(customToken)].merging(more) { $1 })
    }

    /// Exchanges an ID token for a session cookie.
    package func cookie(
        _ idToken: String, validDuration: JSONValue? = nil, bearer: String? = nil, project: String? = nil
    ) async throws -> HTTPAnswer {
        var body: [String: JSONValue] = ["idToken": .string(idToken)]
        body["validDuration"] = validDuration
        let path = "\(url)/identitytoolkit.googleapis.com/v1/projects/\(project ?? self.project):createSessionCookie"
        let token = if let bearer { bearer } else { try await administratorToken() }
        return try await HTTP.post(path, .object(body), headers: ["Authorization": "Bearer \(token)"])
    }
}
