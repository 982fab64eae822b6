import Crypto
import Foundation

/// A proof that a request's sender has a key (RFC 9449): a signed statement about this one request.
struct Proof {
    private struct Claims: Encodable {
        let jti: String
        let htm: String
        let htu: String
        let iat: Int64
        let nonce: String?
        let ath: String?
    }

    /// The name of the header field.
    static let field = "DPoP"
    /// The name of the field in which a server hands out nonces.
    static let nonceField = "DPoP-Nonce"

    let method: String
    let url: URL
    /// The time by the server's clock, in seconds since 1970.
    let time: Int64
    var nonce: String?
    /// The ID token that the request carries.
    var idToken: String?

    /// Returns the signed statement. Each one has an id of its own, because a server accepts it once.
    func signed(by key: InstallationKey) throws -> String {
        let claims = Claims(
            jti: UUID().uuidString, htm: method, htu: target, iat: time, nonce: nonce,
            ath: idToken.map { Base64URL.encode(SHA256.hash(data: Data($0.utf8))) })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let header = Base64URL.encode(Data(#"{"alg":"ES256","jwk":\#(key.jwk),"typ":"dpop+jwt"}"#.utf8))
        let message = "\(header).\(Base64URL.encode(try encoder.encode(claims)))"
        return "\(message).\(Base64URL.encode(try key.sign(Data(message.utf8))))"
    }

    /// The address without its query and fragment.
    private var target: String {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return url.absoluteString }
        parts.query = nil
        parts.fragment = nil
        if parts.percentEncodedPath.isEmpty { parts.percentEncodedPath = "/" }
        return parts.string ?? url.absoluteString
    }
}
