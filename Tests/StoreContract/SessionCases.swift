import Foundation
import Testing
import VinculaCore
import VinculaEngine

extension StoreContract {
    static let sessionCases = [
        StoreCase("a session comes back, and goes") { store async throws in
            let session = Session.sample(1, of: "1", in: .tenant)
            try await store.insert(.sample("1"), in: .tenant)
            try await store.write { tx throws in
                try tx.insert(session)
                try tx.insert(.sample(2, of: "1", in: .tenant))
            }
            #expect(try await store.read { try $0.session(session.id) } == session)
            try await store.write { try $0.deleteSession(session.id) }
            try await store.write { try $0.deleteSession(session.id) }
            try await store.read { tx throws in
                #expect(try tx.session(session.id) == nil)
                #expect(try tx.session(Data(repeating: 2, count: 16)) != nil)
            }
        },
        StoreCase("an account and a session of its own are found together") { store async throws in
            var account = Account.full("1")
            account.secondFactors = [.sample("a")]
            let (first, second) = (account, Account.sample("2"))
            try await store.insert(first)
            try await store.insert(second)
            let session = Session.sample(1, of: "1")
            let none = Data(repeating: 9, count: 16)
            try await store.write { try $0.insert(session) }
            @Sendable func check(_ tx: any ReadTransaction) throws {
                for _ in 0..<2 {
                    let found = try tx.account(first.id, withSession: session.id, in: .sample)
                    #expect(found.account == first && found.session == session)
                    let others = try tx.account(second.id, withSession: session.id, in: .sample)
                    #expect(others.account == second && others.session == nil)
                    let ended = try tx.account(first.id, withSession: none, in: .sample)
                    #expect(ended.account == first && ended.session == nil)
                    let elsewhere = try tx.account(first.id, withSession: session.id, in: .tenant)
                    #expect(elsewhere.account == nil && elsewhere.session == nil)
                }
            }
            try await store.read { try check($0) }
            try await store.write { try check($0) }
            try await store.claim { try check($0) }
            // What the same transaction has changed is seen.
            try await store.write { tx throws in
                _ = try tx.account(first.id, withSession: session.id, in: .sample)
                try tx.deleteSession(session.id)
                #expect(try tx.account(first.id, withSession: session.id, in: .sample).session == nil)
            }
        },
        StoreCase("a session knows when it was opened, apart from when its person proved who they are") { store async throws in
            let sample = Session.sample(1, of: "1")
            let session = Session(
                id: sample.id, scope: sample.scope, account: sample.account, authTime: sample.authTime,
                openedAt: sample.authTime.adding(seconds: 1000), signInProvider: .google, generation: 3, refresh: sample.refresh)
            try await store.insert(.sample("1"))
            try await store.write { try $0.insert(session) }
            #expect(try await store.read { try $0.session(session.id) } == session)
        },
        StoreCase("a session knows which one it continues, and that its person signed in by mail") { store async throws in
            let sample = Session.sample(1, of: "1")
            let session = Session(
                id: sample.id, scope: sample.scope, account: sample.account, authTime: sample.authTime,
                signInProvider: .password, generation: 3, refresh: sample.refresh, root: Data([1, 2]), isByMail: true)
            try await store.insert(.sample("1"))
            try await store.write { try $0.insert(session) }
            #expect(try await store.read { try $0.session(session.id) } == session)
            #expect(sample.root == sample.id && !sample.isByMail)
        },
        StoreCase("a session is bound to the first key that it is given, and keeps it") { store async throws in
            let (first, second) = (KeyThumbprint(Data(repeating: 1, count: 32)), KeyThumbprint(Data(repeating: 2, count: 32)))
            let sample = Session.sample(1, of: "1")
            let id = sample.id
            var changed = sample
            changed.key = first
            let bound = changed
            try await store.insert(.sample("1"))
            try await store.write { try $0.insert(sample) }
            #expect(try await store.write { try $0.bind(session: id, to: first) })
            #expect(try await !store.write { try $0.bind(session: id, to: second) })
            #expect(try await !store.write { try $0.bind(session: Data(repeating: 9, count: 16), to: second) })
            #expect(try await store.read { try $0.session(id) } == bound)
            try await store.write { try $0.deleteSession(id) }
            try await store.write { try $0.insert(bound) }
            #expect(try await store.read { try $0.session(id) } == bound)
        },
        StoreCase("since when there has been a server is noted once, in place of what was noted") { store async throws in
            #expect(try await store.read { try $0.servicePeriod() } == nil)
            for seconds in [0, 3600, 90_000] as [Int64] {
                let period = ServicePeriod(since: .sample, seenAt: .sample.adding(seconds: seconds))
                try await store.write { try $0.save(period) }
                #expect(try await store.read { try $0.servicePeriod() } == period)
            }
        },
        StoreCase("a refresh chain is replaced") { store async throws in
            var session = Session.sample(1, of: "1")
            try await store.insert(.sample("1"))
            try await store.write { try $0.insert(.sample(1, of: "1")) }
            // One ancestor, several, and none again.
            for count in [1, 3, 12, 0] {
                let chain = RefreshChain(
                    active: Data(repeating: 8, count: 32),
                    ancestors: (0..<count).map {
                        RefreshChain.Ancestor(
                            hash: Data(repeating: UInt8($0), count: 32), exchangedAt: .sample.adding(seconds: Int64($0)),
                            branch: Int64($0))
                    })
                session.refresh = chain
                session.lastUsedAt = session.lastUsedAt.adding(seconds: 60)
                let expected = session
                try await store.write {
                    try $0.update(refresh: chain, usedAt: expected.lastUsedAt, ofSession: expected.id)
                }
                #expect(try await store.read { try $0.session(expected.id) } == expected)
            }
            // The last use does not go back.
            let expected = session
            try await store.write { try $0.update(refresh: expected.refresh, usedAt: .sample, ofSession: expected.id) }
            #expect(try await store.read { try $0.session(expected.id) } == expected)
        },
        StoreCase("a use is noted for the session and its account, never back, and nothing else changes") { store async throws in
            try await store.insert(.sample("1"), .sample("2"))
            try await store.write { try $0.insert(.sample(1, of: "1")) }
            var session = Session.sample(1, of: "1")
            let id = session.id
            let later = Timestamp.sample.adding(seconds: 100)
            for moment in [later, .sample] {
                try await store.write { try $0.noteUse(ofSession: id, at: moment) }
                session.lastUsedAt = later
                let expected = session
                #expect(try await store.read { try $0.session(id) } == expected)
                #expect(try await store.account("1") == Account.sample("1").with { $0.lastRefreshAt = later })
                #expect(try await store.account("2") == .sample("2"))
            }
            try await store.write { try $0.noteUse(ofSession: Data(repeating: 9, count: 16), at: later) }
        },
        StoreCase("an ended session stays as such: an empty hash is none but a value") { store async throws in
            try await store.insert(.sample("1"))
            try await store.write { tx in
                try tx.insert(.sample(1, of: "1"))
                try tx.update(refresh: .ended, usedAt: .sample, ofSession: Data(repeating: 1, count: 16))
            }
            #expect(try await store.read { try $0.session(Data(repeating: 1, count: 16))?.refresh } == .ended)
        },
        StoreCase("a session knows where it was opened, until it ends") { store async throws in
            try await store.insert(.sample("1"), .sample("2"))
            let place = SessionPlace(network: "192.0.2.0/24", device: "Firefox, Windows")
            try await store.write { tx throws in
                for (byte, account) in [(1, "1"), (2, "1"), (3, "1"), (4, "2")] as [(UInt8, String)] {
                    try tx.insert(.sample(byte, of: account, at: place))
                }
            }
            #expect(try await store.place(1) == place)
            try await store.write { tx throws in
                _ = try tx.endSession(Data(repeating: 1, count: 16))
                try tx.update(refresh: .ended, usedAt: .sample, ofSession: Data(repeating: 2, count: 16))
            }
            #expect(try await store.place(1) == SessionPlace())
            #expect(try await store.place(2) == SessionPlace())
            try await store.change("1") { $0.displayName = "Ada" }
            #expect(try await store.place(3) == place)
            try await store.change("1") { $0.generation += 1 }
            #expect(try await store.place(3) == SessionPlace())
            #expect(try await store.place(4) == place)
        },
        StoreCase("an account's open sessions are listed, the latest opened first, so many") { store async throws in
            let generation = Account.sample("1").generation
            try await store.insert(.sample("1"), .sample("2"))
            try await store.insert(.sample("1"), in: .tenant)
            try await store.write { tx throws in
                for byte in 1...4 as ClosedRange<UInt8> {
                    let opened = Timestamp.sample.adding(seconds: Int64(byte))
                    try tx.insert(.sample(byte, of: "1", openedAt: opened, generation: generation))
                }
                try tx.insert(.sample(5, of: "2", generation: generation))
                try tx.insert(.sample(6, of: "1", in: .tenant, generation: generation))
                try tx.insert(.sample(7, of: "1", generation: generation + 1))
                _ = try tx.endSession(Data(repeating: 3, count: 16))
            }
            for (limit, bytes) in [(nil, [4, 2, 1]), (2, [4, 2]), (0, [])] as [(Int?, [UInt8])] {
                let found = try await store.read { try $0.openSessions(of: AccountID("1"), limit: limit, in: .sample) }
                #expect(found.map(\.id) == bytes.map { Data(repeating: $0, count: 16) }, "\(String(describing: limit))")
            }
            #expect(try await store.read { try $0.openSessions(of: AccountID("9"), limit: nil, in: .sample) } == [])
        },
        StoreCase("a session is ended once, and stays as such; all others of an account at once") { store async throws in
            let generation = Account.sample("1").generation
            try await store.insert(.sample("1"), .sample("2"))
            try await store.write { tx throws in
                for byte in 1...4 as ClosedRange<UInt8> { try tx.insert(.sample(byte, of: "1", generation: generation)) }
                try tx.insert(.sample(5, of: "2", generation: generation))
                try tx.insert(.sample(6, of: "1", generation: generation + 1))
            }
            let ids = (0...6).map { Data(repeating: UInt8($0), count: 16) }
            #expect(try await store.write { try $0.endSession(ids[1]) })
            #expect(try await !store.write { try $0.endSession(ids[1]) })
            #expect(try await !store.write { try $0.endSession(ids[0]) })
            let end: @Sendable (any WriteTransaction) throws -> Int = {
                try $0.endSessions(of: AccountID("1"), except: ids[2], in: .sample)
            }
            #expect(try await store.write(end) == 2)
            #expect(try await store.write(end) == 0)
            let open = try await store.read { tx in try (1...5).filter { try tx.session(ids[$0])?.refresh.isEnded == false } }
            #expect(open == [2, 5])
        },
        StoreCase("a session that is gone is not updated in silence") { store async throws in
            await #expect(throws: (any Error).self) {
                try await store.write { tx throws in
                    try tx.update(
                        refresh: RefreshChain(active: Data([1])), usedAt: .sample, ofSession: Data(repeating: 1, count: 16))
                }
            }
        },
        StoreCase("a session needs its account, and an id of its own") { store async throws in
            try await store.insert(.sample("1"))
            await #expect(throws: (any Error).self) { try await store.write { try $0.insert(.sample(1, of: "2")) } }
            await #expect(throws: (any Error).self) {
                try await store.write { try $0.insert(.sample(1, of: "1", in: .tenant)) }
            }
            try await store.write { try $0.insert(.sample(1, of: "1")) }
            await #expect(throws: (any Error).self) { try await store.write { try $0.insert(.sample(1, of: "1")) } }
        },
    ]
}
