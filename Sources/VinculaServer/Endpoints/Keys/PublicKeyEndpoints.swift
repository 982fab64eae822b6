import Foundation
import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaCrypto
import VinculaEngine

extension Endpoints {
    /// Returns the X.509 certificates of the ID-token keys, by key id, as Admin SDKs fetch them.
    func certificates(_ call: Call) async throws -> Response { try certificates(.idToken) }

    /// Returns the X.509 certificates of the session-cookie keys, by key id, as Admin SDKs fetch them.
    func sessionCookieCertificates(_ call: Call) async throws -> Response { try certificates(.sessionCookie) }

    /// Returns the ID-token keys as a JSON Web Key Set.
    func jsonWebKeys(_ call: Call) async throws -> Response { try jsonWebKeys(.idToken) }

    /// Returns the session-cookie keys as a JSON Web Key Set.
    func sessionCookieKeys(_ call: Call) async throws -> Response { try jsonWebKeys(.sessionCookie) }

    /// Returns the OpenID discovery document, for backends that verify ID tokens with it.
    func discovery(_ call: Call) async throws -> Response {
        let project = call.parameters.get("project") ?? options.project
        let algorithms = engine.tokens.keys.publishedAlgorithms(.idToken, now: engine.clock.now)
        let document: JSONValue = .object([
            "issuer": .string(engine.tokens.issuer(of: project)),
            "jwks_uri": .string("\(options.address.url)/.well-known/jwks.json"),
            "response_types_supported": .array(["id_token"]),
            "subject_types_supported": .array(["public"]),
            "id_token_signing_alg_values_supported": .array(algorithms.map { .string($0.rawValue) }),
        ])
        return try Answer.json(document, headers: Self.cacheable)
    }

    private func jsonWebKeys(_ purpose: SigningPurpose) throws -> Response {
        let keys = engine.tokens.keys.published(purpose, now: engine.clock.now).compactMap(\.publicKey.published)
        return try Answer.json(["keys": keys], headers: Self.cacheable)
    }

    private func certificates(_ purpose: SigningPurpose) throws -> Response {
        let keys = engine.tokens.keys.published(purpose, now: engine.clock.now)
        let byID = Dictionary(keys.map { ($0.id, $0.stored.certificate) }, uniquingKeysWith: { first, _ in first })
        return try Answer.json(byID, headers: Self.cacheable)
    }

    private static let cacheable: HTTPFields = [
        .cacheControl: "public, max-age=\(KeyRing.publicationMaxAge), must-revalidate, no-transform"
    ]
}
