import Foundation
import Testing
import VinculaCore
import VinculaEngine

/// The time of a session's last use is kept roughly, and written apart from the answer.
struct NoteUseTests {
    private static let hour: Int64 = 3600
    private static let day: Int64 = 24 * 3600

    @Test func `a use is written once an hour, for the session and its account`() async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.signUp("v@x.com")
            let opened = try await test.session(of: signedIn).lastUsedAt
            test.clock.advance(seconds: Self.hour - 1)
            _ = try await test.refresh(signedIn)
            try await test.engine.upkeep.writeLastUses()
            #expect(try await test.session(of: signedIn).lastUsedAt == opened)
            test.clock.advance(seconds: 1)
            let noted = test.clock.now
            _ = try await test.refresh(signedIn)
            try await test.engine.upkeep.writeLastUses()
            #expect(try await test.session(of: signedIn).lastUsedAt == noted)
            #expect(try await test.account(signedIn.account.id)?.lastRefreshAt == noted)
            test.clock.advance(seconds: Self.hour - 1)
            _ = try await test.refresh(signedIn)
            try await test.engine.upkeep.writeLastUses()
            #expect(try await test.session(of: signedIn).lastUsedAt == noted)
        }
    }

    @Test func `a session is never over early because its last use was kept roughly`() async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.signUp("v@x.com")
            // The latest use that is not written.
            test.clock.advance(seconds: Self.hour - 1)
            _ = try await test.refresh(signedIn)
            try await test.engine.upkeep.writeLastUses()
            test.clock.advance(seconds: 90 * Self.day)
            _ = try await test.refresh(signedIn)
        }
    }

    @Test func `a later moment is not replaced, and a session that is gone is passed over`() async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.signUp("v@x.com")
            test.clock.advance(seconds: 2 * Self.hour)
            _ = try await test.refresh(signedIn)
            let session = try await test.session(of: signedIn)
            let later = test.clock.now.adding(seconds: Self.day)
            try await test.store.write { try $0.noteUse(ofSession: session.id, at: later) }
            try await test.engine.upkeep.writeLastUses()
            #expect(try await test.session(of: signedIn).lastUsedAt == later)
            #expect(try await test.account(signedIn.account.id)?.lastRefreshAt == later)
            test.clock.advance(seconds: 2 * Self.day)
            _ = try await test.refresh(signedIn)
            try await test.engine.accounts.deleteAccount(signedIn.account.id.value, in: test.scope)
            try await test.engine.upkeep.writeLastUses()
        }
    }

    @Test func `more uses than one write takes are all written`() async throws {
        try await TestEngine.run { test in
            var people: [SignedIn] = []
            for _ in 0..<1100 { people.append(try await test.engine.signUpAnonymously(in: test.scope)) }
            test.clock.advance(seconds: Self.hour)
            for person in people { _ = try await test.refresh(person) }
            try await test.engine.upkeep.writeLastUses()
            let used = try await test.store.read { try $0.sessions(after: Data(), limit: 2000).map(\.session.lastUsedAt) }
            #expect(used.count == 1100 && used.allSatisfy { $0 == test.clock.now })
        }
    }
}
