import Foundation

/// Where an `Auth` keeps its session: which storage, under which key, and for whom.
struct SessionStore: Sendable {
    private let storage: Result<any AuthStorage, any Error>
    private let key: String
    private let appID: String
    private let apiKey: String

    init(auth: Auth) { self.init(auth: auth, accessGroup: auth.userAccessGroup) }

    /// - Parameter group: The group of apps that share their user; nil for none.
    init(auth: Auth, accessGroup group: String?) {
        let options = auth.options
        appID = options.googleAppID
        apiKey = options.apiKey ?? ""
        // Apps of one access group share a user, whatever they are called.
        key = if let group { "group:\(group):\(apiKey)" } else { "\(auth.appName):\(appID):\(apiKey)" }
        let chosen = options.storage
        storage = Result { try chosen ?? DefaultStorage.make(accessGroup: group) }
    }

    /// - Returns: nil only if there surely is no session.
    /// - Throws: `keychainError`.
    func read() throws -> StoredUser? {
        try wrapping("read") { try storage.get().read(key).map(StoredUser.decode) }
    }

    /// Stores a session in place of whichever there was, or removes it.
    ///
    /// - Parameter keepingUnreadable: Whether what is there may be a session that this version cannot read; it is set aside.
    /// - Throws: `keychainError`.
    func replace(by user: UserState?, keepingUnreadable: Bool) throws {
        let data = try wrapping("encode") { try user.map { try StoredUser.encode($0, appID: appID, apiKey: apiKey) } }
        try wrapping("write") {
            let storage = try storage.get()
            if keepingUnreadable, let old = try storage.read(key), (try? StoredUser.decode(old)) == nil {
                try storage.update("\(key):unreadable") { _ in old }
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
        try wrapping("write") {
            try storage.get().update(key) { old in
                guard let old, let stored = try? StoredUser.decode(old), stored.user.uid == uid else { return old }
                isThere = true
                return try StoredUser.encode(change(stored.user), appID: appID, apiKey: apiKey)
            }
        }
        return isThere
    }

    /// Removes a user's session, and nobody else's.
    ///
    /// - Parameter isToGo: Gets what is stored, and says whether it is to be removed.
    func remove(_ uid: String, _ isToGo: (UserState) -> Bool) throws {
        try wrapping("remove") {
            try storage.get().update(key) { old in
                guard let old else { return nil }
                guard let stored = try? StoredUser.decode(old), stored.user.uid == uid, isToGo(stored.user) else { return old }
                return nil
            }
        }
    }

    private func wrapping<Value>(_ call: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            throw AuthFailure.storage(call, error)
        }
    }
}

/// The storage of an app that names none.
enum DefaultStorage {
    /// - Parameter accessGroup: The Keychain group that apps share; elsewhere every app of a person shares the folder.
    /// - Throws: ``StorageError`` where there is no place for it.
    static func make(accessGroup: String?) throws -> any AuthStorage {
        #if canImport(Security)
            KeychainStorage(service: "vincula_auth", accessGroup: accessGroup)
        #else
            try FileStorage(directory: FileStorage.defaultDirectory())
        #endif
    }
}
