package import VinculaCore

extension AuthEngine {
    /// Sends a code to a phone that is a second factor of the account that a sign-in waits for.
    ///
    /// - Parameters:
    ///   - credential: The pending credential from the first factor.
    ///   - factorText: The ID of the second factor.
    ///   - lastLine: The last line of the message.
    ///   - proof: The proofs that the request comes from an app.
    ///   - scope: The project.
    ///   - client: The requester's network address.
    /// - Returns: The `sessionInfo`, to be sent back with the code.
    /// - Throws: ``AuthError/missingPendingSignIn``, ``AuthError/invalidPendingSignIn``,
    ///   ``AuthError/missingSecondFactorID``, ``AuthError/secondFactorNotFound``, ``AuthError/operationNotAllowed(_:)`` for an
    ///   authenticator app, and the errors of a code that cannot be sent.
    package func startPhoneSignIn(
        _ credential: String?, factor factorText: String?, lastLine: TextMessage.LastLine, proof: AppProof = AppProof(),
        in scope: ProjectScope, from client: ClientAddress
    ) async throws -> String {
        let found = try await read(in: scope) { try $0.pendingSignIn(credential) }
        guard let factorText, !factorText.isEmpty else { throw AuthError.missingSecondFactorID }
        guard let factor = found.account.secondFactors.first(where: { $0.id.value == factorText }) else {
            throw AuthError.secondFactorNotFound
        }
        guard let number = factor.phone else {
            throw AuthError.operationNotAllowed(
                "This second factor is an authenticator app, so no code is sent. Finish with the code that the app shows.")
        }
        try limits.admit(.mfaSignIn, target: found.account.id, in: scope)
        let proven = AppProofRequest(proof: proof, use: .mfaSignIn)
        return try await issueCode(to: number, lastLine: lastLine, proven, in: scope, from: client) { work in
            let account = try work.pendingSignIn(credential).account
            guard account.secondFactors.contains(where: { $0.id == factor.id }) else { throw AuthError.secondFactorNotFound }
            return .secondFactor(factor.id, of: account.id)
        }
    }

    /// Finishes a sign-in with a code that was sent to one of the account's phones, or with a recovery code in its place.
    ///
    /// The attempt counts against the sign-in, the account and the code that was sent, each before the code is checked.
    ///
    /// - Parameters:
    ///   - credential: The pending credential from the first factor.
    ///   - proof: The code and its session, which names the factor.
    ///   - scope: The project.
    /// - Throws: ``AuthError/missingPendingSignIn``, ``AuthError/invalidPendingSignIn``, the answers to a wrong code,
    ///   ``AuthError/secondFactorNotFound``, ``AuthError/userDisabled``, ``AuthError/tooManyAttempts(retryAfterSeconds:)``.
    package func finishPhoneSignIn(
        _ credential: String?, _ proof: PhoneCodeProof, in scope: ProjectScope
    ) async throws -> SignedIn {
        let found = try await read(in: scope) { try $0.pendingSignIn(credential) }
        try limits.admit(.mfaSignIn, target: found.account.id, in: scope)
        try await countCode(of: found.pending)
        let recovery = RecoveryCode(typed: proof.code)
        let code = try await verify(proof, in: scope, instead: recovery != nil) {
            $0.isSecondFactor && $0.account == found.account.id
        }
        guard case .secondFactor(let factor, _) = code.purpose else { throw AuthError.invalidSessionInfo }
        return try await write(in: scope) { work in
            let (pending, account) = try work.pendingSignIn(credential, counted: true)
            guard account.secondFactors.contains(where: { $0.id == factor && $0.phone == code.number }) else {
                throw AuthError.secondFactorNotFound
            }
            try work.consume(proof)
            if let recovery { return try finish(pending, of: account, by: recovery, work) }
            return try finish(pending, of: account, by: factor, work)
        } signing: {
            try tokens.issue($0)
        }
    }
}

extension PhoneCode.Purpose {
    fileprivate var isSecondFactor: Bool { if case .secondFactor = self { true } else { false } }
}
