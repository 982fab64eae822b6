import Foundation
import Testing
import VinculaCore
import VinculaEngine

extension StoreContract {
    static let auditCases = [
        StoreCase("audit records come back as they were written, in order, and the end with them") { store async throws in
            #expect(try await store.read { try $0.auditHead() } == nil)
            let records = (1...5).map { record($0) }
            try await store.write { tx throws in
                for record in records { try tx.append(record, head: head(of: record)) }
            }
            #expect(try await store.read { try $0.auditEntries(after: 0, limit: 10) } == records)
            #expect(try await store.read { try $0.auditEntries(after: 2, limit: 2) } == Array(records[2...3]))
            #expect(try await store.read { try $0.auditHead() } == head(of: records[4]))
            #expect(try await store.read { try $0.auditLogIsProtected() })
        },
        StoreCase("audit records are found by time, account and action, the newest first") { store async throws in
            let records = (1...6).map { record($0) }
            try await store.write { tx throws in
                for record in records { try tx.append(record, head: head(of: record)) }
            }
            func found(_ query: AuditQuery) async throws -> [Int64] {
                try await store.read { try $0.auditEntries(query) }.map(\.sequence)
            }
            #expect(try await found(AuditQuery(limit: 2)) == [6, 5])
            #expect(try await found(AuditQuery(since: .sample.adding(seconds: 5), limit: 9)) == [6, 5])
            #expect(try await found(AuditQuery(account: AccountID("even"), limit: 9)) == [6, 4, 2])
            #expect(try await found(AuditQuery(action: AuditAction("third.time"), limit: 9)) == [6, 3])
            #expect(try await found(AuditQuery(account: AccountID("even"), action: AuditAction("third.time"), limit: 9)) == [6])
            #expect(try await found(AuditQuery(account: AccountID("nobody"), limit: 9)) == [])
            // The first record is of the server as a whole.
            #expect(try await found(AuditQuery(project: ProjectScope.sample.project, limit: 9)) == [6, 5, 4, 3, 2])
            #expect(try await found(AuditQuery(project: ProjectScope.sample.project, limit: 2)) == [6, 5])
            #expect(try await found(AuditQuery(project: "other", limit: 9)) == [])
            #expect(
                try await found(
                    AuditQuery(project: ProjectScope.sample.project, since: .sample.adding(seconds: 3), limit: 9)) == [
                        6, 5, 4, 3,
                    ])
            #expect(try await found(AuditQuery(project: "other", account: AccountID("even"), limit: 9)) == [])
        },
        StoreCase("audit records are found in a window of numbers, by their actor, and by a moment") { store async throws in
            let records = (1...6).map { record($0) }
            try await store.write { tx throws in
                for record in records { try tx.append(record, head: head(of: record)) }
            }
            func found(_ window: ClosedRange<Int64>, _ change: (inout AuditQuery) -> Void = { _ in }) async throws -> [Int64] {
                var query = AuditQuery(limit: 2)
                query.window = window
                change(&query)
                return try await store.read { [query] in try $0.auditEntries(query) }.map(\.sequence)
            }
            #expect(try await found(1...6) == [6, 5])
            #expect(try await found(2...4) == [4, 3])
            #expect(try await found(7...9) == [])
            #expect(try await found(1...5) { $0.account = AccountID("even") } == [4, 2])
            #expect(try await found(1...5) { $0.action = AuditAction("third.time") } == [3])
            let actor = records[3].entry.actor.id
            let byActor = records.filter { $0.entry.actor.id == actor }.map(\.entry.sequence).suffix(2).reversed()
            #expect(try await found(1...6) { $0.actor = actor } == Array(byActor))
            #expect(try await found(1...6) { $0.actor = "nobody" } == [])
            for (seconds, last) in [(0, 0), (1, 0), (2, 1), (6, 5), (7, 6), (99, 6)] as [(Int64, Int64)] {
                let moment = Timestamp.sample.adding(seconds: seconds)
                #expect(try await store.read { try $0.auditSequence(before: moment) } == last, "\(seconds)")
            }
        },
        StoreCase("audit records are found by the request that led to them, by its whole id only") { store async throws in
            let plain = record(1)
            let details = AuditEvent(.configUpdate, details: ["a": "requestId"]).details(ofRequest: "edge-1")
            let entry = AuditEntry(
                sequence: 2, time: .sample, scope: nil, actor: .server, action: .configUpdate, account: nil,
                clientAddress: nil, details: details)
            let named = SealedAuditEntry(entry: entry, previous: Data([1]), seal: Data([2]))
            try await store.write { tx throws in
                for record in [plain, named] { try tx.append(record, head: head(of: record)) }
            }
            let expected: [(String, [Int64])] = [("edge-1", [2]), ("edge", []), ("edge-%", []), ("", []), ("requestId", [])]
            for (request, found) in expected {
                let query = AuditQuery(request: request, limit: 9)
                #expect(try await store.read { try $0.auditEntries(query) }.map(\.sequence) == found, "\(request)")
            }
            let both = AuditQuery(action: .configUpdate, request: "edge-1", limit: 9)
            let read = try await store.read { try $0.auditEntries(both) }
            #expect(read.first?.facts.request == "edge-1" && read.first?.facts.details == .object(["a": "requestId"]))
            #expect(plain.entry.facts.request == nil && plain.entry.facts.details == .object(["n": 1]))
        },
        StoreCase("an audit record is never written over, and goes with its transaction") { store async throws in
            let first = record(1)
            let other = SealedAuditEntry(entry: first.entry, previous: Data([9]), seal: Data([9]))
            try await store.write { try $0.append(first, head: head(of: first)) }
            await #expect(throws: (any Error).self) { try await store.write { try $0.append(other, head: head(of: other)) } }
            await #expect(throws: Deliberate.self) {
                try await store.write { tx throws in
                    try tx.append(record(2), head: head(of: record(2)))
                    throw Deliberate()
                }
            }
            #expect(try await store.read { try $0.auditEntries(after: 0, limit: 10) } == [first])
            #expect(try await store.read { try $0.auditHead() } == head(of: first))
        },
        StoreCase("audit records without a place come back in their order, and leave with the write that places them") {
            store async throws in
            let entries = (1...4).map { record($0).entry.numbered(0) }
            try await store.write { tx throws in
                for (number, entry) in entries.enumerated() { try tx.appendWaiting(entry, seal: Data([UInt8(number)])) }
            }
            await #expect(throws: Deliberate.self) {
                try await store.write { tx throws in
                    try tx.appendWaiting(entries[0], seal: Data([9]))
                    throw Deliberate()
                }
            }
            let waiting = try await store.read { try $0.waitingAuditEntries(after: 0, limit: 10) }
            #expect(waiting.map(\.entry) == entries && waiting.map(\.seal) == (0..<4).map { Data([UInt8($0)]) })
            let page = try await store.read { try $0.waitingAuditEntries(after: waiting[0].position, limit: 2) }
            #expect(page == Array(waiting[1...2]))
            #expect(try await store.read { try $0.auditHead() } == nil)
            let placed = (1...2).map { record($0) }
            let positions = waiting.prefix(2).map(\.position)
            try await store.claim { tx throws in
                #expect(try tx.holdAuditLog() == nil)
                try tx.append(placed, waitedAt: positions, head: head(of: placed[1]))
            }
            #expect(try await store.read { try $0.waitingAuditEntries(after: 0, limit: 10) } == Array(waiting[2...]))
            #expect(try await store.read { try $0.auditEntries(after: 0, limit: 10) } == placed)
            #expect(try await store.claim { try $0.holdAuditLog() } == head(of: placed[1]))
            let moments: Set = [placed[1].entry.time, Timestamp.sample.adding(seconds: 99)]
            #expect(try await store.read { try $0.auditEntries(at: moments) } == [placed[1].entry])
            #expect(try await store.read { try $0.auditEntries(at: []) } == [])
        },
        StoreCase("a write notes what it does to accounts, and nothing of what failed") { store async throws in
            try await store.insert(.sample("taken", email: .ada))
            let notes = try await store.write { tx throws -> [String] in
                try tx.insert(.sample("1"), in: .sample)
                try tx.update(Account.sample("1").with { $0.isDisabled = true }, from: .sample("1"), in: .sample)
                #expect(throws: StoreConflict.email) { try tx.insert(.sample("2", email: .ada), in: .sample) }
                try tx.purge(AccountID("1"), in: .sample)
                try tx.delete(AccountID("1"), in: .sample)
                try tx.delete(AccountID("nobody"), in: .sample)
                tx.record(AuditEvent(.configUpdate))
                try tx.deleteAllAccounts(in: .sample, after: nil, limit: 10)
                return tx.journal.notes.map(name)
            }
            #expect(notes == ["created 1", "updated 1", "purged 1", "deleted 1", "config.update", "all deleted"])
            #expect(try await store.write { $0.journal.notes.count } == 0)
        },
        StoreCase("every sealed secret is listed once, page by page, and can be replaced") { store async throws in
            let other = ProjectScope(project: "other")
            try await store.write { tx throws in
                for id in ["a", "b", "c"] {
                    try tx.insert(
                        StoredSigningKey(
                            id: id, purpose: .idToken, sealedPrivateKey: Data("sealed \(id)".utf8), certificate: "",
                            createdAt: .sample, activeFrom: nil))
                    let secret = Data("client \(id)".utf8).base64EncodedString()
                    try tx.insert(provider("oidc.\(id)", secret: secret), in: id == "c" ? other : .sample)
                }
                try tx.insert(provider("oidc.none", secret: nil), in: .sample)
                _ = try tx.keepSealedSecret(Data("mine".utf8), named: "mine")
            }
            let records = try await allSecrets(store)
            #expect(records.count == 7 && Set(records).count == 7)
            #expect(records.contains { $0.place == "signing-key/b" && $0.sealed == Data("sealed b".utf8) })
            #expect(records.contains { $0.place == "client-secret/other//oidc.c" && $0.sealed == Data("client c".utf8) })
            #expect(records.contains { $0.place == "mine" && $0.sealed == Data("mine".utf8) })
            try await store.write { tx throws in
                for record in records { try tx.replace(record, with: Data("new ".utf8) + record.sealed) }
            }
            let replaced = try await allSecrets(store)
            #expect(replaced.map(\.place) == records.map(\.place))
            #expect(replaced.map(\.sealed) == records.map { Data("new ".utf8) + $0.sealed })
            #expect(try await store.read { try $0.sealedSecret("mine") } == Data("new mine".utf8))
            #expect(
                try await store.read { try $0.openIDProvider(ProviderID("oidc.none"), in: .sample) }
                    == provider("oidc.none", secret: nil))
            #expect(try await store.read { try $0.tablesHolding([Data("new mine".utf8)]) } == ["sealed_secrets"])
            #expect(try await store.read { try $0.tablesHolding([Data("oidc.none".utf8)]) } == ["openid_providers"])
            #expect(try await store.read { try $0.tablesHolding([Data("nowhere".utf8)]) } == [])
        },
    ]

    private static func record(_ number: Int) -> SealedAuditEntry {
        let entry = AuditEntry(
            sequence: Int64(number), time: .sample.adding(seconds: Int64(number)), scope: number == 1 ? nil : .sample,
            actor: number == 1 ? .server : .administrator("owner"),
            action: AuditAction(number % 3 == 0 ? "third.time" : "other.time"),
            account: number % 2 == 0 ? AccountID("even") : nil, clientAddress: number == 2 ? "192.0.2.1" : nil,
            details: #"{"n":\#(number)}"#)
        return SealedAuditEntry(entry: entry, previous: Data([UInt8(number - 1)]), seal: Data([UInt8(number)]))
    }

    private static func head(of record: SealedAuditEntry) -> AuditHead {
        AuditHead(sequence: record.entry.sequence, last: record.seal, seal: Data([7]) + record.seal)
    }

    private static func provider(_ id: String, secret: String?) -> OpenIDProvider {
        OpenIDProvider(
            id: ProviderID(id), isEnabled: true, clientID: "app", issuer: "https://id.example", sealedClientSecret: secret)
    }

    private static func name(_ note: TransactionJournal.Note) -> String {
        switch note {
        case .account(.created(let account, _)): "created \(account.id)"
        case .account(.updated(let account, _, _)): "updated \(account.id)"
        case .account(.purged(let id, _)): "purged \(id)"
        case .account(.deleted(let id, _)): "deleted \(id)"
        case .account(.allDeleted): "all deleted"
        case .imported: "imported"
        case .event(let event): event.action.rawValue
        }
    }

    private static func allSecrets(_ store: any Store) async throws -> [SealedRecord] {
        var records: [SealedRecord] = []
        for kind in try await store.read({ $0.sealedKinds() }) {
            var row = ""
            while true {
                let after = row
                let page = try await store.read { try $0.sealedRecords(kind, after: after, limit: 2) }
                guard let last = page.last else { break }
                records += page
                row = last.row
            }
        }
        return records
    }
}
