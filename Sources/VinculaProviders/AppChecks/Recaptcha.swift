import VinculaCore

extension AppCheckOptions.Recaptcha {
    private static let name = "reCAPTCHA"

    /// Asks about a token of v2 or v3 (`siteverify`).
    func vouches(for token: String, from client: ClientAddress, _ visit: AppCheckVisit) async throws(AuthError) -> Bool {
        var form = [("secret", secret), ("response", token)]
        if client != .unknown { form.append(("remoteip", client.description)) }
        let (status, answer) = try await visit.ask(Self.name, .post(verifyURL, .form(form)))
        guard status == 200, case .bool(let isGood)? = answer["success"] else {
            throw AppCheckVisit.unavailable(Self.name, "status \(status)")
        }
        guard isGood else {
            // A wrong secret is the operator's fault, not the token's.
            guard !(answer["error-codes"]?.texts ?? []).contains(where: { $0.hasSuffix("input-secret") }) else {
                throw AppCheckVisit.unavailable(Self.name, "It refuses the secret.")
            }
            return false
        }
        guard let score = answer["score"] else { return true }
        return (score.percent ?? -1) >= Double(leastScore)
    }
}

extension AppCheckOptions.RecaptchaEnterprise {
    private static let name = "reCAPTCHA Enterprise"

    /// Has a token assessed.
    func vouches(for token: String, from client: ClientAddress, _ visit: AppCheckVisit) async throws(AuthError) -> Bool {
        var event: [String: JSONValue] = ["token": .string(token), "siteKey": .string(siteKey)]
        if client != .unknown { event["userIpAddress"] = .string(client.description) }
        let request = ProviderRequest.post(
            "\(apiURL)/v1/projects/\(project.percentEncoded)/assessments", .json(.object(["event": .object(event)]))
        ).with("X-Goog-Api-Key", apiKey)
        let (status, answer) = try await visit.ask(Self.name, request)
        guard status == 200, case .bool(let isValid)? = answer["tokenProperties"]?["valid"] else {
            throw AppCheckVisit.unavailable(Self.name, "status \(status)")
        }
        guard isValid, let score = answer["riskAnalysis"]?["score"]?.percent else { return false }
        return score >= Double(leastScore)
    }
}
