import VinculaCore

/// Recovery codes, as a client asks for them and uses them.
extension TestServer {
    /// Makes new codes.
    package func makeRecoveryCodes(_ idToken: String?) async throws -> HTTPAnswer {
        try await account("recovery-codes:new", ["idToken": .string(idToken ?? "")])
    }

    /// The number of codes that are left; `nil` if the account has none.
    package func recoveryCodesLeft(_ idToken: String?) async throws -> Int64? {
        let answer = try await account("recovery-codes", ["idToken": .string(idToken ?? "")])
        return answer.json["createdAt"] == nil ? nil : answer.json["left"]?.int
    }

    /// Finishes a sign-in with a recovery code.
    package func finishSignIn(_ pending: String?, recoveryCode: String?) async throws -> HTTPAnswer {
        var body: [String: JSONValue] = [:]
        body["mfaPendingCredential"] = pending.map { .string($0) }
        body["recoveryCode"] = recoveryCode.map { .string($0) }
        return try await call2("accounts/mfaSignIn:finalize", body)
    }
}

extension HTTPAnswer {
    /// The codes of an answer that has them.
    package var recoveryCodes: [String] {
        guard case .array(let codes)? = json["recoveryCodes"] else { return [] }
        return codes.compactMap(\.string)
    }
}
