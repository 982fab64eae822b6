import Foundation
package import VinculaCore
import VinculaCrypto

extension AuthEngine {
    /// Sends a code to a phone that a person wants to enrol as a second factor.
    ///
    /// - Parameters:
    ///   - request: The number, and the last line of the message.
    ///   - idToken: The person's ID token.
    ///   - scope: The project.
    ///   - client: The requester's network address.
    /// - Returns: The `sessionInfo`, to be sent back with the code.
    /// - Throws: ``AuthError/credentialTooOld``, the errors of ``SecondFactorPolicy``, those of a code that cannot be sent,
    ///   and the answers to an unusable ID token.
    package func startPhoneEnrollment(
        _ request: PhoneCodeRequest, idToken: String?, in scope: ProjectScope, from client: ClientAddress
    ) async throws -> String {
        let facts = try tokens.verifyCaller(idToken, for: .enrollSecondFactor, in: scope, now: clock.now)
        guard let text = request.number, !text.isEmpty else { throw AuthError.missingPhoneNumber }
        let number = try AccountEdit.phone(text)
        try admit(.mfaEnrollment, by: facts, in: scope)
        // Nobody does any work for a request that cannot succeed.
        _ = try await read(in: scope) { try enroller(facts, phone: number, $0) }
        let proof = AppProofRequest(proof: request.proof, use: .mfaEnrollment)
        return try await issueCode(to: number, lastLine: request.lastLine, proof, in: scope, from: client) { work in
            .enrollment(try enroller(facts, phone: number, work).account.id)
        }
    }

    /// Enrols a phone whose code the person entered.
    ///
    /// All sessions except the returned one end: they were opened without the factor. The owner is informed by mail.
    ///
    /// - Parameters:
    ///   - proof: The code and its session.
    ///   - displayName: The person's name for the phone.
    ///   - idToken: The person's ID token.
    ///   - scope: The project.
    /// - Throws: The answers to a wrong code, ``AuthError/credentialTooOld``, the errors of ``SecondFactorPolicy``, and the
    ///   answers to an unusable ID token.
    package func finishPhoneEnrollment(
        _ proof: PhoneCodeProof, displayName: String?, idToken: String?, in scope: ProjectScope
    ) async throws -> SignedIn {
        let facts = try tokens.verifyCaller(idToken, for: .enrollSecondFactor, in: scope, now: clock.now)
        try SecondFactor.checkName(displayName)
        try admit(.mfaEnrollment, by: facts, in: scope)
        let code = try await verify(proof, in: scope) { $0 == .enrollment(facts.account) }
        let opened = try await write(in: scope) { work in
            let (old, session) = try enroller(facts, phone: code.number, work)
            try work.consume(proof)
            let id = SecondFactorID(UUID().uuidString.lowercased())
            return try add(id, .phone(code.number), named: displayName, to: old, facts, session, work)
        }
        return try tokens.issue(opened)
    }
}
