import Synchronization
import VinculaCore
import VinculaCrypto

/// A cache of decoded settings: every request reads its project's settings, and they rarely change.
///
/// The key is the digest of the stored text, so an entry is never out of date, and the text's contents cannot make lookups
/// expensive.
final class DecodedSettings: Sendable {
    static let shared = DecodedSettings()

    /// The maximum number of entries; when it is exceeded, the cache is emptied.
    private static let capacity = 256

    private let known = Mutex([TextDigest: ProjectSettings]())
    private let ofTenants = Mutex([TextDigest: TenantSettings]())

    func settings(_ text: String) throws -> ProjectSettings {
        let digest = TextDigest(text)
        if let settings = known.withLock({ $0[digest] }) { return settings }
        let settings: ProjectSettings = try StoredJSON.decode(text, defaults: .production)
        known.withLock { known in
            if known.count >= Self.capacity { known = [:] }
            known[digest] = settings
        }
        return settings
    }

    func tenantSettings(_ text: String) throws -> TenantSettings {
        let digest = TextDigest(text)
        if let settings = ofTenants.withLock({ $0[digest] }) { return settings }
        let settings = try StoredJSON.decode(text, defaults: TenantSettings.defaults(for: try StoredJSON.decode(text)))
        ofTenants.withLock { known in
            if known.count >= Self.capacity { known = [:] }
            known[digest] = settings
        }
        return settings
    }
}
