import VinculaCore

/// Remembers what stored settings' texts say: every request reads its project's, and hardly any changes them.
///
/// The text itself is the key, so that nothing can be out of date.
final class DecodedSettings: Sendable {
    static let shared = DecodedSettings()

    /// How many texts are remembered; when there are more, all are read anew.
    private static let capacity = 256

    private let known = Locked([String: ProjectSettings]())

    func settings(_ text: String) throws -> ProjectSettings {
        if let settings = known.withLock({ $0[text] }) { return settings }
        let settings: ProjectSettings = try StoredJSON.decode(text, defaults: .production)
        known.withLock { known in
            if known.count >= Self.capacity { known = [:] }
            known[text] = settings
        }
        return settings
    }
}
