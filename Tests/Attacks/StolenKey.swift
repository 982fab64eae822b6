import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// A signing key of the server's own, for tokens that are genuine in all but one thing.
struct StolenKey: Sendable {
    let id: String
    let key: RSASigningKey

    func sign(_ claims: JSONValue) throws -> String { try JSONWebToken.sign(claims: claims.text, keyID: id, with: key) }
}

extension TestServer {
    /// The keys as the store has them, opened, oldest first.
    func stolenKeys(_ purpose: SigningPurpose = .idToken) async throws -> [StolenKey] {
        try await engine.store.read { try $0.signingKeys() }
            .filter { $0.purpose == purpose }
            .sorted { $0.createdAt < $1.createdAt }
            .map { key in
                let der = try engine.sealer.open(key.sealedPrivateKey, place: "signing-key/\(key.id)")
                return StolenKey(id: key.id, key: try RSASigningKey(der: der))
            }
    }

    func stolenKey(_ purpose: SigningPurpose = .idToken) async throws -> StolenKey {
        try #require(try await stolenKeys(purpose).last)
    }
}

/// A token of three segments, whatever they are.
func compactToken(header: JSONValue, claims: JSONValue, sign: (Data) throws -> Data) rethrows -> String {
    let message = Data(header.text.utf8).base64URL + "." + Data(claims.text.utf8).base64URL
    return message + "." + (try sign(Data(message.utf8))).base64URL
}
