import Foundation
import Testing
import VinculaCore

struct SessionTests {
    private let moment = Timestamp(milliseconds: 1_800_000_000_500)

    private func session(generation: Int64 = 7, authTime: Timestamp? = nil) -> Session {
        Session(
            id: Data([1]), scope: ProjectScope(project: "p"), account: AccountID("A"), authTime: authTime ?? moment,
            signInProvider: .password, generation: generation, refresh: RefreshChain(active: Data([2])))
    }

    private var account: Account { Account(id: AccountID("A"), createdAt: moment, generation: 7) }

    @Test func `a session opens its account`() {
        #expect(throws: Never.self) { try session().requireValid(for: account) }
    }

    @Test func `T116 a disabled account has no sessions`() {
        var account = account
        account.isDisabled = true
        #expect(throws: AuthError.userDisabled) { try session().requireValid(for: account) }
    }

    @Test func `T109 what ends sessions ends those of the same second, and not those opened after it`() {
        var account = account
        account.endAllSessions(now: moment)
        #expect(account.validSince == moment.seconds)
        #expect(throws: AuthError.tokenExpired) { try session().requireValid(for: account) }
        #expect(throws: Never.self) { try session(generation: account.generation).requireValid(for: account) }
    }

    @Test func `validSince ends older sessions of the same generation`() {
        var account = account
        account.validSince = moment.seconds + 1
        #expect(throws: AuthError.tokenExpired) { try session().requireValid(for: account) }
        account.validSince = moment.seconds
        #expect(throws: Never.self) { try session().requireValid(for: account) }
    }

    @Test func `validSince never goes back`() {
        var account = account
        account.validSince = moment.seconds + 100
        account.endAllSessions(now: moment)
        #expect(account.validSince == moment.seconds + 100)
        #expect(account.generation == 8)
    }
}
