import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// One person, one spelling: whatever is written, two accounts never share an identifier, and no identifier is another's.
@Suite("Canonicalisation")
struct CanonicalisationTests {
    private static func signUp(_ server: TestServer, _ email: String, password: String = "violet river") async throws
        -> HTTPAnswer
    {
        try await server.call("accounts:signUp", ["email": .string(email), "password": .string(password)])
    }

    private static func signIn(_ server: TestServer, _ email: String, password: String = "violet river") async throws
        -> HTTPAnswer
    {
        try await server.call("accounts:signInWithPassword", ["email": .string(email), "password": .string(password)])
    }

    private static func count(_ server: TestServer) async throws -> Int {
        try await server.engine.accounts.countAccounts(in: ProjectScope(project: server.project))
    }

    @Test("T145 An address in capitals is the same address, in every endpoint", .tags(.attack))
    func capitals() async throws {
        try await TestServer.with { server in
            let victim = try await Self.signUp(server, "V@Example.COM")
            #expect(victim["email"] == "v@example.com")
            #expect(try await Self.signUp(server, "v@eXample.com").code == "EMAIL_EXISTS")
            #expect(try await Self.signIn(server, "v@EXAMPLE.com")["localId"] == victim["localId"])
            let create = try await server.admin("accounts", ["email": "V@EXAMPLE.com"])
            #expect(create.code == "EMAIL_EXISTS")
            let other = try await Self.signUp(server, "w@example.com")
            let update = try await server.admin(
                "accounts:update", ["localId": .string(other["localId"] ?? ""), "email": "V@example.com"])
            #expect(update.code == "EMAIL_EXISTS")
            let lookup = try await server.admin("accounts:lookup", ["email": .array(["V@EXAMPLE.COM"])])
            #expect(lookup.text.contains(victim["localId"] ?? "?"))
            #expect(try await Self.count(server) == 2)
        }
    }

    @Test(
        "T146 A letter that Unicode folds to the victim's is not the victim's", .tags(.attack),
        arguments: [
            ("mike@example.com", "m\u{131}ke@example.com"), ("mike@example.com", "mi\u{212A}e@example.com"),
            ("mise@example.com", "mi\u{17F}e@example.com"), ("mike@example.com", "M\u{130}KE@example.com"),
            ("mike@example.com", "\u{FF4D}ike@example.com"), ("strasse@example.com", "stra\u{DF}e@example.com"),
            ("mike@example.com", "mike\u{200B}@example.com"), ("mike@example.com", "mike\u{301}@example.com"),
            ("mike@kelvin.example", "mike@\u{212A}elvin.example"), ("mike@example.com", "mike@\u{FF45}xample.com"),
            ("mike@example.com", "mike@exam\u{AD}ple.com"), ("mike@example.com", "mike\u{FF20}example.com"),
        ])
    func folding(victim: String, attacker: String) async throws {
        try await TestServer.with { server in
            let account = try await Self.signUp(server, victim)
            #expect(account.status == 200)
            #expect(try await Self.signUp(server, attacker).code == "INVALID_EMAIL")
            #expect(try await Self.signIn(server, attacker).code == "INVALID_EMAIL")
            #expect(try await server.admin("accounts", ["email": .string(attacker)]).code == "INVALID_EMAIL")
            #expect(try await server.admin("accounts:lookup", ["email": .array([.string(attacker)])]).json["users"] == nil)
            let uri = try await server.call(
                "accounts:createAuthUri", ["identifier": .string(attacker), "continueUri": "http://localhost"])
            #expect(uri.code == "INVALID_IDENTIFIER")
            // A provider's word on it leads to a new account without an address.
            let idp = try await server.fakeIdp(
                "google.com", ["sub": "attacker", "email": .string(attacker), "email_verified": true])
            #expect(idp.status == 200 && idp["localId"] != account["localId"] && idp["email"] == nil, "\(idp.text)")
        }
    }

    @Test("T147 Homographs and punycode: one domain, one spelling, and none of another's", .tags(.attack))
    func homographs() async throws {
        try await TestServer.with { server in
            let victim = try await Self.signUp(server, "v@example.com")
            // The first letter is Cyrillic.
            let cyrillic = try await Self.signUp(server, "v@\u{435}xample.com")
            #expect(cyrillic["email"] == "v@xn--xample-2of.com")
            #expect(cyrillic["localId"] != victim["localId"])
            #expect(try await Self.signUp(server, "v@xn--xample-2of.com").code == "EMAIL_EXISTS")
            #expect(try await Self.signUp(server, "v@XN--XAMPLE-2OF.COM").code == "EMAIL_EXISTS")
            #expect(try await Self.signIn(server, "v@xn--xample-2of.com")["localId"] == cyrillic["localId"])
            let composed = try await Self.signUp(server, "v@b\u{FC}cher.example")
            #expect(composed["email"] == "v@xn--bcher-kva.example")
            #expect(try await Self.signUp(server, "v@bu\u{308}cher.example").code == "EMAIL_EXISTS")
            #expect(try await Self.count(server) == 3)
        }
    }

    @Test("T148 Plus tags and dots make different accounts, whatever the provider", .tags(.attack))
    func tags() async throws {
        try await TestServer.with { server in
            let emails = ["v@gmail.com", "v+1@gmail.com", "v+2@gmail.com", "v.v@gmail.com", "vv@gmail.com", "v@googlemail.com"]
            for email in emails {
                let answer = try await Self.signUp(server, email)
                #expect(answer["email"] == email)
            }
            #expect(try await Self.count(server) == emails.count)
        }
    }

    private static let odd = [
        "\"v\"@example.com", "\"v@w\"@example.com", "v(x)@example.com", "(x)v@example.com", "v@example.com(x)", "v@example.com.",
        "v@[127.0.0.1]", "v@[IPv6:::1]", "v@127.0.0.1", "v@example.com\u{0}.evil.example", "v\u{0}@example.com",
        "v@example.com\r\n",
        "v@example.com\r\nBcc: w@example.com", "v\n@example.com", "v\t@example.com", " v@example.com", "v@example.com ",
        "v @example.com", "<v@example.com>", "V <v@example.com>", "<@a,@b:v@example.com>", "v@w@example.com", "a@b", "v@",
        "@example.com", "v..w@example.com", ".v@example.com", "v.@example.com", "v@example..com", "v@-example.com",
        "v@exa_mple.com", "v,w@example.com", "v;w@example.com", "v@example.com,w@example.com",
        String(repeating: "v", count: 65) + "@example.com",
        "v@" + Array(repeating: String(repeating: "d", count: 60), count: 5).joined(separator: ".") + ".example",
    ]

    @Test("T149 Addresses that two systems could read differently are refused, in every endpoint", .tags(.attack))
    func oddAddresses() async throws {
        try await TestServer.with { server in
            let victim = try await Self.signUp(server, "v@example.com")
            let token = try #require(victim["idToken"])
            let id = JSONValue.string(try #require(victim["localId"]))
            for (index, text) in Self.odd.enumerated() {
                let email = JSONValue.string(text)
                let refused = [
                    try await Self.signUp(server, text), try await Self.signIn(server, text),
                    try await server.call("accounts:update", ["idToken": .string(token), "email": email]),
                    try await server.admin("accounts", ["email": email]),
                    try await server.admin("accounts:update", ["localId": id, "email": email]),
                ]
                #expect(refused.allSatisfy { $0.code == "INVALID_EMAIL" }, "\(text.debugDescription): \(refused.map(\.text))")
                let uri = try await server.call(
                    "accounts:createAuthUri", ["identifier": email, "continueUri": "http://localhost"])
                #expect(uri.code == "INVALID_IDENTIFIER", "\(text.debugDescription)")
                #expect(try await server.admin("accounts:lookup", ["email": .array([email])]).json["users"] == nil)
                let query = try await server.admin("accounts:query", ["expression": .array([.object(["email": email])])])
                #expect(query["recordsCount"] == "0", "\(text.debugDescription): \(query.text)")
                let idp = try await server.fakeIdp(
                    "google.com", ["sub": .string("s\(index)"), "email": email, "email_verified": true])
                #expect(
                    idp.status == 200 && idp["email"] == nil && idp["localId"] != victim["localId"], "\(text.debugDescription)")
                let stored = try await server.admin("accounts:lookup", ["localId": .array([.string(idp["localId"] ?? "")])])
                guard case .array(let users)? = stored.json["users"] else { continue }
                #expect(users.count == 1 && users[0]["email"] == nil, "\(text.debugDescription): \(stored.text)")
            }
            let lookup = try await server.call("accounts:lookup", ["idToken": .string(token)])
            #expect(lookup.text.contains("\"v@example.com\""))
        }
    }

    @Test(
        "T150 A phone number has one spelling", .tags(.attack),
        arguments: [
            "+1 6505550100", "+01650555010", "16505550100", "+1650555O100", "+\u{FF11}6505550100", "+1\u{660}505550100",
            "+16505550100;ext=1", "tel:+16505550100", "+1234567890123456", "+123456", "+1-650-555-0100", "+16505550100\u{0}",
            "+16505550100\n", " +16505550100", "+1650555010\u{301}0",
        ])
    func phones(text: String) async throws {
        try await TestServer.with { server in
            let owner = try await server.admin("accounts", ["phoneNumber": "+16505550100"])
            #expect(owner.status == 200)
            let create = try await server.admin("accounts", ["phoneNumber": .string(text)])
            #expect(create.code == "INVALID_PHONE_NUMBER", "\(create.text)")
            let id = JSONValue.string(owner["localId"] ?? "")
            let update = try await server.admin("accounts:update", ["localId": id, "phoneNumber": .string(text)])
            #expect(update.code == "INVALID_PHONE_NUMBER", "\(update.text)")
            #expect(try await server.admin("accounts:lookup", ["phoneNumber": .array([.string(text)])]).json["users"] == nil)
            #expect(try await server.admin("accounts", ["phoneNumber": "+16505550100"]).code == "PHONE_NUMBER_EXISTS")
            #expect(try await Self.count(server) == 1)
        }
    }

    @Test(
        "T151 A password counts byte for byte", .tags(.attack),
        arguments: [
            ("caf\u{E9}-caf\u{E9}", "cafe\u{301}-cafe\u{301}"), (" leading", "leading"), ("trailing ", "trailing"),
            ("pass\u{0}word-1", "pass\u{0}word-2"), ("passwo\u{0}rd", "passwo"), ("passwo\u{0}", "passwo"),
            ("\u{212A}elvin", "Kelvin"), ("\u{1F469}\u{200D}\u{1F680}secret", "\u{1F469}\u{1F680}secret"),
            ("\u{FB01}ligature", "filigature"), ("Secret1", "violet river"),
        ])
    func passwords(right: String, wrong: String) async throws {
        try await TestServer.with { server in
            let signUp = try await Self.signUp(server, "v@example.com", password: right)
            #expect(signUp.status == 200, "\(signUp.text)")
            #expect(try await Self.signIn(server, "v@example.com", password: right).status == 200)
            #expect(try await Self.signIn(server, "v@example.com", password: wrong).code == "INVALID_PASSWORD")
        }
    }
}
