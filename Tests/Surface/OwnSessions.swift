import FirebaseAuth
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// Sessions as apps use them beyond FirebaseAuth. Compiled, not run.

/// An app's own storage, as written before sessions were bound to keys: it keeps compiling.
final class OwnStorage: AuthStorage {
    nonisolated(unsafe) private let values = NSMutableDictionary()
    private let lock = NSLock()

    nonisolated func read(_ key: String) throws -> Data? { lock.withLock { values[key] as? Data } }

    nonisolated func update(_ key: String, _ change: (Data?) throws -> Data?) throws {
        try lock.withLock { values[key] = try change(values[key] as? Data) }
    }
}

func usingOwnStorage() {
    let options = FirebaseOptions(googleAppID: "1:1:ios:1", gcmSenderID: "1")
    options.storage = OwnStorage()
    options.bindsSessions = false
}

func usingABackend(_ user: User, _ url: URL) async throws {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request = try await user.authorize(request)
    let token = try await user.provenIDToken(for: url)
    for (name, value) in token.headers { request.setValue(value, forHTTPHeaderField: name) }
    _ = (token.idToken, token.proof)
}

func usingALostKey(_ user: User) async {
    do {
        _ = try await user.getIDToken(forcingRefresh: true)
    } catch {
        switch SessionKeyError(error) {
        case .lost: print("Sign in again on this device.")
        case .refused, .requiredByProject, nil: print(error.localizedDescription)
        }
    }
}
