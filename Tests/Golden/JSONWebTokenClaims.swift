import Foundation
import VinculaCore
import VinculaCrypto

/// Reads a token's claims without looking at anything else.
enum JSONWebTokenClaims {
    static func decode(_ segment: Substring) -> JSONValue? { Data(base64URL: segment).flatMap(JSONValue.parse) }
}
