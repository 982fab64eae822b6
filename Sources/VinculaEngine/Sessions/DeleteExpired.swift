import VinculaCore

extension AuthEngine {
    /// Deletes what nobody can use any more. The server calls it from time to time.
    public func deleteExpired() async throws {
        let now = clock.now
        try await write { try $0.deleteExpired(now: now) }
    }
}
