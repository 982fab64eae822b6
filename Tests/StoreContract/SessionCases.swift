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
        StoreCase("a refresh chain is replaced") { store async throws in
            var session = Session.sample(1, of: "1")
            try await store.insert(.sample("1"))
            try await store.write { try $0.insert(.sample(1, of: "1")) }
            let chain = RefreshChain(
                active: Data(repeating: 8, count: 32), parent: session.refresh.active, rotatedAt: .sample, branch: 4
            )
            session.refresh = chain
            let expected = session
            try await store.write { try $0.update(refresh: chain, ofSession: expected.id) }
            #expect(try await store.read { try $0.session(expected.id) } == expected)
        },
        StoreCase("an ended session stays as such: an empty hash is none but a value") { store async throws in
            try await store.insert(.sample("1"))
            try await store.write { tx in
                try tx.insert(.sample(1, of: "1"))
                try tx.update(refresh: .ended, ofSession: Data(repeating: 1, count: 16))
            }
            #expect(try await store.read { try $0.session(Data(repeating: 1, count: 16))?.refresh } == .ended)
        },
        StoreCase("a session that is gone is not updated in silence") { store async throws in
            await #expect(throws: (any Error).self) {
                try await store.write { tx throws in
                    try tx.update(refresh: RefreshChain(active: Data([1])), ofSession: Data(repeating: 1, count: 16))
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
