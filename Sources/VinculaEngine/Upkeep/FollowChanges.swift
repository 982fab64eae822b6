import VinculaCore

extension AuthEngine {
    /// Learns of what other servers and commands change, until the task is cancelled.
    ///
    /// - Parameter failed: Called if signing keys that were changed cannot be read.
    package func followChanges(failed: @escaping @Sendable (any Error) -> Void = { _ in }) async {
        let keys = signingKeys
        await store.followChanges { topics in
            guard topics.contains(.signingKeys) else { return }
            do {
                try await keys.reload()
            } catch {
                failed(error)
                throw error
            }
        }
    }
}
