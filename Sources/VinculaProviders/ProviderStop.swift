import Foundation
import Synchronization
import VinculaCore

/// Ends waits for providers when the server stops, so that the waiting requests still get a response.
///
/// A provider may take longer to respond than the server has left; a request that waited until the end of the process would
/// get no response.
package final class ProviderStop: Sendable {
    private struct State {
        /// The end of all waits; `nil` unless the server is stopping.
        var deadline: ContinuousClock.Instant?
        var waiting: [UUID: CheckedContinuation<Void, Never>] = [:]
    }

    static let error = AuthError.providerUnavailable("The server is stopping; the provider did not answer in time.")

    private let state = Mutex(State())

    package init() {}

    /// Begins the stop.
    ///
    /// - Parameter patience: The time that providers still have.
    package func begin(patience: Duration) {
        let waiting = state.withLock { state in
            state.deadline = state.deadline ?? .now + patience
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for waiter in waiting { waiter.resume() }
    }

    /// Runs a closure, for as long as the server runs.
    ///
    /// - Throws: The closure's error, or ``AuthError/providerUnavailable(_:)`` once the time allowed by the stop is over.
    func limit<Value: Sendable>(
        _ body: @escaping @Sendable () async throws(AuthError) -> Value
    ) async throws(AuthError) -> Value {
        let result = await withTaskGroup(of: Result<Value, AuthError>.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                do throws(AuthError) {
                    return .success(try await body())
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                await self.over()
                return .failure(Self.error)
            }
            return await group.next() ?? .failure(Self.error)
        }
        return try result.get()
    }

    /// Waits until the time allowed by the stop is over, or the task is cancelled.
    private func over() async {
        let id = UUID()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mustWait = state.withLock { state in
                    guard state.deadline == nil, !Task.isCancelled else { return false }
                    state.waiting[id] = continuation
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
        }
        guard let deadline = state.withLock({ $0.deadline }) else { return }
        try? await Task.sleep(until: deadline, clock: .continuous)
    }
}
