import Foundation

/// Remembers across restarts which access group's user an app uses. It is stored beside the sessions, once for all servers.
struct AccessGroupStore {
    private struct Choice: Codable {
        var accessGroup: String?
    }

    private let storage: Result<any AuthStorage, any Error>
    private let key: String
    /// The key used by older releases, which contained the API key.
    private let formerKey: String

    init(auth: Auth) {
        let options = auth.options
        key = "\(auth.appName):\(options.googleAppID):accessGroup"
        formerKey = "\(auth.appName):\(options.googleAppID):\(options.apiKey ?? ""):accessGroup"
        storage = DefaultStorage.orChosen(by: options, accessGroup: nil)
    }

    /// - Returns: The group; nil for none, and also for unreadable data, because no session could be lost with it.
    /// - Throws: `keychainError`.
    func read() throws -> String? {
        try AuthFailure.wrapping("read") {
            let storage = try storage.get()
            let stored = try storage.read(key) ?? storage.read(formerKey)
            return stored.flatMap { (try? JSONDecoder().decode(Choice.self, from: $0))?.accessGroup }
        }
    }

    /// - Throws: `keychainError`.
    func write(_ group: String?) throws {
        if try read() == group { return }
        try AuthFailure.wrapping("write") {
            let storage = try storage.get()
            try storage.update(key) { _ in
                try group.map { try JSONEncoder().encode(Choice(accessGroup: $0)) }
            }
            if try storage.read(formerKey) != nil { try storage.update(formerKey) { _ in nil } }
        }
    }
}
