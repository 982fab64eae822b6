import HTTPTypes
public import Hummingbird
public import VinculaVerifier

/// A request context that has room for the signed-in user.
public protocol UserRequestContext: RequestContext {
    /// The signed-in user; `nil` before ``TokenMiddleware``, and for requests without a token where it does not require one.
    var user: VerifiedUser? { get set }
}

extension UserRequestContext {
    /// The signed-in user, for routes that require one.
    ///
    /// - Returns: The user.
    /// - Throws: A 401 if there is none.
    public func requireUser() throws -> VerifiedUser {
        guard let user else { throw HTTPError(.unauthorized) }
        return user
    }
}

/// Verifies the token of a request, and puts the user into its context.
///
/// A token that is not accepted gets 401 with `WWW-Authenticate` (RFC 6750, RFC 9449); 503 if the issuer's keys or the revocation
/// feed cannot be read. An error says why, and never contains anything of the token.
public struct TokenMiddleware<Context: UserRequestContext>: RouterMiddleware {
    /// The place of a token in a request.
    public enum Source: Hashable, Sendable {
        /// An ID token in the field `Authorization`, with the scheme `Bearer` or `DPoP`. Its proof, where the verifier asks for one,
        /// is in the field `DPoP`.
        case bearer
        /// A session cookie of that name. Browsers send it along from other sites too: requests that change something need a
        /// protection from that of their own, such as a check of `Origin`.
        case cookie(String)
    }

    private let verifier: TokenVerifier
    private let sources: [Source]
    private let isRequired: Bool

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - verifier: The verifier.
    ///   - sources: The places where a token may be. The first that has one decides.
    ///   - isRequired: `false` to let requests without a token pass, without a user. A token that is there must be good in any
    ///     case.
    public init(_ verifier: TokenVerifier, from sources: [Source] = [.bearer], isRequired: Bool = true) {
        self.verifier = verifier
        self.sources = sources
        self.isRequired = isRequired
    }

    /// Verifies the token, and continues with the user in the context.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: Its context.
    ///   - next: The rest of the router.
    /// - Returns: The response.
    /// - Throws: `HTTPError` with 401 or 503.
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.user = try await user(request)
        return try await next(request, context)
    }

    private func user(_ request: Request) async throws -> VerifiedUser? {
        do throws(VerificationError) {
            for source in sources {
                switch source {
                case .bearer:
                    if let token = request.bearerToken { return try await verifier.verifyIDToken(token, of: request.proven) }
                case .cookie(let name):
                    if let cookie = request.cookies[name]?.value, !cookie.isEmpty {
                        return try await verifier.verifySessionCookie(cookie)
                    }
                }
            }
        } catch {
            throw Self.answer(to: error)
        }
        guard isRequired else { return nil }
        // Without a token there is no error to name (RFC 6750 §3.1).
        throw HTTPError(
            .unauthorized, headers: [.wwwAuthenticate: verifier.asksForProofs ? #"Bearer, DPoP algs="ES256""# : "Bearer"],
            message: "Sign in first.")
    }

    private static func answer(to error: VerificationError) -> HTTPError {
        guard !error.isTemporary else {
            return HTTPError(.serviceUnavailable, headers: [.retryAfter: "5"], message: error.description)
        }
        // The descriptions have no quotation marks.
        let description = #"error_description="\#(error.description)""#
        let challenge =
            switch error {
            case .wrongKey, .notBound: #"DPoP error="invalid_token", \#(description), algs="ES256""#
            case _ where error.isAboutProof: #"DPoP error="invalid_dpop_proof", \#(description), algs="ES256""#
            default: #"Bearer error="invalid_token", \#(description)"#
            }
        return HTTPError(.unauthorized, headers: [.wwwAuthenticate: challenge], message: error.description)
    }
}

extension Request {
    /// What a proof says about the request.
    fileprivate var proven: ProvenRequest {
        let proofs = HTTPField.Name("DPoP").map { headers[values: $0] } ?? []
        return ProvenRequest(method: method.rawValue, path: uri.path, proofs: proofs)
    }

    /// The token of the field `Authorization`, if its scheme is bearer, or that of tokens with proofs.
    fileprivate var bearerToken: String? {
        guard let field = headers[.authorization] else { return nil }
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, ["bearer", "dpop"].contains(parts[0].lowercased()) else { return nil }
        return String(parts[1])
    }
}
