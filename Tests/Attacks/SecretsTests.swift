import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// T168, T170: secrets at rest, and how they are compared. What wants a process of its own is in `Tests/EndToEnd`.
@Suite("Secrets")
struct SecretsTests {
    /// Counts how many bytes somebody looks at.
    private struct WatchedBytes: Collection {
        final class Counter: Sendable {
            nonisolated(unsafe) var reads: [Int] = []
        }

        let bytes: [UInt8]
        let counter = Counter()

        var startIndex: Int { bytes.startIndex }
        var endIndex: Int { bytes.endIndex }
        func index(after index: Int) -> Int { index + 1 }
        subscript(index: Int) -> UInt8 {
            counter.reads.append(index)
            return bytes[index]
        }
    }

    // Times on shared cores say little: Welch's t of 10^5 samples swings with the neighbours. What the comparison looks at does
    // not: it must be the same for every guess.
    @Test("T170 constant time: a comparison looks at every byte once, wherever the first difference is", .tags(.attack))
    func comparison() {
        let secret = Array(SecureRandom.bytes(32))
        for position in 0..<32 {
            for flip in [UInt8(1), 0x80, 0xFF] {
                let watchedSecret = WatchedBytes(bytes: secret)
                var guess = secret
                guess[position] ^= flip
                // A guess that is right up to there.
                let watchedGuess = WatchedBytes(bytes: guess)
                #expect(!FixedTime.areEqual(watchedSecret, watchedGuess))
                #expect(watchedSecret.counter.reads == Array(0..<32) && watchedGuess.counter.reads == Array(0..<32))
            }
        }
        let watched = WatchedBytes(bytes: secret)
        #expect(FixedTime.areEqual(watched, secret) && watched.counter.reads == Array(0..<32))
        #expect(!FixedTime.areEqual(secret, Array(secret.dropLast())) && FixedTime.areEqual([UInt8](), []))
    }

    @Test("T170 constant time: tokens are looked up by hash, and tags compared in fixed time; nowhere by ==", .tags(.attack))
    func comparisons() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources").standardized
        let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path).filter { $0.hasSuffix(".swift") }
        #expect(files.count > 100)
        let suspect = /(authenticationCode|\bmac\(|\.seal\().*[!=]=|[!=]= .*(authenticationCode|\bmac\(|\.seal\()/
        var fixed = 0
        for file in files {
            let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
            fixed += text.matches(of: /FixedTime\.areEqual\(/).count
            for line in text.split(separator: "\n") where line.utf8.contains(UInt8(ascii: "=")) {
                // A computed MAC that is compared by == would tell by its time how much of a guess is right.
                let isSuspect = line.contains(suspect)
                #expect(!isSuspect, "\(file): \(line)")
            }
        }
        #expect(fixed >= 4)
        // The tag of a refresh token, and its hash, by which the session is judged.
        let tokens = RefreshTokens(key: SecureRandom.bytes(RefreshTokens.keyLength))
        let text = tokens.text(tokens.first())
        for index in text.indices.dropFirst(3) {
            var forged = text
            forged.replaceSubrange(index...index, with: text[index] == "A" ? "B" : "A")
            if Data(base64URL: forged.dropFirst(3)) == Data(base64URL: text.dropFirst(3)) { continue }
            #expect(tokens.parse(forged) == nil)
        }
    }

    @Test("T168 master-key rotation: interrupted after any batch, everything opens, and the rest is done later", .tags(.attack))
    func resealed() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "vincula-seal-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "vincula.sqlite")
        let old = SecureRandom.bytes(Sealer.keyLength)
        let new = SecureRandom.bytes(Sealer.keyLength)
        let scope = ProjectScope(project: "example")
        var refreshToken = ""
        refreshToken = try await TestServer.with(file: file, masterKey: old) { server in
            let records = (0..<350).map { number -> OpenIDProvider in
                let id = ProviderID("oidc.p\(number)")
                return OpenIDProvider(id: id, isEnabled: true, clientID: "app", issuer: "https://id.example")
            }
            let sealer = server.engine.sealer
            try await server.engine.store.write { transaction in
                for var provider in records {
                    let sealed = try sealer.seal(
                        Data("canary-\(provider.id)".utf8), place: "client-secret/example//\(provider.id)")
                    provider.sealedClientSecret = sealed.base64EncodedString()
                    try transaction.insert(provider, in: scope)
                }
            }
            return try #require(try await server.call("accounts:signUp")["refreshToken"])
        }
        let token = refreshToken
        // The store's own batches are of 100: broken off in the first, in the second, and in the one of the rest.
        for limit in [1, 99, 101, 250, Int.max] {
            try await TestServer.with(file: file, masterKey: new, previousMasterKey: old) { server in
                let sealer = server.engine.sealer
                if limit == .max {
                    _ = try await server.engine.sealedSecrets.reseal()
                } else {
                    try await server.engine.store.write { transaction in
                        for record in try transaction.sealedRecords(
                            SealedKind(table: "openid_providers"), after: "", limit: limit)
                        {
                            guard let sealed = try sealer.reseal(record.sealed, place: record.place) else { continue }
                            try transaction.replace(record, with: sealed)
                        }
                    }
                }
                try await Self.checkAllOpen(server, scope)
            }
        }
        // The new key alone opens everything; sessions and tokens live on, and the log is sound.
        try await TestServer.with(file: file, masterKey: new) { server in
            try await Self.checkAllOpen(server, scope)
            #expect(try await server.refresh(token).status == 200)
            #expect(try await server.engine.auditLog.verify().fault == nil)
            let sealer = Sealer(masterKey: new, previous: old)
            #expect(try await server.engine.store.read { try $0.tablesHolding(sealer.previousMarkers) } == [])
        }
        // The old one opens nothing.
        await #expect(throws: Sealer.CannotOpen.self) { try await TestServer.with(file: file, masterKey: old) { _ in } }
    }

    @Test(
        "T168 master-key rotation: a secret in an unlisted place prevents the old key from being deleted", .tags(.attack))
    func unknownPlace() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "vincula-seal-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "vincula.sqlite")
        let old = SecureRandom.bytes(Sealer.keyLength)
        try await TestServer.with(file: file, masterKey: old) { server in
            // As a later version might, within another JSON.
            let sealed = try server.engine.sealer.seal(Data("secret".utf8), place: "somewhere").base64EncodedString()
            _ = try await server.engine.projects.updateSettings(of: "example") { $0.authorizedDomains = [sealed] }
        }
        try await TestServer.with(file: file, masterKey: SecureRandom.bytes(Sealer.keyLength), previousMasterKey: old) { server in
            let error = await #expect(throws: UnknownSealedSecrets.self) { try await server.engine.sealedSecrets.reseal() }
            // The record of the change shows it too.
            #expect(error?.tables.contains("project_settings") == true)
        }
    }

    private static func checkAllOpen(_ server: TestServer, _ scope: ProjectScope) async throws {
        let sealer = server.engine.sealer
        let providers = try await server.engine.projects.openIDProviders(in: scope)
        #expect(providers.count == 350)
        for provider in providers {
            let sealed = try #require(provider.sealedClientSecret.flatMap { Data(base64Encoded: $0) })
            let secret = try sealer.open(sealed, place: "client-secret/example//\(provider.id)")
            #expect(secret == Data("canary-\(provider.id)".utf8))
        }
        #expect(try await server.call("accounts:signUp").status == 200)
        _ = try await server.admin("accounts")
    }
}
