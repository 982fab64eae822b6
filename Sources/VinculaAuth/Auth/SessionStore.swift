import Foundation

/// Where an `Auth` keeps its session: which storage, under which key, and for whom.
///
/// A session is one server's: another one must never get its tokens. So each server has a key of its own, and what is found under it
/// all the same of another server's, because an app's own storage passes over keys, is nobody's session here.
struct SessionStore: Sendable {
    private let storage: Result<any AuthStorage, any Error>
    private let key: String
    private let appID: String
    private let apiKey: String
    private let server: String?

    /// - Parameter group: The group of apps that share their user; nil for none.
    init(auth: Auth, accessGroup group: String?) {
        let options = auth.options
        appID = options.googleAppID
        apiKey = options.apiKey ?? ""
        server = auth.address.origin
        let place = server.map { ":\($0)" } ?? ""
        // Apps of one access group share a user, whatever they are called.
        key = if let group { "group:\(group):\(apiKey)\(place)" } else { "\(auth.appName):\(appID):\(apiKey)\(place)" }
        storage = DefaultStorage.orChosen(by: options, accessGroup: group)
    }

    /// - Returns: nil only if there surely is no session.
    /// - Throws: `keychainError`.
    func read() throws -> UserState? {
        try AuthFailure.wrapping("read") { try storage.get().read(key).flatMap(own)?.user }
    }

    /// Stores a session in place of whichever there was.
    ///
    /// - Parameter keepingUnreadable: Whether what is there may be a session that this version cannot read; it is set aside.
    /// - Throws: `keychainError`.
    func replace(by user: UserState, keepingUnreadable: Bool) throws {
        let data = try AuthFailure.wrapping("encode") { try encode(user) }
        try AuthFailure.wrapping("write") {
            let storage = try storage.get()
            if keepingUnreadable, let old = try storage.read(key), (try? StoredUser.decode(old)) == nil {
                try storage.update(asideKey) { _ in old }
            }
            try storage.update(key) { _ in data }
        }
    }

    /// Changes what is stored of a user, unless another process has signed out, or somebody else in.
    ///
    /// - Parameter change: Gets what is stored.
    /// - Returns: Whether the user is stored.
    /// - Throws: `keychainError`.
    func update(_ uid: String, _ change: (UserState) -> UserState) throws -> Bool {
        var isThere = false
        try AuthFailure.wrapping("write") {
            try storage.get().update(key) { old in
                guard let old, let stored = try? own(old), stored.user.uid == uid else { return old }
                isThere = true
                return try encode(change(stored.user))
            }
        }
        return isThere
    }

    /// Removes a user's session, and nobody else's.
    ///
    /// - Parameter isToGo: Gets what is stored, and says whether it is to be removed.
    func remove(_ uid: String, _ isToGo: (UserState) -> Bool) throws {
        try AuthFailure.wrapping("remove") {
            try storage.get().update(key) { old in
                guard let old else { return nil }
                guard let stored = try? own(old), stored.user.uid == uid, isToGo(stored.user) else { return old }
                return nil
            }
        }
    }

    /// Removes the session of whoever signs out, and all that nobody can read. Somebody else, whom another process has signed in
    /// meanwhile, stays.
    ///
    /// - Parameter uid: Who signs out; nil if that is not known, and then it is whoever is stored.
    /// - Throws: `keychainError`.
    func signOut(_ uid: String?) throws {
        try AuthFailure.wrapping("remove") {
            let storage = try storage.get()
            try storage.update(key) { old in
                guard let old, let stored = try? StoredUser.decode(old) else { return nil }
                return stored.server == server && (uid == nil || stored.user.uid == uid) ? nil : old
            }
            if try storage.read(asideKey) != nil { try storage.update(asideKey) { _ in nil } }
        }
    }

    /// Where a session is set aside that this version cannot read, when somebody signs in over it.
    private var asideKey: String { "\(key):unreadable" }

    /// - Returns: nil for a session of another server.
    private func own(_ data: Data) throws -> StoredUser? {
        let stored = try StoredUser.decode(data)
        return stored.server == server ? stored : nil
    }

    private func encode(_ user: UserState) throws -> Data {
        try StoredUser.encode(user, appID: appID, apiKey: apiKey, server: server)
    }
}

/// Where an app remembers which group's user it uses, over restarts: beside its sessions, and the same for all servers.
struct AccessGroupStore {
    private struct Choice: Codable {
        var accessGroup: String?
    }

    private let storage: Result<any AuthStorage, any Error>
    private let key: String

    init(auth: Auth) {
        let options = auth.options
        key = "\(auth.appName):\(options.googleAppID):\(options.apiKey ?? ""):accessGroup"
        storage = DefaultStorage.orChosen(by: options, accessGroup: nil)
    }

    /// - Returns: nil for no group; also for what cannot be understood, because that is no session that could be lost.
    /// - Throws: `keychainError`.
    func read() throws -> String? {
        try AuthFailure.wrapping("read") {
            try storage.get().read(key).flatMap { (try? JSONDecoder().decode(Choice.self, from: $0))?.accessGroup }
        }
    }

    /// - Throws: `keychainError`.
    func write(_ group: String?) throws {
        if try read() == group { return }
        try AuthFailure.wrapping("write") {
            try storage.get().update(key) { _ in
                try group.map { try JSONEncoder().encode(Choice(accessGroup: $0)) }
            }
        }
    }
}

extension AuthFailure {
    /// Makes what a storage throws a `keychainError`.
    fileprivate static func wrapping<Value>(_ call: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            throw storage(call, error)
        }
    }
}

/// The storage of an app that names none.
enum DefaultStorage {
    /// The storage that an app has chosen, or else the default one.
    static func orChosen(by options: FirebaseOptions, accessGroup: String?) -> Result<any AuthStorage, any Error> {
        let chosen = options.storage
        return Result { try chosen ?? make(accessGroup: accessGroup) }
    }

    /// - Parameter accessGroup: The Keychain group that apps share; elsewhere every app of a person shares the folder.
    /// - Throws: ``StorageError`` where there is no place for it.
    private static func make(accessGroup: String?) throws -> any AuthStorage {
        #if canImport(Security)
            KeychainStorage(service: "vincula_auth", accessGroup: accessGroup)
        #else
            try FileStorage(directory: FileStorage.defaultDirectory())
        #endif
    }
}
