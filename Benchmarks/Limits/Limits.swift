import Dispatch
import Foundation
import Hummingbird
import Synchronization
import VinculaCore
import VinculaCrypto
import VinculaEngine
import VinculaSQLite

/// Minimal programs for the limits that Vincula is compared with, and one that fills a directory with accounts.
@main
struct Limits {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "hello": try await hello(port: Int(arguments.last ?? "") ?? 0)
        case "argon2id": argon2id(seconds: 3)
        case "insert" where arguments.count == 2: try await insert(into: folder(arguments[1]), seconds: 3)
        case "fill" where arguments.count == 3: try await fill(folder(arguments[1]), count: Int(arguments[2]) ?? 0)
        default: print("usage: vincula-limits hello PORT | argon2id | insert FOLDER | fill FOLDER COUNT")
        }
    }

    private static func folder(_ path: String) -> URL { URL(filePath: path, directoryHint: .isDirectory) }

    /// Runs a server that only says hello: the limit of the framework.
    private static func hello(port: Int) async throws {
        let router = Router()
        router.get("/") { _, _ in "hello" }
        router.post("/") { request, _ in
            _ = try await request.body.collect(upTo: 1 << 20)
            return "hello"
        }
        try await Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port))
        ).runService()
    }

    /// Prints the hashes per second on all cores: the upper limit of password sign-in.
    private static func argon2id(seconds: Double) {
        let count = Mutex(0)
        let end = Date().addingTimeInterval(seconds)
        DispatchQueue.concurrentPerform(iterations: ProcessInfo.processInfo.activeProcessorCount) { _ in
            while Date() < end {
                guard (try? Argon2id.hash("correct horse", parameters: .standard)) != nil else { return }
                count.withLock { $0 += 1 }
            }
        }
        print(Double(count.withLock { $0 }) / seconds)
    }

    /// Prints the accounts per second that 32 callers insert, each confirmed once it is on disk: the upper limit of sign-up.
    private static func insert(into folder: URL, seconds: Double) async throws {
        let store = try SQLiteStore(at: folder.appending(path: "vincula.sqlite"))
        try await store.migrate()
        let end = Date().addingTimeInterval(seconds)
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<32 {
                group.addTask {
                    var count = 0
                    while Date() < end {
                        let account = sample(email: nil)
                        try await store.write { try $0.insert(account, in: scope) }
                        count += 1
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        try await store.close()
        print(Double(count) / seconds)
    }

    /// Fills a data directory with realistic accounts, each with an email and an identity.
    private static func fill(_ folder: URL, count: Int) async throws {
        let store = try SQLiteStore(at: folder.appending(path: "vincula.sqlite"))
        try await store.migrate()
        let batch = 10_000
        for start in stride(from: 0, to: count, by: batch) {
            let accounts = (start..<min(start + batch, count)).map { sample(email: "person\($0)@example.org") }
            try await store.write { transaction in
                for account in accounts { try transaction.insert(account, in: scope) }
            }
            FileHandle.standardError.write(Data("\r  \(start + accounts.count) of \(count)".utf8))
        }
        FileHandle.standardError.write(Data("\n".utf8))
        try await store.close()
    }

    private static let scope = ProjectScope(project: "demo-project")

    private static func sample(email: String?) -> Account {
        let now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
        var account = Account(id: AccountID(SecureRandom.alphanumeric(28)), createdAt: now, generation: 1)
        account.lastSignInAt = now
        if let email = email.flatMap(EmailAddress.init) {
            account.email = email
            let key = IdentityKey(
                provider: .google, issuer: "https://accounts.google.com", subject: SecureRandom.alphanumeric(21))
            account.identities = [Identity(key: key, email: email, profile: Profile(displayName: "A Person"))]
        }
        return account
    }
}
