import Foundation
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Attacks on the way from an app to a provider's page and back.
struct FlowAttackTests {
    private static let ana = PresentedIdentity.of(.google, "ana", email: "ana@gmail.com")
    private let ana = Self.ana

    @Test("T061 T031 a state that is missing, flipped, another browser's, late or used redeems no code")
    func states() async throws {
        let wrongs: [(String, @Sendable (inout FlowAnswer) -> Void)] = [
            ("missing", { $0.fields["state"] = nil }),
            ("empty", { $0.fields["state"] = "" }),
            ("endless", { $0.fields["state"] = String(repeating: "A", count: 100_000) }),
            ("a bit flipped", { $0.fields["state"] = $0.fields["state"].map(Self.flipped) }),
            ("a guess", { $0.fields["state"] = SecureRandom.bytes(32).base64URL }),
            ("no cookie", { $0.browserSecret = nil }),
            ("an empty cookie", { $0.browserSecret = "" }),
            ("another browser's cookie", { $0.browserSecret = SecureRandom.bytes(32).base64URL }),
            ("a bit flipped in the cookie", { $0.browserSecret = $0.browserSecret.map(Self.flipped) }),
        ]
        try await FlowTest.run { flow in
            for (name, change) in wrongs {
                let right = flow.answer(ana, try await flow.begin())
                var wrong = right
                change(&wrong)
                await expectRefusal("\(name)") { try await flow.receive(wrong) }
                #expect(flow.pages.exchanges == 0, "\(name)")
                // Whoever lacks the cookie does not use the flow up.
                #expect(try await flow.receive(right).failure == nil, "\(name)")
                await expectRefusal("\(name): again") { try await flow.receive(right) }
                #expect(flow.pages.exchanges == 1, "\(name)")
                flow.pages.forgetExchanges()
            }
            try await flow.test.expectAccounts(0)
        }
    }

    private static func flipped(_ secret: String) -> String {
        guard var data = Data(base64URL: secret), let last = data.popLast() else { return secret }
        data.append(last ^ 1)
        return data.base64URL
    }

    @Test("T061 an answer comes within ten minutes and a result is redeemed within five, not a moment later")
    func times() async throws {
        try await FlowTest.run { flow in
            for (seconds, isInTime) in [(Int64(599), true), (600, false), (100_000, false)] {
                let answer = flow.answer(ana, try await flow.begin())
                flow.test.clock.advance(seconds: seconds)
                if isInTime {
                    #expect(try await flow.receive(answer).failure == nil)
                } else {
                    await expectRefusal("\(seconds)") { try await flow.receive(answer) }
                }
            }
            #expect(flow.pages.exchanges == 1)
            for (seconds, isInTime) in [(Int64(299), true), (300, false)] {
                let result = try await flow.result(of: ana)
                flow.test.clock.advance(seconds: seconds)
                if isInTime {
                    #expect(try await flow.redeem(result).outcome.signedIn != nil)
                } else {
                    await expectRefusal("\(seconds)") { try await flow.redeem(result) }
                }
            }
        }
    }

    @Test("T061 after a restart a used state stays used, a result stays redeemed, and an open flow goes on")
    func restart() async throws {
        try await TestEngine.run { test in
            let before = FlowTest(test)
            let used = before.answer(ana, try await before.begin())
            let result = try await before.receive(used)
            _ = try await before.redeem(result)
            let open = before.answer(ana, try await before.begin())
            // Another process on the same data: nothing but the store and the keys is left.
            let after = FlowTest(test, pages: before.pages)
            await expectRefusal { try await after.receive(used) }
            await expectRefusal { try await after.redeem(result) }
            #expect(try await after.redeem(try await after.receive(open)).outcome.signedIn != nil)
        }
    }

    @Test("T062 every flow has a PKCE verifier of its own, of 43 to 128 plain characters")
    func verifiers() async throws {
        try await FlowTest.run { flow in
            for _ in 0..<50 { _ = try await flow.begin() }
            let verifiers = flow.pages.orders.map(\.codeVerifier)
            #expect(Set(verifiers).count == 50)
            for verifier in verifiers {
                #expect((43...128).contains(verifier.utf8.count))
                #expect(verifier.wholeMatch(of: /[A-Za-z0-9\-._~]+/) != nil)
            }
            // The secrets of one flow are unrelated.
            for order in flow.pages.orders { #expect(Set([order.state, order.nonce, order.codeVerifier]).count == 3) }
            #expect(Set(flow.pages.orders.map(\.state)).count == 50)
        }
    }

    @Test("T062 a victim's code in the attacker's own flow leads nowhere")
    func codeInjection() async throws {
        try await FlowTest.run { flow in
            let victims = flow.answer(ana, try await flow.begin())
            var attackers = flow.answer(.of(.google, "eve"), try await flow.begin())
            attackers.fields["code"] = victims.fields["code"]
            #expect(try await flow.receive(attackers).failure == .invalid("invalid_grant"))
            try await flow.test.expectAccounts(0)
        }
    }

    @Test("T063 every flow has a nonce of its own, and the page's answer to another one is refused")
    func nonces() async throws {
        try await FlowTest.run { flow in
            let beginnings = [try await flow.begin(), try await flow.begin()]
            #expect(Set(flow.pages.orders.map(\.nonce)).count == 2)
            #expect(flow.pages.orders.allSatisfy { Data(base64URL: $0.nonce)?.count == 32 })
            // The provider signs a token for the first flow's nonce, and the code comes back in the second.
            var mixed = try #require(URLComponents(string: beginnings[1].url))
            mixed.queryItems = mixed.queryItems?.map { item in
                item.name == "nonce" ? URLQueryItem(name: "nonce", value: flow.pages.orders[0].nonce) : item
            }
            var answer = flow.answer(ana, beginnings[1])
            answer.fields = flow.pages.signIn(ana, at: try #require(mixed.string))
            #expect(try await flow.receive(answer).failure == .invalid("nonce"))
        }
    }

    @Test("T064 T065 the flow's own provider and path decide; one provider's code is never sent to another")
    func mixUp() async throws {
        try await FlowTest.run { flow in
            let elsewhere: [(ProviderID, String?)] = [
                (.github, nil), (.google, "demo"), (.google, "other"), (ProviderID("Google.com"), nil), (.acme, "demo"),
            ]
            for (provider, project) in elsewhere {
                var answer = flow.answer(ana, try await flow.begin())
                (answer.provider, answer.project) = (provider, project)
                answer.fields["providerId"] = "google.com"
                guard case .invalid? = try await flow.receive(answer).failure else { return #expect(Bool(false)) }
            }
            for project in [nil, "other", ""] {
                var answer = flow.answer(.of(.acme, "a"), try await flow.begin(FlowTest.popup(.acme)))
                answer.project = project
                guard case .invalid? = try await flow.receive(answer).failure else { return #expect(Bool(false)) }
            }
            #expect(flow.pages.exchanges == 0)
            // What the query says of a provider is ignored.
            var answer = flow.answer(ana, try await flow.begin())
            answer.fields["providerId"] = "oidc.acme"
            #expect(try await flow.receive(answer).failure == nil)
            // A provider that vouches for another's people.
            flow.pages.change { $0.presented = .of(.github, "g") }
            guard case .invalid? = try await flow.result(of: ana).failure else { return #expect(Bool(false)) }
        }
    }

    @Test("T066 T074 nothing leaves for the provider, and nothing is stored, if the result may not go where it is wanted")
    func targets() async throws {
        let changes: [(inout FlowRequest) -> Void] = [
            { $0.redirectURL = "https://evil.test/" },
            { $0.redirectURL = "https://app.test.evil.test/" },
            { $0.redirectURL = "https://app.test@evil.test/" },
            { $0.redirectURL = "com.evil:/cb" },
            { $0.redirectURL = nil },
            { $0 = FlowTest.program("abcdefghijklmnopqrstuv") },
            {
                $0 = FlowTest.program("abcdefghijklmnopqrstuv")
                $0.loopbackRedirect = nil
                ($0.bundleID, $0.clientID) = ("com.evil", "evil.example")
            },
            {
                $0 = FlowTest.program("abcdefghijklmnopqrstuv")
                ($0.loopbackRedirect, $0.androidPackage) = (nil, "com.evil")
            },
        ]
        try await FlowTest.run { settings in
            settings.allowsAnyContinueURL = false
            settings.authorizedDomains = ["app.test"]
            settings.signInPages.loopbackRedirects = false
        } _: { flow in
            for change in changes {
                var request = FlowTest.popup()
                change(&request)
                await #expect(throws: AuthError.self, "\(request)") { try await flow.begin(request) }
            }
            await #expect(throws: AuthError.unauthorizedDomain("evil.test")) {
                try await flow.begin(try FlowTest.client("a session of sixteen", at: "https://evil.test/back"))
            }
            #expect(flow.pages.orders.isEmpty)
            #expect(try await flow.test.storedFlows() == 0)
            _ = try await flow.begin()
            #expect(try await flow.test.storedFlows() == 1)
        }
    }

    @Test("T068 a result needs the session's secret, works once, and whoever only saw its address cannot use it up")
    func sessions() async throws {
        try await FlowTest.run { flow in
            let result = try await flow.result(of: ana)
            let redemption = try result.redemption()
            let session = try #require(redemption.sessionID)
            for wrong in [nil, "", "ValueNotUsedByAuthEmulator", Self.flipped(session), session + "=", redemption.code] {
                await expectRefusal("\(wrong ?? "none")") {
                    try await flow.engine.signInWithProvider(
                        ProviderSignInRequest(
                            proof: .flow(FlowRedemption(code: redemption.code, sessionID: wrong, provider: .google)),
                            idToken: nil, autoCreate: true), in: flow.test.scope)
                }
            }
            await expectRefusal("another project") { try await flow.redeem(result, in: ProjectScope(project: "other")) }
            let tenant = try await flow.test.makeTenant("t")
            await expectRefusal("another tenant") { try await flow.redeem(result, in: tenant) }
            for code in [Self.flipped(redemption.code), "", redemption.code + "="] {
                await expectRefusal("another code") {
                    try await flow.engine.signInWithProvider(
                        ProviderSignInRequest(
                            proof: .flow(FlowRedemption(code: code, sessionID: session, provider: .google)), idToken: nil,
                            autoCreate: true), in: flow.test.scope)
                }
            }
            await expectRefusal("another provider") {
                try await flow.engine.signInWithProvider(
                    ProviderSignInRequest(
                        proof: .flow(FlowRedemption(code: redemption.code, sessionID: session, provider: .github)), idToken: nil,
                        autoCreate: true), in: flow.test.scope)
            }
            try await flow.test.expectAccounts(0)
            #expect(try await flow.redeem(result).outcome.isNewUser)
            await expectRefusal("again") { try await flow.redeem(result) }
            let records = try await flow.test.auditCount(.signInPageMismatch)
            #expect(records == 1, "once for each flow")
        }
    }

    @Test("T069 a result is redeemed with the session that it began with, never with another flow's")
    func fixation() async throws {
        try await FlowTest.run { flow in
            let (mine, theirs) = ("the attacker's session", "the victim's own session")
            let attackers = try await flow.begin(try FlowTest.client(mine))
            let victims = try await flow.begin(try FlowTest.client(theirs))
            let fields = flow.pages.signIn(ana, at: victims.url)
            func answer(_ fields: [String: String], _ session: String?, at address: String = "https://app.test/back")
                -> ClientFlowAnswer
            {
                ClientFlowAnswer(address: address, fields: fields, sessionID: session, provider: .google)
            }
            await expectRefusal("the attacker's session") { try await flow.redeem(answer(fields, mine)) }
            await expectRefusal("no session") { try await flow.redeem(answer(fields, nil)) }
            var mixed = fields
            mixed["state"] = flow.pages.signIn(ana, at: attackers.url)["state"]
            await expectRefusal("the attacker's state with the victim's session") {
                try await flow.redeem(answer(mixed, theirs))
            }
            // A flow of the handler's needs the browser's cookie, and one of an app's is none of the handler's.
            let program = try await flow.begin(FlowTest.program(theirs))
            await expectRefusal("the handler's flow") {
                try await flow.redeem(
                    answer(
                        flow.pages.signIn(ana, at: program.url), theirs, at: "https://auth.test/__/auth/callback/google.com"))
            }
            await expectRefusal("at the handler's callback") {
                try await flow.receive(
                    FlowAnswer(provider: .google, project: nil, fields: fields, browserSecret: victims.browserSecret))
            }
            #expect(flow.pages.exchanges == 0)
            #expect(try await flow.redeem(answer(fields, theirs)).outcome.isNewUser)
            // The provider sent the browser somewhere else than the app said.
            let third = try await flow.begin(try FlowTest.client(theirs))
            await expectRefusal("another address") {
                try await flow.redeem(
                    answer(flow.pages.signIn(ana, at: third.url), theirs, at: "https://app.test/elsewhere"))
            }
            #expect(flow.pages.exchanges == 1)
        }
    }

    @Test("T068 the database has none of a flow's secrets: not the state, the code, the cookie, nor a provider's token")
    func secretsAtRest() async throws {
        try await FlowTest.run { flow in
            let session = "abcdefghijklmnopqrstuv"
            var request = FlowTest.program(session)
            request.customParameters = ["login_hint": "somebody@private.test"]
            let open = try await flow.begin(request)
            let result = try await flow.result(of: ana)
            let order = try #require(flow.pages.orders.first)
            let redemption = try result.redemption()
            let secrets = [
                order.state, order.nonce, order.codeVerifier, open.browserSecret, session, redemption.code,
                try #require(redemption.sessionID), "access-token-of-ana", "refresh-token-of-ana", "somebody@private.test",
                "127.0.0.1:40123", "https://app.test/page",
            ]
            for secret in secrets {
                let tables = try await flow.test.store.read { try $0.tablesHolding([Data(secret.utf8)]) }
                #expect(tables.isEmpty, "\(secret)")
            }
            #expect(try await flow.test.store.read { try $0.tablesHolding([Data("google.com".utf8)]) } == ["browser_flows"])
        }
    }
}

extension TestEngine {
    /// The number of flows that are stored.
    func storedFlows() async throws -> Int {
        try await store.read { reads in
            try reads.sealedRecords(SealedKind(table: "browser_flows"), after: "", limit: 1000).count
        }
    }

    func auditCount(_ action: AuditAction) async throws -> Int {
        try await engine.auditLog.entries(AuditQuery(action: action, limit: 100)).count
    }
}
