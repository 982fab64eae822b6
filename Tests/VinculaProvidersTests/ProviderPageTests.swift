import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine
import VinculaProviders

/// Every provider's page, from one table.
struct ProviderPageTests {
    @Test(arguments: PageCase.all)
    func `T062 a sign-in at a page gives the person, with PKCE by S256`(test: PageCase) async throws {
        var flow = try await PageFlow(test)
        flow.order.wantsRefreshToken = true
        let page = try await flow.begin()
        if test.usesPKCE {
            #expect(page.query["code_challenge"] == Data(flow.order.codeVerifier.utf8).sha256.base64URL)
            #expect(page.query["code_challenge_method"] == "S256")
        } else {
            #expect(page.query["code_challenge"] == nil)
        }
        #expect(!page.url.contains(flow.order.codeVerifier))
        let identity = try await flow.finish(try await flow.visit(page))
        #expect(identity.presented.key.provider == test.provider)
        #expect(identity.presented.key.subject == "7")
        #expect(identity.presented.profile.displayName == "Ann Archer")
        #expect(identity.presented.email == EmailAddress("ann@acme.test"))
        #expect(identity.oauthAccessToken != nil)
        #expect((identity.oauthIDToken != nil) == test.hasNonce)
        #expect((identity.oauthTokenSecret != nil) == (test.provider == .twitter && !test.isByCode))
        if [.google, .microsoft, .openID].contains(test.provider) {
            #expect(identity.oauthRefreshToken?.hasPrefix("rt-") == true)
        }
    }

    @Test(arguments: PageCase.all.filter(\.usesPKCE))
    func `T062 the code of another's flow is refused, and a code works once`(test: PageCase) async throws {
        let flow = try await PageFlow(test)
        var stolen = try await flow.answer()
        stolen.order.codeVerifier = SecureRandom.alphanumeric(43)
        let injected = stolen
        await expect(.invalidIDPResponse) { try await flow.finish(injected) }
        let own = try await flow.answer()
        _ = try await flow.finish(own)
        await expect(.invalidIDPResponse) { try await flow.finish(own) }
    }

    @Test(arguments: PageCase.all.filter(\.hasNonce))
    func `T063 an ID token of another flow is refused`(test: PageCase) async throws {
        let flow = try await PageFlow(test)
        var answer = try await flow.answer()
        answer.order.nonce = SecureRandom.alphanumeric(43)
        let other = answer
        await expect(.missingOrInvalidNonce) { try await flow.finish(other) }
        var silent = flow
        silent.signInAs(["claims": ["nonce": .null]])
        let without = try await silent.answer()
        await expect(.missingOrInvalidNonce) { try await flow.finish(without) }
    }

    @Test(arguments: PageCase.all.filter { $0.issuer != nil })
    func `T064 an answer of another server's is not sent to this one's token endpoint`(test: PageCase) async throws {
        let flow = try await PageFlow(test)
        var answer = try await flow.answer()
        answer.fields["iss"] = "https://honest.test"
        let mixed = answer
        await expect(.invalidIDPResponse) { try await flow.finish(mixed) }
        #expect(try await flow.fixture.requests(naming: try #require(answer.fields["code"])).isEmpty)
        answer.fields["iss"] = flow.fixture.url + (test.issuer ?? "")
        let honest = answer
        _ = try await flow.finish(honest)
    }

    @Test func `T064 a server that announced iss must send it`() async throws {
        let flow = try await PageFlow(PageCase(provider: .openID))
        var answer = try await flow.answer()
        answer.fields["iss"] = nil
        let silent = answer
        await expect(.invalidIDPResponse) { try await flow.finish(silent) }
        #expect(try await flow.fixture.requests(naming: try #require(answer.fields["code"])).isEmpty)
    }

    @Test(arguments: PageCase.all)
    func `T070 a page's error comes through as a short code`(test: PageCase) async throws {
        let flow = try await PageFlow(test)
        for (error, code) in [
            ("access_denied", "access_denied"), ("<script>alert(1)</script>", "scriptalert1script"), ("\u{1F600}", "error"),
            (String(repeating: "a", count: 500), String(repeating: "a", count: 64)),
        ] {
            let answer = ProviderPageAnswer(
                order: flow.order, requestToken: nil,
                fields: ["error": error, "error_description": error, "state": flow.order.state])
            await #expect(throws: AuthError.providerRefused(code: code)) { try await flow.finish(answer) }
        }
    }

    @Test func `T072 X's temporary credential belongs to one flow, and needs the verifier`() async throws {
        let flow = try await PageFlow(PageCase(provider: .twitter, isByCode: false, usesPKCE: false))
        let (mine, theirs) = (try await flow.answer(), try await flow.answer())
        // The right verifier, and another flow's credential beside it: the provider would not notice.
        var mixed = mine
        mixed.fields["oauth_token"] = theirs.fields["oauth_token"]
        var fixated = theirs
        fixated.requestToken = mine.requestToken
        var unverified = mine
        unverified.fields["oauth_verifier"] = nil
        var guessed = mine
        guessed.fields["oauth_verifier"] = "guessed"
        var forgotten = mine
        forgotten.requestToken = nil
        for answer in [mixed, fixated, unverified, guessed, forgotten] {
            await expect(.invalidIDPResponse) { try await flow.finish(answer) }
        }
        var denied = theirs
        denied.fields = ["denied": theirs.fields["oauth_token"] ?? "", "state": flow.order.state]
        let refusal = denied
        await #expect(throws: AuthError.providerRefused(code: "access_denied")) { try await flow.finish(refusal) }
    }

    @Test(arguments: PageCase.all)
    func `T142 no text of an app's breaks out of an address`(test: PageCase) async throws {
        var flow = try await PageFlow(test)
        flow.order.customParameters["ui\r\nX-Evil: 1"] = "a\r\nLocation: https://evil.test"
        let page = try await flow.begin()
        #expect(page.url.utf8.allSatisfy { (0x21...0x7E).contains($0) })
        guard test.isByCode else { return }
        flow.order.scopes = ["a\r\nb"]
        let split = flow
        await expect(.other) { try await split.begin() }
    }

    @Test(arguments: PageCase.all)
    func `custom parameters replace none of the protocol's`(test: PageCase) async throws {
        var flow = try await PageFlow(test)
        for name in [
            "response_type", "client_id", "redirect_uri", "state", "nonce", "code_challenge", "code_challenge_method",
            "response_mode", "scope", "request", "request_uri", "oauth_token", "CLIENT_ID", "registration",
        ] {
            flow.order.customParameters[name] = "evil"
        }
        flow.order.customParameters["prompt"] = "login"
        let page = try await flow.begin()
        #expect(!page.query.values.contains("evil") && page.query["prompt"] == "login")
    }

    @Test(arguments: PageCase.all)
    func `without its secret a page is not offered, and says what is missing`(test: PageCase) async throws {
        var flow = try await PageFlow(test)
        #expect(flow.registry.canBegin(test.provider, configured: flow.configured, client: flow.client))
        flow = try await PageFlow(test) { options in
            options[test.provider].clientSecret = nil
            options[test.provider].appleKey = nil
            options[test.provider].codeClient = nil
        }
        flow.client?.secret = nil
        let bare = flow
        #expect(!bare.registry.canBegin(test.provider, configured: bare.configured, client: bare.client))
        await expect(.operationNotAllowed) { try await bare.begin() }
    }

    @Test func `a client's token of a provider that a project describes proves nothing`() async throws {
        let flow = try await PageFlow(PageCase(provider: .plainOAuth2))
        let credential = FederatedCredential(provider: .plainOAuth2, accessToken: "at-1")
        await expect(.invalidCredentialOrProviderID) {
            try await flow.registry.verify(credential, configured: flow.configured, client: flow.client, trust: .never)
        }
    }

    @Test func `games have no page`() async throws {
        let flow = try await PageFlow(PageCase(provider: .google))
        for id in [ProviderID.playGames, .gameCenter, .password] {
            #expect(!flow.registry.canBegin(id, configured: nil, client: nil))
        }
    }
}
