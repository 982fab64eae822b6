import Foundation
import Synchronization
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// RSA keys for servers whose test is not about making one, which would be most of what the test costs.
///
/// Servers of different tests may have the same keys. Within one test, no key is given out twice, unless it needs more than
/// ``limit``: what one server or account has signed must mean nothing to another.
final class ReadySigningKeys: Sendable {
    static let shared = ReadySigningKeys()
    private static let limit = 48

    private struct State {
        var keys: [Data] = []
        /// The number of keys that each test has had.
        var given: [Test.ID: Int] = [:]
    }

    private let state = Mutex(State())

    /// The key that the running test has not had yet, or else the one that it had longest ago.
    func next() throws -> Data {
        guard let test = Test.current?.id else { return try RSASigningKey.generate() }
        return try state.withLock { state in
            let index = state.given[test, default: 0] % Self.limit
            state.given[test, default: 0] += 1
            while state.keys.count <= index { state.keys.append(try RSASigningKey.generate()) }
            return state.keys[index]
        }
    }

    /// Gives a new server the key that it would make at its first start. There is no audit record of it.
    func seed(_ store: any Store, sealer: Sealer, now: Timestamp) async throws {
        guard try await store.read({ try $0.signingKeys() }).isEmpty else { return }
        let der = try next()
        let id = SecureRandom.bytes(20).hex
        let key = StoredSigningKey(
            id: id, purpose: .idToken, sealedPrivateKey: try sealer.seal(der, place: "signing-key/\(id)"),
            certificate: try SelfSignedCertificate.make(
                privateKeyDER: der, notBefore: Date(timeIntervalSince1970: Double(now.seconds) - 3600),
                validFor: 400 * 24 * 3600),
            createdAt: now, activeFrom: now)
        try await store.write { try $0.insert(key) }
    }
}
