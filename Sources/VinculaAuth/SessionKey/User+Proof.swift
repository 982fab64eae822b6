public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// An ID token for one request to an app's own backend, with the proof that its sender has the session's key.
public struct ProvenIDToken: Sendable {
    /// The ID token.
    public let idToken: String
    /// The proof (RFC 9449), good for this one request; nil if the session is not bound to a key.
    public let proof: String?

    /// The header fields that the request needs: `Authorization`, and `DPoP` if there is a proof.
    public var headers: [String: String] {
        guard let proof else { return ["Authorization": "Bearer \(idToken)"] }
        return ["Authorization": "DPoP \(idToken)", Prover.field: proof]
    }
}

extension ProvenIDToken: CustomStringConvertible, CustomReflectable {
    /// Nothing of the token.
    public var description: String { "ProvenIDToken(isBound: \(proof != nil))" }
    /// Shows whether there is a proof.
    public var customMirror: Mirror { Mirror(self, children: ["isBound": proof != nil]) }
}

extension User {
    /// Returns an ID token for one request to the app's own backend, with a proof that a thief of the token does not have.
    ///
    /// A backend that uses `VinculaVerifier` can ask for proofs. FirebaseAuth has no such method.
    ///
    /// - Parameters:
    ///   - url: The request's URL. Its query does not matter.
    ///   - method: The request's method, such as `POST`.
    ///   - forceRefresh: If true, a token that is still valid is renewed as well.
    /// - Returns: The token and the proof, for this one request: a retried request needs another.
    /// - Throws: The errors of ``getIDToken(forcingRefresh:)``.
    public func provenIDToken(
        for url: URL, method: String = "GET", forcingRefresh forceRefresh: Bool = false
    ) async throws -> ProvenIDToken {
        let auth = try owner()
        let idToken = try await freshToken(forcing: forceRefresh)
        guard let thumbprint = IDTokenContent.keyThumbprint(idToken) else { return ProvenIDToken(idToken: idToken, proof: nil) }
        let key: InstallationKey
        do {
            key = try await auth.key(thumbprint)
        } catch  where SessionKeyError(error) == .lost {
            // The refresh finds that out as well, and signs out.
            _ = try await freshToken(forcing: true)
            throw error
        }
        let offset = auth.address.origin.flatMap { origin in auth.state.withLock { $0.proofs[origin]?.offset } } ?? 0
        let time = Int64(Date().timeIntervalSince1970) + offset
        return ProvenIDToken(idToken: idToken, proof: try key.proof(method, url, at: time, idToken: idToken))
    }

    /// Adds an ID token to a request to the app's own backend, with a proof if the session is bound to a key.
    ///
    /// - Parameter request: The request, with its URL and method.
    /// - Returns: The request with the header fields of ``ProvenIDToken/headers``.
    /// - Throws: The errors of ``getIDToken(forcingRefresh:)``; `internalError` if the request has no URL.
    public func authorize(_ request: URLRequest) async throws -> URLRequest {
        guard let url = request.url else {
            throw AuthFailure.internalError(.requestEncoding, message: "The request has no URL.")
        }
        var authorized = request
        let token = try await provenIDToken(for: url, method: request.httpMethod ?? "GET")
        for (name, value) in token.headers { authorized.setValue(value, forHTTPHeaderField: name) }
        return authorized
    }
}
