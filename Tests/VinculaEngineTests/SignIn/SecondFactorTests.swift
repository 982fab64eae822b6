import Foundation
import Testing
import VinculaCore
import VinculaEngine

struct SecondFactorTests {
    @Test func `T039 T041 Game Center, whose answer has no place for a second factor, does not sign in past one`() async throws {
        try await TestEngine.run { test in
            let outcome = try await test.present(.of(.gameCenter, "1"))
            let player = try #require(outcome.signedIn).account
            var account = player
            account.secondFactors = [
                SecondFactor(
                    id: SecondFactorID("f"), displayName: nil, enrolledAt: player.createdAt, sealedSecret: Data(), lastPeriod: 0)
            ]
            let (old, new, scope) = (player, account, test.scope)
            try await test.store.write { try $0.update(new, from: old, in: scope) }
            await #expect(throws: AuthError.unsupportedFirstFactor) { try await test.present(.of(.gameCenter, "1")) }
        }
    }

    @Test func `a purge leaves second factors, which no squatter can have added`() {
        var account = Account(id: AccountID("1"), createdAt: Timestamp(seconds: 1))
        account.secondFactors = [
            SecondFactor(
                id: SecondFactorID("f"), displayName: nil, enrolledAt: account.createdAt, sealedSecret: Data(), lastPeriod: 0)
        ]
        account.purge(now: Timestamp(seconds: 2))
        #expect(account.secondFactors.map(\.id.value) == ["f"])
    }
}
