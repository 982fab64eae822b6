import Foundation

/// The property list that says which project an app belongs to.
enum ConfigurationFile {
    static let name = "GoogleService-Info.plist"

    /// Names another file.
    static let variable = "VINCULA_APP_PLIST"

    /// Finds the file: the one that the environment names, else the main bundle's and, off Apple's platforms, the current
    /// directory's.
    ///
    /// - Throws: ``ConfigurationFailure`` as an `NSError` if there is none.
    static func find(
        environment: [String: String] = ProcessInfo.processInfo.environment, directories: [URL] = searched()
    ) throws -> URL {
        if let path = environment[variable], !path.isEmpty { return URL(fileURLWithPath: path) }
        let candidates = directories.map { $0.appendingPathComponent(name, isDirectory: false) }
        if let found = candidates.first(where: { FileManager.default.fileExists(atPath: $0.path) }) { return found }
        throw ConfigurationFailure.noFile(searched: directories.map(\.path)).error
    }

    static func searched() -> [URL] {
        var directories = [Bundle.main.resourceURL ?? Bundle.main.bundleURL]
        #if !canImport(Darwin)
            directories.append(URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true))
        #endif
        return directories
    }
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
        if let address = try text("VINCULA_SERVER_URL") {
            guard let url = URL(string: address) else { throw ConfigurationFailure.malformedServerURL.error }
            try Self.check(serverURL: url)
            serverURL = url
        }
    }
}
