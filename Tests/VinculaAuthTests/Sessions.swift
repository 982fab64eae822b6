import ChildProcesses
import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

extension Auth {
    /// The user that a restart of the app would find.
    func storedUser() throws -> UserState? { try store.read() }

    /// Requires that memory and storage agree on the signed-in user.
    func expectAgreement(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let inMemory = currentUser?.state.withLock { $0 }
        #expect(try storedUser() == inMemory, sourceLocation: sourceLocation)
    }
}

extension User {
    /// Makes the ID token look as if its time were over.
    func letTokenExpire() { state.withLock { $0.tokens.expiresAt = .distantPast } }

    /// Waits until no refresh is under way: whoever asks for a token before that has a share in what came of it.
    func settle() async {
        let session = session.withLock { $0 }
        let (refresh, isOwn) = session.refresh { id in
            TokenRefresh(id: id, task: Task { throw CancellationError() }) { false }
        }
        if isOwn { session.end(refresh.id) } else { _ = try? await refresh.task.value }
    }

    /// The sign-in methods of the account, in a stable order.
    var ways: [String] { providerData.map(\.providerID).sorted() }
}

/// An account of each kind, and what adds a way to it.
enum Ways {
    static let password = "correct horse"

    static func google(_ subject: String = UUID().uuidString) -> AuthCredential {
        GoogleAuthProvider.credential(withIDToken: MadeUp.idToken(subject), accessToken: "")
    }

    static func facebook(_ subject: String = UUID().uuidString) -> AuthCredential {
        FacebookAuthProvider.credential(withAccessToken: MadeUp.idToken(subject))
    }

    static func email(_ email: String = MadeUp.email()) -> AuthCredential {
        EmailAuthProvider.credential(withEmail: email, password: password)
    }
}

/// Runs tasks on many threads, and knows how many have come as far as they get by themselves.
final class CountingExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "CountingExecutor", attributes: .concurrent)
    private let finished = Guarded(0)
    private let awaited: Int
    private let gate: Gate

    /// - Parameter gate: Opened once so many jobs have run until they waited for something.
    init(opening gate: Gate, afterJobs awaited: Int) {
        self.awaited = awaited
        self.gate = gate
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in
            job.runSynchronously(on: asUnownedTaskExecutor())
            let count = finished.withLock { count in
                count += 1
                return count
            }
            if count == awaited { gate.open() }
        }
    }
}
