import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The property list that names the project an app belongs to.
enum ConfigurationFile {
    static let name = "GoogleService-Info.plist"

    /// The environment variable that names another file.
    static let variable = "VINCULA_APP_PLIST"

    /// Finds the file: the one named in the environment, otherwise the main bundle's or, except on Apple platforms, the one
    /// in the current directory.
    ///
    /// The file determines which server receives passwords and tokens. An app may be started anywhere, so a file in the current
    /// directory is used only if no one but this user and root can have written it, and never silently.
    ///
    /// - Throws: ``ConfigurationFailure`` as an `NSError` if no file is found, or someone else may have written it.
    static func find(
        environment: [String: String] = ProcessInfo.processInfo.environment, directories: [URL] = bundle(),
        currentDirectory: URL? = current()
    ) throws -> URL {
        if let path = environment[variable], !path.isEmpty { return URL(fileURLWithPath: path) }
        let candidates = directories.map { $0.appendingPathComponent(name, isDirectory: false) }
        if let found = candidates.first(where: { FileManager.default.fileExists(atPath: $0.path) }) { return found }
        if let currentDirectory {
            let candidate = currentDirectory.appendingPathComponent(name, isDirectory: false)
            if FileManager.default.fileExists(atPath: candidate.path) {
                if let doubt = doubt(aboutFile: candidate.path) ?? doubt(aboutDirectory: currentDirectory.path) {
                    throw ConfigurationFailure.strangers(path: candidate.path, doubt: doubt).error
                }
                ConsoleLog.write(.notice, "Using the configuration in the current directory: \(candidate.path)")
                return candidate
            }
        }
        throw ConfigurationFailure.noFile(searched: (directories + [currentDirectory].compactMap(\.self)).map(\.path)).error
    }

    static func bundle() -> [URL] { [Bundle.main.resourceURL ?? Bundle.main.bundleURL] }

    static func current() -> URL? {
        #if canImport(Darwin)
            nil
        #else
            URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
        #endif
    }

    // MARK: Ownership and permissions

    private static func doubt(aboutFile path: String) -> String? {
        var (link, file) = (stat(), stat())
        guard lstat(path, &link) == 0, stat(path, &file) == 0 else { return "its owner and permissions cannot be read" }
        if let stranger = [link, file].map(\.st_uid).first(where: { !isTrusted($0) }) {
            return "it is owned by the user with the uid \(stranger)"
        }
        return file.st_mode & S_IWOTH == 0 ? nil : "everyone can write to it"
    }

    /// Checks the directory as well: anyone who may rename files in it could replace the file after the check.
    private static func doubt(aboutDirectory path: String) -> String? {
        var info = stat()
        guard stat(path, &info) == 0 else { return "its directory's owner and permissions cannot be read" }
        guard isTrusted(info.st_uid) else { return "its directory is owned by the user with the uid \(info.st_uid)" }
        let isShared = info.st_mode & S_IWOTH != 0 && info.st_mode & S_ISVTX == 0
        return isShared ? "everyone can write to its directory" : nil
    }

    private static func isTrusted(_ owner: uid_t) -> Bool { owner == geteuid() || owner == 0 }
}

extension FirebaseOptions.Values {
    /// Reads a property list.
    ///
    /// - Throws: ``ConfigurationFailure`` as an `NSError`.
    init(plist: URL) throws {
        let data: Data
        do {
            data = try Data(contentsOf: plist)
        } catch {
            throw ConfigurationFailure.unreadable(path: plist.path, reason: error.localizedDescription).error
        }
        guard let list = (try? PropertyListSerialization.propertyList(from: data, format: nil)) as? [String: Any] else {
            throw ConfigurationFailure.notAPropertyList(path: plist.path).error
        }
        func text(_ key: String) throws -> String? {
            switch list[key] {
            case nil: return nil
            case let text as String:
                let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
                return text.isEmpty ? nil : text
            case let number as Int: return String(number)
            default: throw ConfigurationFailure.notText(key: key, path: plist.path).error
            }
        }
        self.init()
        googleAppID = try text("GOOGLE_APP_ID") ?? ""
        gcmSenderID = try text("GCM_SENDER_ID") ?? ""
        bundleID = try text("BUNDLE_ID") ?? bundleID
        apiKey = try text("API_KEY")
        clientID = try text("CLIENT_ID")
        projectID = try text("PROJECT_ID")
        databaseURL = try text("DATABASE_URL")
        storageBucket = try text("STORAGE_BUCKET")
        appGroupID = try text("APP_GROUP_ID")
        // An empty value does not mean Google's servers: a build setting may have been unset.
        if list["VINCULA_SERVER_URL"] != nil {
            guard let address = try text("VINCULA_SERVER_URL"), let url = URL(string: address) else {
                throw ConfigurationFailure.malformedServerURL.error
            }
            try Self.check(serverURL: url)
            serverURL = url
        }
    }
}
