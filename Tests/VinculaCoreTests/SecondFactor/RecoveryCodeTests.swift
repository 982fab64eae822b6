import Foundation
import Testing
import VinculaCore

@Suite("Recovery codes")
struct RecoveryCodeTests {
    @Test(
        "What people type",
        arguments: [
            ("K7QM2-9XTRD", "K7QM29XTRD"), ("k7qm29xtrd", "K7QM29XTRD"), (" k7qm2 9xtrd\n", "K7QM29XTRD"),
            ("K7QM2\u{2013}9XTRD", "K7QM29XTRD"), ("K7QM2\u{A0}9XTRD", "K7QM29XTRD"), ("k-7-q-m-2-9-x-t-r-d", "K7QM29XTRD"),
            ("OoIiL-l0111", "0011110111"), ("01234-56789", "0123456789"), ("VWXYZ-VWXYZ", "VWXYZVWXYZ"),
            ("123456", nil), ("12345678", nil), ("", nil), ("-----", nil), ("K7QM2-9XTR", nil), ("K7QM2-9XTRDD", nil),
            ("UUUUU-UUUUU", nil), ("K7QM2_9XTRD", nil), ("К7QM2-9XTRD", nil), ("K7QM2-9XTR\u{FF24}", nil),
            ("K7QM2-9XTRD" + String(repeating: " ", count: 53), "K7QM29XTRD"),
            ("K7QM2-9XTRD" + String(repeating: " ", count: 54), nil),
        ])
    func typed(_ text: String, _ characters: String?) {
        #expect(RecoveryCode(typed: text)?.characters == characters)
    }

    @Test("Every byte makes a character, each of the 32 from eight of them, and what is shown can be typed")
    func random() {
        var counts: [Character: Int] = [:]
        for byte in UInt8.min...UInt8.max {
            let code = RecoveryCode(random: Data(repeating: byte, count: RecoveryCode.length))
            #expect(RecoveryCode(typed: code.text) == code && code.text.count == 11)
            #expect(RecoveryCode(typed: code.text.lowercased()) == code)
            counts[code.characters.first ?? " ", default: 0] += 1
        }
        #expect(counts.count == 32 && counts.values.allSatisfy { $0 == 8 })
        #expect(RecoveryCode(random: Data(0...9)).text == "01234-56789")
        #expect(RecoveryCode(random: Data(22...31)).text == "PQRST-VWXYZ")
    }

    private static func factor(_ id: String) -> SecondFactor {
        SecondFactor(
            id: SecondFactorID(id), displayName: nil, enrolledAt: Timestamp(seconds: 1), sealedSecret: Data(), lastPeriod: 0)
    }

    private static var account: Account {
        var account = Account(id: AccountID("1"), createdAt: Timestamp(seconds: 1))
        account.email = EmailAddress(canonical: "ada@example.com")
        account.emailVerified = true
        account.secondFactors = [factor("a"), factor("b")]
        account.recoveryCodes = RecoveryCodeSet(
            id: SecondFactorID("codes"), createdAt: Timestamp(seconds: 1),
            createdBy: EnrollmentProof(signedInAt: Timestamp(seconds: 1)))
        return account
    }

    @Test("They end with the last factor, and do not come back with another")
    func last() {
        var account = Self.account
        account.secondFactors.removeFirst()
        #expect(account.recoveryCodes != nil)
        account.secondFactors.removeAll { $0.id == SecondFactorID("b") }
        #expect(account.recoveryCodes == nil)
        account.secondFactors = [Self.factor("c")]
        #expect(account.recoveryCodes == nil)
    }

    @Test("What counts as a second factor in a session")
    func counts() {
        var account = Self.account
        #expect(["a", "b", "codes", "c"].map { account.counts(SecondFactorID($0)) } == [true, true, true, false])
        account.secondFactors = []
        #expect(!account.counts(SecondFactorID("codes")))
    }

    @Test("Codes are made by who gave a factor, for an account that has one")
    func policy() {
        func refusal(_ account: Account, _ second: String?) -> AuthError? {
            do {
                try SecondFactorPolicy.checkRecoveryCodes(of: account, secondFactor: second.map { SecondFactorID($0) })
                return nil
            } catch {
                return error
            }
        }
        var account = Self.account
        for second in ["a", "b", "codes"] { #expect(refusal(account, second) == nil) }
        for second in [nil, "gone"] { #expect(refusal(account, second) == .credentialTooOld) }
        account.secondFactors = []
        for second in [nil, "a", "codes"] { #expect(refusal(account, second) == .secondFactorNotFound) }
    }

    @Test("A new set ends the sign-ins that wait; using a code does not")
    func waysIn() {
        var account = Self.account
        let before = account.waysIn
        account.recoveryCodes = RecoveryCodeSet(
            id: SecondFactorID("others"), createdAt: Timestamp(seconds: 1),
            createdBy: EnrollmentProof(signedInAt: Timestamp(seconds: 1)))
        #expect(account.waysIn != before)
        account.recoveryCodes = nil
        #expect(account.waysIn != before)
    }
}
