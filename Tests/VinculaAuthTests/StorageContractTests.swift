import Foundation
import Testing

@testable import VinculaAuth

/// The contract of every storage.
@Suite struct StorageContractTests {
    enum Kind: CaseIterable, Sendable {
        case memory, file, keychain

        func with(_ body: (any AuthStorage) throws -> Void) throws {
            switch self {
            case .memory: try body(MemoryStorage())
            case .keychain: try body(KeychainItems(MemoryKeychain(), service: "app"))
            case .file: try withTemporaryDirectory { try body(FileStorage(directory: $0.appendingPathComponent("a/b"))) }
            }
        }
    }

    struct Refusal: Error {}

    @Test(arguments: Kind.allCases) func whatIsWrittenIsReadUntilItIsRemoved(kind: Kind) throws {
        try kind.with { storage in
            #expect(try storage.read("key") == nil)
            for value in [Data("one".utf8), Data(), Data([0, 255, 10]), Data(repeating: 7, count: 300_000), Data("x".utf8)] {
                let before = try storage.read("key")
                try storage.update("key") { old in
                    #expect(old == before)
                    return value
                }
                #expect(try storage.read("key") == value)
            }
            try storage.update("key") { _ in nil }
            #expect(try storage.read("key") == nil)
            try storage.update("key") { old in
                #expect(old == nil)
                return nil
            }
            #expect(try storage.read("key") == nil)
        }
    }

    @Test(arguments: Kind.allCases) func anErrorOfTheChangeChangesNothing(kind: Kind) throws {
        try kind.with { storage in
            #expect(throws: Refusal.self) { try storage.update("key") { _ in throw Refusal() } }
            #expect(try storage.read("key") == nil)
            try storage.update("key") { _ in Data("old".utf8) }
            #expect(throws: Refusal.self) { try storage.update("key") { _ in throw Refusal() } }
            #expect(try storage.read("key") == Data("old".utf8))
        }
    }

    @Test(arguments: Kind.allCases) func everyKeyIsItsOwn(kind: Kind) throws {
        let long = String(repeating: "long", count: 500)
        let keys = [
            "", "a", "A", ".", "..", "/", "../a", "a/b", "a b", "a.stored", "a.lock", "a.tmp", "%61", "a\u{0}", "a\u{0}b", "ä",
            "Ä", "~",
            "[DEFAULT]", "__FIRAPP_DEFAULT", "1:42:ios:abc", "名前", "🧮", "-rf", "*", "a\n", long, long + "1", long.uppercased(),
            "CON",
        ]
        try kind.with { storage in
            for key in keys { try storage.update(key) { _ in Data(key.utf8) } }
            for key in keys { #expect(try storage.read(key) == Data(key.utf8), "\(key)") }
            for key in keys { try storage.update(key) { _ in nil } }
            for key in keys { #expect(try storage.read(key) == nil, "\(key)") }
        }
    }

    @Test(arguments: Kind.allCases) func noChangeOfEightThreadsIsLost(kind: Kind) throws {
        try kind.with { storage in
            let threads = (0..<8).map { _ in
                Thread {
                    for _ in 0..<50 { increment(storage, "counter") }
                }
            }
            threads.forEach { $0.start() }
            wait { threads.allSatisfy(\.isFinished) }
            let count = try storage.read("counter")
            #expect(count == Data("400".utf8))
        }
    }
}

func increment(_ storage: any AuthStorage, _ key: String) {
    do {
        try storage.update(key) { old in
            let count = old.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
            return Data(String(count + 1).utf8)
        }
    } catch {
        Issue.record(error)
    }
}

/// Waits for up to a minute.
func wait(until done: () -> Bool) {
    let deadline = Date(timeIntervalSinceNow: 60)
    while !done() {
        guard Date() < deadline else {
            Issue.record("it took more than a minute")
            return
        }
        Thread.sleep(forTimeInterval: 0.002)
    }
}

func withTemporaryDirectory<R>(_ body: (URL) throws -> R) throws -> R {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
        "storage-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(
        at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: directory) }
    return try body(directory)
}
