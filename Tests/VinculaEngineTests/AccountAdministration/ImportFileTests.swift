import Foundation
import Synchronization
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

struct ImportFileTests {
    static let digest = Data("file".utf8).sha256

    /// An import with hashes that are nobody's, under a slow function.
    static func slow() throws -> FileImport {
        var given = GivenHashParameters()
        given.algorithm = "SCRYPT"
        (given.signerKey, given.rounds, given.memoryCost) = (Data(repeating: 1, count: 32), 8, 14)
        var file = FileImport(.jsonl)
        (file.hashes, file.algorithm) = (try HashParameters(given), "SCRYPT")
        return file
    }

    static func hashed(_ id: String, _ byte: UInt8 = 1, _ more: String = "") -> String {
        let hash = Data(repeating: byte, count: 32).base64EncodedString()
        return #"{"localId":"\#(id)","email":"\#(id)@example.com","passwordHash":"\#(hash)","salt":"c2FsdA=="\#(more)}"#
    }

    /// The records of a file in lines, from the first on.
    static func records(_ lines: [String], from first: Int64 = 1) -> [ExportRecord] {
        lines.enumerated().map { index, line in
            let number = first + Int64(index)
            return ExportRecord(number: number, end: 100 * number, bytes: Array(line.utf8))
        }
    }

    private struct NoRoom: Error {}

    private final class Found: Sendable {
        let refused = Mutex<[RefusedRecord]>([])
    }

    @discardableResult
    private func take(
        _ test: TestEngine, _ lines: [String], of file: FileImport, run: ImportRun, isLast: Bool = false,
        keepRefused: @escaping @Sendable ([RefusedRecord], Int64) throws -> Int64 = { records, _ in Int64(records.count) }
    ) async throws -> ImportRun {
        let accounts = test.engine.accounts
        let records = accounts.check(Self.records(lines, from: run.records + 1), of: file, in: test.scope)
        return try await accounts.importRecords(
            records, of: file, run: run, isLast: isLast, in: test.scope, keepRefused: keepRefused)
    }

    private func begin(_ test: TestEngine, restarts: Bool = false) async throws -> ImportRun {
        try await test.engine.accounts.beginImport(
            of: Self.digest, options: Data([1]), restarts: restarts, in: test.scope)
    }

    @Test func `accounts and progress are one commit, and what fails before it changes neither`() async throws {
        try await TestEngine.run { test in
            let file = try Self.slow()
            var run = try await begin(test)
            run = try await take(test, [Self.hashed("a"), Self.hashed("b")], of: file, run: run)
            #expect(run.records == 2 && run.offset == 200 && run.totals.created == 2 && run.totals.passwords == 2)
            await #expect(throws: NoRoom.self) {
                try await take(test, [Self.hashed("c"), Self.hashed("a", 2)], of: file, run: run) { _, _ in throw NoRoom() }
            }
            try await test.expectAccounts(2)
            #expect(try await begin(test) == run, "it goes on after two")
            run = try await take(test, [Self.hashed("c"), Self.hashed("a", 2)], of: file, run: run, isLast: true)
            try await test.expectAccounts(3)
            #expect(run.totals.failed == 1 && run.rejectedBytes == 1 && run.finishedAt != nil)
            #expect(try await test.engine.accounts.importRun(of: Self.digest, in: test.scope) == run)
        }
    }

    @Test func `two imports of one file do not both import a record`() async throws {
        try await TestEngine.run { test in
            let file = try Self.slow()
            let run = try await begin(test)
            let next = try await take(test, [Self.hashed("a")], of: file, run: run)
            await #expect(throws: ImportInterference.self) {
                try await take(test, [Self.hashed("b")], of: file, run: run)
            }
            try await test.expectAccounts(1)
            let last = try await take(test, [], of: file, run: next, isLast: true)
            await #expect(throws: ImportInterference.self, "it is finished") {
                try await take(test, [Self.hashed("b")], of: file, run: last)
            }
            try await test.expectAccounts(1)
        }
    }

    @Test func `an equal account is left alone, another is refused with its holder, or replaced`() async throws {
        try await TestEngine.run { test in
            var file = try Self.slow()
            let whole = Self.hashed(
                "a", 1, #","phoneNumber":"+15550100001","providerUserInfo":[{"providerId":"google.com","rawId":"g"}]"#)
            var run = try await take(test, [whole], of: file, run: try await begin(test))
            let id = AccountID("a")
            let before = try await test.account(id)
            let lines = [
                whole, Self.hashed("a", 2), Self.hashed("a", 1, #","displayName":"Ana""#),
                #"{"localId":"b","email":"A@example.com"}"#, #"{"localId":"c","phoneNumber":"+15550100001"}"#,
                #"{"localId":"d","providerUserInfo":[{"providerId":"google.com","rawId":"g"}]}"#,
                #"{"localId":"e","providerUserInfo":[{"providerId":"oidc.none","rawId":"g"}]}"#,
            ]
            let found = Found()
            run = try await take(test, lines, of: file, run: run) { refused, length in
                #expect(length == 0)
                found.refused.withLock { $0 = refused }
                return 7
            }
            #expect(run.totals.unchanged == 1 && run.totals.failed == 6 && run.rejectedBytes == 7)
            let refused = found.refused.withLock { $0 }
            #expect(refused.map(\.record.number) == [3, 4, 5, 6, 7, 8])
            #expect(refused.map { $0.holder?.value } == ["a", "a", "a", "a", "a", nil])
            #expect(
                run.totals.refusals == [
                    "another account has the id": 2, "another account has the email": 1,
                    "another account has the phone number": 1, "another account has an identity": 1,
                    "a provider is not configured": 1,
                ])
            #expect(try await test.account(id) == before)
            try await test.expectAccounts(1)
            file.overwrites = true
            run = try await take(test, [whole, Self.hashed("a", 2)], of: file, run: run)
            #expect(run.totals.unchanged == 2 && run.totals.replaced == 1)
            #expect(try await test.account(id)?.phone == nil)
        }
    }

    @Test func `authenticator apps and hashes without parameters need a decision`() async throws {
        try await TestEngine.run { test in
            let line =
                #"{"localId":"a","email":"a@example.com","emailVerified":true,"mfaInfo":[{"totpInfo":{}}],"screenName":"s"}"#
            var file = FileImport(.jsonl)
            var run = try await take(test, [line], of: file, run: try await begin(test))
            #expect(run.totals.failed == 1)
            file.leavesOutAuthenticators = true
            run = try await take(test, [line], of: file, run: run)
            #expect(run.totals.created == 1 && run.totals.authenticators == 1 && run.totals.withoutPlace == ["screenName": 1])
            let accounts = test.engine.accounts
            let hashed = Self.records([Self.hashed("b")])
            #expect(accounts.check(hashed, of: file, in: test.scope).map(\.lacksHashParameters) == [true])
            file.leavesOutPasswords = true
            #expect(accounts.check(hashed, of: file, in: test.scope).map(\.lacksHashParameters) == [false])
            run = try await take(test, [Self.hashed("b")], of: file, run: run)
            #expect(try await test.account(AccountID("b"))?.password == nil)
        }
    }

    @Test func `passwords themselves, and the emulator's placeholders, are hashed`() async throws {
        try await TestEngine.run { test in
            var file = FileImport(.jsonl)
            file.acceptsAnyHash = true
            let lines = [
                #"{"localId":"a","email":"a@example.com","rawPassword":"secret 1"}"#,
                #"{"localId":"b","email":"b@example.com","passwordHash":"fakeHash:salt=x:password=secret 2","salt":"x"}"#,
                #"{"localId":"c","email":"c@example.com","rawPassword":"1"}"#,
            ]
            let run = try await take(test, lines, of: file, run: try await begin(test))
            #expect(run.totals.created == 2 && run.totals.failed == 1)
            #expect(try await test.signIn("a@example.com", "secret 1").account.id == AccountID("a"))
            #expect(try await test.signIn("b@example.com", "secret 2").account.id == AccountID("b"))
        }
    }

    @Test func `the audit log names the file and the accounts`() async throws {
        try await TestEngine.run { test in
            let run = try await begin(test)
            _ = try await take(test, [Self.hashed("a"), Self.hashed("b"), "{"], of: try Self.slow(), run: run)
            let entries = try await test.auditEntries()
            #expect(entries.map(\.action) == [.accountImport])
            let file = Self.digest.prefix(8).hex
            #expect(
                entries.first?.facts.details.text
                    == #"{"created":2,"failed":1,"file":"\#(file)","hashAlgorithm":"SCRYPT","ids":["a","b"],"passwords":2,"#
                    + #""replaced":0,"upTo":3}"#)
        }
    }

    @Test func `a file can be imported again, on request or once all accounts are deleted`() async throws {
        try await TestEngine.run { test in
            let file = try Self.slow()
            let last = try await take(test, [Self.hashed("a")], of: file, run: try await begin(test), isLast: true)
            #expect(try await begin(test) == last)
            #expect(try await begin(test, restarts: true).records == 0)
            try await test.engine.accounts.deleteAllAccounts(in: test.scope)
            #expect(try await test.engine.accounts.importRun(of: Self.digest, in: test.scope) == nil)
        }
    }

    @Test func `a comparison names every difference, and computes some of the wrapped hashes`() async throws {
        try await TestEngine.run { test in
            var given = GivenHashParameters()
            (given.algorithm, given.signerKey) = ("HMAC_SHA256", Data("secret".utf8))
            var fast = FileImport(.jsonl)
            (fast.hashes, fast.algorithm) = (try HashParameters(given), "HMAC_SHA256")
            let lines = ["a", "b", "c"].map { Self.hashed($0) }
            _ = try await take(test, lines, of: fast, run: try await begin(test))
            let accounts = test.engine.accounts
            func compare(_ lines: [String], _ file: FileImport, sample: Int = 9) async throws -> ExportComparison {
                try await accounts.compare(
                    accounts.check(Self.records(lines), of: file, in: test.scope), of: file, sample: sample, in: test.scope)
            }
            #expect(try await compare(lines, fast).equalHashes == 3)
            #expect(try await test.engine.upkeep.wrapImportedHashes() == 3)
            let wrapped = try await compare(lines, fast, sample: 2)
            #expect(wrapped.sampledHashes == 2 && wrapped.wrappedHashes == 1 && wrapped.differences.isEmpty)
            #expect(try await compare([Self.hashed("a", 2)], fast).differences.map(\.what) == ["password"])
            var other = fast
            given.signerKey = Data("other!".utf8)
            other.hashes = try HashParameters(given)
            #expect(try await compare(lines, other).differences.map(\.what) == ["password", "password", "password"])

            let different = [
                #"{"localId":"a","email":"x@example.com","emailVerified":true,"displayName":"A","photoUrl":"https://p.example/","#
                    + #""phoneNumber":"+15550100001","customAttributes":"{\"a\":1}","disabled":true,"createdAt":"1","#
                    + #""providerUserInfo":[{"providerId":"google.com","rawId":"g"}],"mfaInfo":[{"phoneInfo":"+15550100002"}]}"#,
                #"{"localId":"nobody"}"#, #"{"localId":"b","email":5}"#,
            ]
            let found = try await compare(different, fast)
            #expect(
                found.differences.map(\.what) == [
                    "email", "emailVerified", "phoneNumber", "displayName", "photoUrl", "customAttributes", "disabled",
                    "createdAt", "providerUserInfo", "mfaInfo", "missing", "unusable",
                ])
            #expect(found.found == 1)
        }
    }

    @Test func `a known password is checked as at a sign-in, without signing in`() async throws {
        try await TestEngine.run { test in
            try await test.signUp("own@example.com", "secret 1")
            let new =
                #"{"localId":"a","email":"a@example.com","salt":"TmFDbA==","#
                + #""passwordHash":"ExOA8YX6DO2P838cxsMMdHTddVwTeqjm1H9BMFO7qWE="}"#
            var given = GivenHashParameters()
            (given.algorithm, given.signerKey, given.order) = ("HMAC_SHA256", Data("secret".utf8), .saltFirst)
            var file = FileImport(.jsonl)
            (file.hashes, file.algorithm) = (try HashParameters(given), "HMAC_SHA256")
            _ = try await take(test, [new], of: file, run: try await begin(test))
            let accounts = test.engine.accounts
            for (email, password, isRight) in [
                ("own@example.com", "secret 1", true), ("own@example.com", "secret 2", false),
                ("a@example.com", "password", true), ("a@example.com", "Password", false),
                ("nobody@example.com", "password", false), ("nobody", "", false),
            ] {
                #expect(try await accounts.isPassword(password, of: email, in: test.scope) == isRight, "\(email) \(password)")
            }
            #expect(try await test.account(AccountID("a"))?.password?.imported != nil, "nothing changed")
        }
    }
}
