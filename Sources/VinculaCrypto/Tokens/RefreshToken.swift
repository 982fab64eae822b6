import Crypto
package import Foundation

/// A refresh token in clear: its session and its secret.
package struct RefreshToken: Hashable, Sendable {
    static let sessionIDLength = 16
    static let secretLength = 32

    package let sessionID: Data
    let secret: Data
    /// The server's proof that it made the token.
    let tag: Data

    /// The stored form of the token.
    package var hash: Data { (sessionID + secret).sha256 }
}

/// Makes and reads refresh tokens.
///
/// The first token of a session is random. Each child is derived from its parent under a key of the server, so that a retry
/// gets the same child although only hashes are stored; without the key nothing can be derived from a copy of the database.
package struct RefreshTokens: Sendable {
    /// The key's length, in bytes.
    package static let keyLength = 32
    private static let prefix = "rt_"
    private static let tagLength = 8

    private let key: SymmetricKey

    package init(key: Data) { self.key = SymmetricKey(data: key) }

    /// The first token of a new session.
    package func first() -> RefreshToken {
        tagged(
            sessionID: SecureRandom.bytes(RefreshToken.sessionIDLength), secret: SecureRandom.bytes(RefreshToken.secretLength))
    }

    /// The first token of the session that something from another server is exchanged for.
    ///
    /// It is the same each time, so that an exchange can be repeated although only hashes are stored.
    ///
    /// - Parameter digest: A digest of what is exchanged.
    package func first(for digest: Data) -> RefreshToken {
        let id = mac("exchanged session", digest, Data()).prefix(RefreshToken.sessionIDLength)
        return tagged(sessionID: Data(id), secret: mac("exchanged secret", digest, Data()))
    }

    /// The token that follows another.
    ///
    /// - Parameters:
    ///   - parent: The token that is exchanged.
    ///   - branch: The number of the child; each number gives another child.
    package func child(of parent: RefreshToken, branch: Int64) -> RefreshToken {
        tagged(sessionID: parent.sessionID, secret: mac("child \(branch)", parent.sessionID, parent.secret))
    }

    /// The descendant of a token along branches, generation by generation; without branches the token itself.
    package func descendant(of ancestor: RefreshToken, along branches: [Int64]) -> RefreshToken {
        branches.reduce(ancestor) { child(of: $0, branch: $1) }
    }

    /// The token in the form that clients get.
    package func text(_ token: RefreshToken) -> String {
        Self.prefix + (token.sessionID + token.secret + token.tag).base64URL
    }

    /// Reads a client's token, without asking the store.
    ///
    /// - Returns: `nil` for anything that this server never made.
    package func parse(_ text: String) -> RefreshToken? {
        let length = RefreshToken.sessionIDLength + RefreshToken.secretLength + Self.tagLength
        guard text.utf8.count < 200, text.hasPrefix(Self.prefix), let data = Data(base64URL: text.dropFirst(Self.prefix.count)),
            data.count == length
        else { return nil }
        let token = tagged(
            sessionID: data.prefix(RefreshToken.sessionIDLength),
            secret: Data(data.dropFirst(RefreshToken.sessionIDLength).prefix(RefreshToken.secretLength)))
        return FixedTime.areEqual(token.tag, data.suffix(Self.tagLength)) ? token : nil
    }

    private func tagged(sessionID: Data, secret: Data) -> RefreshToken {
        let tag = Data(mac("tag", sessionID, secret).prefix(Self.tagLength))
        return RefreshToken(sessionID: sessionID, secret: secret, tag: tag)
    }

    private func mac(_ purpose: String, _ sessionID: Data, _ secret: Data) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: Data(purpose.utf8) + Data([0]) + sessionID + secret, using: key))
    }
}
