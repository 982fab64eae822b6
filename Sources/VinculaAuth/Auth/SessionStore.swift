import Foundation

/// Where an `Auth` keeps its session: which storage, under which key, and for whom.
///
/// A session is an app's, by its name and its `googleAppID`: a new API key changes nothing. It is one server's, too: another one must
/// never get its tokens. So each server has a key of its own, and what is found under it all the same of another server's, because an
/// app's own storage passes over keys, is nobody's session here.
struct SessionStore: Sendable {
    private let storage: Result<any AuthStorage, any Error>
    let key: String
    /// The key of releases that had the API key in it; what is there is read, and moved at the next change.
    private let formerKey: String
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
        // Apps of one access group and one project share a user, whatever they are called.
        if let group {
            key = "group:\(group):\(options.project)\(place)"
            formerKey = "group:\(group):\(apiKey)\(place)"
        } else {
            key = "\(auth.appName):\(appID)\(place)"
            formerKey = "\(auth.appName):\(appID):\(apiKey)\(place)"
        }
        storage = DefaultStorage.orChosen(by: options, accessGroup: group)
    }

    /// - Returns: nil only if there surely is no session.
    /// - Throws: `keychainError`.
    func read() throws -> UserState? {
        try AuthFailure.wrapping("read") {
            let storage = try storage.get()
            return try (storage.read(key) ?? storage.read(formerKey)).flatMap(own)?.user
        }
    }

    /// Stores a session in place of whichever there was.
    ///
    /// - Parameter keepingUnreadable: Whether what is there may be a session that this version cannot read; it is set aside.
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

    /// Changes what is stored of a user, unless another process has signed out, or somebody else in.
    ///
    /// - Parameter change: Gets what is stored.
    /// - Returns: Whether the user is stored.
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

    /// Removes a user's session, and nobody else's.
    ///
    /// - Parameter isToGo: Gets what is stored, and says whether it is to be removed.
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

    /// Removes the session of whoever signs out, and all that nobody can read. Somebody else, whom another process has signed in
    /// meanwhile, stays.
    ///
    /// - Parameter uid: Who signs out; nil if that is not known, and then it is whoever is stored.
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

    /// Does something with a user's session while no other process that shares the storage does the same.
    func exclusively<Value: Sendable>(_ uid: String, _ work: @Sendable () async throws -> Value) async throws -> Value {
        guard let storage = try? storage.get() else { return try await work() }
        // By the account: apps that share a session keep it under different keys.
        return try await storage.exclusively("session:\(server ?? "google"):\(uid)", work)
    }

    /// The storage, where the session of an earlier release is under today's key.
    ///
    /// It is written before it is removed: whoever is killed meanwhile is still signed in.
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
        // Another process has moved it first, and signed out since.
        if isWritten, !isFirst { try storage.update(key) { $0 == former ? nil : $0 } }
        return storage
    }

    /// Removes what a process that was killed while it moved a session has left under the earlier key: it must not come back.
    private func forgetFormer(_ uid: String?, in storage: any AuthStorage) throws {
        guard try storage.read(key) == nil, try storage.read(formerKey) != nil else { return }
        try storage.update(formerKey) { old in
            guard let old, let stored = try? StoredUser.decode(old) else { return nil }
            return stored.server == server && (uid == nil || stored.user.uid == uid) ? nil : old
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

extension AuthFailure {
    /// Makes what a storage throws a `keychainError`.
    static func wrapping<Value>(_ call: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            throw storage(call, error)
        }
    }
}

extension FirebaseOptions {
    /// The project that the app belongs to: its number, which is in the app's id (`1:<number>:ios:…`), and its name if that is known.
    fileprivate var project: String {
        let parts = googleAppID.split(separator: ":", omittingEmptySubsequences: false)
        let number = parts.count == 4 ? String(parts[1]) : gcmSenderID
        return "project \(number) \(projectID ?? "")"
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
