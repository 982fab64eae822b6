import VinculaCore
import VinculaCrypto

/// Remembers what stored settings' texts say: every request reads its project's, and hardly any changes them.
///
/// The text's digest is the key, so that nothing can be out of date, and what a text says cannot make it expensive to find.
final class DecodedSettings: Sendable {
    static let shared = DecodedSettings()

    /// How many texts are remembered; when there are more, all are read anew.
    private static let capacity = 256

    private let known = Locked([TextDigest: ProjectSettings]())

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
}
