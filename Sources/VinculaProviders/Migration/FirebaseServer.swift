package import AsyncHTTPClient
import Foundation
package import VinculaCore
import VinculaCrypto
package import VinculaEngine

/// Asks Firebase, or another server with its API, about people who move here.
package struct FirebaseServer: FormerServer {
    /// The time limit for one question.
    static let timeout = Duration.seconds(5)
    /// What errors call it.
    fileprivate static let peer = "server that this project moved from"

    private let http: ProviderHTTP
    private let keySets: JSONWebKeySetCache

    /// - Parameters:
    ///   - providers: The settings of connections, which are those for identity providers.
    ///   - httpClient: Only its event loops are used.
    ///   - stop: Ends the wait for an answer when the server stops.
    ///   - ended: Called after each request in the task that made it; `nil` if nobody wants to know.
    package init(
        providers: ProviderOptions, httpClient: HTTPClient, stop: ProviderStop = ProviderStop(),
        ended: (@Sendable (_ took: Duration, _ hasFailed: Bool) -> Void)? = nil
    ) {
        let http = ProviderHTTP(
            eventLoopGroup: httpClient.eventLoopGroup, allowsLoopbackHTTP: providers.allowsLoopbackHTTP,
            allowsPrivateAddresses: providers.allowsPrivateAddresses, peer: Self.peer, ended: ended, stop: stop)
        let discovery = OpenIDDiscovery(http: http, timeout: Self.timeout)
        self.http = http
        keySets = JSONWebKeySetCache { source throws(AuthError) in try await discovery.keys(of: source) }
    }

    package func idToken(for refreshToken: String, at access: FormerServerAccess) async throws(AuthError) -> String {
        let form = [("grant_type", "refresh_token"), ("refresh_token", refreshToken)]
        let answer = try await ask("\(access.tokens)/v1/token", .form(form), access)
        if let token = answer.json["id_token"]?.string { return token }
        switch answer.code {
        case "TOKEN_EXPIRED": throw .tokenExpired
        case "INVALID_REFRESH_TOKEN", "PROJECT_NUMBER_MISMATCH": throw .invalidRefreshToken
        case "USER_NOT_FOUND": throw .userNotFound
        case "USER_DISABLED": throw .userDisabled
        default: throw answer.unusable
        }
    }

    package func verify(
        _ idToken: String, at access: FormerServerAccess, now: Timestamp
    ) async throws(AuthError) -> FormerTokenFacts {
        guard let token = JSONWebToken(idToken), token.algorithm == "RS256", token.keyID != nil else { throw .invalidIDToken }
        // Before the signature, so that a token that would be refused anyway causes no request for keys.
        let facts = try FormerTokenRules.check(token.claims, of: access.project, now: now)
        let source = OpenIDDiscovery.Source(
            keySet: "\(access.keys)/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
            issuer: FormerTokenRules.issuer(of: access.project))
        let keys: JSONWebKeySet
        do {
            keys = try await keySets.keys(of: source) { token.hasCandidate(in: $0) }
        } catch .providerUnavailable(let reason) {
            throw .formerServerUnavailable(reason)
        } catch {
            throw .invalidIDToken
        }
        guard token.isSigned(by: keys) else { throw .invalidIDToken }
        return facts
    }

    package func checkPassword(
        _ password: String, of email: EmailAddress, tenant: String, at access: FormerServerAccess
    ) async throws(AuthError) -> FormerPasswordAnswer {
        var body: [String: JSONValue] = [
            "email": .string(email.value), "password": .string(password), "returnSecureToken": true,
        ]
        if !tenant.isEmpty { body["tenantId"] = .string(tenant) }
        let answer = try await ask("\(access.accounts)/v1/accounts:signInWithPassword", .json(.object(body)), access)
        if answer.status == 200 {
            if answer.json["mfaPendingCredential"]?.string != nil { return .needsSecondFactor }
            guard let token = answer.json["idToken"]?.string else { throw answer.unusable }
            return .right(idToken: token)
        }
        switch answer.code {
        case "INVALID_LOGIN_CREDENTIALS", "INVALID_PASSWORD", "EMAIL_NOT_FOUND", "INVALID_EMAIL": return .wrong
        // Passwords open nothing there any more: the server says so of everybody, whatever the password.
        case "PASSWORD_LOGIN_DISABLED", "OPERATION_NOT_ALLOWED": return .wrong
        case "USER_DISABLED": throw .userDisabled
        case "TOO_MANY_ATTEMPTS_TRY_LATER": throw .tooManyAttempts(retryAfterSeconds: 60)
        default: throw answer.unusable
        }
    }

    package func tryAccess(_ access: FormerServerAccess) async throws(AuthError) {
        // Neither is anybody's token. Each of the two APIs must take the key, and refuse the token.
        let form = [("grant_type", "refresh_token"), ("refresh_token", "vincula")]
        let exchange = try await ask("\(access.tokens)/v1/token", .form(form), access)
        guard exchange.code?.hasPrefix("INVALID_") == true else { throw exchange.refusal(of: "Token Service API") }
        let lookup = try await ask("\(access.accounts)/v1/accounts:lookup", .json(.object(["idToken": "vincula"])), access)
        guard lookup.code?.hasPrefix("INVALID_") == true else { throw lookup.refusal(of: "Identity Toolkit API") }
    }

    package func account(
        idToken: String, tenant: String, at access: FormerServerAccess
    ) async throws(AuthError) -> GivenAccount {
        var body: [String: JSONValue] = ["idToken": .string(idToken)]
        if !tenant.isEmpty { body["tenantId"] = .string(tenant) }
        let answer = try await ask("\(access.accounts)/v1/accounts:lookup", .json(.object(body)), access)
        guard answer.status == 200, case .array(let users)? = answer.json["users"], users.count == 1 else {
            throw answer.unusable
        }
        return GivenAccount(users[0])
    }

    private func ask(
        _ url: String, _ body: ProviderRequest.Body, _ access: FormerServerAccess
    ) async throws(AuthError) -> FirebaseAnswer {
        let request = ProviderRequest.post(url, body).with("X-Goog-Api-Key", access.apiKey)
        let response: ProviderHTTP.Response
        do {
            response = try await http.answer(to: request, until: .now + Self.timeout)
        } catch .providerUnavailable(let reason) {
            throw .formerServerUnavailable(reason)
        }
        guard let json = response.object else {
            throw .formerServerUnavailable("The answer of the \(Self.peer) is not a JSON object (status \(response.status)).")
        }
        return FirebaseAnswer(status: response.status, json: json)
    }
}

/// An answer of the other server.
private struct FirebaseAnswer {
    let status: Int
    let json: JSONValue

    /// The code of a refusal that says something about the person: the server understood the request.
    var code: String? {
        guard status == 400, let message = json["error"]?["message"]?.string else { return nil }
        return String(message.prefix { $0 != " " && $0 != ":" })
    }

    /// The error for an answer to a question about nobody, with what the server says, as far as it is printable.
    func refusal(of api: String) -> AuthError {
        let said = json["error"]?["message"]?.string ?? ""
        let plain = String(said.unicodeScalars.prefix(300).map { (0x20...0x7E).contains($0.value) ? Character($0) : " " })
        return .formerServerUnavailable("The \(api) answered with status \(status)\(plain.isEmpty ? "." : ": \(plain)")")
    }

    /// The error for an answer that says nothing about the person, such as the refusal of the API key.
    ///
    /// Its text has only the code's own letters.
    var unusable: AuthError {
        let known = code.map { $0.utf8.count <= 64 && $0.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == 0x5F } } ?? false
        let reason = known ? code ?? "" : "status \(status)"
        return .formerServerUnavailable("The answer of the \(FirebaseServer.peer) cannot be used (\(reason)).")
    }
}

extension FormerServerAccess {
    fileprivate var tokens: String { server ?? "https://securetoken.googleapis.com" }
    fileprivate var accounts: String { server ?? "https://identitytoolkit.googleapis.com" }
    fileprivate var keys: String { server ?? "https://www.googleapis.com" }
}
