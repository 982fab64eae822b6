package import Foundation

/// A one-time code that hands a signed-in person over to a web app, where it opens another session of the same strength.
package struct HandoverCode: Hashable, Sendable {
    /// The time within which it can be redeemed, in seconds.
    package static let lifetimeSeconds: Int64 = 120
    /// The number of open codes of one session; a new one ends the oldest.
    package static let mostOfASession = 5

    /// SHA-256 of the code.
    package let id: Data
    /// The session of the person who is handed over.
    package let session: Data
    /// The app's challenge: SHA-256 of its verifier, in base64url (RFC 7636).
    package let challenge: String
    /// The host that the person was sent to.
    package let host: String
    package let expiresAt: Timestamp

    package init(id: Data, session: Data, challenge: String, host: String, expiresAt: Timestamp) {
        self.id = id
        self.session = session
        self.challenge = challenge
        self.host = host
        self.expiresAt = expiresAt
    }
}

/// The rules of proof keys (PKCE, RFC 7636), of which only the method S256 is accepted.
package enum ProofKey {
    /// Indicates whether a text can be a challenge: 43 characters of base64url.
    package static func isChallenge(_ text: String) -> Bool { text.utf8.count == 43 && text.utf8.allSatisfy(isBase64URL) }

    /// Indicates whether a text can be a verifier: 43 to 128 unreserved characters.
    package static func isVerifier(_ text: String) -> Bool {
        (43...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { isBase64URL($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "~") }
    }

    private static func isBase64URL(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
