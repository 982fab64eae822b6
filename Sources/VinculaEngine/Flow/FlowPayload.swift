import Foundation
import VinculaCore
import VinculaCrypto

/// The result of a browser flow, as it is stored until the app redeems it.
///
/// It is sealed under a key that can only be derived from the one-time code, and the database only has the code's hash: whoever
/// reads the database, even with the master key, gets nobody's provider tokens.
struct FlowPayload: Codable, Sendable {
    var identity: VerifiedIdentity
    /// The trust under which the provider's word about the email was judged.
    var trust: ProviderTrust

    /// The longest that is stored, in bytes; from a longer one the provider's raw user info is dropped.
    private static let maximumLength = 65_536
    private static let place = "browser-flow-result"

    /// - Returns: `nil` if it is too long.
    func sealed(with code: String) throws -> Data? {
        var payload = self
        var text = try JSONEncoder().encode(payload)
        if text.count > Self.maximumLength {
            payload.identity.details.rawUserInfo = .object([:])
            text = try JSONEncoder().encode(payload)
        }
        guard text.count <= Self.maximumLength else { return nil }
        return try Self.sealer(code).seal(text, place: Self.place)
    }

    /// - Returns: `nil` if it cannot be opened.
    static func open(_ sealed: Data, with code: String) -> FlowPayload? {
        guard let text = try? sealer(code).open(sealed, place: place) else { return nil }
        return try? JSONDecoder().decode(FlowPayload.self, from: text)
    }

    // Not the hash in the database: that would be storing the key next to the lock.
    private static func sealer(_ code: String) -> Sealer {
        Sealer(masterKey: Data(code.utf8).hmacSHA256(key: Data("vincula browser flow result".utf8)))
    }
}
