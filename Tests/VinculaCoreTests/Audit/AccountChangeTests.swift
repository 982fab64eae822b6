import Foundation
import Testing
import VinculaCore

struct AccountChangeTests {
    private let scope = ProjectScope(project: "demo")
    private let now = Timestamp(seconds: 1_800_000_000)

    private var account: Account {
        var account = Account(id: AccountID("a"), createdAt: now)
        account.email = EmailAddress("ana@example.com")
        account.password = PasswordRecord(hash: "$argon2id$secret", updatedAt: now)
        return account
    }

    private func actions(by actor: AuditActor = .endUser, _ change: (inout Account) -> Void) -> [AuditAction] {
        var changed = account
        change(&changed)
        return AccountChange.updated(changed, from: account, in: scope).events(by: actor).map(\.action)
    }

    @Test func `everyday actions leave no record`() {
        #expect(actions { $0.lastSignInAt = now } == [])
        #expect(actions { $0.displayName = "Ana" } == [])
        #expect(actions { $0.lastRefreshAt = now } == [])
        // The same password, hashed anew.
        #expect(actions { $0.password?.hash = "$argon2id$other" } == [])
        #expect(AccountChange.created(account, in: scope).events(by: .endUser).isEmpty)
        #expect(actions(by: .server) { $0.displayName = "Ana" } == [])
    }

    @Test func `every change of a credential leaves one, whoever makes it`() {
        for actor in [AuditActor.endUser, .administrator("owner"), .serviceAccount("ci"), .commandLine("root"), .server] {
            #expect(
                actions(by: actor) { $0.password = PasswordRecord(hash: "x", updatedAt: now.adding(seconds: 1)) }
                    == [.passwordChange])
            #expect(actions(by: actor) { $0.password = nil } == [.passwordRemove])
            #expect(actions(by: actor) { $0.email = EmailAddress("bea@example.com") } == [.emailChange])
            #expect(actions(by: actor) { $0.emailVerified = true } == [.emailVerify])
            #expect(actions(by: actor) { $0.phone = PhoneNumber("+4915112345678") } == [.phoneChange])
            #expect(actions(by: actor) { $0.isDisabled = true } == [.accountDisable])
            #expect(actions(by: actor) { $0.endAllSessions(now: now) } == [.sessionsRevoke])
            #expect(AccountChange.deleted(account.id, in: scope).events(by: actor).map(\.action) == [.accountDelete])
        }
    }

    @Test func `an administrator's changes leave one, whatever they change`() {
        let admin = AuditActor.administrator("owner")
        #expect(actions(by: admin) { $0.displayName = "Ana" } == [.accountUpdate])
        #expect(actions(by: admin) { $0.validSince = 5 } == [.accountUpdate])
        #expect(actions(by: admin) { $0.createdAt = now.adding(seconds: 1) } == [.accountUpdate])
        #expect(actions(by: admin) { _ in } == [])
        #expect(AccountChange.created(account, in: scope).events(by: admin).map(\.action) == [.accountCreate])
    }

    @Test func `records hold no secret and no whole address`() {
        var changed = account
        changed.email = EmailAddress("bea@example.com")
        changed.phone = PhoneNumber("+4915112345678")
        changed.password = PasswordRecord(hash: "$argon2id$secret2", updatedAt: now.adding(seconds: 1))
        let changes = [AccountChange.updated(changed, from: account, in: scope), .created(changed, in: scope)]
        let text = changes.flatMap { $0.events(by: .administrator("owner")) }.map { JSONValue.object($0.details).text }.joined()
        #expect(text.contains("b…@example.com") && text.contains("+…78"))
        for secret in ["argon2", "secret", "ana@", "bea@", "1511234"] { #expect(!text.contains(secret)) }
    }
}
