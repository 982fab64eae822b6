import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Adds proofs to the requests of one `Auth` to its server.
struct Prover: Sendable {
    /// What a server has said about proofs.
    struct Memory: Sendable {
        /// The server's clock minus this device's, in seconds.
        var offset: Int64 = 0
        /// The newest nonce.
        var nonce: String?
    }

    /// The name of the header field.
    static let field = "DPoP"

    let auth: Auth
    /// The server, whose memory it is.
    let origin: String

    /// Returns a request with a proof; the request itself if no session could be bound by one.
    ///
    /// - Parameters:
    ///   - request: The complete request, whose JSON body may have an ID token.
    ///   - session: The tokens of the session that the request is about, if its ID token is not in the body.
    ///   - opensSession: True if a session may come of it.
    /// - Throws: `userTokenExpired` if the session's key is lost; `keychainError` if it cannot be read now.
    func prove(_ request: URLRequest, session: Tokens?, opensSession: Bool) async throws -> URLRequest {
        guard let url = request.url else { return request }
        let idToken = Self.idToken(in: request.httpBody)
        let tokens = session ?? idToken.map { auth.state.withLock { $0.sessions }.tokens(withIDToken: $0) }
        guard let key = try await key(for: tokens, opensSession: opensSession) else { return request }
        var proven = request
        proven.setValue(try proof(request.httpMethod ?? "GET", url, idToken: idToken, by: key), forHTTPHeaderField: Self.field)
        return proven
    }

    /// Returns a proof for a request, by the server's clock and with its newest nonce.
    private func proof(_ method: String, _ url: URL, idToken: String?, by key: InstallationKey) throws -> String {
        let memory = auth.state.withLock { $0.proofs[origin] } ?? Memory()
        let time = Int64(Date().timeIntervalSince1970) + memory.offset
        return try key.proof(method, url, at: time, nonce: memory.nonce, idToken: idToken)
    }

    private func key(for session: Tokens?, opensSession: Bool) async throws -> InstallationKey? {
        if let bound = session?.boundTo {
            do {
                return try await auth.key(bound)
            } catch  where SessionKeyError(error) == .lost && session?.earlierKey != nil {
                // The token names no key: only the server knows whether its session is still the one that was bound.
            }
        }
        do {
            return try await auth.installationKey()
        } catch {
            // An unbound session works without a key; a new one could not be stored either.
            if opensSession, session == nil { throw error }
            return nil
        }
    }

    /// Remembers what a response says about proofs.
    func take(_ response: HTTPURLResponse) {
        guard let nonce = ProofRefusal.nonce(of: response) else { return }
        auth.state.withLock { $0.proofs[origin, default: Memory()].nonce = nonce }
    }

    /// Remembers what a refusal says about proofs.
    func take(_ refusal: ProofRefusal) {
        guard case .clock(let now) = refusal else { return }
        let offset = now - Int64(Date().timeIntervalSince1970)
        auth.state.withLock { $0.proofs[origin, default: Memory()].offset = offset }
    }

    /// The ID token in a request's body.
    private static func idToken(in body: Data?) -> String? {
        struct Body: Decodable { let idToken: String? }
        let token = body.flatMap { try? JSONDecoder().decode(Body.self, from: $0) }?.idToken
        return token.flatMap { $0.isEmpty ? nil : $0 }
    }
}
