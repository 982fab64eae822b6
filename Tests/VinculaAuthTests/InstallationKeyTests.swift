import ChildProcesses
import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// The key of an installation where it is stored.
@Suite("The key of an installation") struct InstallationKeyTests {
    private static let server = "https://auth.example"
    private static let name = "installation-key:https://auth.example"

    private func keys(_ storage: any AuthStorage) -> KeyStore { KeyStore(.success(storage), server: Self.server) }

    @Test("It is the same for everybody who shares the storage, and signs what its public part verifies")
    func same() throws {
        let storage = MemoryStorage()
        let key = try #require(try keys(storage).main())
        #expect(try keys(storage).main()?.thumbprint == key.thumbprint)
        #expect(try keys(storage).find(key.thumbprint)?.publicKey == key.publicKey)
        #expect(try keys(storage).find("another") == nil && key.thumbprint.utf8.count == 43)
        #expect(try KeyStore(.success(storage), server: "https://other.example").find(key.thumbprint) == nil)
        let url = try #require(URL(string: "https://auth.example"))
        #expect(try key.proof("POST", url, at: 1_700_000_000) != key.proof("POST", url, at: 1_700_000_000))
    }

    @Test("RFC 7638's form of the name")
    func thumbprint() throws {
        // Computed in Python for this number.
        let envelope = #"{"key":"\#(Data(repeating: 1, count: 32).base64EncodedString())","kind":"p256","version":1}"#
        guard case .key(let key) = try StoredKey.decode(Data(envelope.utf8)) else {
            Issue.record("not read")
            return
        }
        #expect(key.thumbprint == "Nrqg3-M_Xwtx-1tbtc1J7Xul2DyeC0bUSy9u_5NSG6g")
        #expect(try StoredKey.encode(key) == Data(envelope.utf8))
    }

    @Test("A damaged key is replaced for new sessions; one that this version cannot read is left alone")
    func damaged() throws {
        for damage in ["", "{", #"{"key":"AAAA","kind":"p256","version":1}"#, #"{"key":"AAAA","kind":"enclave","version":1}"#] {
            let storage = MemoryStorage()
            storage.update(Self.name) { _ in Data(damage.utf8) }
            let key = try #require(try keys(storage).main(), "\(damage)")
            #expect(try keys(storage).main()?.thumbprint == key.thumbprint)
        }
        for newer in [#"{"key":"AAAA","kind":"p256","version":2}"#, #"{"key":"AAAA","kind":"p521","version":1}"#] {
            let storage = MemoryStorage()
            storage.update(Self.name) { _ in Data(newer.utf8) }
            #expect(try keys(storage).main() == nil && storage.read(Self.name) == Data(newer.utf8))
            #expect(throws: StorageError.self) { try keys(storage).find("any") }
        }
    }

    @Test("A key that came with a session is kept beside the installation's own, which nothing replaces")
    func kept() throws {
        let storage = MemoryStorage()
        let first = InstallationKey.make(inEnclave: false)
        try keys(storage).keep(first)
        #expect(try keys(storage).main()?.thumbprint == first.thumbprint)
        let second = InstallationKey.make(inEnclave: false)
        try keys(storage).keep(second)
        try keys(storage).keep(second)
        #expect(try keys(storage).main()?.thumbprint == first.thumbprint)
        #expect(try keys(storage).find(second.thumbprint)?.thumbprint == second.thumbprint)
        // A storage with one place for everything keeps its session.
        let slot = OneSlot(Data("session".utf8))
        #expect(try keys(slot).main() == nil)
        try keys(slot).keep(first)
        #expect(slot.data == Data("session".utf8))
        // Killed before it found that out, a process leaves a key there, which the next session replaces.
        #expect(try keys(OneSlot(try StoredKey.encode(first))).main() == nil)
    }

    @Test("Of two processes with one Keychain, the first one's key stays, although a Keychain has no lock")
    func keychain() throws {
        let keychain = MemoryKeychain()
        let storage = KeychainItems(keychain, service: "check")
        let theirs = InstallationKey.make(inEnclave: false)
        let data = try StoredKey.encode(theirs)
        keychain.beforeAdding(Self.name) { items in
            items[KeychainItem(service: "check", account: Self.name, accessGroup: "first", isSynchronizable: false)] = data
        }
        #expect(try keys(storage).main()?.thumbprint == theirs.thumbprint)
        #expect(try storage.read(Self.name) == data && storage.staysOnDevice)
        #expect(!KeychainItems(keychain, service: "check", isSynchronizable: true).staysOnDevice)
        // A locked device is no device without a key.
        keychain.set(\.isLocked, true)
        #expect(throws: StorageError.self) { try keys(storage).main() }
        #expect(throws: StorageError.self) { try keys(storage).find(theirs.thumbprint) }
        keychain.removeAll()
        #expect(throws: StorageError.self) { try keys(storage).main() }
    }

    #if os(Linux) || os(macOS)
        static func begin(_ folder: String, _ number: Int) async throws {
            let storage = FileStorage(directory: URL(filePath: folder), patience: .seconds(120))
            let auth = try await Installation(server: BindingServer(), storage: storage).start()
            let key = try #require(try await auth.installationKey())
            try Data(key.thumbprint.utf8).write(to: URL(filePath: folder + "/\(number).txt"))
        }

        @Test("T373 Processes that begin at once end with one key, in a file for its owner only")
        func processes() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "key-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            defer { try? FileManager.default.removeItem(atPath: folder) }
            async let first: Void? = #expect(processExitsWith: .success) { [folder = folder as String] in
                try await InstallationKeyTests.begin(folder, 1)
            }.map { _ in () }
            async let second: Void? = #expect(processExitsWith: .success) { [folder = folder as String] in
                try await InstallationKeyTests.begin(folder, 2)
            }.map { _ in () }
            _ = await (first, second)
            let storage = FileStorage(directory: URL(filePath: folder))
            let key = try #require(try keys(storage).main()).thumbprint
            for number in 1...2 {
                #expect(FileManager.default.contents(atPath: folder + "/\(number).txt") == Data(key.utf8))
            }
            let path = folder + "/" + FileStorage.fileName(Self.name)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    #endif
}
