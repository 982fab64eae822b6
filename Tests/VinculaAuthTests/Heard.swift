import ChildProcesses
import Dispatch
import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// The calls that listeners received, in order.
final class Heard<Element: Sendable>: Sendable {
    private let elements = Guarded<[Element]>([])

    func append(_ element: Element) { elements.withLock { $0.append(element) } }

    /// All of it, once the main queue has done what it was given before.
    var all: [Element] {
        get async {
            await MainQueue.passTurn()
            return elements.withLock { $0 }
        }
    }
}

/// Handles of listeners, for closures that may run anywhere.
final class Handles: Sendable {
    private struct Kept: @unchecked Sendable {
        var handles: [any NSObjectProtocol] = []
    }
    private let kept = Locked(Kept())

    func keep(_ handle: any NSObjectProtocol) { kept.withLock { $0.handles.append(handle) } }

    func remove(from auth: Auth) {
        let handles = kept.withLock { kept in
            defer { kept.handles = [] }
            return kept.handles
        }
        for handle in handles { auth.removeStateDidChangeListener(handle) }
    }
}

enum MainQueue {
    private static let key = DispatchSpecificKey<Bool>()

    /// Indicates whether the caller runs on it. The thread tells nothing: on Linux, any may serve the main queue.
    static var isCurrent: Bool {
        DispatchQueue.main.setSpecific(key: key, value: true)
        return DispatchQueue.getSpecific(key: key) == true
    }

    /// Waits until the main queue has done what it was given before, and what came of that.
    static func passTurn() async {
        for _ in 0..<3 {
            await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
        }
    }

    /// Runs a body on the main queue. No thread is blocked until then, unlike by `sync`: while the queue stands still, a few of
    /// those would leave no thread for the tests.
    static func run(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.main.async { continuation.resume(with: Result(catching: body)) }
        }
    }

    /// Runs a body while the main queue stands still.
    ///
    /// - Parameter limit: After which the queue goes on all the same, so that a body which needs it ends the test and not the run.
    static func hold(
        limit: DispatchTimeInterval = .seconds(120), _ comment: Comment? = nil, during body: () async throws -> Void
    ) async throws {
        let isHeld = Gate()
        let isOver = DispatchSemaphore(value: 0)
        let isReleased = Gate()
        let wasLate = Guarded(false)
        DispatchQueue.main.async {
            isHeld.open()
            if isOver.wait(timeout: .now() + limit) == .timedOut { wasLate.withLock { $0 = true } }
            isReleased.open()
        }
        await isHeld.pass()
        let result: Result<Void, any Error>
        do {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        isOver.signal()
        await isReleased.pass()
        try #require(!wasLate.withLock { $0 }, comment ?? "What ran meanwhile did not end before the main queue went on.")
        try result.get()
    }
}

extension User {
    /// The token as it is, whether or not it is still good.
    var presentToken: String { state.withLock { $0.tokens.idToken } }

    /// Renews the token until it is another one: the server gives the same one twice within a second.
    func renewToken() async throws {
        let before = presentToken
        repeat { _ = try await getIDToken(forcingRefresh: true) } while presentToken == before
    }
}
