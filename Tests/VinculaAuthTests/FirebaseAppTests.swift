import Dispatch
import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

@Suite(.serialized, .alone) struct FirebaseAppTests {
    private static func options() -> FirebaseOptions {
        let options = FirebaseOptions(googleAppID: "1:23:ios:45", gcmSenderID: "23")
        options.apiKey = "key"
        return options
    }

    private static func refusal(_ body: () throws -> Void) -> NSError? {
        do { try body() } catch let error as NSError { return error }
        return nil
    }

    @Test func `The default app is configured once and can be deleted`() async throws {
        let options = Self.options()
        FirebaseApp.configure(options: options)
        let app = try #require(FirebaseApp.app())
        #expect(app.name == "__FIRAPP_DEFAULT")
        #expect(FirebaseApp.allApps?["__FIRAPP_DEFAULT"] === app)

        options.apiKey = "changed later"
        app.options.apiKey = "changed in a copy"
        #expect(app.options.apiKey == "key")

        FirebaseApp.configure(options: options)
        FirebaseApp.configure()
        #expect(FirebaseApp.app() === app)
        #expect(Self.refusal { try FirebaseApp.configureOrThrow(options: options) }?.domain == "VinculaConfigurationErrorDomain")

        let noticed = Locked<[Bool]>([])
        let token = NotificationCenter.default.addObserver(forName: FirebaseApp.wasDeleted, object: app, queue: nil) { _ in
            noticed.withLock { $0.append(FirebaseApp.app() != nil) }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        #expect(await app.delete())
        #expect(FirebaseApp.app() == nil)
        #expect(noticed.withLock { $0 } == [false])
        #expect(await app.delete() == false)
        let isMainQueue = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: isMainQueue, value: true)
        let again = await withCheckedContinuation { done in
            app.delete { done.resume(returning: ($0, DispatchQueue.getSpecific(key: isMainQueue))) }
        }
        #expect(!again.0 && again.1 == true)
        #expect(noticed.withLock { $0 } == [false])
    }

    @Test func `Named apps stand beside each other`() async throws {
        FirebaseApp.configure(name: "one of two", options: Self.options())
        let two = try FirebaseApp.configureOrThrow(name: "two of two", options: Self.options())
        let one = try #require(FirebaseApp.app(name: "one of two"))
        #expect(one !== two)
        #expect(one.isDataCollectionDefaultEnabled)
        one.isDataCollectionDefaultEnabled = false
        #expect(!one.isDataCollectionDefaultEnabled && two.isDataCollectionDefaultEnabled)
        await one.delete()
        await two.delete()
        #expect(FirebaseApp.app(name: "two of two") == nil)
        #expect(Self.refusal { try FirebaseApp.configureOrThrow(name: "", options: Self.options()) } != nil)
    }

    @Test(
        arguments: [
            ("https://auth.example.com", true), ("HTTPS://auth.example.com:8443/base/", true), ("http://localhost:9099", true),
            ("http://127.0.0.1:9099", true), ("http://127.1.2.3", true), ("http://[::1]:9099", true),
            ("http://dev.localhost", false), ("http://auth.example.com", false), ("http://127.evil.example", false),
            ("http://127.0.0.1.evil.example", false), ("http://127.1", false), ("http://10.0.2.2:9099", false),
            ("http://localhost.evil.example", false), ("https://", false), ("https:///path", false), ("auth.example.com", false),
            ("ftp://localhost", false), ("file:///etc", false), ("https://user@auth.example.com", false),
            ("http://localhost@evil.example", false), ("https://auth.example.com?x=1", false),
            ("https://auth.example.com#x", false),
        ])
    func `A server is reached by https, or is this machine`(address: String, isAllowed: Bool) async {
        let options = Self.options()
        options.serverURL = URL(string: address)
        #expect(options.serverURL != nil)
        let name = "server \(address)"
        let refusal = Self.refusal { try FirebaseApp.configureOrThrow(name: name, options: options) }
        #expect((refusal == nil) == isAllowed)
        #expect(refusal.map { $0.localizedDescription.contains("serverURL") } ?? true)
        #expect((FirebaseApp.app(name: name) != nil) == isAllowed)
        await FirebaseApp.app(name: name)?.delete()
    }

    @Test func `What is missing is named`() {
        let noKey = FirebaseOptions(googleAppID: "1:23:ios:45", gcmSenderID: "23")
        #expect(
            Self.refusal { try FirebaseApp.configureOrThrow(options: noKey) }?.localizedDescription.contains("API_KEY") == true)
        FirebaseApp.configure(options: noKey)
        #expect(FirebaseApp.app() == nil)
        let noID = FirebaseOptions(googleAppID: "", gcmSenderID: "")
        #expect(
            Self.refusal { try FirebaseApp.configureOrThrow(options: noID) }?.localizedDescription.contains("GOOGLE_APP_ID")
                == true)
    }

    @Test func `A property list is read`() throws {
        let folder = try Folder()
        let file = try folder.write(
            [
                "API_KEY": " key\n", "GOOGLE_APP_ID": "1:23:ios:45", "CLIENT_ID": "c", "GCM_SENDER_ID": 23, "PROJECT_ID": "shop",
                "BUNDLE_ID": "com.example.shop", "STORAGE_BUCKET": "bucket", "DATABASE_URL": "https://db.example.com",
                "VINCULA_SERVER_URL": "https://auth.example.com", "IS_ADS_ENABLED": false, "PLIST_VERSION": "1",
            ])
        let options = try #require(FirebaseOptions(contentsOfFile: file.path))
        #expect(options.apiKey == "key")
        #expect(options.googleAppID == "1:23:ios:45")
        #expect(options.clientID == "c")
        #expect(options.gcmSenderID == "23")
        #expect(options.projectID == "shop")
        #expect(options.bundleID == "com.example.shop")
        #expect(options.storageBucket == "bucket")
        #expect(options.databaseURL == "https://db.example.com")
        #expect(options.serverURL?.absoluteString == "https://auth.example.com")
        let copy = try #require(options.copy() as? FirebaseOptions)
        copy.projectID = "other"
        #expect(copy.apiKey == "key" && options.projectID == "shop")
    }

    @Test func `A broken property list says what is wrong`() throws {
        let folder = try Folder()
        let bad = try [
            folder.url.appendingPathComponent("absent.plist"), folder.url,
            folder.write(Data("no list".utf8)), folder.write(Data("<plist><string>x</string></plist>".utf8)),
            folder.write(Data()), folder.write(["API_KEY": ["a"]]),
            folder.write(["VINCULA_SERVER_URL": "http://auth.example.com"]),
            folder.write(["VINCULA_SERVER_URL": "not a url"]),
            folder.write(["VINCULA_SERVER_URL": ""]), folder.write(["VINCULA_SERVER_URL": " \n"]),
        ]
        for file in bad {
            #expect(FirebaseOptions(contentsOfFile: file.path) == nil)
            let error = Self.refusal { try FirebaseApp.configure(contentsOf: file) }
            #expect(error?.domain == "VinculaConfigurationErrorDomain", "\(file.path)")
            #expect(error?.localizedDescription.isEmpty == false)
        }
        #expect(FirebaseApp.app() == nil)
    }

    @Test func `The file is found where the environment says, else in the folders`() async throws {
        let folder = try Folder()
        let named = try folder.write(["API_KEY": "key", "GOOGLE_APP_ID": "id"])
        #expect(try ConfigurationFile.find(environment: ["VINCULA_APP_PLIST": named.path], directories: []).path == named.path)
        let error = Self.refusal {
            _ = try ConfigurationFile.find(environment: ["VINCULA_APP_PLIST": ""], directories: [folder.url])
        }
        #expect(error?.localizedDescription.contains(folder.url.path) == true)
        let usual = folder.url.appendingPathComponent("GoogleService-Info.plist")
        try FileManager.default.copyItem(at: named, to: usual)
        let found = try ConfigurationFile.find(environment: [:], directories: [URL(fileURLWithPath: "/absent"), folder.url])
        #expect(found.path == usual.path)
        let app = try FirebaseApp.configure(contentsOf: found)
        #expect(FirebaseApp.app() === app)
        await app.delete()
    }

    @Test func `Settings of the process`() {
        #expect(FirebaseVersion().split(separator: ".").count == 3)
        #expect(FirebaseLoggerLevel.min == .error && FirebaseLoggerLevel.max == .debug)
        FirebaseConfiguration.shared.setLoggerLevel(.min)
        #expect(ConsoleLog.level.withLock { $0 } == .error)
        FirebaseConfiguration.shared.setLoggerLevel(.notice)
    }
}

/// A folder for one test.
private final class Folder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString, isDirectory: true)

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    func write(_ data: Data) throws -> URL {
        let file = url.appendingPathComponent("\(UUID().uuidString).plist")
        try data.write(to: file)
        return file
    }

    func write(_ list: [String: Any]) throws -> URL {
        try write(PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0))
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
