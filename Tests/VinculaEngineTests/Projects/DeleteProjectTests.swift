import Foundation
import Testing
import VinculaCore
import VinculaEngine

/// Projects and tenants with more accounts than one transaction deletes.
struct DeleteProjectTests {
    private static let tenant = ProjectScope(project: TestEngine.scope.project, tenant: "acme")

    /// Adds many accounts.
    private static func fill(_ test: TestEngine, _ scope: ProjectScope, _ count: Int) async throws {
        try await test.store.write { transaction in
            for number in 0..<count {
                try transaction.insert(
                    Account(id: AccountID("u\(number)"), createdAt: Timestamp(milliseconds: 1)), in: scope)
            }
        }
    }

    /// Does what a server does, to the end.
    private static func eraseAll(_ test: TestEngine) async throws {
        var erasures = Erasures()
        while try await test.engine.upkeep.eraseDeleted(&erasures) {}
    }

    private static func records(_ test: TestEngine, _ action: AuditAction) async throws -> [String] {
        try await test.engine.auditLog.entries(AuditQuery(action: action, limit: 9)).map(\.facts.details.text)
    }

    @Test func `a tenant is gone at once, and its data in the end`() async throws {
        try await TestEngine.run(configure: { $0.tenants.allowsTenants = true }) { test in
            try await test.engine.projects.requireDevelopmentTenant(Self.tenant)
            let signedIn = try await test.engine.signUpAnonymously(in: Self.tenant)
            try await Self.fill(test, Self.tenant, 600)
            let begun = try await test.engine.projects.deleteTenant(Self.tenant, patience: .zero)
            #expect(begun == ScopeErasure(accounts: 0, isDone: false))
            let left = try await test.store.read { tx in
                (try tx.accountCount(ofAll: Self.tenant, upTo: 1000), seen: try tx.accountCount(in: Self.tenant))
            }
            #expect(left == (601, 0))

            await #expect(throws: AuthError.tenantNotFound) {
                _ = try await test.engine.lookUpOwnAccount(idToken: signedIn.tokens.idToken, in: Self.tenant)
            }
            await #expect(throws: AuthError.userNotFound) {
                _ = try await test.engine.refreshSession(signedIn.tokens.refreshToken, in: test.scope)
            }
            await #expect(throws: AuthError.tenantNotFound) { _ = try await test.engine.signUpAnonymously(in: Self.tenant) }
            await #expect(throws: AuthError.tenantNotFound) { try await test.engine.projects.deleteTenant(Self.tenant) }
            // The emulator makes a tenant of any name, but not of this one.
            try await test.engine.projects.requireDevelopmentTenant(Self.tenant)
            await #expect(throws: AuthError.tenantNotFound) { _ = try await test.engine.signUpAnonymously(in: Self.tenant) }

            #expect(try await test.engine.projects.deletions().map(\.scope) == [Self.tenant])
            // Whoever began it has some seconds.
            var erasures = Erasures()
            #expect(try await !test.engine.upkeep.eraseDeleted(&erasures))
            test.clock.advance(seconds: 10)
            var reports: [ScopeDeletion] = []
            var steps = 0
            while try await test.engine.upkeep.eraseDeleted(&erasures, report: { deletion, _ in reports.append(deletion) }) {
                steps += 1
            }
            #expect(steps >= 3 && reports.last?.accounts == 601)
            #expect(try await test.store.read { try $0.accountCount(ofAll: Self.tenant, upTo: 1) } == 0)
            #expect(try await test.engine.projects.deletions().isEmpty)
            #expect(try await Self.records(test, .tenantDelete) == [#"{"accounts":601}"#])
            #expect(try await Self.records(test, .tenantErase) == [#"{"accounts":601}"#])
            try await test.engine.projects.requireDevelopmentTenant(Self.tenant)
            _ = try await test.engine.signUpAnonymously(in: Self.tenant)
        }
    }

    @Test func `a project is gone at once, and its name is free in the end`() async throws {
        try await TestEngine.run { test in
            let shop = ProjectScope(project: "shop")
            try await test.engine.projects.createProject("shop")
            let signedIn = try await test.engine.signUpAnonymously(in: shop)
            let neighbour = try await test.engine.signUpAnonymously(in: test.scope)
            try await Self.fill(test, shop, 300)
            _ = try await test.engine.projects.deleteProject("shop", patience: .zero)
            await #expect(throws: AuthError.userNotFound) {
                _ = try await test.engine.lookUpOwnAccount(idToken: signedIn.tokens.idToken, in: shop)
            }
            await #expect(throws: AuthError.userNotFound) {
                _ = try await test.engine.refreshSession(signedIn.tokens.refreshToken, in: shop)
            }
            await #expect(throws: AuthError.projectNotFound("shop")) { _ = try await test.engine.signUpAnonymously(in: shop) }
            #expect(try await !test.engine.projects.knowsProject("shop"))
            #expect(try await !test.engine.projects.projectSummaries().map(\.id).contains("shop"))
            await #expect(throws: ProjectAdministration.Refusal.isBeingDeleted("shop")) {
                try await test.engine.projects.createProject("shop")
            }
            await #expect(throws: ProjectAdministration.Refusal.noSuchProject("shop")) {
                _ = try await test.engine.projects.deleteProject("shop")
            }
            test.clock.advance(seconds: 10)
            try await Self.eraseAll(test)
            #expect(try await Self.records(test, .projectErase) == [#"{"accounts":301}"#])
            try await test.engine.projects.createProject("shop")
            #expect(try await test.engine.projects.projectSummary("shop").accounts == 0)
            _ = try await test.engine.refreshSession(neighbour.tokens.refreshToken, in: test.scope)
        }
    }

    @Test func `a call that has the time deletes everything`() async throws {
        try await TestEngine.run { test in
            let shop = ProjectScope(project: "shop")
            try await Self.fill(test, shop, 600)
            let erasure = try await test.engine.projects.deleteProject("shop", patience: nil)
            #expect(erasure == ScopeErasure(accounts: 600, isDone: true))
            #expect(try await test.store.read { try $0.accountCount(ofAll: shop, upTo: 1) } == 0)
        }
    }

    @Test func `all accounts are deleted in steps, with one record`() async throws {
        try await TestEngine.run { test in
            try await Self.fill(test, test.scope, 25)
            try await test.engine.accounts.deleteAllAccounts(in: test.scope, count: 10)
            try await test.expectAccounts(0)
            #expect(try await Self.records(test, .accountDeleteAll).count == 1)
            // An account may come between the steps: its tokens end with the last one.
            #expect(try await test.engine.accounts.listRevocations(after: .start, in: test.scope).revocations.count == 2)
        }
    }

    @Test(arguments: [3, 5])
    func `a step that takes too long is tried again with less, down to one account`(failures: Int) async throws {
        try await TestEngine.runHooked { test, store in
            try await Self.fill(test, test.scope, 30)
            store.beforeNextWrite {}
            for _ in 0..<failures {
                store.beforeNextWrite { throw StoreUnavailable(reason: .busy, detail: "too long") }
            }
            let project = test.scope.project
            guard failures < 5 else {
                // The project is deleted, whatever becomes of its data for now.
                let begun = try await test.engine.projects.deleteProject(project, patience: nil)
                #expect(begun == ScopeErasure(accounts: 0, isDone: false))
                test.clock.advance(seconds: 10)
                try await Self.eraseAll(test)
                #expect(try await test.engine.projects.deletions().isEmpty)
                return
            }
            let erasure = try await test.engine.projects.deleteProject(project, patience: nil)
            #expect(erasure == ScopeErasure(accounts: 30, isDone: true))
        }
    }

    @Test(arguments: StoreUnavailable.Reason.allCases.filter { $0 != .busy })
    func `a deletion that has begun has happened, though the store fails next`(reason: StoreUnavailable.Reason) async throws {
        try await TestEngine.runHooked { test, store in
            try await Self.fill(test, test.scope, 3)
            store.beforeNextWrite {}
            store.beforeNextWrite { throw StoreUnavailable(reason: reason, detail: "gone") }
            let begun = try await test.engine.projects.deleteProject(test.scope.project)
            #expect(begun == ScopeErasure(accounts: 0, isDone: false))
            #expect(try await test.engine.projects.deletions().map(\.scope) == [test.scope])
        }
    }

    @Test func `a server remembers how small the steps must be`() async throws {
        try await TestEngine.runHooked { test, store in
            try await Self.fill(test, test.scope, 30)
            _ = try await test.engine.projects.deleteProject(test.scope.project, patience: .zero)
            test.clock.advance(seconds: 10)
            for _ in 0..<2 { store.beforeNextWrite { throw StoreUnavailable(reason: .busy, detail: "too long") } }
            var erasures = Erasures()
            var counts: [Int] = []
            while try await test.engine.upkeep.eraseDeleted(
                &erasures,
                report: {
                    counts.append($0.accounts); _ = $1
                })
            {}
            // Messages with 15 at most, then accounts with slowly more.
            #expect(counts == [0, 18, 30, 30])
            #expect(erasures.scopes.count == 1)
            #expect(try await !test.engine.upkeep.eraseDeleted(&erasures))
            #expect(erasures.scopes.isEmpty)
        }
    }

    @Test func `a deletion that fails holds up no other`() async throws {
        try await TestEngine.runHooked { test, store in
            let scopes = ["a", "b"].map { ProjectScope(project: $0) }
            for scope in scopes {
                try await Self.fill(test, scope, 1)
                _ = try await test.engine.projects.deleteProject(scope.project, patience: .zero)
            }
            test.clock.advance(seconds: 10)
            var erasures = Erasures()
            var failures: [String] = []
            let start = ContinuousClock.now
            func pass(after seconds: Int) async throws -> Bool {
                try await test.engine.upkeep.eraseDeleted(
                    &erasures, at: start + .seconds(seconds),
                    failed: { failures.append("\($0.scope.project) \($1 is StoreUnavailable)") })
            }
            store.beforeNextWrite { throw StoreUnavailable(reason: .unreadableRow, detail: "gone") }
            // The other one goes on at once, to its end.
            while try await pass(after: 0) {}
            #expect(try await test.engine.projects.deletions().map(\.scope) == [scopes[0]])
            #expect(failures == ["a true"])
            // It is tried again after ten seconds, twenty, forty, and so on up to ten minutes.
            var next = 0
            for pause in [10, 20, 40, 80, 160, 320, 600, 600, 600, 600, 600] {
                #expect(try await !pass(after: next + pause - 1))
                store.beforeNextWrite { throw StoreUnavailable(reason: .unreadableRow, detail: "gone") }
                next += pause
                let before = failures.count
                #expect(try await !pass(after: next))
                #expect(failures.count == before + 1, "\(pause)")
            }
            next += 600
            while try await pass(after: next) {}
            #expect(try await test.engine.projects.deletions().isEmpty)
        }
    }

    @Test func `more deletions that fail than a pass has turns for do not keep the next one from its turn`() async throws {
        try await TestEngine.runHooked { test, store in
            for number in 10..<32 {
                try await Self.fill(test, ProjectScope(project: "p\(number)"), 1)
                _ = try await test.engine.projects.deleteProject("p\(number)", patience: .zero)
            }
            test.clock.advance(seconds: 10)
            var erasures = Erasures()
            for _ in 0..<20 { store.beforeNextWrite { throw StoreUnavailable(reason: .unreadableRow, detail: "gone") } }
            let start = ContinuousClock.now
            #expect(try await !test.engine.upkeep.eraseDeleted(&erasures, at: start))
            while try await test.engine.upkeep.eraseDeleted(&erasures, at: start) {}
            #expect(try await test.engine.projects.deletions().count == 20)
        }
    }

    @Test(arguments: [StoreUnavailable.Reason.unreachable, .diskFull, .readOnly, .notPermitted])
    func `a store that cannot be used is no failure of a deletion`(reason: StoreUnavailable.Reason) async throws {
        try await TestEngine.runHooked { test, store in
            try await Self.fill(test, test.scope, 1)
            _ = try await test.engine.projects.deleteProject(test.scope.project, patience: .zero)
            test.clock.advance(seconds: 10)
            var erasures = Erasures()
            store.beforeNextWrite { throw StoreUnavailable(reason: reason, detail: "gone") }
            let start = ContinuousClock.now
            await #expect(throws: StoreUnavailable.self) {
                _ = try await test.engine.upkeep.eraseDeleted(&erasures, at: start)
            }
            while try await test.engine.upkeep.eraseDeleted(&erasures, at: start) {}
            #expect(try await test.engine.projects.deletions().isEmpty)
        }
    }
}
