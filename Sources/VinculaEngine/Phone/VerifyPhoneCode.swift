import Foundation
package import VinculaCore
import VinculaCrypto

/// A code that a person received by text message, with the session that it was sent for.
package struct PhoneCodeProof: Hashable, Sendable {
    package let sessionInfo: String
    package let code: String

    /// Takes what a client sends.
    ///
    /// - Throws: ``AuthError/missingSessionInfo``, ``AuthError/missingCode``.
    package init(sessionInfo: String?, code: String?) throws(AuthError) {
        guard let sessionInfo, !sessionInfo.isEmpty else { throw .missingSessionInfo }
        guard let code, !code.isEmpty else { throw .missingCode }
        self.sessionInfo = sessionInfo
        self.code = code
    }
}

extension AuthEngine {
    /// Checks a code, which stays valid: the decision about it uses it up.
    ///
    /// An attempt is counted before its code is checked, in its own commit: neither concurrent attempts nor a crash give
    /// more guesses than ``PhoneCode/mostGuesses``.
    ///
    /// - Parameters:
    ///   - proof: The code and its session.
    ///   - scope: The project.
    ///   - instead: `true` if the person entered something else, which the decision checks; the attempt counts all the same.
    ///   - isMeant: Indicates whether the code was sent for the purpose at hand.
    /// - Returns: The code's facts.
    /// - Throws: ``AuthError/invalidSessionInfo``, ``AuthError/sessionInfoExpired``, also after too many attempts, and
    ///   ``AuthError/invalidCode``.
    func verify(
        _ proof: PhoneCodeProof, in scope: ProjectScope, instead: Bool = false, isMeant: @Sendable (PhoneCode.Purpose) -> Bool
    ) async throws -> PhoneCode {
        let id = PhoneCode.id(of: proof.sessionInfo)
        guard let known = try await read(in: scope, { try $0.phoneCode(id) }), isMeant(known.purpose) else {
            throw AuthError.invalidSessionInfo
        }
        try limits.admit(.signInWithPhoneNumber, target: known.number.value, in: scope)
        let code = try await write(in: scope) { work -> PhoneCode? in
            guard try work.transaction.countGuess(ofPhoneCode: id, most: PhoneCode.mostGuesses) else { return nil }
            return try work.phoneCode(id)
        }
        guard let code else { throw AuthError.sessionInfoExpired }
        let digits = try code.opened(by: sealer).digits
        guard instead || FixedTime.areEqual(digits.utf8, proof.code.utf8) else { throw AuthError.invalidCode }
        return code
    }
}

extension ScopedReads {
    /// Finds a code that can be entered now.
    ///
    /// - Returns: `nil` if it is unknown, used, or another project's.
    /// - Throws: ``AuthError/sessionInfoExpired``.
    func phoneCode(_ id: String) throws -> PhoneCode? {
        guard let code = try reads.phoneCode(id), code.scope == scope else { return nil }
        guard now < code.expiresAt else { throw AuthError.sessionInfoExpired }
        return code
    }
}

extension Work {
    /// Uses up a code that was checked.
    ///
    /// - Throws: ``AuthError/invalidSessionInfo`` if another request did so first, ``AuthError/sessionInfoExpired``.
    func consume(_ proof: PhoneCodeProof) throws {
        let id = PhoneCode.id(of: proof.sessionInfo)
        guard try phoneCode(id) != nil, try transaction.consumePhoneCode(id) else { throw AuthError.invalidSessionInfo }
    }
}
