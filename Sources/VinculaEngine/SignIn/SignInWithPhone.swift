package import VinculaCore

/// A sign-in, link or reauthentication with a phone number, as a client requests it.
package struct PhoneSignInRequest: Sendable {
    /// The proof that the number is the person's.
    package enum Proof: Sendable {
        case code(PhoneCodeProof)
        /// The proof from an earlier answer, when the number turned out to belong to another account.
        case temporary(String, number: String?)
    }

    package var proof: Proof
    /// The caller's ID token, to link the number to that account, or to replace its number.
    package var idToken: String?
    /// `true` when reauthenticating: never create an account.
    package var isReauthentication: Bool

    package init(proof: Proof, idToken: String?, isReauthentication: Bool) {
        self.proof = proof
        self.idToken = idToken
        self.isReauthentication = isReauthentication
    }
}

extension AuthEngine {
    /// Signs in, links or reauthenticates with a phone number: the rules are those of every identity
    /// (``LinkingPolicy``). A number that the account has already is a reauthentication; another one takes its place.
    ///
    /// - Returns: The number, and the session or the collision, which is stored before it is returned.
    /// - Throws: The answers to a wrong code, ``AuthError/invalidTemporaryProof``, ``AuthError/phoneNumberExists`` if the proof
    ///   is to link the number to another account than the one that has it, ``AuthError/credentialTooOld`` for a
    ///   replacement by a stale session, ``AuthError/unsupportedFirstFactor`` for an account with second factors, and the
    ///   answers to an unusable ID token.
    package func signInWithPhone(
        _ request: PhoneSignInRequest, in scope: ProjectScope
    ) async throws -> (number: PhoneNumber?, outcome: ProviderSignIn.Outcome) {
        let proof: ProviderSignInRequest.Proof
        switch request.proof {
        case .code(let code): proof = .phone(code)
        case .temporary(let token, let text):
            let number = try text.map { try AccountEdit.phone($0) }
            let pending = try await read(in: scope) { try? $0.pendingCredential(of: token) }
            guard let found = pending?.presented.key.phone, found == number else { throw AuthError.invalidTemporaryProof }
            proof = .pendingToken(token)
        }
        do {
            let result = try await signInWithProvider(
                ProviderSignInRequest(
                    proof: proof, idToken: request.idToken, autoCreate: !request.isReauthentication, replacesOwn: true),
                in: scope)
            return (result.identity.presented.key.phone, result.outcome)
        } catch AuthError.invalidPendingToken {
            // The person has proven the number already, and knows that another account has it.
            if case .temporary(let token, _) = request.proof, request.idToken != nil,
                try await read(in: scope, { try? $0.pendingCredential(of: token) }) != nil
            {
                throw AuthError.phoneNumberExists
            }
            throw AuthError.invalidTemporaryProof
        }
    }
}
