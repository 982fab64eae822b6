import Foundation
import Testing
import VinculaCore

@Suite("Enrolment tokens")
struct EnrollmentTokenTests {
    private static func account(_ factors: [String]) -> Account {
        var account = Account(id: AccountID("1"), createdAt: Timestamp(seconds: 1))
        account.secondFactors = factors.map {
            SecondFactor(
                id: SecondFactorID($0), displayName: nil, enrolledAt: Timestamp(seconds: 1), sealedSecret: Data(), lastPeriod: 0)
        }
        return account
    }

    @Test("Issued where second factors are required, to every session that has not given one that the account has")
    func issued() {
        // The account's factors, the session's, and the answer.
        let rows: [([String], String?, Bool)] = [
            ([], nil, true), ([], "gone", true), (["a"], nil, true), (["a"], "gone", true), (["a"], "a", false),
            (["a", "b"], "b", false),
        ]
        for (factors, given, expected) in rows {
            for isMandatory in [true, false] {
                var settings = SecondFactorSettings()
                settings.isMandatory = isMandatory
                for provider: ProviderID in [.password, .phone, .google, .anonymous, .custom] {
                    let issued = EnrollmentToken.isIssued(
                        to: Self.account(factors), firstFactor: provider, secondFactor: given.map { SecondFactorID($0) },
                        settings: settings)
                    let isExpected = expected && isMandatory && provider != .custom
                    #expect(issued == isExpected, "\(factors) \(given ?? "-") \(isMandatory) \(provider)")
                }
            }
        }
    }

    @Test("The audience is no project's id, and leads back to the project")
    func audience() {
        for project in ["shop", "demo-project", "example.com:shop", ""] {
            let audience = EnrollmentToken.audience(of: project)
            #expect(audience != project && EnrollmentToken.project(ofAudience: audience) == project)
            #expect(EnrollmentToken.project(ofAudience: project) == nil)
        }
    }

    @Test("The whole table of requests")
    func table() {
        let openings: [SignedInRequest: SignedInRequest.Opening] = [
            .refresh: .always, .lookUp: .always, .enrollSecondFactor: .always, .withdrawSecondFactor: .never,
            .proveAddress: .always, .changeAddress: .untilAddressIsProven, .applyMailedCode: .always, .updateAccount: .never,
            .deleteAccount: .never, .linkPassword: .never, .linkEmailLink: .never, .linkIdentity: .never,
            .reauthenticate: .always,
            .listSessions: .always, .endSessions: .always, .handOver: .never, .revokeProviderToken: .always, .other: .never,
        ]
        #expect(Set(openings.keys) == Set(SignedInRequest.allCases))
        var proven = Self.account([])
        proven.email = EmailAddress(canonical: "ada@example.com")
        var unproven = proven
        proven.emailVerified = true
        unproven.emailVerified = false
        for (request, opening) in openings {
            #expect(request.opening == opening)
            for (account, isOpen) in [
                (proven, opening == .always), (unproven, opening != .never), (Self.account([]), opening != .never),
                (nil, opening != .never),
            ] as [(Account?, Bool)] {
                let refusal = Result { try request.requireOpen(to: account) }
                #expect(((try? refusal.get()) != nil) == isOpen, "\(request) \(account?.emailVerified.description ?? "-")")
            }
        }
    }

    @Test(
        "Ids that an administrator may choose",
        arguments: [
            ("a", true), ("8e9b9d1c-6d2b-4b1f-9c8a-2f6d4f1a0b3c", true), ("AbC+/=:._-", true),
            (String(repeating: "x", count: 128), true),
            ("", false), (String(repeating: "x", count: 129), false), ("a b", false), ("a\u{1}", false), ("é", false),
            ("a\u{301}", false), ("a\"", false),
        ])
    func ids(_ text: String, _ isGood: Bool) {
        #expect(SecondFactorID(chosen: text)?.value == (isGood ? text : nil))
    }
}
