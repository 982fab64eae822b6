import Foundation
import Testing
import VinculaCore

@Suite("Events of webhooks")
struct AccountEventTests {
    private static let scope = ProjectScope(project: "shop")
    private static let number = PhoneNumber("+15550100001")

    /// An account with everything that a change can take away.
    private static func account() throws -> Account {
        var account = Account(id: AccountID("ana"), createdAt: Timestamp(seconds: 1000))
        account.email = EmailAddress("ana@example.com")
        account.emailVerified = true
        account.password = PasswordRecord(hash: "$argon2id$h", updatedAt: Timestamp(seconds: 1000))
        account.identities = [
            Identity(key: IdentityKey(provider: .google, issuer: "i", subject: "g"), email: nil, profile: Profile())
        ]
        return account
    }

    /// A change, and what is told of it.
    fileprivate struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout Account) -> Void
        let events: [String]

        init(_ name: String, _ events: [String], _ change: @escaping @Sendable (inout Account) -> Void) {
            (testDescription, self.events, self.change) = (name, events, change)
        }
    }

    fileprivate static let rows = [
        Row("nothing", []) { _ in },
        Row("name and photo", []) {
            $0.displayName = "Ana"
            $0.photoURL = "https://a.example/a.png"
        },
        Row("last sign-in", []) { $0.lastSignInAt = Timestamp(seconds: 2000) },
        Row("a new hash of the same password", []) { $0.password?.hash = "$argon2id$other" },
        Row("password", ["account.password_changed"]) {
            $0.password = PasswordRecord(hash: "$argon2id$h", updatedAt: Timestamp(seconds: 2000))
        },
        Row("no password", ["account.unlinked password", "account.password_changed"]) { $0.password = nil },
        Row("email", ["account.email_changed", "account.email_verified"]) { $0.email = EmailAddress("b@example.com") },
        Row("unproven email", ["account.email_changed"]) {
            $0.email = EmailAddress("b@example.com")
            $0.emailVerified = false
        },
        Row("email no longer verified", []) { $0.emailVerified = false },
        Row("provider linked", ["account.linked github.com"]) {
            $0.identities.append(
                Identity(key: IdentityKey(provider: .github, issuer: "i", subject: "h"), email: nil, profile: Profile()))
        },
        Row("provider unlinked", ["account.unlinked google.com"]) { $0.identities = [] },
        Row("provider's person replaced", ["account.unlinked google.com", "account.linked google.com"]) {
            $0.identities = [
                Identity(key: IdentityKey(provider: .google, issuer: "i", subject: "other"), email: nil, profile: Profile())
            ]
        },
        Row("phone linked", ["account.linked phone"]) { $0.phone = number },
        Row("second factor", ["account.second_factor_added"]) {
            if let number {
                $0.secondFactors = [
                    SecondFactor(
                        id: SecondFactorID("f"), displayName: nil, enrolledAt: Timestamp(seconds: 1), means: .phone(number))
                ]
            }
        },
        Row("disabled", ["account.disabled", "account.sessions_revoked"]) {
            $0.isDisabled = true
            $0.endAllSessions(now: Timestamp(seconds: 2000))
        },
        Row("sessions", ["account.sessions_revoked"]) { $0.endAllSessions(now: Timestamp(seconds: 2000)) },
    ]

    @Test("Each change of an account, and what is told of it", arguments: rows)
    fileprivate func change(row: Row) throws {
        let old = try Self.account()
        var account = old
        row.change(&account)
        func words(_ from: Account, _ to: Account) -> [String] {
            AccountChange.updated(to, from: from, in: Self.scope).webhookEvents.map {
                ([$0.kind.rawValue] + ($0.provider.map { [$0.value] } ?? [])).joined(separator: " ")
            }
        }
        #expect(words(old, account) == row.events)
    }

    @Test("Created with what it signs in with; deleted; the two that are not told")
    func whole() throws {
        let account = try Self.account()
        let created = AccountChange.created(account, in: Self.scope).webhookEvents
        #expect(created.map(\.kind) == [.created, .linked, .linked])
        #expect(created.compactMap(\.provider) == [.password, .google])
        #expect(AccountChange.deleted(account.id, in: Self.scope).webhookEvents.map(\.kind) == [.deleted])
        #expect(AccountChange.purged(account.id, in: Self.scope).webhookEvents.isEmpty)
        #expect(AccountChange.allDeleted(in: Self.scope).webhookEvents.isEmpty)
    }

    @Test("A payload names the account, the project and the provider, and nobody's address")
    func payload() throws {
        let event = AccountEvent(.linked, AccountID("ana"), in: Self.scope, provider: .google)
        let json = JSONValue.parse(Data(event.payload(at: "2026-11-25T22:00:00.000Z").utf8))
        #expect(
            json
                == .object([
                    "type": "account.linked", "timestamp": "2026-11-25T22:00:00.000Z",
                    "data": .object(["projectId": "shop", "localId": "ana", "providerId": "google.com"]),
                ]))
    }

    @Test(
        "Addresses that messages may be sent to",
        arguments: [
            ("https://a.example/hook?k=1", true), ("http://127.0.0.1:8080/", true), ("http://localhost/", true),
            ("http://[::1]:80/", true), ("http://a.example/", false), ("ftp://a.example/", false), ("https://", false),
            ("https://u:p@a.example/", false), ("https://u@a.example/", false), ("https://a.example/#f", false),
            ("a.example", false), ("https://a.example/ b", false), ("https://ä.example/", false),
            ("https://a.example/" + String(repeating: "a", count: 2100), false),
        ])
    func addresses(url: String, isUsable: Bool) {
        #expect(Webhook.isUsable(url) == isUsable)
    }
}
