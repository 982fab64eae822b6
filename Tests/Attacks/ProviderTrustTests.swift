import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine
import VinculaProviders

/// The trust in a provider's statements, "nOAuth" first (Documentation/Threats.md §3).
@Suite("Provider trust", .tags(.attack))
struct ProviderTrustTests {
    @Test("T016 nOAuth: the operator of a Microsoft tenant who writes the victim's address into it does not become the victim")
    func tenantOwner() async throws {
        try await Target.run { target in
            let victim = try await target.verifiedPerson("v@corp.com")
            let id = try victim.text("localId")
            let address: JSONValue = "v@corp.com"
            let claims: [[String: JSONValue?]] = [
                ["email": address], ["email": address, "email_verified": true], ["email": address, "xms_edov": true],
                ["email": address, "tid": .string(ProviderTrust.microsoftConsumerTenant)], ["preferred_username": address],
                ["upn": address], ["unique_name": address], ["verified_primary_email": [address]],
            ]
            var answers: [HTTPAnswer] = []
            for (number, claims) in claims.enumerated() {
                let answer = try await target.idp(.microsoft, claims.merging(["sub": .string("a\(number)")]) { $1 })
                answers.append(answer)
                #expect(answer.status == 200 && answer["localId"] != id, "\(answer.text)")
                if claims["email"] != nil {
                    #expect(answer.json["needConfirmation"] == true && !answer.hasTokens, "\(answer.text)")
                } else {
                    // A login name is no email: it makes an account without one.
                    #expect(try await target.account(answer["localId"])["email"] == nil)
                }
            }
            #expect(try await target.providers(id) == ["password"])
            try await target.expectInvariants(attacker: answers, victim: id)
        }
    }

    @Test("T017 a Google account on a foreign mailbox proves it only by the mailbox's own hd")
    func foreignMailbox() async throws {
        try await Target.run { target in
            let id = try await target.verifiedPerson("v@corp.com").text("localId")
            var answers: [HTTPAnswer] = []
            for (number, domain) in ([nil, "other.com", "corp.com.evil.com", "com", "", true] as [JSONValue?]).enumerated() {
                let answer = try await target.idp(
                    .google,
                    ["sub": .string("\(number)"), "email": "v@corp.com", "email_verified": true, "hd": domain])
                answers.append(answer)
                #expect(answer.json["needConfirmation"] == true && !answer.hasTokens, "\(answer.text)")
            }
            #expect(try await target.providers(id) == ["password"])
            try await target.expectInvariants(attacker: answers, victim: id)
            let owner = try await target.idp(
                .google, ["sub": "o", "email": "v@corp.com", "email_verified": true, "hd": "corp.com"])
            #expect(owner["localId"] == id, "The mailbox's own domain does prove it.")
        }
    }

    private static let nobodies: [JSONValue?] = [
        nil, .null, "", 0, 1, true, ["1"], ["id": "1"], .number(1.5), .string(String(repeating: "s", count: 257)),
        .string(String(repeating: "s", count: 10_000)), "s\u{0}1", "1\u{301}",
    ]

    @Test("T019 a subject that is null, empty, a number or endless identifies nobody, and no two of them match")
    func nobody() async throws {
        try await Target.run { target in
            for provider in Target.allProviders {
                for subject in Self.nobodies {
                    let answer = try await target.idp(provider, ["sub": subject])
                    #expect(answer.code == "INVALID_IDP_RESPONSE", "\(provider) \(subject?.text.prefix(20) ?? "none")")
                }
            }
            #expect(try await target.accounts().isEmpty)
            // The number is nobody; it is not the text either.
            let text = try await target.idp(Target.openID, ["sub": "1"])
            #expect(text.json["isNewUser"] == true)
            let number = try await target.idp(Target.openID, ["sub": 1])
            #expect(number.code == "INVALID_IDP_RESPONSE")
            try await target.expectInvariants(attacker: [number], victim: try text.text("localId"))
        }
    }

    @Test("T020 the same subject with the victim's address keeps its account, and the account keeps its email")
    func movedAddress() async throws {
        try await Target.run { target in
            let victim = try await target.verifiedPerson("v@gmail.com")
            let attacker = try await target.idp(.google, ["sub": "a", "email": "a@gmail.com", "email_verified": true])
            let moved = try await target.idp(.google, ["sub": "a", "email": "v@gmail.com", "email_verified": true])
            #expect(moved["localId"] == attacker["localId"])
            #expect(moved.json["needConfirmation"] == nil && moved.json["emailRecycled"] == nil)
            #expect(try await target.account(attacker["localId"])["email"] == "a@gmail.com")
            #expect(try await target.providers(victim["localId"]) == ["password"])
            try await target.expectInvariants(attacker: [attacker, moved], victim: try victim.text("localId"))
        }
    }

    @Test("T021 one subject at two providers, or in two tenants, is two people")
    func sharedSubject() async throws {
        try await Target.run { target in
            let victim = try await target.idp(.google, ["sub": "S", "email": "v@gmail.com", "email_verified": true])
            var answers: [HTTPAnswer] = []
            for provider in Target.allProviders where provider != .google {
                answers.append(try await target.idp(provider, ["sub": "S"]))
            }
            answers.append(
                try await target.idp(.microsoft, ["sub": "S", "tid": .string(ProviderTrust.microsoftConsumerTenant)]))
            #expect(answers.allSatisfy { $0.json["isNewUser"] == true })
            #expect(Set(answers.compactMap { $0["localId"] } + [try victim.text("localId")]).count == 5)
            try await target.expectInvariants(attacker: answers, victim: try victim.text("localId"))
        }
    }

    @Test("T022 a token of another issuer is refused, and that issuer is never contacted")
    func foreignIssuer() async throws {
        try await HostileProvider.run { evil in
            try await Target.run { target in
                let victim = try await target.idp(.apple, ["sub": "S", "email": "v@example.com", "email_verified": true])
                let issuers = [
                    evil.address, evil.address + "/\(Target.tenant)/v2.0", target.provider.address + "@" + evil.address,
                ]
                for provider in Target.allProviders {
                    for issuer in issuers {
                        var token = target.token(provider, ["sub": "S", "iss": .string(issuer)])
                        token.header = token.header.with(["jku": .string(evil.address + "/jwks")])
                        #expect(try await target.present(token, as: provider).code == "INVALID_IDP_RESPONSE")
                    }
                }
                #expect(evil.connections == 0)
                #expect(try await target.accounts().count == 1)
                try await target.expectInvariants(victim: try victim.text("localId"))
            }
        }
    }

    @Test("T023 a disabled provider opens nothing: no sign-in, link, reauthentication, pending token or refresh")
    func switchedOff() async throws {
        try await Target.run { target in
            let person = try await target.signUp("p@example.com")
            let member = try await target.idp(Target.openID, ["sub": "m"])
            let collided = try await target.idp(Target.openID, ["sub": "c", "email": "p@example.com"])
            let pending = try collided.text("pendingToken")
            let idToken = try person.text("idToken")
            func expectClosed(_ text: String) async throws {
                let paths = [
                    try await target.idp(Target.openID, ["sub": "new"]), try await target.idp(Target.openID, ["sub": "m"]),
                    try await target.idp(Target.openID, ["sub": "l"], idToken: idToken),
                    try await target.idp(
                        Target.openID, ["sub": "m"], idToken: try member.text("idToken"), more: ["autoCreate": false]),
                    try await target.redeem(pending), try await target.redeem(pending, idToken: idToken),
                    try await target.server.refresh(try member.text("refreshToken")),
                ]
                for answer in paths { #expect(answer.message == "OPERATION_NOT_ALLOWED : \(text)", "\(answer.text)") }
                #expect(try await target.accounts().count == 2)
                #expect(try await target.providers(person["localId"]) == ["password"])
            }
            try await target.switchProvider(on: false)
            try await expectClosed("The identity provider configuration is disabled.")
            // Everybody else's sessions go on, and this one's when the provider is back.
            #expect(try await target.server.refresh(try person.text("refreshToken")).status == 200)
            try await target.switchProvider(on: true)
            #expect(try await target.server.refresh(try member.text("refreshToken")).status == 200)
            _ = try await target.configs("DELETE", "/oidc.h", [:])
            try await expectClosed("The identity provider configuration is not found.")
            try await target.expectInvariants()
        }
    }

    @Test("T023 a sign-in that began before its provider was disabled does not succeed")
    func switchedOffMeanwhile() async throws {
        try await Target.run { target in
            let (opening, gate) = AsyncStream<Void>.makeStream()
            target.provider["/jwks"]?.hold = { for await _ in opening {} }
            async let started = target.idp(Target.openID, ["sub": "late"])
            while target.provider.count(of: "/jwks") == 0 { try await Task.sleep(for: .milliseconds(5)) }
            try await target.switchProvider(on: false)
            gate.finish()
            #expect(try await started.code == "OPERATION_NOT_ALLOWED")
            #expect(try await target.accounts().isEmpty)
        }
    }

    @Test("T023 a built-in provider without client ids does not exist")
    func builtInSwitchedOff() async throws {
        try await Target.run(
            providers: { options in
                options[.google].clientIDs = []
                options[.apple].clientIDs = []
                options[.microsoft].clientIDs = []
            },
            { target in
                let person = try await target.signUp("p@example.com")
                for provider in [ProviderID.google, .apple, .microsoft] {
                    for idToken in [nil, person["idToken"]] {
                        let answer = try await target.idp(provider, ["sub": "1"], idToken: idToken)
                        #expect(answer.code == "OPERATION_NOT_ALLOWED", "\(answer.text)")
                    }
                }
                #expect(try await target.accounts().count == 1)
            })
    }

    private static let almostTrue: [JSONValue?] = ["false", "true", "TRUE", 1, [], [true], ["a": true], .null, nil, .number(1.0)]

    @Test("T024 email_verified is true only as JSON's true, and as Apple's \"true\"")
    func typedBooleans() async throws {
        try await Target.run { target in
            let victim = try await target.verifiedPerson("v@gmail.com")
            let id = try victim.text("localId")
            var answers: [HTTPAnswer] = []
            for provider in [ProviderID.google, .apple] {
                for (number, value) in Self.almostTrue.enumerated() where provider == .google || value != "true" {
                    let answer = try await target.idp(
                        provider, ["sub": .string("a\(number)"), "email": "v@gmail.com", "email_verified": value])
                    answers.append(answer)
                    #expect(answer.json["needConfirmation"] == true, "\(provider) \(value?.text ?? "none"): \(answer.text)")
                }
            }
            #expect(try await target.providers(id) == ["password"])
            try await target.expectInvariants(attacker: answers, victim: id)
            let apple = try await target.idp(.apple, ["sub": "o", "email": "v@gmail.com", "email_verified": "true"])
            #expect(apple["localId"] == id)
        }
    }

    @Test("T027 a field that occurs twice in requestUri and postBody is refused, in either order")
    func smuggledFields() async throws {
        try await Target.run { target in
            let a = try target.token(.google, ["sub": "a"]).text
            let b = try target.token(.google, ["sub": "b"]).text
            let requests = [
                ("http://localhost#id_token=\(b)", "id_token=\(a)&providerId=google.com"),
                ("http://localhost?id_token=\(b)", "id_token=\(a)&providerId=google.com"),
                ("http://localhost?id_token=\(b)#id_token=\(a)", "providerId=google.com"),
                ("http://localhost", "id_token=\(a)&providerId=google.com&providerId=facebook.com"),
                ("http://localhost#providerId=oidc.h", "id_token=\(a)&providerId=google.com"),
                ("http://localhost", "id_token=\(a)&id%5Ftoken=\(b)&providerId=google.com"),
                ("http://localhost?nonce=1", "id_token=\(a)&providerId=google.com&nonce=1"),
                ("http://localhost#id_token=\(b)", "id_token=\(a)&providerId=google.com&providerId=facebook.com"),
                ("http://localhost#access_token=1", "id_token=\(a)&access_token=2&providerId=google.com"),
            ]
            for (uri, body) in requests {
                let answer = try await target.server.call(
                    "accounts:signInWithIdp", ["requestUri": .string(uri), "postBody": .string(body)])
                #expect(answer.code == "INVALID_CREDENTIAL_OR_PROVIDER_ID", "\(answer.text)")
            }
            #expect(try await target.accounts().isEmpty)
            let single = try await target.server.call(
                "accounts:signInWithIdp",
                ["requestUri": .string("http://localhost#id_token=\(a)"), "postBody": "providerId=google.com"])
            #expect(single.json["federatedId"]?.string?.hasSuffix("/a") == true)
            try await target.expectInvariants()
        }
    }
}
