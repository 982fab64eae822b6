import ChildProcesses
import Crypto
import Foundation
import VinculaProof

@testable import VinculaAuth

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A made-up server that binds sessions to keys (RFC 9449). It reads proofs by itself, and refuses what Vincula refuses.
final class BindingServer: AuthTransport {
    enum Mode: Sendable {
        /// As of before there were keys: it does not look at proofs, and no token of it names a key.
        case old
        case optional
        case required
    }

    struct State: Sendable {
        var mode = Mode.optional
        /// The nonce that proofs need.
        var nonce: String?
        /// Its clock minus this machine's, in seconds.
        var skew: Int64 = 0
        /// The keys of sessions, by refresh token; nil for a session that is bound to none.
        var sessions: [String: String?] = [:]
        /// The refresh tokens of the sessions of ID tokens.
        var issued: [String: String] = [:]
        var usedIDs: Set<String> = []
        /// The reasons for which it refused.
        var refusals: [String] = []
        /// The requests that had a proof, and those that had none.
        var proven: [String] = []
        var unproven: [String] = []
        /// Claims of the last proof.
        var last: [String: String] = [:]
    }

    private struct Refusal: Error {
        let message: String
        let reason: String
        var metadata: [String: String] = [:]
    }

    let state = Guarded(State())

    var refusals: [String] { state.withLock { $0.refusals } }
    var proven: [String] { state.withLock { $0.proven } }
    var unproven: [String] { state.withLock { $0.unproven } }
    /// The keys that sessions are bound to.
    var keys: Set<String> { state.withLock { Set($0.sessions.values.compactMap(\.self)) } }

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        guard let url = request.url else { throw URLError(.badURL) }
        let (status, body, fields) = state.withLock { state -> (Int, String, [String: String]) in
            do {
                return (200, try Self.answer(request, url, &state), Self.fields(state))
            } catch let refusal as Refusal {
                state.refusals.append(refusal.reason)
                let metadata = refusal.metadata.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",")
                return (
                    400,
                    #"{"error":{"code":400,"message":"\#(refusal.message)","status":"INVALID_ARGUMENT","details":[{"@type":"#
                        + #""type.googleapis.com/google.rpc.ErrorInfo","reason":"\#(refusal.reason)","domain":"vincula","#
                        + #""metadata":{\#(metadata)}}]}}"#, Self.fields(state)
                )
            } catch {
                return (500, "{}", [:])
            }
        }
        guard let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: fields) else {
            throw URLError(.badServerResponse)
        }
        return (Data(body.utf8), response)
    }

    private static func fields(_ state: State) -> [String: String] { state.nonce.map { ["DPoP-Nonce": $0] } ?? [:] }

    private static func answer(_ request: URLRequest, _ url: URL, _ state: inout State) throws -> String {
        let method = url.lastPathComponent
        let body = (try? JSONSerialization.jsonObject(with: request.httpBody ?? Data())) as? [String: Any] ?? [:]
        let proof = request.value(forHTTPHeaderField: "DPoP")
        if proof == nil { state.unproven.append(method) } else { state.proven.append(method) }
        let key =
            state.mode == .old ? nil : try proof.map { try check($0, request, url, body["idToken"] as? String, &state) }
        let idToken = body["idToken"] as? String
        switch method {
        case "accounts:lookup": return #"{"users":[{"localId":"u"}]}"#
        case "token":
            let token = body["refreshToken"] as? String ?? ""
            guard let bound = state.sessions[token] else { throw Refusal(message: "TOKEN_EXPIRED", reason: "none") }
            if state.mode != .old, let bound { try require(bound, key, "TOKEN_EXPIRED") } else { try require(key, state.mode) }
            if bound == nil, let key, state.mode == .required { state.sessions[token] = key }
            let jkt = state.mode == .old ? nil : bound ?? (state.mode == .required ? key : nil)
            let idToken = Self.idToken(jkt)
            state.issued[idToken] = token
            return #"{"id_token":"\#(idToken)","refresh_token":"\#(token)","expires_in":"3600"}"#
        default:
            let session = idToken.flatMap { state.issued[$0] }.flatMap { state.sessions[$0] }.flatMap(\.self)
            if state.mode != .old, let bound = session ?? idToken.flatMap(IDTokenContent.keyThumbprint) {
                try require(bound, key, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            }
            guard method.hasPrefix("accounts:signIn") || method == "accounts:signUp" else { return #"{"localId":"u"}"# }
            if idToken == nil { try require(key, state.mode) }
            let token = UUID().uuidString
            state.sessions[token] = .some(key)
            let answered = Self.idToken(key)
            state.issued[answered] = token
            return #"{"idToken":"\#(answered)","refreshToken":"\#(token)","expiresIn":"3600","localId":"u"}"#
        }
    }

    private static func require(_ bound: String, _ key: String?, _ message: String) throws {
        guard let key else { throw Refusal(message: "\(message) : No proof of it.", reason: "SESSION_KEY_REQUIRED") }
        guard key == bound else { throw Refusal(message: "\(message) : Another key.", reason: "SESSION_KEY_MISMATCH") }
    }

    private static func require(_ key: String?, _ mode: Mode) throws {
        guard mode == .required, key == nil else { return }
        throw Refusal(message: "OPERATION_NOT_ALLOWED : A key is required.", reason: "SESSION_KEY_REQUIRED_BY_PROJECT")
    }

    /// Checks a proof.
    ///
    /// - Returns: The name of its key.
    private static func check(
        _ proof: String, _ request: URLRequest, _ url: URL, _ idToken: String?, _ state: inout State
    ) throws -> String {
        func wrong(_ what: String) -> Refusal { Refusal(message: "INVALID_DPOP_PROOF : \(what)", reason: "INVALID_DPOP_PROOF") }
        let parts = proof.split(separator: ".").map { decode($0) ?? Data() }
        guard parts.count == 3, proof.utf8.count < 4096,
            let header = try? JSONSerialization.jsonObject(with: parts[0]) as? [String: Any],
            let claims = try? JSONSerialization.jsonObject(with: parts[1]) as? [String: Any],
            header["typ"] as? String == "dpop+jwt", header["alg"] as? String == "ES256",
            let jwk = header["jwk"] as? [String: String], Set(jwk.keys) == ["crv", "kty", "x", "y"],
            let x = decode(jwk["x"] ?? ""), let y = decode(jwk["y"] ?? ""),
            let key = try? P256.Signing.PublicKey(rawRepresentation: x + y),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: parts[2]),
            key.isValidSignature(signature, for: Data(proof.utf8.prefix(proof.utf8.count - 87)))
        else { throw wrong("form") }
        state.last = claims.compactMapValues { $0 as? String }
        guard claims["htm"] as? String == request.httpMethod else { throw wrong("htm") }
        guard let target = url.absoluteString.split(separator: "?").first, claims["htu"] as? String == String(target) else {
            throw wrong("htu")
        }
        let ath = idToken.map { Base64URL.encode(SHA256.hash(data: Data($0.utf8))) }
        guard claims["ath"] as? String == ath else { throw wrong("ath") }
        let now = Int64(Date().timeIntervalSince1970) + state.skew
        guard let iat = claims["iat"] as? Int64 ?? (claims["iat"] as? Int).map(Int64.init), iat >= now - 120, iat <= now + 60
        else {
            throw Refusal(message: "INVALID_DPOP_PROOF : iat", reason: "INVALID_DPOP_PROOF", metadata: ["now": "\(now)"])
        }
        guard claims["nonce"] as? String == state.nonce else {
            throw Refusal(message: "USE_DPOP_NONCE", reason: "USE_DPOP_NONCE")
        }
        guard let id = claims["jti"] as? String, id.utf8.count >= 16, state.usedIDs.insert(id).inserted else {
            throw wrong("jti")
        }
        let canonical = #"{"crv":"P-256","kty":"EC","x":"\#(jwk["x"] ?? "")","y":"\#(jwk["y"] ?? "")"}"#
        return Base64URL.encode(SHA256.hash(data: Data(canonical.utf8)))
    }

    /// An ID token that nobody signed.
    static func idToken(_ jkt: String?, of uid: String = "u") -> String {
        let now = Int(Date().timeIntervalSince1970)
        let claims =
            #"{"user_id":"\#(uid)","exp":\#(now + 3600),"iat":\#(now),"auth_time":\#(now),"jti":"\#(UUID())","#
            + (jkt.map { #""cnf":{"jkt":"\#($0)"},"# } ?? "") + #""firebase":{"sign_in_provider":"password"}}"#
        return "e30.\(Base64URL.encode(Data(claims.utf8))).s"
    }

    private static func decode(_ text: some StringProtocol) -> Data? {
        let base64 = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        return Data(base64Encoded: base64 + String(repeating: "=", count: (4 - base64.count % 4) % 4))
    }
}

/// An installation of an app: what is stored on one device.
struct Installation {
    let server: BindingServer
    var storage: any AuthStorage = MemoryStorage()
    var name = UUID().uuidString

    /// Starts the app, as if in a process of its own.
    ///
    /// - Parameters:
    ///   - process: The process; one of its own by default.
    ///   - bindsSessions: False for an app that wants no key.
    func start(
        in process: SessionRegistry = SessionRegistry(), bindsSessions: Bool = true, at address: String = "https://auth.example",
        transport: (any AuthTransport)? = nil
    ) async throws -> Auth {
        await FirebaseApp.app(name: name)?.delete()
        let options = FirebaseOptions(googleAppID: "1:1:ios:1", gcmSenderID: "1")
        options.apiKey = "test-key"
        options.serverURL = URL(string: address)
        options.storage = storage
        options.transport = transport ?? server
        options.bindsSessions = bindsSessions
        let auth = try Auth.auth(app: FirebaseApp.configureOrThrow(name: name, options: options))
        auth.state.withLock { $0.sessions = process }
        return auth
    }

    @discardableResult
    func signIn(_ auth: Auth) async throws -> User {
        try await auth.signIn(withEmail: "u@example.com", password: "correct horse").user
    }
}

extension User {
    /// The name of the key that the session is bound to.
    var boundTo: String? { IDTokenContent.keyThumbprint(state.withLock { $0.tokens.idToken }) }
}
