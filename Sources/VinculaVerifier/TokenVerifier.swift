import Foundation

/// Verifies ID tokens and session cookies of a Vincula server or of Firebase, without a network call for each.
///
/// Keys are fetched when the first token arrives, and again in the background before they expire. Create one verifier and share
/// it: it is safe to use from any number of tasks.
///
/// ```swift
/// let verifier = try TokenVerifier(.vincula(at: server, project: "shop"))
/// let user = try await verifier.verifyIDToken(token)
/// ```
public final class TokenVerifier: Sendable {
    private let rules: TokenRules
    private let idTokenKeys: KeySource
    private let sessionCookieKeys: KeySource
    private let revocations: RevocationFeed?
    private let proofs: ProofCheck?
    private let clock: VerifierClock

    /// True if it asks for proofs.
    public let asksForProofs: Bool

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - issuer: The server whose tokens are accepted, and the project.
    ///   - revocations: The feed of ended sessions, which has to be running; `nil` to accept every token until it expires.
    ///   - proofs: When it asks for proofs that the sender has the session's key; by default, never.
    ///   - leeway: The tolerated difference between this machine's clock and the issuer's, in seconds: 0 to 60.
    ///   - transport: Sends the requests for keys.
    /// - Throws: ``ConfigurationError`` if the issuer's description cannot be right.
    public convenience init(
        _ issuer: TokenIssuer, revocations: RevocationFeed? = nil, proofs: ProofPolicy = .off, leeway: Int = 60,
        transport: any VerifierTransport = HTTPVerifierTransport()
    ) throws(ConfigurationError) {
        try self.init(
            issuer, revocations: revocations, proofs: proofs, leeway: leeway, transport: transport, clock: .system,
            timing: KeyTiming())
    }

    package init(
        _ issuer: TokenIssuer, revocations: RevocationFeed?, proofs: ProofPolicy = .off, leeway: Int,
        transport: any VerifierTransport, clock: VerifierClock, timing: KeyTiming
    ) throws(ConfigurationError) {
        try issuer.check()
        rules = TokenRules(issuer: issuer, leeway: Int64(min(max(leeway, 0), 60)))
        self.revocations = revocations
        self.proofs = try ProofCheck(proofs)
        asksForProofs = proofs.asksForProofs
        self.clock = clock
        idTokenKeys = KeySource(issuer.idTokenKeys, transport: transport, clock: clock, timing: timing)
        sessionCookieKeys = KeySource(issuer.sessionCookieKeys, transport: transport, clock: clock, timing: timing)
    }

    /// Verifies an ID token. A verifier that asks for proofs refuses the tokens that need one.
    ///
    /// - Parameter token: The token, as an app sends it.
    /// - Returns: The user.
    /// - Throws: ``VerificationError``.
    public func verifyIDToken(_ token: String) async throws(VerificationError) -> VerifiedUser {
        try await verifyIDToken(token, of: nil)
    }

    /// Verifies an ID token, and the proof that its sender has the session's key if this verifier asks for one.
    ///
    /// Proofs are remembered by this verifier, so that each counts once. Several instances of a backend do not know of each
    /// other's: within two minutes, a thief of token and proof may repeat the same request at another one.
    ///
    /// - Parameters:
    ///   - token: The token, as an app sends it.
    ///   - request: The request that it came with.
    /// - Returns: The user.
    /// - Throws: ``VerificationError``.
    public func verifyIDToken(_ token: String, of request: ProvenRequest?) async throws(VerificationError) -> VerifiedUser {
        let user = try await verify(token, .idToken, idTokenKeys)
        try proofs?.check(user, token, request, now: clock.seconds())
        return user
    }

    /// Verifies a session cookie. Cookies are the backend's own, and bound to no key.
    ///
    /// - Parameter cookie: The cookie's value.
    /// - Returns: The user.
    /// - Throws: ``VerificationError``.
    public func verifySessionCookie(_ cookie: String) async throws(VerificationError) -> VerifiedUser {
        try await verify(cookie, .sessionCookie, sessionCookieKeys)
    }

    private func verify(
        _ text: String, _ kind: TokenKind, _ keys: KeySource
    ) async throws(VerificationError) -> VerifiedUser {
        let token = try SignedToken(text, accepting: rules.issuer.algorithms)
        // Wrong claims are noticed first, so that a token of another issuer never causes keys to be fetched.
        let user = try rules.user(try token.claims(), kind, now: clock.seconds())
        let key = try await keys.key(token.keyID)
        guard key.isValid(token.signature, of: token.message, token.algorithm) else { throw .invalidSignature }
        try revocations?.check(user)
        return user
    }
}
