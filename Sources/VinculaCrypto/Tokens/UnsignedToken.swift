import Foundation
package import VinculaCore

/// A token that nobody signed, as the Firebase emulator accepts it: a JSON object of claims, or a JWT of algorithm `none`.
///
/// Anyone who can write JSON can impersonate anyone with it, so only `--dev` reads them.
package struct UnsignedToken: Sendable {
    package let claims: JSONValue
    /// `false` for a JSON object.
    package let isJWT: Bool

    /// Reads a token.
    ///
    /// - Returns: `nil` for anything else, a signed token included.
    package init?(_ text: String) {
        guard text.utf8.count <= JSONWebToken.maximumLength else { return nil }
        isJWT = !text.utf8.contains(UInt8(ascii: "{"))
        let data: Data
        if isJWT {
            let segments = text.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
            guard segments.count == 3, segments[2].isEmpty,
                let header = Data(base64URL: segments[0]).flatMap(JSONValue.parse), header["alg"]?.string == "none",
                let payload = Data(base64URL: segments[1])
            else { return nil }
            data = payload
        } else {
            data = Data(text.utf8)
        }
        guard let claims = JSONValue.parse(data), case .object = claims else { return nil }
        self.claims = claims
    }

    /// Writes claims as a JWT of algorithm `none`.
    ///
    /// - Parameter claims: The claims, as JSON text.
    package static func text(claims: String) -> String {
        Data(#"{"alg":"none","typ":"JWT"}"#.utf8).base64URL + "." + Data(claims.utf8).base64URL + "."
    }
}
