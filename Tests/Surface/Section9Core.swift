import FirebaseCore
import Foundation
import Testing

// §9: FirebaseCore.

@Suite struct CoreTests {
    @Test("Options hold what they are given")
    func options() {
        let options = FirebaseOptions(googleAppID: "1:1:ios:1", gcmSenderID: "1")
        options.apiKey = "key"
        options.clientID = "client"
        options.projectID = "project"
        options.databaseURL = "https://example.com"
        options.storageBucket = "bucket"
        options.appGroupID = "group"
        options.bundleID = "com.example.app"
        let texts: [String?] = [
            options.apiKey, options.clientID, options.projectID, options.databaseURL, options.storageBucket, options.appGroupID,
        ]
        #expect(texts == ["key", "client", "project", "https://example.com", "bucket", "group"])
        let required: [String] = [options.bundleID, options.gcmSenderID, options.googleAppID]
        #expect(required == ["com.example.app", "1", "1:1:ios:1"])
        options.gcmSenderID = "2"
        options.googleAppID = "1:2:ios:2"
        #expect((options.copy() as? FirebaseOptions)?.gcmSenderID == "2")
    }

    @Test("The property list's keys")
    func plist() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).plist").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let list = [
            "API_KEY": "key", "GOOGLE_APP_ID": "1:1:ios:1", "CLIENT_ID": "client", "GCM_SENDER_ID": "1", "PROJECT_ID": "project",
            "BUNDLE_ID": "com.example.app", "STORAGE_BUCKET": "bucket", "DATABASE_URL": "https://example.com",
        ]
        try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
            .write(to: URL(fileURLWithPath: path))
        let options = try #require(FirebaseOptions(contentsOfFile: path))
        #expect(options.apiKey == "key" && options.googleAppID == "1:1:ios:1" && options.clientID == "client")
        #expect(options.gcmSenderID == "1" && options.projectID == "project" && options.bundleID == "com.example.app")
        #expect(options.storageBucket == "bucket" && options.databaseURL == "https://example.com")
    }

    @Test("A named app comes and goes")
    func named() async throws {
        let options = FirebaseOptions(googleAppID: "1:1:ios:1", gcmSenderID: "1")
        options.apiKey = "key"
        let name = UUID().uuidString
        FirebaseApp.configure(name: name, options: options)
        let app: FirebaseApp = try #require(FirebaseApp.app(name: name))
        #expect(app.name == name && app.options.apiKey == "key")
        #expect(FirebaseApp.allApps?[name] === app)
        app.isDataCollectionDefaultEnabled = false
        #expect(app.isDataCollectionDefaultEnabled == false)
        #expect(await app.delete())
        #expect(FirebaseApp.app(name: name) == nil)
    }

    @Test("The release whose interface this is")
    func version() { #expect(FirebaseVersion() == "12.19.0") }
}

/// Compiled, not run.
@MainActor
final class AppDelegate: NSObject {
    var isGone = false

    func didFinishLaunching(_ options: FirebaseOptions) {
        FirebaseConfiguration.shared.setLoggerLevel(.min)
        FirebaseConfiguration.shared.setLoggerLevel(FirebaseLoggerLevel.debug)
        FirebaseApp.configure()
        FirebaseApp.configure(options: options)
        if let defaults = FirebaseOptions.defaultOptions() { FirebaseApp.configure(options: defaults) }
        guard let app: FirebaseApp = FirebaseApp.app() else { return }
        let _: FirebaseOptions = app.options
        app.delete { success in self.isGone = success }
    }

    func end(_ app: FirebaseApp) async {
        let _: Bool = await app.delete()
        await app.delete()
    }
}
