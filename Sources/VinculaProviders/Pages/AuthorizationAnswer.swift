import VinculaCore
import VinculaCrypto
import VinculaEngine

extension AuthorizationPage {
    /// Exchanges what the browser brought back for tokens.
    ///
    /// - Throws: ``AuthError/providerRefused(code:)``, ``AuthError/invalidIDPResponse(_:)``,
    ///   ``AuthError/operationNotAllowed(_:)`` if the provider does not accept our secret, or
    ///   ``AuthError/providerUnavailable(_:)``.
    func finish(_ answer: ProviderPageAnswer, by visit: PageVisit) async throws(AuthError) -> ProviderTokens {
        try checkIssuer(answer.fields["iss"], isError: answer.fields["error"] != nil, visit.provider)
        if let error = answer.fields["error"] { throw .providerRefused(code: PageRefusal.code(error)) }
        var tokens: ProviderTokens
        switch grant {
        case .idToken:
            guard let token = answer.fields["id_token"], ProviderTokens.isPlain(token) else {
                throw Self.missing("id_token", visit)
            }
            return ProviderTokens(idToken: token)
        case .code:
            guard let code = answer.fields["code"], ProviderTokens.isPlain(code) else { throw Self.missing("code", visit) }
            tokens = try await redeem(code, of: answer.order, by: visit)
        }
        if idToken == .ignored { tokens.idToken = nil }
        guard idToken != .required || tokens.idToken != nil else {
            throw .invalidIDPResponse("\(visit.provider) answered the code without an id_token.")
        }
        return tokens
    }

    /// RFC 9207 §2.4: an answer that another server gave is not sent to this one.
    private func checkIssuer(_ told: String?, isError: Bool, _ provider: ProviderID) throws(AuthError) {
        guard let told else {
            guard !announcesIssuer || isError else {
                throw .invalidIDPResponse("The answer of \(provider)'s page does not say which server it is from (iss).")
            }
            return
        }
        guard issuers.isEmpty || issuers.contains(where: { told.isSame(as: $0) }) else {
            throw .invalidIDPResponse("The answer is from another server than \(provider) (iss).")
        }
    }

    private static func missing(_ field: String, _ visit: PageVisit) -> AuthError {
        .invalidIDPResponse("\(visit.provider)'s page came back without a valid \(field).")
    }

    private func redeem(
        _ code: String, of order: ProviderPageOrder, by visit: PageVisit
    ) async throws(AuthError) -> ProviderTokens {
        try tokens(in: try await exchange(code, of: order, by: visit), visit)
    }

    /// RFC 6749 §4.1.3.
    private func exchange(
        _ code: String, of order: ProviderPageOrder, by visit: PageVisit
    ) async throws(AuthError) -> ProviderHTTP.Response {
        var fields = [("grant_type", "authorization_code"), ("code", code), ("redirect_uri", order.redirectURI)]
        if usesPKCE { fields.append(("code_verifier", order.codeVerifier)) }
        fields.append(("client_id", clientID))
        var request: ProviderRequest
        switch authentication {
        case .form(let secret):
            fields.append(("client_secret", secret))
            request = .post(tokenURL, .form(fields))
        case .basic(let secret):
            // RFC 6749 §2.3.1 wants both parts encoded like a form's.
            request = .post(tokenURL, .form(fields)).by(client: clientID.percentEncoded, secret: secret.percentEncoded)
        case .none:
            request = .post(tokenURL, .form(fields))
        }
        return try await visit.http.answer(to: request, until: visit.deadline)
    }

    /// Redeems a code that the provider never issued. One that tells the two apart says whether it is the code or the client that
    /// it does not know.
    func probe(_ order: ProviderPageOrder, by visit: PageVisit) async throws(AuthError) -> ProviderProbe {
        guard grant == .code else { return .found }
        let response = try await exchange("vincula-test-" + SecureRandom.alphanumeric(24), of: order, by: visit)
        if response.status == 408 || response.status == 429 || response.status >= 500 {
            throw .providerUnavailable("\(visit.provider) answered with status \(response.status).")
        }
        // Facebook has numbers for both.
        switch response.object?["error"]?["code"]?.int {
        case 1, 101: return .clientRefused(response.refusal)
        case 100: return .works
        default: break
        }
        if Self.isAboutClient(response) { return .clientRefused(response.refusal) }
        return Self.aboutCode.contains(response.refusal) ? .works : .refused(response.refusal)
    }

    /// The words for an unknown code; the second is GitHub's.
    private static let aboutCode: Set<String> = ["invalid_grant", "bad_verification_code"]

    private static func isAboutClient(_ response: ProviderHTTP.Response) -> Bool {
        response.status == 401
            || ["invalid_client", "unauthorized_client", "incorrect_client_credentials"].contains(response.refusal)
    }

    private func tokens(in response: ProviderHTTP.Response, _ visit: PageVisit) throws(AuthError) -> ProviderTokens {
        // GitHub reports its errors with the status 200.
        let error = response.object?["error"]
        guard response.status == 200, error == nil || error == .null else { throw refusal(response, visit) }
        guard let answer = response.object else {
            throw .providerUnavailable("\(visit.provider) answered the code with something that is not JSON.")
        }
        if let type = answer["token_type"]?.string, type.lowercased() != "bearer" {
            throw .invalidIDPResponse("\(visit.provider) issued a token of an unknown type.")
        }
        var tokens = ProviderTokens()
        tokens.idToken = try plain("id_token", of: answer, visit)
        tokens.accessToken = try plain("access_token", of: answer, visit)
        tokens.refreshToken = try plain("refresh_token", of: answer, visit)
        tokens.lifetime = answer["expires_in"].flatMap { $0.int ?? $0.string.flatMap { Int64($0) } }.flatMap { $0 > 0 ? $0 : nil }
        guard tokens.idToken != nil || tokens.accessToken != nil else {
            throw .providerUnavailable("\(visit.provider) answered the code without a token.")
        }
        return tokens
    }

    private func plain(_ name: String, of answer: JSONValue, _ visit: PageVisit) throws(AuthError) -> String? {
        guard let value = answer[name], value != .null else { return nil }
        guard let text = value.string, ProviderTokens.isPlain(text) else {
            throw .invalidIDPResponse("\(visit.provider)'s \(name) is too long or contains invalid characters.")
        }
        return text
    }

    private func refusal(_ response: ProviderHTTP.Response, _ visit: PageVisit) -> AuthError {
        let code = response.refusal
        if response.status == 408 || response.status == 429 {
            return .providerUnavailable("\(visit.provider) answered with status \(response.status).")
        }
        return Self.isAboutClient(response)
            ? visit.dialogue.clientRefused : .invalidIDPResponse("\(visit.provider) refused the code: \(code).")
    }
}

/// A provider's page's own word for why it came back with nothing.
enum PageRefusal {
    /// Returns the code without anything that cannot be part of one.
    static func code(_ text: String) -> String {
        let allowed = text.utf8.prefix(64).filter { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "_.-".utf8.contains(byte)
        }
        return allowed.isEmpty ? "error" : String(decoding: allowed, as: UTF8.self)
    }
}
