import Foundation
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// An engine with providers' pages, and a person in front of a browser.
struct FlowTest: Sendable {
    static let server = "https://auth.test"

    let test: TestEngine
    let pages: ScriptedPages
    let engine: AuthEngine

    init(_ test: TestEngine, pages: ScriptedPages = ScriptedPages(), limits: RequestLimits = .off) {
        self.test = test
        self.pages = pages
        let parts = test.engine
        var engine = AuthEngine(
            store: parts.store, hasher: parts.hasher, tokens: parts.tokens, verifier: parts.verifier, sealer: parts.sealer,
            clock: parts.clock, mailRenderer: parts.mailRenderer, defaultSettings: parts.defaultSettings, limits: limits)
        engine.pages = pages
        self.engine = engine
    }

    static func run(
        configure: (inout ProjectSettings) -> Void = { _ in }, _ body: (FlowTest) async throws -> Void
    ) async throws {
        try await TestEngine.run(configure: configure) { try await body(FlowTest($0)) }
    }

    static func popup(_ provider: ProviderID = .google, _ kind: FlowKind = .signInViaPopup) -> FlowRequest {
        var request = FlowRequest(kind: kind, provider: provider, apiKey: "key")
        request.appName = "[DEFAULT]"
        request.eventID = "1234567890"
        request.redirectURL = "https://app.test/page"
        return request
    }

    /// A program that listens on loopback, with the secret `session`.
    static func program(_ session: String, _ provider: ProviderID = .google) -> FlowRequest {
        var request = FlowRequest(kind: .signInWithRedirect, provider: provider, apiKey: "key")
        request.eventID = "ABCDEFGHIJ"
        request.sessionHash = Data(session.utf8).sha256
        request.loopbackRedirect = "http://127.0.0.1:40123/abcdefghijklmnopqrstuv"
        return request
    }

    static func client(
        _ session: String, _ provider: ProviderID = .google, at url: String = "https://app.test/back"
    ) throws -> FlowRequest {
        try FlowRequest(
            authURIOf: provider, apiKey: "key", continueURL: url, session: Data(session.utf8).sha256, scope: nil,
            parameters: [:])
    }

    func begin(
        _ request: FlowRequest = popup(), browser: String? = nil, in scope: ProjectScope = TestEngine.scope
    ) async throws -> FlowBeginning {
        try await engine.flows.begin(request, server: Self.server, browserSecret: browser, in: scope)
    }

    /// The answer of a page at which a person signed in.
    func answer(
        _ presented: PresentedIdentity, _ beginning: FlowBeginning, as provider: ProviderID? = nil, project: String? = nil
    ) -> FlowAnswer {
        let provider = provider ?? presented.key.provider
        return FlowAnswer(
            provider: provider, project: project ?? (provider.isDefinedByProject ? TestEngine.scope.project : nil),
            fields: pages.signIn(presented, at: beginning.url), browserSecret: beginning.browserSecret)
    }

    func receive(_ answer: FlowAnswer) async throws -> FlowResult { try await engine.flows.receive(answer) }

    /// Goes from the beginning to the result.
    func result(
        of presented: PresentedIdentity, _ request: FlowRequest? = nil, in scope: ProjectScope = TestEngine.scope
    ) async throws -> FlowResult {
        let beginning = try await begin(request ?? Self.popup(presented.key.provider), in: scope)
        return try await receive(answer(presented, beginning))
    }

    func redeem(
        _ result: FlowResult, session: String? = nil, idToken: String? = nil, autoCreate: Bool = true,
        in scope: ProjectScope = TestEngine.scope
    ) async throws -> ProviderSignIn {
        let redemption = try result.redemption(session: session)
        return try await engine.signInWithProvider(
            ProviderSignInRequest(proof: .flow(redemption), idToken: idToken, autoCreate: autoCreate), in: scope)
    }

    func redeem(_ answer: ClientFlowAnswer) async throws -> ProviderSignIn {
        try await engine.signInWithProvider(
            ProviderSignInRequest(proof: .answer(answer), idToken: nil, autoCreate: true), in: test.scope)
    }
}

extension FlowResult {
    var failure: FlowFailure? { if case .failed(let failure) = outcome { failure } else { nil } }

    /// What the app sends to redeem the result.
    func redemption(session: String? = nil) throws -> FlowRedemption {
        guard case .signedIn(let url, let sessionID) = outcome else { throw AuthError.invalidIDPResponse("\(outcome)") }
        let items = try #require(URLComponents(string: url)?.queryItems)
        let code = try #require(items.first { $0.name == "flowCode" }?.value)
        return FlowRedemption(
            code: code, sessionID: session ?? sessionID,
            provider: items.first { $0.name == "providerId" }?.value.map { ProviderID($0) })
    }
}

extension AuthError {
    var isInvalidResponse: Bool { if case .invalidIDPResponse = self { true } else { false } }
}

/// Expects that something is refused as the answer of no sign-in.
func expectRefusal<Value>(
    _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation, _ action: () async throws -> Value
) async {
    await #expect(comment, sourceLocation: sourceLocation) {
        _ = try await action()
    } throws: { error in
        (error as? AuthError)?.isInvalidResponse == true
    }
}
