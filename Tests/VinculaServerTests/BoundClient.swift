import Crypto
import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine
import VinculaProof

/// A client that holds a key, and proves it with each request unless a test wants otherwise.
struct BoundClient: Sendable {
    /// What a request carries.
    enum Carries: Sendable {
        case proof
        case nothing
        case header(String)
    }

    let server: TestServer
    let clock: any Clock
    let key = P256.Signing.PrivateKey()

    init(_ server: TestServer, _ clock: any Clock) {
        self.server = server
        self.clock = clock
    }

    var thumbprint: String { Data(ProofPublicKey(key.publicKey).thumbprint).base64URL }

    /// A right proof, unless told otherwise.
    func proof(
        _ address: String, method: String = "POST", token: String? = nil, nonce: String? = nil, seconds: Int64 = 0,
        id: String = SecureRandom.alphanumeric(24)
    ) -> String {
        let draft = ProofDraft(
            key: ProofPublicKey(key.publicKey), id: id, method: method, address: address,
            issuedAt: clock.now.seconds + seconds, nonce: nonce, token: token)
        return (try? draft.text { Array(try key.signature(for: Data($0)).rawRepresentation) }) ?? ""
    }

    /// Sends a request to a path.
    func send(
        _ path: String, _ body: [String: JSONValue], _ carries: Carries = .proof, nonce: String? = nil,
        headers more: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        let address = server.url + path
        var headers = more
        switch carries {
        case .proof: headers["DPoP"] = proof(address, token: body["idToken"]?.string, nonce: nonce)
        case .nothing: break
        case .header(let text): headers["DPoP"] = text
        }
        return try await HTTP.post("\(address)?key=\(server.apiKey)", .object(body), headers: headers)
    }

    func call(_ rpc: String, _ body: [String: JSONValue] = [:], _ carries: Carries = .proof) async throws -> HTTPAnswer {
        try await send("/v1/\(rpc)", body, carries)
    }

    func call2(_ rpc: String, _ body: [String: JSONValue] = [:], _ carries: Carries = .proof) async throws -> HTTPAnswer {
        try await send("/v2/\(rpc)", body, carries)
    }

    func refresh(_ token: String, _ carries: Carries = .proof) async throws -> HTTPAnswer {
        try await send("/v1/token", ["grant_type": "refresh_token", "refresh_token": .string(token)], carries)
    }

    /// Signs up with a password.
    func signUp(_ email: String = "ana@example.com", _ carries: Carries = .proof) async throws -> HTTPAnswer {
        try await call(
            "accounts:signUp", ["email": .string(email), "password": "correct horse", "returnSecureToken": true], carries)
    }

    func signIn(_ email: String = "ana@example.com", _ carries: Carries = .proof) async throws -> HTTPAnswer {
        try await call(
            "accounts:signInWithPassword", ["email": .string(email), "password": "correct horse", "returnSecureToken": true],
            carries)
    }
}

extension HTTPAnswer {
    /// The reason in an error's details.
    var reason: String? { json["error"]?["details"]?[0]?["reason"]?.string }

    /// The thumbprint that the answer's ID token is bound to.
    var boundTo: String? {
        (self["idToken"] ?? self["id_token"]).flatMap { JSONWebToken($0)?.claims["cnf"]?["jkt"]?.string }
    }
}
