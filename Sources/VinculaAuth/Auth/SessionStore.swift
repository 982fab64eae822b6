import Foundation

/// The place where an `Auth` stores its session: the storage, the key, and the server it is for.
///
/// A session belongs to an app, identified by its name and its `googleAppID`, so a new API key changes nothing. It also
/// belongs to one server: another one must never get its tokens. So each server has its own key, and a session found under it
/// that belongs to another server, because an app's own storage ignores keys, is ignored.
struct SessionStore: Sendable {
    private let storage: Result<any AuthStorage, any Error>
    let key: String
    /// The key used by older releases, which contained the API key; a session found there is read, and moved with the next
    /// change.
    private let formerKey: String
    private let appID: String
    private let apiKey: String
    private let server: String?
    /// The keys that the sessions are bound to; nil for Google's servers, which bind none.
    var keys: KeyStore? { server.map { KeyStore(storage, server: $0) } }

    /// - Parameter group: The access group of apps that share their user; nil for none.
    init(auth: Auth, accessGroup group: String?) {
        let options = auth.options
        appID = options.googleAppID
        apiKey = options.apiKey ?? ""
        server = auth.address.origin
        let place = server.map { ":\($0)" } ?? ""
        // Apps of one access group and one project share a user, regardless of their names.
        if let group {
            key = "group:\(group):\(options.project)\(place)"
            formerKey = "group:\(group):\(apiKey)\(place)"
        } else {
            key = "\(auth.appName):\(appID)\(place)"
            formerKey = "\(auth.appName):\(appID):\(apiKey)\(place)"
        }
        storage = DefaultStorage.orChosen(by: options, accessGroup: group)
    }

    /// - Returns: nil only if there is certainly no session.
    /// - Throws: `keychainError`.
    func read() throws -> UserState? {
        try AuthFailure.wrapping("read") {
            let storage = try storage.get()
            return try (storage.read(key) ?? storage.read(formerKey)).flatMap(own)?.user
        }
    }

    /// Stores a session, replacing any other.
    ///
    /// - Parameter keepingUnreadable: If true, existing data may be a session that this version cannot read, and is set aside.
    /// - Throws: `keychainError`.
    func replace(by user: UserState, keepingUnreadable: Bool) throws {
        let data = try AuthFailure.wrapping("encode") { try encode(user) }
        try AuthFailure.wrapping("write") {
            let storage = try moved()
            if keepingUnreadable, let old = try storage.read(key), (try? StoredUser.decode(old)) == nil {
                try storage.update(asideKey) { _ in old }
            }
            try storage.update(key) { _ in data }
        }
    }

    /// Changes the stored state of a user, unless another process has signed out or signed in someone else.
    ///
    /// - Parameter change: Receives the stored state.
    /// - Returns: True if the user is stored.
    /// - Throws: `keychainError`.
    func update(_ uid: String, _ change: (UserState) -> UserState) throws -> Bool {
        var isThere = false
        try AuthFailure.wrapping("write") {
            try moved().update(key) { old in
                guard let old, let stored = try? own(old), stored.user.uid == uid else { return old }
                isThere = true
                return try encode(change(stored.user))
            }
        }
        return isThere
    }

    /// Removes a user's session, but no one else's.
    ///
    /// - Parameter isToGo: Receives the stored state, and returns whether to remove it.
    func remove(_ uid: String, _ isToGo: (UserState) -> Bool) throws {
        try AuthFailure.wrapping("remove") {
            let storage = try moved()
            try storage.update(key) { old in
                guard let old else { return nil }
                guard let stored = try? own(old), stored.user.uid == uid, isToGo(stored.user) else { return old }
                return nil
            }
            try forgetFormer(uid, in: storage)
        }
    }

    /// Removes the session of the user who signs out, and any unreadable data. A different user, whom another process has
    /// signed in meanwhile, is kept.
    ///
    /// - Parameter uid: The user who signs out; nil if unknown, in which case any stored user is removed.
    /// - Throws: `keychainError`.
    func signOut(_ uid: String?) throws {
        try AuthFailure.wrapping("remove") {
            let storage = try moved()
            try storage.update(key) { old in
                guard let old, let stored = try? StoredUser.decode(old) else { return nil }
                return stored.server == server && (uid == nil || stored.user.uid == uid) ? nil : old
            }
            try forgetFormer(uid, in: storage)
            if try storage.read(asideKey) != nil { try storage.update(asideKey) { _ in nil } }
        }
    }

    /// Runs work on a user's session while no other process that shares the storage does so.
    func exclusively<Value: Sendable>(_ uid: String, _ work: @Sendable () async throws -> Value) async throws -> Value {
        guard let storage = try? storage.get() else { return try await work() }
        // Keyed by account: apps that share a session store it under different keys.
        return try await storage.exclusively("session:\(server ?? "google"):\(uid)", work)
    }

    /// Returns the storage after moving an earlier release's session to the current key.
    ///
    /// The new key is written before the old one is removed: a process killed in between is still signed in.
    private func moved() throws -> any AuthStorage {
        let storage = try storage.get()
        guard try storage.read(key) == nil, let former = try storage.read(formerKey) else { return storage }
        var isWritten = false
        try storage.update(key) { stored in
            isWritten = stored == nil
            return stored ?? former
        }
        var isFirst = false
        try storage.update(formerKey) { stored in
            isFirst = stored != nil
            return nil
        }
        // Another process moved it first, and has signed out since.
        if isWritten, !isFirst { try storage.update(key) { $0 == former ? nil : $0 } }
        return storage
    }

    /// Removes what a process killed during the move left under the earlier key, so that it cannot come back.
    private func forgetFormer(_ uid: String?, in storage: any AuthStorage) throws {
        guard try storage.read(key) == nil, try storage.read(formerKey) != nil else { return }
        try storage.update(formerKey) { old in
            guard let old, let stored = try? StoredUser.decode(old) else { return nil }
            return stored.server == server && (uid == nil || stored.user.uid == uid) ? nil : old
        }
    }

    /// The key under which a session that this version cannot read is set aside when someone signs in over it.
    private var asideKey: String { "\(key):unreadable" }

    /// - Returns: nil if the session belongs to another server.
    private func own(_ data: Data) throws -> StoredUser? {
        let stored = try StoredUser.decode(data)
        return stored.server == server ? stored : nil
    }

    private func encode(_ user: UserState) throws -> Data {
        try StoredUser.encode(user, appID: appID, apiKey: apiKey, server: server)
    }
}

extension AuthFailure {
    /// Converts an error thrown by a storage to a `keychainError`.
    static func wrapping<Value>(_ call: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            throw storage(call, error)
        }
    }
}

extension FirebaseOptions {
    /// The app's project: its number, from the app's ID (`1:<number>:ios:…`), and its name if known.
    fileprivate var project: String {
        let parts = googleAppID.split(separator: ":", omittingEmptySubsequences: false)
        let number = parts.count == 4 ? String(parts[1]) : gcmSenderID
        return "project \(number) \(projectID ?? "")"
    }
}

/// The storage of an app that sets none.
enum DefaultStorage {
    /// Returns the app's own storage, or else the default one.
    static func orChosen(by options: FirebaseOptions, accessGroup: String?) -> Result<any AuthStorage, any Error> {
        let chosen = options.storage
        return Result { try chosen ?? make(accessGroup: accessGroup) }
    }

    /// - Parameter accessGroup: The Keychain group shared by apps; on other platforms all of a person's apps share the
    ///   directory.
    /// - Throws: ``StorageError`` if no location is available.
    private static func make(accessGroup: String?) throws -> any AuthStorage {
        #if canImport(Security)
            KeychainStorage(service: "vincula_auth", accessGroup: accessGroup)
        #else
            try FileStorage(directory: FileStorage.defaultDirectory())
        #endif
    }
}
